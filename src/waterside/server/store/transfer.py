"""Whole databases as files: a backup that can be served at once, and an export as lines of JSON.

Both are consistent, whatever is written meanwhile: they show the database at one moment.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, insert, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

import waterside
from waterside.server.store import schema
from waterside.server.store.address import read_address, without_password
from waterside.server.store.connection import connect, open_engine
from waterside.server.store.errors import (
    DatabaseUnreachableError,
    ExportError,
    NewerSchemaError,
    WriteRefusedError,
    explain,
)

FORMAT = 1
AT_ONCE = 500
"""Rows in one statement."""
WHOLE = tuple(schema.METADATA.sorted_tables)


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was copied."""

    identities: int = 0
    tables: int = 0
    events: int = 0

    def __str__(self) -> str:
        return f"{self.tables} tables, {self.events} events, {self.identities} identities"


def schema_revision(address: str) -> str | None:
    """The revision of a database's schema, which is not changed; None for an empty database."""
    with reading(address, any_schema=True) as connection:
        return revision_of(connection)


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema; None if there is none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found) if found is not None else None


def backup(address: str, target: Path) -> Counts:
    """Copies a database, while it is served, to a new SQLite file that only its owner may read."""
    url = read_address(address)
    part = target.with_name(f"{target.name}.part")
    if target.exists():
        raise WriteRefusedError(f"{target} exists already; name another file")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    except OSError as problem:
        raise WriteRefusedError(f"{target} cannot be written: {problem.strerror}") from None
    try:
        if url.get_backend_name() == "sqlite":
            _copy_file(existing(url), part)
        else:
            _copy_rows(address, part)
        counts = _check(part)
        part.replace(target)
    finally:
        for leftover in (part, *(part.with_name(f"{part.name}-{end}") for end in ("wal", "shm"))):
            leftover.unlink(missing_ok=True)
    return counts


def _copy_file(source: Path, target: Path) -> None:
    try:
        with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
            old.backup(new, pages=2000, sleep=0.01)
        new.execute("PRAGMA journal_mode = DELETE")
        old.close()
        new.close()
    except sqlite3.Error as problem:
        raise explain(problem, f"sqlite:///{source}") from problem


def _copy_rows(address: str, target: Path) -> None:
    engine = open_engine(read_address(f"sqlite:///{target}"))
    try:
        with reading(address) as old, writing(engine) as new:
            for table in filter(lambda one: inspect(old).has_table(one.name), WHOLE):
                for rows in _in_parts(old.execute(select(table)).mappings()):
                    new.execute(insert(table), rows)
    finally:
        engine.dispose()


def _check(file: Path) -> Counts:
    """What is in a copy; raises an error if the copy is damaged."""
    with sqlite3.connect(file) as copy:
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise DatabaseUnreachableError(f"the copy {file} is damaged: {found}")
        names = {row[0] for row in copy.execute("SELECT name FROM sqlite_master")}
        counted = [
            copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] if name in names else 0
            for name in ("identities", "tables", "events")
        ]
    copy.close()
    return Counts(*counted)


def export_lines(address: str, only: Sequence[str] = ()) -> Iterator[str]:
    """All rows as lines of JSON, or those of some tables; the last line says that it is complete."""
    digest = sha256()

    def line(**content: Any) -> str:
        written = json.dumps(content, separators=(",", ":")) + "\n"
        digest.update(written.encode())
        return written

    with reading(address) as connection:
        yield line(
            waterside="export", format=FORMAT, version=waterside.__version__,
            schema=schema.REVISION, at=time.time(),
        )  # fmt: skip
        players = _players(connection, only)
        tables = select(schema.tables).order_by(schema.tables.c.id)
        identities = select(schema.identities).order_by(schema.identities.c.hash)
        if only:
            tables = tables.where(schema.tables.c.id.in_(only))
            seated = {hash_ for hashes in players.values() for hash_ in hashes}
            identities = identities.where(schema.identities.c.hash.in_(seated))
        counts = [0, 0, 0]
        for identity in connection.execute(identities).mappings():
            counts[0] += 1
            yield line(identity=dict(identity))
        found = [dict(row) for row in connection.execute(tables).mappings()]
        if missing := set(only) - {row["id"] for row in found}:
            raise ExportError(f"there is no table {', '.join(sorted(missing))}")
        for row in found:
            counts[1] += 1
            yield line(table=row, players=players.get(row["id"], []))
            events = (
                select(schema.events)
                .where(schema.events.c.table_id == row["id"])
                .order_by(schema.events.c.number)
            )
            for event in connection.execute(events).mappings():
                counts[2] += 1
                yield line(event=dict(event))
        summary = {"identities": counts[0], "tables": counts[1], "events": counts[2]}
    yield json.dumps({"end": summary, "sha256": digest.hexdigest()}) + "\n"


def _players(connection: Connection, only: Sequence[str]) -> dict[str, list[str]]:
    query = select(schema.players).order_by(
        schema.players.c.table_id, schema.players.c.identity_hash
    )
    if only:
        query = query.where(schema.players.c.table_id.in_(only))
    found: dict[str, list[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.table_id, []).append(row.identity_hash)
    return found


def import_lines(address: str, lines: Iterable[str]) -> Counts:
    """Adds what was exported to a database: all of it, or nothing if any line is not as it must be.

    Identities that are there already stay as they are; a table that is there already is an error.
    """
    engine = open_engine(read_address(address))
    where = without_password(engine.url)
    try:
        with writing(engine) as connection:
            return Import(connection).read(lines)
    except (SQLAlchemyError, sqlite3.Error) as problem:
        raise explain(problem, where) from problem
    finally:
        engine.dispose()


class Import:
    """The lines of an export on their way into a database."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.known = {row[0] for row in connection.execute(select(schema.identities.c.hash))}
        self.tables = {row[0] for row in connection.execute(select(schema.tables.c.id))}
        self.counts = [0, 0, 0]
        self.waiting: dict[Any, list[dict[str, Any]]] = {table: [] for table in WHOLE}
        self.table = ""
        self.last = 0

    def read(self, lines: Iterable[str]) -> Counts:
        """Reads all lines and checks that none is missing."""
        digest = sha256()
        number = 0
        for number, line in enumerate(lines, start=1):
            try:
                content = json.loads(line)
                if not isinstance(content, dict):
                    raise ExportError("not an object")
                if "end" in content:
                    self.finish(content, digest.hexdigest())
                    return Counts(*self.counts)
                self.take(number, content)
            except (ValueError, TypeError, KeyError, ExportError) as problem:
                raise ExportError(f"line {number} of the export: {problem}") from None
            digest.update(line.encode())
        raise ExportError(f"the export breaks off after line {number}: it is not complete")

    def take(self, number: int, content: dict[str, Any]) -> None:
        """Takes one line in."""
        if number == 1:
            check_header(content)
        elif "identity" in content:
            self.counts[0] += 1
            if content["identity"]["hash"] not in self.known:
                self.add(schema.identities, content["identity"])
        elif "table" in content:
            self.add_table(content["table"], content["players"])
        elif "event" in content:
            self.add_event(content["event"])
        else:
            raise ExportError("neither an identity, a table nor an event")

    def add_table(self, row: dict[str, Any], players: Sequence[str]) -> None:
        """Adds a table with those whose table it is."""
        key = row["id"]
        if key in self.tables:
            raise ExportError(f"the database has a table {key} already")
        self.counts[1] += 1
        self.tables.add(key)
        self.table, self.last = key, 0
        self.add(schema.tables, row)
        for player in players:
            self.add(schema.players, {"identity_hash": player, "table_id": key})

    def add_event(self, row: dict[str, Any]) -> None:
        """Adds the next event of the table whose line came last."""
        if row["table_id"] != self.table or row["number"] != self.last + 1:
            raise ExportError(f"event {row['number']} of {row['table_id']} is not the next one")
        self.last += 1
        self.counts[2] += 1
        json.loads(row["body"]), json.loads(row["private"] or "{}")
        self.add(schema.events, row)

    def add(self, table: Any, row: dict[str, Any]) -> None:
        """Adds a row, together with others."""
        if set(row) != {column.name for column in table.columns}:
            raise ExportError(f"{', '.join(sorted(row))} are not the columns of {table.name}")
        self.waiting[table].append(row)
        if len(self.waiting[table]) >= AT_ONCE:
            self.write(table)

    def write(self, table: Any) -> None:
        """Writes the rows that wait."""
        rows, self.waiting[table] = self.waiting[table], []
        if rows:
            self.connection.execute(insert(table), rows)

    def finish(self, end: dict[str, Any], digest: str) -> None:
        """Compares what was read with what the last line says, and writes the rest."""
        for table in WHOLE:
            self.write(table)
        if list(end["end"].values()) != self.counts or end["sha256"] != digest:
            raise ExportError("it is not what was exported: lines were lost or changed")


def check_header(content: dict[str, Any]) -> None:
    """Refuses a file that is no export, or one that a newer Waterside made."""
    if content.get("waterside") != "export":
        raise ExportError("this is not an export of Waterside")
    if content["format"] != FORMAT or content["schema"] not in schema.ALIKE:
        raise ExportError(
            f"it was made by Waterside {content.get('version')} with schema {content['schema']},"
            f" this one has {schema.REVISION}; import it with that version and update the database"
        )


def existing(url: URL) -> Path:
    """The file of a SQLite database; an error if there is none."""
    file = Path(str(url.database))
    if not file.is_file():
        raise DatabaseUnreachableError(f"there is no database {file}")
    return file


@contextmanager
def reading(address: str, any_schema: bool = False) -> Iterator[Connection]:
    """A connection that sees the database as it is now, and changes nothing, not even its schema."""
    url = read_address(address)
    where = without_password(url)
    if url.get_backend_name() == "sqlite":
        file = quote(str(existing(url).absolute()))
        query = {"mode": "ro", "uri": "true"}
        url = URL.create("sqlite+pysqlite", database=f"file:{file}", query=query)
        engine = create_engine(url, poolclass=NullPool)
    else:
        engine = connect(url).execution_options(isolation_level="REPEATABLE READ")
    try:
        with engine.connect() as connection, connection.begin():
            found = revision_of(connection)
            if found not in schema.ALIKE and not any_schema:
                raise NewerSchemaError(
                    f"the database {where} has schema {found}, this Waterside has"
                    f" {schema.REVISION}; use the version that made it, or serve it once"
                )
            yield connection
    except (SQLAlchemyError, sqlite3.Error) as problem:
        raise explain(problem, where) from problem
    finally:
        engine.dispose()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is written as a whole, or not at all after an error."""
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        yield connection


def _in_parts(rows: Iterable[Any]) -> Iterator[list[dict[str, Any]]]:
    part: list[dict[str, Any]] = []
    for row in rows:
        part.append(dict(row))
        if len(part) >= AT_ONCE:
            yield part
            part = []
    if part:
        yield part
