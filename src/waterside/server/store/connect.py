"""Finding a database, connecting to it, and bringing its schema up to date."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from waterside.server.store.errors import (
    DatabaseAddressError,
    ForeignDatabaseError,
    NewerSchemaError,
    explain,
)
from waterside.server.store.schema import METADATA, REVISION

MIGRATIONS = Path(__file__).parent / "migrations"
READERS = 4
WAIT_FOR_LOCK = 5.0
"""Seconds until another program's lock is an error."""
UPGRADE_LOCK = 0x57415445525349  # any number that only Waterside uses


def default_database() -> str:
    """The address of the SQLite file in the user's data folder."""
    if base := os.environ.get("XDG_DATA_HOME"):
        folder = Path(base)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path.home() / ".local" / "share"
    return f"sqlite:///{folder / 'waterside' / 'tables.db'}"


def read_address(address: str) -> URL:
    """The address as SQLAlchemy takes it, with the driver that we bring."""
    forms = "sqlite:///FILE or postgresql://USER@HOST/DATABASE"
    try:
        url = make_url(address)
    except ArgumentError:
        raise DatabaseAddressError(
            f"{address!r} is no address of a database; write {forms}"
        ) from None
    kind = url.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise DatabaseAddressError(f"{kind} is no database that Waterside can use; write {forms}")
    if url.database in (None, "", ":memory:"):
        raise DatabaseAddressError(f"{address!r} names no file; write {forms}")
    return url.set(drivername="sqlite+pysqlite")


def spoken(url: URL) -> str:
    """The address as it may be shown: without its password."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def connect(url: URL) -> Engine:
    """The engine: a pool of connections that are set up the way the store needs them."""
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
        connection.isolation_level = None  # we begin transactions ourselves, below
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -16000")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Asking for the write lock at the start: then a look and the writing after it are one.
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _use_wal(connection: sqlite3.Connection) -> None:
    """SQLite does not wait by itself when two want to change a new file's journal at once."""
    until = time.monotonic() + WAIT_FOR_LOCK
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def open_engine(url: URL) -> Engine:
    """Connects, makes or updates the schema where needed, and says clearly what is wrong if not."""
    where = spoken(url)
    if url.get_backend_name() == "sqlite":
        _make_folder(url, where)
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


def _make_folder(url: URL, where: str) -> None:
    try:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise explain(problem, where) from problem


def update_schema(connection: Connection, where: str) -> None:
    """Brings the schema up to date; another process that does the same is waited for."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    found = set(inspect(connection).get_table_names())
    version = None
    if "alembic_version" in found:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    elif others := found & set(METADATA.tables):
        raise ForeignDatabaseError(
            f"the database {where} has tables of somebody else's ({', '.join(sorted(others))});"
            " name another"
        )
    if version != REVISION:
        _upgrade(connection, version, where)


def _upgrade(connection: Connection, version: str | None, where: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise NewerSchemaError(
            f"the database {where} was made by a newer Waterside (its schema is {version},"
            f" this one knows up to {REVISION}); update Waterside, or name another database"
        )
    command.upgrade(config, "head")
