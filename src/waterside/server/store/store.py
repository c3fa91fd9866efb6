"""The store as the server uses it: every call is awaited, none blocks the event loop."""

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

from waterside.server.store import notices, queries
from waterside.server.store.address import read_address, without_password
from waterside.server.store.connection import READERS, open_engine
from waterside.server.store.errors import (
    DatabaseUnreachableError,
    StoreClosedError,
    WriteRefusedError,
    explain,
)
from waterside.server.store.notices import LONGEST_NOTICE, Change
from waterside.server.store.retry import with_retries
from waterside.server.store.rows import (
    Event,
    Identity,
    ReviewRow,
    Subscription,
    Summary,
    TableRow,
)
from waterside.server.store.writer import Writer
from waterside.server.store.writes import (
    Write,
    event_rows,
    review_row,
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
        self._where = without_password(url)
        self._origin = secrets.token_hex(8)
        self._writer = Writer(engine, self._where, self._origin)
        self._readers = ThreadPoolExecutor(READERS, "waterside-read")
        self._known: dict[str, int] = {}  # tables in use here, with the last known number of each
        self._closing = asyncio.Event()

    @classmethod
    async def open(cls, address: str) -> Store:
        """Opens ``sqlite:///FILE`` or ``postgresql://…`` and updates its schema."""
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
        """Creates a table with its first events, in one commit."""
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

        Raises ``NumberTakenError`` if another writer was quicker; then nothing was written, not
        even the summary.
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
        """The table with this id; None if there is none."""
        return await self._read(queries.table, table_id)

    async def table_by_invitation(self, invitation_hash: str) -> TableRow | None:
        """The table that an invitation with this hash is for; None if there is none."""
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
        """The tables of an identity, the most recently used first."""
        return await self._read(queries.tables_of, identity_hash)

    async def open_tables(self) -> list[TableRow]:
        """Tables that continue without a player, to be loaded after a restart."""
        return await self._read(queries.open_tables)

    async def add_identity(self, identity_hash: str, name: str) -> None:
        """Adds an identity; ``WriteRefusedError`` if the hash is known already."""
        row = {"hash": identity_hash, "name": name, "created": time.time()}
        await self._writer.submit(Write(identity=row))

    async def identity(self, identity_hash: str) -> Identity | None:
        """The identity whose token has this hash; None if there is none."""
        return await self._read(queries.identity, identity_hash)

    async def rename(self, identity_hash: str, name: str) -> None:
        """Gives an identity another name."""
        await self._writer.submit(Write(name={"which": identity_hash, "name": name}))

    async def subscribe(self, subscription: Subscription) -> None:
        """Remembers a browser that takes push messages, instead of what it took before."""
        row = {
            "endpoint": subscription.endpoint,
            "identity_hash": subscription.identity,
            "receiver": subscription.receiver,
            "auth": subscription.auth,
            "language": subscription.language,
            "created": time.time(),
        }
        await self._writer.submit(Write(subscription=row))

    async def unsubscribe(self, endpoint: str) -> None:
        """Forgets a browser that takes no push messages any more."""
        await self._writer.submit(Write(unsubscribed={"which": endpoint}))

    async def subscriptions(self, identity_hash: str) -> list[Subscription]:
        """The browsers that take push messages for an identity, the newest first."""
        return await self._read(queries.subscriptions, identity_hash)

    async def review(self, key: str) -> ReviewRow | None:
        """The review under this key, as far as it is; None if there is none."""
        return await self._read(queries.review, key)

    async def unfinished_reviews(self, before: float) -> list[ReviewRow]:
        """Reviews that nobody has worked on since a time, the oldest first."""
        return await self._read(queries.unfinished_reviews, before)

    async def keep_review(self, row: ReviewRow, was: float | None = None) -> None:
        """Keeps a review in place of what was known of it before.

        ``was`` says when that was written, 0 if there was nothing: ReviewTakenError if another process
        has written since.
        """
        await self._writer.submit(Write(review=review_row(row), review_was=was))

    async def probe(self) -> None:
        """Writes to the disk as every write does, but leaves nothing behind; StoreError if it cannot."""
        await self._writer.submit(Write(probe=True))

    def forget(self, table_id: str) -> None:
        """Marks a table as no longer in use here: ``changes`` need not catch up with it."""
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
        async with aclosing(notices.changes(self._url, self._origin)) as heard:
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

    async def broadcast(self, message: str) -> None:
        """Sends a message to the other processes on this database; with SQLite there are none."""
        if len(message) > LONGEST_NOTICE - 100:
            raise WriteRefusedError(f"a message of {len(message)} letters is too long")
        if self.is_shared:
            await self._read(notices.notify_broadcast, self._origin, message)

    async def broadcasts(self) -> AsyncGenerator[tuple[str, str] | None, None]:
        """The messages of other processes, each with its sender; None whenever listening begins."""
        if self.is_shared:
            async with aclosing(notices.broadcasts(self._url, self._origin)) as received:
                async for message in received:
                    yield message

    async def _missed(self) -> list[Change]:
        """What other processes wrote to tables in use here while the store was not listening."""
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
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._closing.is_set():
            raise StoreClosedError

        def ask() -> T:
            with self._engine.connect() as connection:
                return query(connection, *args, **kwargs)

        def answer() -> T:
            try:
                return with_retries(ask)
            except (SQLAlchemyError, sqlite3.Error, UnicodeError) as problem:
                raise explain(problem, self._where) from problem

        return await asyncio.get_running_loop().run_in_executor(self._readers, answer)
