"""The writer: one thread, one connection; whatever waits shares one transaction and one commit.

What the event loop wants to have written in one of its rounds is handed over together. While the
disk works on one commit, the next batch gathers: the busier the server, the more appends share a
commit.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from waterside.server.store import schema
from waterside.server.store.errors import (
    NoSuchTableError,
    NumberTakenError,
    StoreClosedError,
    StoreError,
    WriteRefusedError,
    explain,
)
from waterside.server.store.retry import connection_lost, persist
from waterside.server.store.rows import Event, Summary, TableRow

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 500
CHANNEL = "waterside"
WORDS = "waterside_words"
LONGEST_NOTICE = 7900  # PostgreSQL takes 8,000 bytes
TRIES = 5

Row = dict[str, Any]
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def encode(value: Any) -> str:
    """The value as JSON, in ASCII: no database minds what is in it."""
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError) as problem:
        raise WriteRefusedError(f"this is no JSON: {problem}") from None


@dataclass(slots=True, eq=False)
class Write:
    """One thing to be written, wholly or not at all."""

    table_id: str = ""
    """Empty when it is not about a table."""
    first: int = 0
    events: list[Row] = field(default_factory=list)
    table: Row | None = None
    """Set when the table is new."""
    summary: Row | None = None
    players: frozenset[str] | None = None
    identity: Row | None = None
    name: Row | None = None
    future: asyncio.Future[None] | None = None
    problem: StoreError | None = None
    unsure: bool = False
    """Whether the connection broke while it was written: perhaps only after the commit."""


def event_rows(table_id: str, events: Sequence[Event]) -> list[Row]:
    """The events as the database takes them; their numbers must count on from the first."""
    first = events[0].number if events else 0
    rows = []
    for index, event in enumerate(events):
        if event.number != first + index or first < 1:
            raise WriteRefusedError(f"events count on without gaps from 1: {event.number} does not")
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
    """A new table as the database takes it."""
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
    """A summary as the database takes it."""
    return {
        "phase": summary.phase,
        "seats": encode(list(summary.seats)),
        "updated": summary.updated,
        "resume": summary.resume,
    }


_LAST = (
    select(func.max(schema.events.c.number))
    .where(schema.events.c.table_id == schema.tables.c.id)
    .correlate(schema.tables)
    .scalar_subquery()
)
LAST_NUMBERS = select(schema.tables.c.id, func.coalesce(_LAST, 0)).where(
    schema.tables.c.id.in_(bindparam("ids", expanding=True))
)
SAME_EVENTS = (
    select(schema.events)
    .where(
        schema.events.c.table_id == bindparam("which"),
        schema.events.c.number >= bindparam("first"),
        schema.events.c.number <= bindparam("final"),
    )
    .order_by(schema.events.c.number)
)
SAME_IDENTITY = select(schema.identities).where(schema.identities.c.hash == bindparam("which"))
INSERT_TABLE = insert(schema.tables)
INSERT_EVENT = insert(schema.events)
INSERT_IDENTITY = insert(schema.identities)
INSERT_PLAYER = insert(schema.players)
RENAME = (
    update(schema.identities)
    .where(schema.identities.c.hash == bindparam("which"))
    .values(name=bindparam("name"))
)
SUMMARISE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in ("phase", "seats", "updated", "resume")})
)
FORGET_PLAYERS = delete(schema.players).where(schema.players.c.table_id == bindparam("which"))
NOTIFY = text("SELECT pg_notify(:channel, :notice)")


class Writer:
    """Takes writes from the event loop and answers there, once a batch."""

    def __init__(self, engine: Engine, where: str, origin: str) -> None:
        self.commits = 0
        """How many commits there were: with several appends in each when it is busy."""
        self._engine = engine
        self._where = where
        self._origin = origin
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Write] = []
        self._queue: SimpleQueue[list[Write] | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="waterside-store", daemon=True)
        self._thread.start()

    def submit(self, write: Write) -> asyncio.Future[None]:
        """Queues a write; the future is done when it is on disk."""
        if self._closed:
            raise StoreClosedError
        future = write.future = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(write)
        return future

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def close(self) -> None:
        """Writes what waits, then ends the thread."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            batch, goes_on = self._take()
            if not batch:
                continue
            try:
                self._write(batch)
            except Exception as problem:  # whatever it is, nobody may wait for ever
                if not isinstance(problem, SQLAlchemyError):
                    LOG.exception("writing to the database %s", self._where)
                for write in batch:
                    write.problem = explain(problem, self._where)
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                self._loop.call_soon_threadsafe(_answer, batch)
        self._drop_connection()

    def _take(self) -> tuple[list[Write], bool]:
        """All that waits, and whether there will be more."""
        batch: list[Write] = []
        waiting = self._queue.get()
        while waiting is not None:
            batch += waiting
            if len(batch) >= LARGEST_BATCH:
                return batch, True
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _write(self, batch: list[Write]) -> None:
        """All together; one by one where something among them is not taken."""
        try:
            self._commit(batch)
        except (DBAPIError, UnicodeError) as problem:
            if not _worth_another_try(problem):
                raise
            for write in batch:
                self._write_alone(write)

    def _write_alone(self, write: Write) -> None:
        for turn in range(TRIES):
            try:
                self._commit([write])
                return
            except (SQLAlchemyError, UnicodeError, sqlite3.Error) as problem:
                write.problem = explain(problem, self._where)
                if turn == TRIES - 1 or not _worth_another_try(problem):
                    return

    def _commit(self, batch: list[Write]) -> None:
        """One transaction, on another connection if one breaks."""
        persist(lambda: self._transact(batch))

    def _transact(self, batch: list[Write]) -> None:
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(writing=True)
            with self._connection.begin():
                wrote = self._execute(self._connection, batch)
        except BaseException as problem:
            self._drop_connection()
            for write in batch:
                write.unsure = write.unsure or connection_lost(problem)
            raise
        self.commits += wrote

    def _drop_connection(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            try:
                connection.close()
            except (SQLAlchemyError, sqlite3.Error):
                connection.invalidate()

    def _execute(self, connection: Connection, batch: list[Write]) -> bool:
        """Everything sorted by its key: two processes then never wait for each other in a ring."""
        accepted = _judge(connection, batch)
        for statement, rows in _statements(accepted):
            if rows:
                connection.execute(statement, rows)
        if connection.dialect.name == "postgresql":
            for notice in _notices(self._origin, accepted):
                connection.execute(NOTIFY, {"channel": CHANNEL, "notice": notice})
        return bool(accepted)


def _judge(connection: Connection, batch: list[Write]) -> list[Write]:
    """The writes that are still to be done; those that cannot be done get their problem."""
    ids = {write.table_id for write in batch if write.table_id}
    lasts: dict[str, int] = {}
    if ids:
        rows = connection.execute(LAST_NUMBERS, {"ids": sorted(ids)})
        lasts = {row[0]: row[1] for row in rows}
    accepted = []
    for write in batch:
        write.problem = None
        if write.unsure and _is_written(connection, write):
            continue
        write.problem = _problem(write, lasts)
        if write.problem is None:
            accepted.append(write)
            if write.events:
                lasts[write.table_id] = write.events[-1]["number"]
    return accepted


def _problem(write: Write, lasts: dict[str, int]) -> StoreError | None:
    key = write.table_id
    if write.table is not None:
        if key in lasts:
            return WriteRefusedError(f"there is a table {key} already")
        lasts[key] = 0
    elif not key:
        return None
    elif key not in lasts:
        return NoSuchTableError(key)
    if write.events and write.first != lasts[key] + 1:
        return NumberTakenError(key, write.first, lasts[key])
    return None


def _worth_another_try(problem: Exception) -> bool:
    """Whether another process was quicker, or one write of several is at fault."""
    if isinstance(problem, IntegrityError | DataError | UnicodeError):
        return True
    state = getattr(getattr(problem, "orig", None), "sqlstate", None)
    return state in ("40P01", "40001")


def _is_written(connection: Connection, write: Write) -> bool:
    """Whether this very write is in the database: then only its answer was lost."""
    if write.identity is not None:
        key = {"which": write.identity["hash"]}
        row = connection.execute(SAME_IDENTITY, key).mappings().first()
        return row is not None and dict(row) == write.identity
    if not write.events:
        return False
    key = {"which": write.table_id, "first": write.first, "final": write.events[-1]["number"]}
    return [dict(row) for row in connection.execute(SAME_EVENTS, key).mappings()] == write.events


def _statements(writes: list[Write]) -> list[tuple[Any, list[Row]]]:
    """What is to be executed, in order, with its rows."""
    events = [row for write in writes for row in write.events]
    events.sort(key=lambda row: (row["table_id"], row["number"]))
    summaries = {w.table_id: w.summary for w in writes if w.summary and w.table is None}
    seated = {w.table_id: w.players for w in writes if w.players is not None}
    return [
        (INSERT_IDENTITY, _sorted((w.identity for w in writes), "hash")),
        (INSERT_TABLE, _sorted((w.table for w in writes), "id")),
        (INSERT_EVENT, events),
        (SUMMARISE, [{"which": key, **summaries[key]} for key in sorted(summaries)]),
        (FORGET_PLAYERS, [{"which": key} for key in sorted(seated)]),
        (
            INSERT_PLAYER,
            [
                {"table_id": key, "identity_hash": player}
                for key in sorted(seated)
                for player in sorted(seated[key])
            ],
        ),
        (RENAME, _sorted((w.name for w in writes), "which")),
    ]


def _sorted(rows: Any, key: str) -> list[Row]:
    return sorted((row for row in rows if row is not None), key=lambda row: str(row[key]))


def _notices(origin: str, writes: list[Write]) -> list[str]:
    """Who wrote, then table:number for each table, in as few notices as they fit."""
    lasts = {w.table_id: w.events[-1]["number"] for w in writes if w.events}
    notices: list[str] = []
    notice = origin
    for key, number in lasts.items():
        word = f" {key}:{number}"
        if len((notice + word).encode()) > LONGEST_NOTICE:
            notices.append(notice)
            notice = origin
        notice += word
    if notice != origin:
        notices.append(notice)
    return notices


def say(connection: Connection, words: str) -> None:
    """Says something to all processes that listen."""
    connection.execute(NOTIFY, {"channel": WORDS, "notice": words})
    connection.commit()


def _answer(batch: list[Write]) -> None:
    """In the event loop: tells those who wait."""
    for write in batch:
        future = write.future
        if future is None or future.done():
            continue
        if write.problem is None:
            future.set_result(None)
        else:
            future.set_exception(write.problem)
