"""The games that were played to their end at a table, as records."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from waterside.core.record import Record
from waterside.server.store.rows import Event
from waterside.server.table import Table


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
