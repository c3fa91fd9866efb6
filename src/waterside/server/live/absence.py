"""Players whose connection is lost: after a while they count as away."""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from typing import TYPE_CHECKING

from waterside.protocol.codes import Phase
from waterside.server.domain.commands import absence
from waterside.server.live.errors import UnreadableTableError
from waterside.server.store import StoreError

if TYPE_CHECKING:
    from waterside.server.live.table import LiveTable

log = logging.getLogger(__name__)


class Absence:
    """Who of one table's players has no connection, and since when.

    Absence is measured on the hub's clock, which never jumps, from the moment when the last
    connection was lost: by this process if the player was here, else since the table is in memory.
    """

    def __init__(self, live: LiveTable) -> None:
        self.live: LiveTable = weakref.proxy(live)
        self._clock = live.hub.clock
        self._loaded = self._clock()
        self._since: dict[str, float] = {}
        """When players lost their last connection."""
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether a player may count as away soon."""
        return bool(self._leaving or self._tasks)

    def stop(self) -> None:
        """Waits for no player any longer."""
        for task in self._tasks:
            task.cancel()
        for handle in self._leaving.values():
            handle.cancel()
        self._leaving.clear()

    def seconds(self, identity: str) -> float:
        """For how long a user has had no connection; 0 for one who is connected."""
        if self.live.visitors.is_here(identity):
            return 0.0
        return self._clock() - self._since.get(identity, self._loaded)

    async def came(self, identity: str) -> None:
        """A user connects; a player who was away is back."""
        self.is_back(identity)
        live = self.live
        if any(seat.away_since for seat in live.table.seats_of(identity)):
            async with live.lock:
                await live.decide(lambda: absence.is_back(live.table, identity))

    def is_back(self, identity: str) -> None:
        """A player is connected again, perhaps to another process."""
        self._since.pop(identity, None)
        if handle := self._leaving.pop(identity, None):
            handle.cancel()

    def went(self, identity: str) -> None:
        """A player has no connection any more, and counts as away if that lasts."""
        if self.live.table.seats_of(identity):
            self._since[identity] = self._clock()
            self._expect(identity)

    def expect_all(self) -> None:
        """A game starts or is taken up after a restart: players who are not connected, and do not
        come soon, are away.
        """
        for seat in self.live.table.people():
            if seat.identity and seat.away_since is None:
                self._expect(seat.identity)

    def _expect(self, identity: str) -> None:
        """Waits a moment for a player who is not here, where a game is played."""
        if self.live.table.phase is not Phase.PLAYING or self.live.visitors.is_here(identity):
            return
        if handle := self._leaving.pop(identity, None):
            handle.cancel()
        loop = asyncio.get_running_loop()
        self._leaving[identity] = loop.call_later(self.live.hub.away_grace, self._is_away, identity)

    def _is_away(self, identity: str) -> None:
        self._leaving.pop(identity, None)
        task = asyncio.create_task(self._mark_away(identity))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _mark_away(self, identity: str) -> None:
        live = self.live
        try:
            async with live.lock:
                if not live.visitors.is_here(identity):
                    since = time.time() - self.seconds(identity)
                    await live.decide(lambda: absence.went_away(live.table, identity, since))
        except UnreadableTableError:
            return
        except StoreError as problem:
            log.warning("that a player is away is not stored: %s", problem)
