"""What has been at a table: the games that are over, as records, and all that happened, in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from waterside.core.record import Record
from waterside.server.domain.table import Table
from waterside.server.store.rows import Event
from waterside.server.views import narration
from waterside.server.views.viewpoint import Viewpoint


def records(events: Iterable[Event], table_id: str) -> dict[int, Record]:
    """The records of all games that are over, by their number at the table."""
    table = Table(table_id)
    found: dict[int, Record] = {}
    for event in events:
        table.apply(event)
        game = table.round
        if game is not None and game.reason and game.number not in found:
            day = datetime.fromtimestamp(event.at, UTC)
            extra = {"Date": day.strftime("%Y-%m-%d"), "Table": table_id}
            if game.reason != "over":
                extra["Ended"] = game.reason
            found[game.number] = game.record(table.names(), extra)
    return found


def story(
    events: Iterable[Event], table_id: str, viewpoint: Viewpoint, after: int
) -> list[dict[str, Any]]:
    """What happened after the event of a number, as it was told to whoever has these eyes."""
    table = Table(table_id)
    entries: list[dict[str, Any]] = []
    for event in events:
        steps = table.apply(event)
        if event.number > after:
            entries += narration.told(table, event, steps, viewpoint)
            viewpoint.forget()
    return entries
