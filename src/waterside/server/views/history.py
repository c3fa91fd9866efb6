"""The past of a table: the games that are over, as records, and all that happened, as a log."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from waterside.core.errors import RecordError
from waterside.core.record import Record
from waterside.protocol.views import LogEntry
from waterside.server.domain.events import Row, read
from waterside.server.domain.table import Table
from waterside.server.views import narration
from waterside.server.views.viewpoint import Viewpoint

LONGEST_UPLOAD = 200_000
MOST_LINES = 5_000
"""Of a record that a user uploads: many times the longest game, and some seconds of work."""


def read_upload(text: str) -> Record:
    """The record that a user uploads; WatersideError if the text is not a record, or too long."""
    if len(text) > LONGEST_UPLOAD or len(text.splitlines()) > MOST_LINES:
        raise RecordError("it is longer than {lines} lines", lines=MOST_LINES)
    return Record.loads(text)


def records(rows: Iterable[Row], table_id: str) -> dict[int, Record]:
    """The records of all games that are over, by their number at the table."""
    table = Table(table_id)
    found: dict[int, Record] = {}
    for row in rows:
        table.apply(read(row))
        game = table.round
        if game is not None and game.reason and game.number not in found:
            day = datetime.fromtimestamp(row.at, UTC)
            extra = {"Date": day.strftime("%Y-%m-%d"), "Table": table_id}
            if game.reason != "over":
                extra["Ended"] = game.reason
            found[game.number] = game.record(table.recorded_names(), extra)
    return found


def log(rows: Iterable[Row], table_id: str, viewpoint: Viewpoint, after: int) -> list[LogEntry]:
    """What happened after the event of a number, as this viewpoint may know it."""
    table = Table(table_id)
    entries: list[LogEntry] = []
    for row in rows:
        logged = read(row)
        steps = table.apply(logged)
        if logged.number > after:
            entries += narration.entries(table, logged, steps, viewpoint)
            viewpoint.forget()
    return entries
