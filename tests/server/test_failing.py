"""Databases that are missing, full, read-only, newer or stopped, and processes that are killed."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from tests.server.appending import TABLES
from tests.server.loops import in_loop
from tests.server.postgres import PrivatePostgres, cut_connections
from tests.server.rows import moves, opened, table
from tests.server.running import LONG
from waterside.server.store import (
    DatabaseAddressError,
    DatabaseBusyError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    DiskFullError,
    Event,
    ForeignDatabaseError,
    NewerSchemaError,
    Store,
    StoreError,
    Summary,
    retry,
)
from waterside.server.store import (
    connection as store_connection,
)
from waterside.server.store.transfer import schema_revision


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(store_connection, "WAIT_FOR_LOCK", 0.2)
    monkeypatch.setattr(retry, "LONGEST_OUTAGE", 0.2)


def test_every_acknowledged_event_is_there_after_kill_9(store_url):
    chance = random.Random(4)
    acknowledged = dict.fromkeys((f"t{i}" for i in range(TABLES)), 0)
    for _ in range(4):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.appending", store_url],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        lines, written = [], set()
        while len(written) < TABLES:
            lines.append(process.stdout.readline())
            written.add(lines[-1].split()[0])
        lines += [process.stdout.readline() for _ in range(chance.randrange(100))]
        process.kill()
        lines += process.communicate()[0].splitlines(keepends=True)
        for line in lines:
            if line.endswith("\n"):  # the last one may be cut off
                key, number = line.split()
                acknowledged[key] = int(number)
        asyncio.run(check_logs(store_url, acknowledged))
    assert min(acknowledged.values()) > 4


async def check_logs(url, acknowledged):
    async with opened(url) as store:
        for key, number in acknowledged.items():
            log = await store.events(key)
            assert len(log) >= number
            assert [event.number for event in log] == list(range(1, len(log) + 1))
            assert not log or len(log) % 2 == 1, "half an append"


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "mysql://host/tables", "sqlite://", "sqlite:///:memory:", "sqlite:///"],
)
@in_loop
async def test_addresses_that_cannot_be_used(address):
    with pytest.raises(DatabaseAddressError, match="sqlite:///FILE or postgresql://"):
        await Store.open(address)


@in_loop
async def test_a_postgresql_that_is_not_there(postgres, impatient):
    with pytest.raises(DatabaseUnreachableError, match="does not exist"):
        await Store.open(postgres.url("nothing_of_this_name"))
    with pytest.raises(DatabaseUnreachableError, match="is it running"):
        await Store.open("postgresql://waterside@127.0.0.1:1/tables")


@in_loop
async def test_no_password_is_told(impatient):
    with pytest.raises(DatabaseUnreachableError) as raised:
        await Store.open("postgresql://waterside:pa55word@127.0.0.1:1/tables")
    assert "pa55word" not in str(raised.value)


@in_loop
async def test_a_folder_that_cannot_be_made_and_a_file_that_is_a_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        await Store.open(f"sqlite:///{tmp_path}/file/tables.db")
    with pytest.raises(DatabaseUnreachableError, match="cannot be opened"):
        await Store.open(f"sqlite:///{tmp_path}")


@in_loop
async def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 500)
    with pytest.raises(ForeignDatabaseError, match="not a SQLite database"):
        await Store.open(f"sqlite:///{path}")
    assert path.read_text() == "Dear Ada, " * 500


@in_loop
async def test_somebody_else_s_database_is_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE events (day TEXT)")
    connection.close()
    with pytest.raises(ForeignDatabaseError, match="events"):
        await Store.open(f"sqlite:///{path}")


def execute(url, statement):
    """As another program would."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.execute(statement)
        connection.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute(statement)


@in_loop
async def test_a_database_of_a_newer_waterside_is_left_alone(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1))
    revision = schema_revision(store_url)
    execute(store_url, "UPDATE alembic_version SET version_num = '999'")
    with pytest.raises(NewerSchemaError, match=r"newer Waterside.*999.*update Waterside"):
        await Store.open(store_url)
    execute(store_url, f"UPDATE alembic_version SET version_num = '{revision}'")
    async with opened(store_url) as store:
        assert len(await store.events("t1")) == 1


async def expect_nothing_written(store, kind):
    """An append of several events with a summary fails, wholly; reading still works."""
    with pytest.raises(kind) as raised:
        await store.append(
            "t1", [*moves(2, 3), Event(5, "long", {"x": "y" * 200_000})], Summary("x")
        )
    assert len(await store.events("t1")) == 1
    assert (await store.table("t1")).summary.phase == "open"
    return str(raised.value)


@in_loop
async def test_a_full_disk_and_room_again(sqlite_url):
    async with opened(sqlite_url) as store:
        await store.create(table(), moves(1))
        connection = store._writer._connection
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
        connection.rollback()
        # The connection is the only one that knows the limit: it goes back to the pool, and out.
        said = await expect_nothing_written(store, DiskFullError)
        assert "free some space" in said
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        await store.append("t1", moves(2, 3))
        assert len(await store.events("t1")) == 4


@in_loop
async def test_a_file_that_may_not_be_written():
    """As an ordinary user: root may write everything."""
    folder = Path(tempfile.mkdtemp(prefix="waterside-read-only-"))
    url = f"sqlite:///{folder}/tables.db"
    async with opened(url) as store:
        await store.create(table(), moves(1))
    was_root = os.geteuid() == 0
    folder.chmod(0o555)
    (folder / "tables.db").chmod(0o444)
    try:
        if was_root:
            os.seteuid(65534)
        with pytest.raises((DatabaseReadOnlyError, DatabaseUnreachableError)) as raised:
            await Store.open(url)
    finally:
        if was_root:
            os.seteuid(0)
    assert "file cannot be" in str(raised.value)
    folder.chmod(0o755)
    (folder / "tables.db").chmod(0o644)
    async with opened(url) as store:
        await store.append("t1", moves(2))
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


@in_loop
async def test_a_postgresql_that_takes_no_writing(postgres, postgres_url, monkeypatch):
    monkeypatch.setattr(retry, "LONGEST_OUTAGE", LONG)
    name = postgres_url.rpartition("/")[2]
    async with opened(postgres_url) as store:
        await store.create(table(), moves(1))
        postgres.ask("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        cut_connections(postgres, name)
        assert "primary" in await expect_nothing_written(store, DatabaseReadOnlyError)
        postgres.ask("postgres", f"ALTER DATABASE {name} RESET default_transaction_read_only")
        cut_connections(postgres, name)
        await store.append("t1", moves(2))


@in_loop
async def test_what_is_acknowledged_is_on_disk(sqlite_url):
    async with opened(sqlite_url) as store:
        await store.create(table(), moves(1))
        connection = store._writer._connection
        with connection.begin():
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


@in_loop
async def test_a_file_that_another_program_holds(sqlite_url, impatient, monkeypatch):
    async with opened(sqlite_url) as store:
        await store.create(table(), moves(1))
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert "another program" in await expect_nothing_written(store, DatabaseBusyError)
        other.execute("ROLLBACK")
    monkeypatch.setattr(store_connection, "WAIT_FOR_LOCK", LONG)
    async with opened(sqlite_url) as store:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.ensure_future(store.append("t1", moves(2)))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        other.execute("ROLLBACK")
        other.close()
        await waiting
        assert len(await store.events("t1")) == 2


@in_loop
async def test_a_postgresql_that_is_stopped_and_started_again(impatient, postgres, monkeypatch):
    with PrivatePostgres(durable=False) as own:
        async with opened(own.new_database()) as store:
            await store.create(table(), moves(1))
            await store.events("t1")
            own.stop()
            for _ in range(2):
                with pytest.raises(DatabaseUnreachableError):
                    await store.append("t1", moves(2, 3))
                with pytest.raises(DatabaseUnreachableError):
                    await store.events("t1")
            own.start()
            monkeypatch.setattr(retry, "LONGEST_OUTAGE", LONG)
            assert len(await store.events("t1")) == 1
            await store.append("t1", moves(2, 3))
            assert len(await store.events("t1")) == 4
