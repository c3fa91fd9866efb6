"""Several server processes on one PostgreSQL: what one has done holds for the others at once."""

import contextlib
import signal
import subprocess
import sys

from tests.server.loops import in_loop
from tests.server.running import browsing, serving


@contextlib.asynccontextmanager
async def two_that_do_not_listen(url, monkeypatch):
    """Two servers of which none hears what the other writes: they have to look by themselves."""

    async def silence(self):
        await self._closing.wait()
        return
        yield

    monkeypatch.setattr("waterside.server.store.store.Store.changes", silence)
    async with serving(url) as one, serving(url) as other:
        yield one, other


@in_loop
async def test_who_is_admitted_by_one_process_may_enter_at_another_at_once(
    postgres_url, monkeypatch
):
    async with (
        two_that_do_not_listen(postgres_url, monkeypatch) as (one, other),
        one.client("Ada") as ada,
        one.client("Ben") as ben,
        one.client("Eve") as eve,
    ):
        table, link = await ada.create("kariba", ["person", "person"])
        assert await other.hub.table(table) is not None
        await ben.join(link)
        bearer = {"Authorization": f"Bearer {ben.token}"}
        async with browsing(base_url=other.url, headers=bearer) as web:
            assert (await web.get(f"/api/tables/{table}")).status_code == 200
        await eve.join(link)
        async with other.raw(eve.token, table) as raw:
            assert (await raw.ask(type="ping", id=1))["type"] == "done"


@in_loop
async def test_a_new_name_is_known_to_all_processes_at_once(postgres_url, monkeypatch):
    async with (
        two_that_do_not_listen(postgres_url, monkeypatch) as (one, other),
        one.client("Ada") as ada,
        browsing(headers={"Authorization": f"Bearer {ada.token}"}) as web,
    ):
        for name in ("Ada", "Augusta", "Ada Lovelace"):
            await web.post(f"{one.url}/api/session", json={"name": name})
            for server in (one, other):
                assert (await web.get(f"{server.url}/api/identity")).json()["name"] == name


def test_while_the_database_is_away_processes_try_again_and_say_so_in_a_line():
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--workers", "2"]
    away = ["--database", "postgresql://nobody@127.0.0.1:1/tables", "--log-level", "error"]
    with subprocess.Popen(
        [*command, *away], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout.readline().startswith("http://")
        said = [server.stderr.readline() for _ in range(6)]
        server.send_signal(signal.SIGTERM)
        said += server.communicate()[1].splitlines()
    assert server.returncode == 0
    assert sum("a server process cannot start: " in line for line in said) >= 2
    assert sum("starting another" in line for line in said) >= 1
    assert not [line for line in said if "Traceback" in line]
