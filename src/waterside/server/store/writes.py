"""Writes on their way to the database: what is to be written, as rows that it takes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from waterside.server.store.errors import StoreError, WriteRefusedError
from waterside.server.store.rows import Event, ReviewRow, Summary, TableRow

Row = dict[str, Any]
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def encode(value: Any) -> str:
    """The value as JSON in ASCII, which every database stores unchanged."""
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError) as problem:
        raise WriteRefusedError(f"this cannot be written as JSON: {problem}") from None


@dataclass(slots=True, eq=False)
class Write:
    """One write, done as a whole or not at all."""

    table_id: str = ""
    """Empty for a write that concerns no table."""
    first: int = 0
    events: list[Row] = field(default_factory=list)
    table: Row | None = None
    """The row of a new table; None for a table that exists."""
    summary: Row | None = None
    players: frozenset[str] | None = None
    identity: Row | None = None
    name: Row | None = None
    subscription: Row | None = None
    """A browser that wants push messages from now on, in place of what it wanted before."""
    unsubscribed: Row | None = None
    review: Row | None = None
    review_was: float | None = None
    """When the review must have been written last, 0 if it must be new; None: whenever that was."""
    probe: bool = False
    """Whether it only finds out that writing is possible."""
    future: asyncio.Future[None] | None = None
    problem: StoreError | None = None
    unsure: bool = False
    """Whether the connection broke during the write, perhaps only after the commit."""


def event_rows(table_id: str, events: Sequence[Event]) -> list[Row]:
    """The rows of events, whose numbers must follow each other without gaps."""
    first = events[0].number if events else 0
    rows = []
    for index, event in enumerate(events):
        if event.number != first + index or first < 1:
            raise WriteRefusedError(
                f"event {event.number}: numbers follow each other without gaps from 1"
            )
        rows.append(
            {
                "table_id": table_id,
                "number": event.number,
                "kind": event.kind,
                "body": encode(event.body),
                "private": encode(event.private) if event.private else None,
                "at": event.at,
            }
        )
    return rows


def table_row(row: TableRow) -> Row:
    """The row of a new table."""
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "public": row.public,
        "invitation_hash": row.invitation_hash,
        "created": row.created,
        **summary_row(row.summary),
    }


def summary_row(summary: Summary) -> Row:
    """The columns of a table's row that hold its summary."""
    return {
        "phase": summary.phase,
        "seats": encode(list(summary.seats)),
        "updated": summary.updated,
        "resume": summary.resume,
    }


def review_row(row: ReviewRow) -> Row:
    """The row of a review."""
    return {
        "key": row.key,
        "record": row.record,
        "body": row.body,
        "complete": row.complete,
        "uploaded": row.uploaded,
        "updated": row.updated,
    }
