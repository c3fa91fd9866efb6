"""Who is at a table through another process, where several processes serve the same tables.

Each process announces which players are connected to it, table by table, whenever that changes, and now
and then that it is alive. What a process has said holds until it says something else, says goodbye,
or is silent for too long.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from typing import TYPE_CHECKING

from waterside.server.store import StoreError

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub
    from waterside.server.live.table import LiveTable

log = logging.getLogger(__name__)

BEAT = 5.0
"""Seconds between two signs of life."""
AT_ONCE = 12
"""Tables that are announced together; a notice is short."""

Players = frozenset[str]


class Presence:
    """What this process knows of the others, and what it has announced to them."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._elsewhere: defaultdict[str, dict[str, Players]] = defaultdict(dict)
        """For each other process its tables with the players there."""
        self._heard: dict[str, float] = {}
        self._announced: dict[str, Players] = {}
        self._to_announce: set[str] = set()
        self._questions: set[str] = set()
        self._something = asyncio.Event()

    def elsewhere(self, table_id: str) -> Players:
        """The players of a table who are connected to other processes."""
        nobody: Players = frozenset()
        found = (tables.get(table_id, nobody) for tables in self._elsewhere.values())
        return nobody.union(*found)

    def changed(self, live: LiveTable) -> None:
        """Perhaps others are connected here than before: then it is announced soon."""
        if self.hub.store.is_shared and self._announced.get(live.table.id, frozenset()) != players(
            live
        ):
            self._to_announce.add(live.table.id)
            self._something.set()

    def loaded(self, live: LiveTable) -> None:
        """A table was just taken up here: asks who is connected elsewhere."""
        if self.hub.store.is_shared:
            self._questions.add(live.table.id)
            self._something.set()

    async def run(self) -> None:
        """Listens, announces and gives signs of life until it is cancelled."""
        if self.hub.store.is_shared:
            await asyncio.gather(self._listen(), self._announce(), self._live_on())

    async def goodbye(self) -> None:
        """Announces that no player is connected here any longer."""
        if self.hub.store.is_shared:
            await self._say("bye")

    async def _say(self, text: str) -> bool:
        try:
            await self.hub.store.broadcast(text)
        except StoreError as problem:
            log.warning("a notice to other processes is lost: %s", problem)
            return False
        return True

    async def _announce(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._questions:
                asked = [self._questions.pop() for _ in range(min(AT_ONCE, len(self._questions)))]
                await self._say(" ".join(["who", *asked]))
            while self._to_announce:
                some = [
                    self._to_announce.pop() for _ in range(min(AT_ONCE, len(self._to_announce)))
                ]
                now = {table_id: self._here(table_id) for table_id in some}
                listed = [f"{table_id}:{','.join(sorted(now[table_id]))}" for table_id in now]
                if await self._say(" ".join(["here", *listed])):
                    for table_id, here in now.items():
                        self._announced[table_id] = here
                        if not here:
                            del self._announced[table_id]

    def _here(self, table_id: str) -> Players:
        live = self.hub.in_memory(table_id)
        return players(live) if live is not None else frozenset()

    async def _live_on(self) -> None:
        while True:
            await self._say("alive")
            for table_id in set(self._announced) | set(self.hub.all_in_memory()):
                live = self.hub.in_memory(table_id)
                if live is not None:
                    self.changed(live)
                elif table_id in self._announced:
                    self._to_announce.add(table_id)
                    self._something.set()
            await asyncio.sleep(BEAT)
            late = time.monotonic() - self.hub.settings.silence
            for origin in [one for one, heard in self._heard.items() if heard < late]:
                self._forget(origin)

    async def _listen(self) -> None:
        while True:
            try:
                async for said in self.hub.store.broadcasts():
                    if said is None:
                        await self._say("who *")
                    else:
                        self._take(*said)
            except StoreError as problem:
                log.error("other processes cannot be heard: %s", problem)
            await asyncio.sleep(1)

    def _take(self, origin: str, text: str) -> None:
        verb, *words = text.split(" ")
        self._heard[origin] = time.monotonic()
        if verb == "here":
            for word in words:
                table_id, _, listed = word.partition(":")
                self._set(origin, table_id, frozenset(listed.split(",")) - {""})
        elif verb == "who":
            asked = self._announced if words == ["*"] else words
            self._to_announce |= {table_id for table_id in asked if table_id in self._announced}
            self._something.set()
        elif verb == "bye":
            self._forget(origin)

    def _forget(self, origin: str) -> None:
        for table_id in list(self._elsewhere.get(origin, ())):
            self._set(origin, table_id, frozenset())
        self._elsewhere.pop(origin, None)
        self._heard.pop(origin, None)

    def _set(self, origin: str, table_id: str, here: Players) -> None:
        before = self.elsewhere(table_id)
        if here:
            self._elsewhere[origin][table_id] = here
        else:
            self._elsewhere[origin].pop(table_id, None)
        after = self.elsewhere(table_id)
        live = self.hub.in_memory(table_id)
        if live is not None and before != after:
            live.moved_elsewhere(came=after - before, went=before - after)


def players(live: LiveTable) -> Players:
    """The players of a table who are connected to this process."""
    seated = {seat.identity for seat in live.table.seats}
    return frozenset({one.identity for one in live.connections} & seated)
