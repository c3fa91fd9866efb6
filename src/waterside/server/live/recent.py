"""The last events of a table, kept so that a client which comes back can be sent what it missed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from waterside.core.position import Position
from waterside.protocol.views import LogEntry
from waterside.server.domain.events import Logged
from waterside.server.domain.round import Step, replayed
from waterside.server.domain.table import Table
from waterside.server.views import narration
from waterside.server.views.viewpoint import Viewpoint

KEPT = 24
"""Events that a client which comes back can be sent one by one."""
MOST_NARRATED = 8
"""Viewpoints for which the events are kept in words."""


@dataclass(frozen=True, slots=True)
class Recent:
    """An event, and what it takes to narrate it again."""

    logged: Logged
    number: int
    """How many actions had been played before it."""
    state: bytes
    """The position before it; empty for an event without actions."""

    @classmethod
    def of(cls, logged: Logged, steps: Sequence[Step]) -> Recent:
        """The event with where its actions began."""
        if not steps:
            return cls(logged, 0, b"")
        before = steps[0].before
        return cls(logged, before.number, before.held)

    def steps(self, table: Table) -> list[Step]:
        """The steps of its actions, played once more."""
        if not self.state or table.round is None:
            return []
        now = table.round.position
        position = Position(now.game, now.players, now.options, self.state)
        position.number = self.number
        return replayed(position, self.logged.event.played())


class RecentEvents:
    """The last events of a table, the oldest first."""

    def __init__(self, events: Iterable[Recent] = ()) -> None:
        self._events: deque[Recent] = deque(events, KEPT)
        self._entries: dict[Viewpoint, list[LogEntry]] = {}
        """As they were narrated last, until something happens: many may ask for the same."""

    def add(self, logged: Logged, steps: Sequence[Step]) -> None:
        """Keeps an event; the oldest goes."""
        self._events.append(Recent.of(logged, steps))
        self._entries.clear()

    def trim(self) -> None:
        """Lets go of what can be made again."""
        self._entries.clear()

    def reach(self, table: Table, last: int) -> bool:
        """Whether all events of a table after this number are here."""
        first = self._events[0].logged.number if self._events else table.number + 1
        return first <= last + 1 <= table.number + 1

    def entries(self, table: Table, viewpoint: Viewpoint, after: int = 0) -> list[LogEntry]:
        """The events after this number, as a viewpoint may know them."""
        if (kept := self._entries.get(viewpoint)) is not None:
            return [entry for entry in kept if entry.number > after]
        entries = [
            entry
            for recent in self._events
            if recent.logged.number > after
            for entry in narration.entries(table, recent.logged, recent.steps(table), viewpoint)
        ]
        if not after:
            if len(self._entries) >= MOST_NARRATED:
                self._entries.clear()
            self._entries[viewpoint] = entries
        return entries
