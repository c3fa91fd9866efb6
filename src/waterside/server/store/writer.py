"""The writer: one thread, one connection; all writes that wait share one transaction.

What the event loop submits in one of its rounds is handed over together. While the disk works on
one commit, the next batch gathers: the busier the server, the more writes share a commit.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from waterside.server.store.batch import execute
from waterside.server.store.errors import StoreClosedError, explain
from waterside.server.store.retry import connection_lost, with_retries
from waterside.server.store.writes import Write

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 500
TRIES = 5


class Writer:
    """Takes writes from the event loop and confirms them there, batch by batch."""

    def __init__(self, engine: Engine, where: str, origin: str) -> None:
        self.commits = 0
        """How many commits there were; on a busy server each holds several writes."""
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
        """Writes what is waiting, then ends the thread."""
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
            except Exception as problem:  # whatever it is, no caller may wait for ever
                if not isinstance(problem, SQLAlchemyError):
                    LOG.exception("writing to the database %s", self._where)
                for write in batch:
                    write.problem = explain(problem, self._where)
            with suppress(RuntimeError):  # the loop has ended: no caller waits any more
                self._loop.call_soon_threadsafe(_confirm, batch)
        self._drop_connection()

    def _take(self) -> tuple[list[Write], bool]:
        """All writes that wait, and whether the writer goes on afterwards."""
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
        """Writes the batch in one commit, or one by one if the database refuses a part of it."""
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
        """Writes the batch in one transaction, on a new connection if one breaks."""
        with_retries(lambda: self._transact(batch))

    def _transact(self, batch: list[Write]) -> None:
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(writing=True)
            with self._connection.begin():
                wrote = execute(self._connection, batch, self._origin)
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


def _worth_another_try(problem: Exception) -> bool:
    """Whether another process was quicker, or only one write of several is at fault."""
    if isinstance(problem, IntegrityError | DataError | UnicodeError):
        return True
    state = getattr(getattr(problem, "orig", None), "sqlstate", None)
    return state in ("40P01", "40001")


def _confirm(batch: list[Write]) -> None:
    """Confirms the writes of a batch to their callers, in the event loop."""
    for write in batch:
        future = write.future
        if future is None or future.done():
            continue
        if write.problem is None:
            future.set_result(None)
        else:
            future.set_exception(write.problem)
