"""What the doctor finds on a computer, in a database and at a running server."""

import asyncio
import importlib.util
import shlex
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from tests.docs.pages import blocks
from tests.server.loops import in_loop
from tests.server.rows import opened
from tests.server.running import QUICK, serving
from waterside.cli import main
from waterside.server.doctor import Level, Plan, examine, host, running

OLD = Path(__file__).parent / "databases" / "version-0.1.0.sqlite"


@pytest.fixture
def database(tmp_path):
    file = tmp_path / "tables.db"
    shutil.copy(OLD, file)
    file.chmod(0o600)
    return file


def found(findings):
    """The findings by what they are about."""
    return {one.about: one for one in findings}


def levels(findings):
    return {one.about: one.level for one in findings}


def test_a_good_plan_has_nothing_to_change(database):
    plan = Plan(
        f"sqlite:///{database}", secure_cookie=True, trusted_hosts=("tables.example.org",), bots=0
    )
    findings = list(examine(plan, logs=True))
    assert not [one for one in findings if one.level is Level.WRONG]
    assert levels(host.exposure(plan)) == {
        "--host": Level.OK, "--secure-cookie": Level.OK, "--trusted-host": Level.OK
    }  # fmt: skip
    assert found(findings)["logs"].text == "every table can be read"


def test_what_strangers_could_use_is_found():
    plan = Plan("sqlite:///x", host="0.0.0.0", rate=0, proxy="10.0.0.1,*")
    assert levels(host.exposure(plan)) == {
        "--host": Level.ADVICE,
        "--secure-cookie": Level.ADVICE,
        "--trusted-host": Level.ADVICE,
        "--rate": Level.WRONG,
        "--proxy": Level.WRONG,
    }


def test_processes_fit_the_computer(monkeypatch):
    monkeypatch.setattr(host.os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    assert levels(host.processes(Plan("sqlite:///x"))) == {"processes": Level.OK}
    many = Plan("postgresql://x", workers=4)
    assert levels(host.processes(many)) == {"processes": Level.ADVICE}
    assert levels(host.processes(replace(many, database="sqlite:///x")))["--workers"] == "wrong"


def test_missing_packages_are_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    texts = [str(one) for one in host.packages()]
    assert any("pip install 'waterside[compiled]'" in one for one in texts)
    assert all(one.startswith("advice") for one in texts)


def test_a_low_limit_of_open_files_is_found(monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    assert "LimitNOFILE=65536" in host.descriptors().text
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1 << 20))
    assert host.descriptors().level is Level.OK


def test_the_database_is_only_read(database):
    before = database.read_bytes()
    list(examine(Plan(f"sqlite:///{database}")))
    assert database.read_bytes() == before


def test_a_database_that_is_not_there_yet_is_not_made(tmp_path):
    file = tmp_path / "new" / "tables.db"
    findings = list(host.database(Plan(f"sqlite:///{file}")))
    assert all(one.level is Level.OK for one in findings)
    assert not file.parent.exists()


def test_a_database_that_others_can_read_is_found(database):
    database.chmod(0o644)
    findings = list(host.database(Plan(f"sqlite:///{database}")))
    assert any("chmod 600" in one.text for one in findings)


def test_a_full_disk_is_found(database, monkeypatch):
    usage = shutil.disk_usage(database)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    findings = found(host.database(Plan(f"sqlite:///{database}")))
    assert findings["disk"].level is Level.ADVICE


@pytest.mark.parametrize(
    ("revision", "level", "text"),
    [("0", Level.ADVICE, "waterside backup FILE"), ("99", Level.WRONG, "update Waterside")],
)
def test_a_database_of_another_version_is_found(database, revision, level, text):
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    connection.close()
    finding = found(host.database(Plan(f"sqlite:///{database}")))["database"]
    assert finding.level is level
    assert text in finding.text


def test_an_address_that_is_none_is_found():
    findings = found(host.database(Plan("mysql://x/y")))
    assert findings["database"].level is Level.WRONG


def test_postgresql_that_may_lose_moves_is_found(postgres_url):
    findings = list(host.database(Plan(postgres_url, workers=4)))
    assert any("fsync is off" in one.text for one in findings)  # as tests start it
    assert findings[-1].text.startswith("empty")
    findings = list(host.database(Plan(postgres_url, workers=100)))
    assert any("max_connections" in one.text for one in findings)


def test_a_table_that_cannot_be_read_is_named(database):
    with sqlite3.connect(database) as connection:
        table = connection.execute("SELECT min(id) FROM tables").fetchone()[0]
        connection.execute(
            "UPDATE events SET body = '{}' WHERE table_id = ? AND number = 1", [table]
        )
    connection.close()
    [finding] = host.table_logs(f"sqlite:///{database}")
    assert finding.level is Level.WRONG
    assert table in finding.text


@in_loop
async def test_a_running_server_is_asked(sqlite_url):
    settings = replace(QUICK, trusted_hosts=("tables.example.org",))
    async with serving(sqlite_url, settings) as server:
        findings = await asyncio.to_thread(lambda: found(running.running_server(server.url)))
        assert {one.level for one in findings.values()} == {Level.OK}
        assert set(findings) == {server.url, "proxy", "other sites", "sockets"}


@in_loop
async def test_a_proxy_that_changes_the_host_is_found(sqlite_url, monkeypatch):
    ask = running.ask

    def through_proxy(url, headers=None, body=None):
        return ask(url, {**(headers or {}), "Host": "127.0.0.1"}, body)

    monkeypatch.setattr(running, "ask", through_proxy)
    monkeypatch.setattr(running, "ask_for_upgrade", lambda url, headers: (400, ""))
    async with serving(sqlite_url) as server:
        findings = await asyncio.to_thread(lambda: found(running.running_server(server.url)))
        assert findings["proxy"].level is Level.WRONG
        assert findings["sockets"].level is Level.WRONG


def test_a_server_that_does_not_answer_is_found():
    [finding] = running.running_server("http://127.0.0.1:9")
    assert finding.level is Level.WRONG


def test_the_command_ends_with_a_status(database, capsys):
    address = f"sqlite:///{database}"
    assert main(["doctor", "--database", address, "--logs", "--bots", "0"]) == 0
    out = capsys.readouterr().out
    assert "ok      logs: every table can be read" in out
    assert main(["doctor", "--database", address, "--rate", "0"]) == 1


def examples():
    """Calls of the doctor on the page about hosting, with the lines that are shown below each."""
    consoles = [block for block in blocks("docs/hosting.md") if block.language == "console"]
    return [
        (shlex.split(command)[1:], shown.splitlines())
        for block in consoles
        for command, shown in block.commands()
        if command.startswith("waterside doctor") and shown
    ]


def about(line):
    return line[len("advice  ") :].partition(": ")[0]


def test_the_page_on_hosting_shows_what_the_doctor_says(database, monkeypatch, capsys):
    (arguments, shown), _ = examples()
    monkeypatch.chdir(database.parent)
    asyncio.run(update(database))
    assert main(arguments) == 0
    said = capsys.readouterr().out.splitlines()
    assert [about(line) for line in said] == [about(line) for line in shown]
    of_every_computer = {"--host", "--secure-cookie", "--trusted-host", "database", "logs"}
    for one, other in zip(said, shown, strict=True):
        assert one == other or about(one) not in of_every_computer


async def update(database):
    """Gives a database the newest schema, as serving it does."""
    async with opened(f"sqlite:///{database}"):
        pass


@in_loop
async def test_the_page_on_hosting_shows_what_the_doctor_says_of_a_running_server(sqlite_url):
    _, (_, shown) = examples()
    async with serving(sqlite_url) as server:
        said = await asyncio.to_thread(lambda: [*map(str, running.running_server(server.url))])
    assert [line.replace(server.url, "http://127.0.0.1:8000") for line in said] == shown
