"""The HTTP side, each endpoint by hand, then all of them by their own description."""

import asyncio
import sqlite3
import subprocess
import sys

import pytest

from tests.properties import given, st
from tests.server.loops import in_loop
from tests.server.running import Clock, browsing, serving, still
from waterside.server.http.models import place_in_list, read_place
from waterside.server.live.identities import COOKIE
from waterside.server.ops.settings import Settings
from waterside.server.store import TableRow
from waterside.server.store import connection as store_connection

FINISHED = {"game": "kariba", "seats": [{"kind": "bot", "level": "random"}] * 2, "public": True}


@in_loop
async def test_a_browser_gets_a_cookie_that_scripts_cannot_read(sqlite_url):
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as browser:
        answer = await browser.post("/api/session", json={"name": " Ada  Lovelace\n"})
        assert answer.json()["name"] == "Ada Lovelace"
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        person = answer.json()["person"]
        renamed = await browser.post("/api/session", json={"name": "Ada"})
        assert "set-cookie" not in renamed.headers
        assert renamed.json() == {"person": person, "name": "Ada"}
        assert (await browser.get("/api/identity")).json() == {"person": person, "name": "Ada"}
        foreign = {"Origin": "https://evil.example"}
        refused = await browser.post("/api/session", json={"name": "x"}, headers=foreign)
        assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")


@in_loop
async def test_an_address_that_leads_nowhere_is_a_page_for_people_and_json_for_programs(sqlite_url):
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as browser:
        page = await browser.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert "There is nothing at this address" in page.text
        for address, accepted in (("/nowhere", "*/*"), ("/api/nowhere", "text/html")):
            answer = await browser.get(address, headers={"Accept": accepted})
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@in_loop
async def test_lists_show_public_tables_only_and_mine_shows_my_own(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        public, _ = await ada.create("kariba", title="Waterhole", public=True)
        private, _ = await ada.create("splash", ["person", "open", "random"])
        listed = await ada.tables()
        assert [(table["id"], table["title"]) for table in listed] == [(public, "Waterhole")]
        first = listed[0]["seats"][0]
        assert (first["kind"], first["name"], first["free"]) == ("person", "Ada", False)
        assert {table["id"] for table in await ada.tables(mine=True)} == {public, private}
        for number in range(3):
            await ada.create("kariba", public=True, title=f"{number}")
        first = await ada.ask("GET", "/api/tables?limit=2")
        then = await ada.ask("GET", f"/api/tables?limit=2&after={first['next']}")
        titles = [table["title"] for table in first["tables"] + then["tables"]]
        assert titles == ["2", "1", "0", "Waterhole"]


@given(st.floats(min_value=1e9, max_value=4e9))
def test_a_place_in_the_list_of_tables_is_exact(created):
    row = TableRow("abcdefghijkl", "kariba", "", True, "", created)
    assert read_place(place_in_list(row)) == (created, row.id)


@in_loop
async def test_a_table_that_cannot_be_made_is_refused_with_the_reason(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        for wish, reason in (
            ({"game": "chess"}, "chess: no such game"),
            ({"game": "kariba", "seats": [{}] * 9}, "9 players"),
            ({"game": "kariba", "options": {"wind": 3}}, "wind"),
            ({"game": "kariba", "seats": [{}, {"kind": "bot", "level": "none"}]}, "none"),
            ({"game": "kariba", "seats": [{}, {"kind": "bot"}]}, "level"),
        ):
            answer = await ada._http.post(
                "/api/tables", json=wish, headers={"Authorization": f"Bearer {ada.token}"}
            )
            assert answer.status_code == 409, wish
            assert reason in answer.json()["text"]


@in_loop
async def test_records_and_checks_come_when_the_game_is_over_and_not_before(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        going_on, _ = await ada.create("kariba", ["person", "random"], public=True)
        early = await ada._http.get(f"/api/tables/{going_on}/record")
        assert (early.status_code, early.json()["code"]) == (409, "not_over")
        table = (await ada.ask("POST", "/api/tables", json=FINISHED))["id"]
        async with ada.table(table) as mine:
            await mine.until(lambda seen: seen.view.game and seen.view.game.reason)
            assert mine.seen.view.game.chance.secret
        record = await ada.record(table)
        checked = await ada.ask("POST", "/api/verify", content=record)
        assert checked["fair"]
        line = next(line for line in record.splitlines() if line.startswith("draw"))
        other = "draw 1" if line != "draw 1" else "draw 2"
        forged = await ada.ask("POST", "/api/verify", content=record.replace(line, other, 1))
        assert not forged["fair"]
        nonsense = await ada.ask("POST", "/api/verify", content="no record")
        assert "begins with" in nonsense["findings"][0]
        missing = await ada._http.get(f"/api/tables/{table}/record?game=7")
        assert missing.status_code == 404


@in_loop
async def test_health_says_when_nothing_can_be_written(sqlite_url, monkeypatch):
    monkeypatch.setattr(store_connection, "WAIT_FOR_LOCK", 0.2)
    clock = Clock()
    async with serving(sqlite_url, clock=clock) as server, browsing() as web:
        assert (await web.get(f"{server.url}/health")).status_code == 200
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert (await web.get(f"{server.url}/health")).status_code == 200, "a moment ago"
        clock.now += 1
        answer = await web.get(f"{server.url}/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "store")
        other.execute("ROLLBACK")
        other.close()
        clock.now += 1
        assert (await web.get(f"{server.url}/health")).status_code == 200


@in_loop
async def test_asking_for_health_leaves_nothing_in_the_database(store_url):
    async with serving(store_url) as server:
        commits = server.hub.store.commits
        async with browsing() as web:
            await asyncio.gather(*(web.get(f"{server.url}/health") for _ in range(5)))
        assert server.hub.store.commits == commits + 1
        assert await server.hub.store.identity("probe") is None


INVISIBLE = ["\u200b", "\u3164", "\u2800\u2800", "\u2060\u00ad", " \u0301", "\ue000"]


@pytest.mark.parametrize("name", INVISIBLE)
@in_loop
async def test_names_that_nobody_can_see_are_refused(sqlite_url, name):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        headers = {"Authorization": f"Bearer {ada.token}", "Accept-Language": "fr"}
        table, link = await ada.create("kariba", ["person", "person"], title=name)
        async with browsing(base_url=server.url, headers=headers) as web:
            for path, body in (
                ("/api/tables", {"name": name, "game": "kariba"}),
                ("/api/identity", {"name": name}),
                ("/api/session", {"name": name}),
                ("/api/join", {"name": name, "invitation": link.rpartition("/")[2]}),
            ):
                answer = await web.post(path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (409, "invisible_name")
            assert answer.json()["text"] == "Un nom doit contenir au moins une lettre visible."
            assert (await web.get("/api/identity")).json()["name"] == "Ada"
        async with server.raw(ada.token, table) as raw:
            assert (await raw.ask(type="sit", name=name, id=1))["code"] == "malformed"
            assert (await raw.ask(type="chat", text=name, id=2))["code"] == "malformed"
        live = await server.hub.table(table)
        assert live.table.title == "Kariba"


@pytest.mark.parametrize("name", ["Zoé", "李", "🐊", "?", "محمد", "👩\u200d🚀", "x\u0301"])
@in_loop
async def test_names_of_every_script_are_welcome(sqlite_url, name):
    async with serving(sqlite_url) as server, server.client(name) as client:
        assert (await client.ask("GET", "/api/identity"))["name"]


@in_loop
async def test_health_metrics_and_schema(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        await ada.create("kariba")
        health = await ada.ask("GET", "/health")
        assert (health["status"], health["tables"]) == ("ok", 1)
        assert "waterside_live_tables 1.0" in await ada.ask("GET", "/metrics")
        assert "Play" in (await ada.ask("GET", "/api/schema"))["$defs"]


@in_loop
async def test_too_many_identities_and_tables_are_refused(sqlite_url):
    settings = Settings(bots=0, identities_per_minute=3, tables_per_minute=2)
    async with serving(sqlite_url, settings, still) as server, server.client("Ada") as ada:
        codes = [
            (await ada._http.post("/api/identity", json={"name": "x"})).status_code
            for _ in range(3)
        ]
        assert codes == [201, 201, 429]
        headers = {"Authorization": f"Bearer {ada.token}"}
        made = [
            (await ada._http.post("/api/tables", json={"game": "kariba"}, headers=headers))
            for _ in range(3)
        ]
        assert [answer.status_code for answer in made] == [201, 201, 429]


@in_loop
async def test_who_asks_for_too_many_whole_games_waits_and_nobody_else(sqlite_url):
    settings = Settings(bots=0, whole_games_per_minute=6)
    async with serving(sqlite_url, settings, still) as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", public=True)
        headers = {"Accept-Language": "de"}
        paths = [f"/api/tables/{table}/{what}" for what in ("log", "record", "verify", "log")]
        answers = [await ada._http.get(path, headers=headers) for path in paths]
        assert [answer.status_code for answer in answers] == [200, 404, 404, 429]
        assert answers[-1].json()["text"] == "Zu oft; warte einen Moment."
        for path, body in (("/api/verify", b"x"), ("/replay", b"x")):
            assert (await ada._http.post(path, content=body)).status_code == 429
        assert (await ada._http.get(f"/api/tables/{table}")).status_code == 200


@in_loop
async def test_what_is_wrong_with_a_brought_record_is_said_in_the_readers_language(sqlite_url):
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as http:
        wrong = "Waterside record 1\nGame: kariba\nPlayers: 2\n\ndance\n"
        answer = await http.post("/replay", content=wrong, headers={"Accept-Language": "fr"})
        assert answer.status_code == 400
        assert answer.json()["text"].startswith(
            "Ce n’est pas l’enregistrement d’une partie\u00a0: ligne 5\u00a0: "
            "'dance' ne peut pas être joué ici ('dance' is no action of Kariba"
        )


@in_loop
async def test_bodies_that_are_too_large_are_refused(sqlite_url):
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as http:
        answer = await http.post("/api/verify", content=b"x" * 1_000_001)
        assert answer.status_code == 413

        async def in_pieces():
            for _ in range(11):
                yield b"x" * 100_000

        assert (await http.post("/api/verify", content=in_pieces())).status_code == 413


@in_loop
async def test_the_description_of_the_api_holds(sqlite_url):
    pytest.importorskip("schemathesis")
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        await ada.create("kariba", public=True)
        done = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/openapi.json",
            "--header", f"Authorization: Bearer {ada.token}", "--include-path-regex",
            "^/(api|health|metrics)", "--max-examples", "15", "--seed", "1", "--no-color",
            "--generation-database", "none", "--suppress-health-check", "all",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await done.communicate()
        assert done.returncode == 0, said.decode()[-6000:]
        assert server.errors() == 0


@in_loop
async def test_refusals_are_said_in_the_language_of_the_reader(sqlite_url):
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as browser:
        for headers, text in (
            ({}, "There is no such table."),
            ({"Accept-Language": "de-CH, en;q=0.5"}, "Diesen Tisch gibt es nicht."),
            ({"Cookie": "waterside_language=fr"}, "Cette table n’existe pas."),
        ):
            answer = await browser.get("/api/tables/abcdefghijkl", headers=headers)
            assert (answer.status_code, answer.json()["text"]) == (404, text)
        large = await browser.post(
            "/api/verify", content=b"x" * 2_000_000, headers={"Accept-Language": "fr"}
        )
        assert (large.status_code, large.json()["code"]) == (413, "too_large")
        assert "octets" in large.json()["text"]
