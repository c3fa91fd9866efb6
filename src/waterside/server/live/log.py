"""The logs of tables in the store: events go in and come out as what they are in the domain."""

from __future__ import annotations

import time
from collections.abc import Sequence

from waterside.server.domain.events import Acted, Draft, Logged, read
from waterside.server.domain.table import Table
from waterside.server.ops.metrics import Metrics
from waterside.server.store import Event, Store, Summary, TableRow
from waterside.server.views.summary import listed_seats


class TableLog:
    """Reads and writes the logs of all tables, with what lists show of them."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics

    async def read(self, table_id: str, after: int = 0) -> list[Logged]:
        """The events of a table after a number."""
        return [read(row) for row in await self.store.events(table_id, after)]

    async def create(self, table: Table, events: Sequence[Logged], invitation_hash: str) -> None:
        """Stores a table that was just made, with its first events."""
        row = TableRow(
            id=table.id,
            game=table.game.name,
            title=table.title,
            public=table.public,
            invitation_hash=invitation_hash,
            summary=summary_of(table),
        )
        await self.store.create(row, [row_of(one) for one in events])

    async def append(self, table: Table, events: Sequence[Logged], drafts: Sequence[Draft]) -> None:
        """Stores new events of a table, with what lists show of it if that changes."""
        summary = None
        if any(draft.is_listed for draft in drafts) or passes_the_turn(table, drafts):
            summary = summary_of(table.after(events, [draft.steps for draft in drafts]))
        began = time.perf_counter()
        await self.store.append(table.id, [row_of(one) for one in events], summary)
        self.metrics.storing.observe(time.perf_counter() - began)
        self.metrics.events.inc(len(events))
        if len(events) == 1 and isinstance(events[0].event, Acted):
            self.metrics.moves.inc()


def passes_the_turn(table: Table, drafts: Sequence[Draft]) -> bool:
    """Whether another person's turn comes, so that lists mark it; where one person plays alone with
    bots it is always theirs soon.
    """
    people = {seat.identity for seat in table.people()}
    steps = drafts[-1].steps
    if len(people) < 2 or not drafts[-1].event.changes_game:
        return False
    if not steps:
        return True
    before, after = table.actor(), steps[-1].after.actor
    coming = table.seat(after) if isinstance(after, int) else None
    return before is None or coming is None or before.identity != coming.identity


def row_of(logged: Logged) -> Event:
    """An event as the store keeps it."""
    event = logged.event
    return Event(logged.number, event.kind, event.body(), event.private(), logged.at)


def summary_of(table: Table) -> Summary:
    """What lists show of a table."""
    return Summary(
        phase=table.phase.value,
        seats=listed_seats(table),
        resume=table.goes_on_by_itself(),
        players=frozenset(seat.identity for seat in table.seats if seat.identity and not seat.left)
        | frozenset(() if table.host_left else {table.host}),
    )
