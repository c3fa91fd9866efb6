"""Connections to the database, set up the way the store needs them."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from waterside.server.store.address import without_password
from waterside.server.store.errors import explain
from waterside.server.store.migrations import update_schema

READERS = 4
PAGE_CACHE = 2000
"""Kilobytes of a SQLite file that each connection keeps; the system keeps what is read often."""
WAIT_FOR_LOCK = 5.0
"""Seconds until another program's lock is an error."""


def open_engine(url: URL) -> Engine:
    """Connects, creates or updates the schema, and raises a ``StoreError`` that says what is wrong
    if that is not possible.
    """
    where = without_password(url)
    if url.get_backend_name() == "sqlite":
        _make_file(url, where)
    engine = connect(url)
    try:
        with engine.connect().execution_options(writing=True) as connection, connection.begin():
            update_schema(connection, where)
    except (SQLAlchemyError, sqlite3.Error, OSError) as problem:
        engine.dispose()
        raise explain(problem, where) from problem
    except Exception:
        engine.dispose()
        raise
    return engine


def _make_file(url: URL, where: str) -> None:
    """Makes a new database's file, which only its owner may read: it has the secrets of games."""
    file = Path(str(url.database))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)
    except OSError as problem:
        raise explain(problem, where) from problem


def connect(url: URL) -> Engine:
    """The engine: a pool of connections to one database."""
    if url.get_backend_name() == "sqlite":
        return _connect_sqlite(url)
    return create_engine(
        url,
        pool_size=READERS + 1,
        connect_args={"connect_timeout": 10, "application_name": "waterside"},
    )


def _connect_sqlite(url: URL) -> Engine:
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=READERS + 1,
        connect_args={"timeout": WAIT_FOR_LOCK, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin explicitly, below
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{PAGE_CACHE}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The write lock is taken at the start: then a check and the write after it are one step.
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switches to a write-ahead log; SQLite does not wait when two processes do so at once."""
    until = time.monotonic() + WAIT_FOR_LOCK
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)
