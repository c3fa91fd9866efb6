"""One socket at a table: who it is, what viewpoint it has, and what waits to be sent."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from waterside.protocol import CloseCode, Speed
from waterside.server.views.viewpoint import Viewpoint

if TYPE_CHECKING:
    from waterside.server.ops.limits import Allowance
    from waterside.server.ops.shares import LoopShare

CLOSE_GRACE = 1.0
"""Seconds that a socket which is being closed has to take what is left."""

Send = Callable[[dict[str, object]], Awaitable[None]]


class Connection:
    """A client. What is sent to it waits in a short queue; one that reads too slowly is dropped."""

    def __init__(
        self,
        identity: str,
        name: str,
        language: str,
        send: Send,
        *,
        room: int,
        allowance: Allowance,
        address: str = "",
        share: LoopShare | None = None,
    ) -> None:
        self.identity = identity
        self.name = name
        self.language = language
        self.scene = False
        self.wide = False
        self.thinks = False
        """Whether its page may be asked to think for bots."""
        self.speed: Speed = "normal"
        """How fast bots are to move for this user."""
        self.address = address
        self.viewpoint: Viewpoint | None = None
        """None until the client has said hello."""
        self.heard = time.monotonic()
        self.last_id = -1
        self.refusals = 0
        self.allowance = allowance
        self.close_code: int | None = None
        self._room = room
        self._send = send
        self._waiting: deque[str] = deque()
        self._something = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self._share = share

    @property
    def seat(self) -> int | None:
        """The seat whose viewpoint it has."""
        return self.viewpoint.seat if self.viewpoint else None

    @property
    def is_behind(self) -> bool:
        """Whether several messages wait to be sent."""
        return len(self._waiting) > 4

    def send(self, text: str) -> None:
        """Sends a message soon; never waits."""
        if self.close_code is not None:
            return
        if len(self._waiting) >= self._room:
            self._waiting.clear()
            self.close(CloseCode.TOO_SLOW)
            return
        self._waiting.append(text)
        self._something.set()

    def close(self, code: int) -> None:
        """Closes the socket when what waits has been sent."""
        if self.close_code is not None:
            return
        self.close_code = code
        self._something.set()
        if self._sender is not None:  # it may wait for a reader that never reads
            asyncio.get_running_loop().call_later(CLOSE_GRACE, self._sender.cancel)

    def start(self) -> asyncio.Task[None]:
        """Begins to send."""
        self._sender = asyncio.create_task(self.send_on())
        return self._sender

    def end(self) -> None:
        """Lets go of everything: what serves the socket may keep this for a while."""
        self.viewpoint = None
        self._sender = None
        self._waiting.clear()

    async def send_on(self) -> None:
        """Sends what waits, until the connection is closed."""
        waiting, send = self._waiting, self._send
        while True:
            while waiting:
                if self._share is None or self.seat is not None:
                    await send({"type": "websocket.send", "text": waiting.popleft()})
                else:
                    await self._send_in_turn(self._share)
            if self.close_code is not None:
                await send({"type": "websocket.close", "code": self.close_code})
                return
            self._something.clear()
            await self._something.wait()

    async def _send_in_turn(self, share: LoopShare) -> None:
        """Sends a message to a spectator, whose address pays for it: of many spectators from one
        address not all are served before others' moves are looked at.
        """
        await share.prepay()
        if self._waiting:  # it may have become too slow meanwhile
            await share.charge(self._send_text(self._waiting.popleft()))
        else:
            share.spend(0)

    async def _send_text(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text})
