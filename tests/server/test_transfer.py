"""Backups, exports and imports: what was in a database is in the next one, or nothing is."""

import gzip
import json
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.loops import in_loop
from tests.server.running import browsing, serving
from waterside.cli import main
from waterside.server.doctor import host
from waterside.server.store import (
    DatabaseUnreachableError,
    ExportError,
    NewerSchemaError,
    Store,
    WriteRefusedError,
)
from waterside.server.store.transfer import (
    Counts,
    backup,
    export_lines,
    import_lines,
    schema_revision,
)

DATABASES = Path(__file__).parent / "databases"
OLD = DATABASES / "version-0.1.0.sqlite"
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG.read_text("utf-8"), re.M)


@pytest.fixture
def old(tmp_path):
    """A database with games of all kinds."""
    shutil.copy(OLD, tmp_path / "old.sqlite")
    return f"sqlite:///{tmp_path / 'old.sqlite'}"


def content(address):
    """All rows of a database, without when it was exported."""
    return list(export_lines(address))[1:-1]


def test_a_backup_has_everything_and_is_private(old, tmp_path):
    file = tmp_path / "copy.db"
    counts = backup(old, file)
    assert content(f"sqlite:///{file}") == content(old)
    assert counts.tables > 0
    assert counts.events > counts.tables
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("copy.db?*"))


@in_loop
async def test_a_backup_is_made_while_the_server_writes_and_can_be_served(sqlite_url, tmp_path):
    file = tmp_path / "copy.db"
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        before, _ = await ada.create("kariba", public=True)
        backup(sqlite_url, file)
        await ada.create("kariba", public=True)
    async with serving(f"sqlite:///{file}") as server, browsing() as eve:
        listed = (await eve.get(f"{server.url}/api/tables")).json()["tables"]
        assert [table["id"] for table in listed] == [before]


def test_a_backup_overwrites_nothing(old, tmp_path):
    file = tmp_path / "copy.db"
    file.write_text("precious")
    with pytest.raises(WriteRefusedError, match="exists already"):
        backup(old, file)
    assert file.read_text() == "precious"


def test_a_backup_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(DatabaseUnreachableError, match="there is no database"):
        backup(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "copy.db")
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(OLD.read_bytes()[:5000] + b"\xff" * 20_000)
    with pytest.raises(DatabaseUnreachableError):
        backup(f"sqlite:///{damaged}", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["damaged.db"]
    with pytest.raises(WriteRefusedError, match="cannot be written"):
        backup(f"sqlite:///{OLD}", tmp_path / "no" / "copy.db")


def test_databases_move_from_sqlite_to_postgresql_and_back(old, postgres_url, tmp_path):
    counts = import_lines(postgres_url, export_lines(old))
    assert content(postgres_url) == content(old)
    file = tmp_path / "copy.db"
    assert backup(postgres_url, file) == counts
    assert content(f"sqlite:///{file}") == content(old)


def first_table(address):
    """The line of the first table of a database."""
    return next(json.loads(line) for line in content(address) if line.startswith('{"table"'))


@in_loop
async def test_one_table_moves_with_its_players(old, store_url):
    table = first_table(old)
    key = table["table"]["id"]
    store = await Store.open(old)
    events = await store.events(key)
    await store.close()
    counts = import_lines(store_url, export_lines(old, [key]))
    assert (counts.tables, counts.events) == (1, len(events))
    store = await Store.open(store_url)
    assert await store.events(key) == events
    assert (await store.table(key)).title == table["table"]["title"]
    for player in table["players"]:
        assert [row.id for row in await store.tables_of(player)] == [key]
    await store.close()


def test_a_table_that_is_not_there_cannot_be_exported(old):
    with pytest.raises(ExportError, match="there is no table nonesuch"):
        list(export_lines(old, ["nonesuch"]))


@in_loop
async def test_an_import_keeps_who_is_there_and_refuses_tables_that_are(old, sqlite_url):
    for address, names in ((old, ("Ada", "Ben")), (sqlite_url, ("Renamed",))):
        store = await Store.open(address)
        for name, key in zip(names, ("a" * 64, "b" * 64), strict=False):
            await store.add_identity(key, name)
        await store.close()
    counts = import_lines(sqlite_url, export_lines(old))
    assert counts.identities == 2
    store = await Store.open(sqlite_url)
    assert [(await store.identity(key * 64)).name for key in "ab"] == ["Renamed", "Ben"]
    await store.close()
    with pytest.raises(ExportError, match=r"has a table .* already"):
        import_lines(sqlite_url, export_lines(old))


def broken(lines):
    """Exports with a line lost, changed, doubled, or of another kind."""
    event = next(n for n, line in enumerate(lines) if line.startswith('{"event"'))
    yield "breaks off", lines[:-1]
    yield "breaks off", lines[:3]
    yield "breaks off", []
    yield "is not the next one", lines[:event] + lines[event + 1 :]
    yield "is not the next one", [*lines[:event], lines[event], *lines[event:]]
    yield "lost or changed", [lines[0], lines[1].replace('"created":', '"created": '), *lines[2:]]
    yield "line 2", [lines[0], "nonsense\n", *lines[1:]]
    yield "not an object", [lines[0], "[]\n", *lines[1:]]
    yield "neither", [lines[0], '{"x": 1}\n', *lines[1:]]
    yield "not the columns", [lines[0], '{"identity": {"hash": "x"}}\n', *lines[1:]]
    yield "not an export", ["{}\n", *lines[1:]]
    header = json.loads(lines[0])
    yield "with schema 99", [json.dumps({**header, "schema": "99"}) + "\n", *lines[1:]]


def test_a_broken_export_is_not_imported_at_all(old, tmp_path):
    lines = list(export_lines(old))
    target = f"sqlite:///{tmp_path / 'target.db'}"
    for reason, changed in broken(lines):
        with pytest.raises(ExportError, match=reason):
            import_lines(target, changed)
        assert content(target) == []
    assert import_lines(target, lines).tables > 0


def test_a_database_of_another_schema_is_left_alone(old, tmp_path):
    with sqlite3.connect(tmp_path / "old.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '99'")
    connection.close()
    assert schema_revision(old) == "99"
    with pytest.raises(NewerSchemaError, match="schema 99"):
        list(export_lines(old))
    assert backup(old, tmp_path / "copy.db").tables > 0  # a file is copied as it is
    assert schema_revision(f"sqlite:///{tmp_path / 'copy.db'}") == "99"


def test_an_empty_database_has_no_schema(tmp_path):
    (tmp_path / "empty.db").touch()
    assert schema_revision(f"sqlite:///{tmp_path / 'empty.db'}") is None


def test_the_commands_say_what_they_did(old, tmp_path, capsys):
    copy, lines = tmp_path / "copy.db", tmp_path / "all.jsonl.gz"
    assert main(["backup", "--database", old, str(copy)]) == 0
    counts = backup(old, tmp_path / "other.db")
    assert capsys.readouterr().out == f"{copy}: {counts}\n"
    assert main(["export", "--database", old, str(lines)]) == 0
    assert stat.S_IMODE(lines.stat().st_mode) == 0o600
    with gzip.open(lines, "rt") as file:
        assert json.loads(file.readline())["waterside"] == "export"
    target = f"sqlite:///{tmp_path / 'target.db'}"
    assert main(["import", "--database", target, str(lines)]) == 0
    assert capsys.readouterr().out == f"{lines}: {counts}\n"
    assert content(target) == content(old)


def test_the_commands_say_what_is_wrong(old, tmp_path, capsys):
    lines = tmp_path / "all.jsonl"
    lines.write_text("x")
    assert main(["export", "--database", old, str(lines)]) == 2
    assert "File exists" in capsys.readouterr().err
    assert main(["import", "--database", f"sqlite:///{tmp_path / 'a.db'}", str(lines)]) == 2
    assert "line 1 of the export" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
    torn = tmp_path / "torn.jsonl.gz"
    torn.write_bytes(gzip.compress(b"{}\n" * 10_000)[:-20])
    assert main(["import", "--database", f"sqlite:///{tmp_path / 'b.db'}", str(torn)]) == 2
    assert "waterside import: " in capsys.readouterr().err


def test_an_export_can_be_piped_into_an_import(old, tmp_path):
    command = [sys.executable, "-m", "waterside"]
    target = f"sqlite:///{tmp_path / 'target.db'}"
    exported = subprocess.run(
        [*command, "export", "--database", old, "-"], capture_output=True, check=True
    )
    imported = subprocess.run(
        [*command, "import", "--database", target, "-"],
        input=exported.stdout, capture_output=True, check=True,
    )  # fmt: skip
    assert content(target) == content(old)
    assert str(Counts(*json.loads(exported.stdout.splitlines()[-1])["end"].values())) in (
        imported.stdout.decode()
    )


# Every version


def test_there_is_a_database_of_every_release():
    assert RELEASES
    assert {f"version-{one}" for one in RELEASES} == {
        one.stem for one in DATABASES.glob("*.sqlite")
    }


@pytest.mark.parametrize("release", RELEASES)
@in_loop
async def test_a_database_of_every_release_is_served_and_goes_on(release, tmp_path):
    """The drill of docs/hosting.md: a backup of the old one, updated, read, served and moved."""
    file = tmp_path / "drill.db"
    counts = backup(f"sqlite:///{DATABASES / f'version-{release}.sqlite'}", file)
    address = f"sqlite:///{file}"
    async with serving(address) as server, server.client("Ada") as ada:
        assert server.hub.metrics.registry.get_sample_value("waterside_errors_total") == 0
        table, _ = await ada.create("kariba", public=True)
        assert table in [one["id"] for one in await ada.tables()]
    assert host.unreadable(address) == {}
    moved = import_lines(f"sqlite:///{tmp_path / 'moved.db'}", export_lines(address))
    assert moved.tables == counts.tables + 1
    assert moved.events > counts.events
