"""The time that players have to reveal their entropy: when it is over, the game starts."""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING

from waterside.protocol.codes import Phase
from waterside.server.domain.commands import Sender
from waterside.server.domain.commands.starting import time_is_up
from waterside.server.live.errors import UnreadableTableError
from waterside.server.store import StoreError

if TYPE_CHECKING:
    from waterside.server.live.table import LiveTable

log = logging.getLogger(__name__)

RETRY = 1.0


class Reveals:
    """Starts the game of one table when the time for reveals is over, in whichever process."""

    def __init__(self, live: LiveTable) -> None:
        self.live: LiveTable = weakref.proxy(live)
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a game starts soon."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Waits if players have to reveal their entropy now."""
        if self.live.table.phase is not Phase.STARTING or self.live.hub.closing:
            self.stop()
        elif not self.is_busy:
            self._task = asyncio.create_task(self._start())

    def stop(self) -> None:
        """Waits no longer."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    async def _start(self) -> None:
        live = self.live
        longest = live.hub.settings.reveal_time
        # A clock that was set back must not make anybody wait longer.
        left = min(longest, max(0.0, live.table.reveal_until - live.hub.now()))
        await asyncio.sleep(left)
        while live.table.phase is Phase.STARTING and not live.hub.closing:
            sender = Sender("", "", live.hub.now(), randbytes=live.hub.randbytes)
            try:
                async with live.lock:
                    await live.decide(lambda: time_is_up(live.table, sender))  # noqa: B023
            except UnreadableTableError:
                return
            except StoreError as problem:
                log.warning("the start of a game is not stored yet: %s", problem)
                await asyncio.sleep(RETRY)
