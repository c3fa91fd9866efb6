"""The store as the server uses it: everything is awaited, nothing blocks the event loop."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from waterside.server.store import queries
from waterside.server.store.connect import READERS, open_engine, read_address, spoken
from waterside.server.store.errors import (
    DatabaseUnreachableError,
    StoreClosedError,
    WriteRefusedError,
    explain,
)
from waterside.server.store.notices import Change, notices, words
from waterside.server.store.retry import persist
from waterside.server.store.rows import Event, Identity, Summary, TableRow
from waterside.server.store.writer import (
    LONGEST_NOTICE,
    Write,
    Writer,
    event_rows,
    say,
    summary_row,
    table_row,
)

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """Tables, their events, and identities, in SQLite or PostgreSQL. Open it with ``open``.

    What an awaited write wrote is on disk, and is there after any crash.
    """

    def __init__(self, url: URL, engine: Engine) -> None:
        self._url = url
        self._engine = engine
        self._where = spoken(url)
        self._origin = secrets.token_hex(8)
        self._writer = Writer(engine, self._where, self._origin)
        self._readers = ThreadPoolExecutor(READERS, "waterside-read")
        self._known: dict[str, int] = {}  # tables in use here, and how far we know their logs
        self._closing = asyncio.Event()

    @classmethod
    async def open(cls, address: str) -> Store:
        """Opens ``sqlite:///FILE`` or ``postgresql://…`` and brings its schema up to date."""
        url = read_address(address)
        return cls(url, await asyncio.to_thread(open_engine, url))

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same tables."""
        return self._url.get_backend_name() == "postgresql"

    @property
    def commits(self) -> int:
        """How many commits there were so far."""
        return self._writer.commits

    async def close(self) -> None:
        """Writes what still waits, then closes every connection."""
        self._closing.set()
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._engine.dispose()

    async def create(self, row: TableRow, events: Sequence[Event]) -> None:
        """A new table and its first events, in one commit."""
        rows = event_rows(row.id, events)
        if events and events[0].number != 1:
            raise WriteRefusedError(f"a new table's events begin at 1, not at {events[0].number}")
        await self._writer.submit(
            Write(row.id, 1, rows, table=table_row(row), players=row.summary.players)
        )
        self._keep(row.id, len(rows))

    async def append(
        self, table_id: str, events: Sequence[Event], summary: Summary | None = None
    ) -> None:
        """Adds events to a table's log, all of them or none.

        ``NumberTakenError`` if somebody else was quicker; then nothing was written, not even the
        summary.
        """
        rows = event_rows(table_id, events)
        write = Write(table_id, rows[0]["number"] if rows else 0, rows)
        if summary is not None:
            write.summary = summary_row(summary)
            write.players = summary.players
        await self._writer.submit(write)
        if rows:
            self._keep(table_id, rows[-1]["number"])

    async def summarise(self, table_id: str, summary: Summary) -> None:
        """Changes what lists show of a table, without an event."""
        await self.append(table_id, (), summary)

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """The log of a table, or what came after a number; empty if there is no such table."""
        found = await self._read(queries.events, table_id, after)
        if found:
            self._keep(table_id, found[-1].number)
        return found

    async def table(self, table_id: str) -> TableRow | None:
        """The table of this id."""
        return await self._read(queries.table, table_id)

    async def table_by_invitation(self, invitation_hash: str) -> TableRow | None:
        """The table that an invitation with this hash is for."""
        return await self._read(queries.table_by_invitation, invitation_hash)

    async def public_tables(
        self,
        limit: int = 50,
        before: tuple[float, str] | None = None,
        phases: Sequence[str] | None = None,
    ) -> list[TableRow]:
        """Public tables, the newest first; ``before`` is ``(created, id)`` of the last one seen."""
        return await self._read(queries.public_tables, limit, before, phases)

    async def tables_of(self, identity_hash: str) -> list[TableRow]:
        """Somebody's tables, the one last played at first."""
        return await self._read(queries.tables_of, identity_hash)

    async def open_tables(self) -> list[TableRow]:
        """Tables that go on by themselves, to be taken up after a restart."""
        return await self._read(queries.open_tables)

    async def add_identity(self, identity_hash: str, name: str) -> None:
        """Somebody new; ``Refused`` if the hash is known."""
        row = {"hash": identity_hash, "name": name, "created": time.time()}
        await self._writer.submit(Write(identity=row))

    async def identity(self, identity_hash: str) -> Identity | None:
        """Who has the token with this hash."""
        return await self._read(queries.identity, identity_hash)

    async def rename(self, identity_hash: str, name: str) -> None:
        """Gives somebody another name."""
        await self._writer.submit(Write(name={"which": identity_hash, "name": name}))

    def forget(self, table_id: str) -> None:
        """The table is no longer in use here: ``changes`` need not catch up with it."""
        self._known.pop(table_id, None)

    async def changes(self) -> AsyncGenerator[Change, None]:
        """``(table, last number)`` whenever another process has written, until the store closes.

        After the connection was lost it catches up with every table that this store has read or
        written (see ``forget``). With SQLite nothing ever comes.
        """
        if not self.is_shared:
            await self._closing.wait()
            return
        closing = asyncio.ensure_future(self._closing.wait())
        async with aclosing(notices(self._url, self._origin)) as heard:
            coming = asyncio.ensure_future(anext(heard))
            try:
                while True:
                    await asyncio.wait({coming, closing}, return_when=asyncio.FIRST_COMPLETED)
                    if closing.done():
                        return
                    others = await coming
                    for change in await self._missed() if others is None else others:
                        yield change
                    coming = asyncio.ensure_future(anext(heard))
            finally:
                for waiting in (coming, closing):
                    waiting.cancel()
                await asyncio.wait({coming, closing})

    async def say(self, text: str) -> None:
        """Says something to the other processes, who hear it by ``words``; with SQLite to nobody."""
        if len(text) > LONGEST_NOTICE - 100:
            raise WriteRefusedError(f"{len(text)} letters cannot be said at once")
        if self.is_shared:
            await self._read(say, f"{self._origin} {text}")

    async def words(self) -> AsyncGenerator[tuple[str, str] | None, None]:
        """Who says what, of the other processes; None whenever listening has begun."""
        if self.is_shared:
            async with aclosing(words(self._url, self._origin)) as said:
                async for one in said:
                    yield one

    async def _missed(self) -> list[Change]:
        """What was written while nobody listened to tables in use here."""
        while not self._closing.is_set():
            try:
                lasts = await self._read(queries.last_numbers, list(self._known))
            except DatabaseUnreachableError:
                await asyncio.sleep(1)
            else:
                return [(key, n) for key, n in lasts.items() if n > self._known.get(key, n)]
        return []

    def _keep(self, table_id: str, number: int) -> None:
        if self.is_shared and number > self._known.get(table_id, 0):
            self._known[table_id] = number

    async def _read(
        self, question: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._closing.is_set():
            raise StoreClosedError

        def ask() -> T:
            with self._engine.connect() as connection:
                return question(connection, *args, **kwargs)

        def answer() -> T:
            try:
                return persist(ask)
            except (SQLAlchemyError, sqlite3.Error, UnicodeError) as problem:
                raise explain(problem, self._where) from problem

        return await asyncio.get_running_loop().run_in_executor(self._readers, answer)
