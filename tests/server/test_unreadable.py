"""A table whose log cannot be read is set aside; all others go on."""

import asyncio
import logging
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.loops import in_loop
from tests.server.running import LONG, browsing, serving, two_players
from waterside.protocol import CloseCode, Refusal
from waterside.server.store import Event

TABLES = 3
DAMAGES = {
    "a game that is not installed": (
        "UPDATE events SET body = json_set(body, '$.game', 'atlantis') WHERE number = 1"
    ),
    "text that is not JSON": "UPDATE events SET body = '{\"seat\": ' WHERE number = 2",
    "an event of a newer version": "UPDATE events SET kind = 'teleported' WHERE number = 2",
    "a field that is missing": "UPDATE events SET body = '{}' WHERE number = 2",
    "an action that is not legal": (
        "UPDATE events SET body = json_set(body, '$.actions[0]', 'castle') WHERE kind = 'started'"
    ),
    "a number that is missing": "DELETE FROM events WHERE number = 2",
}


async def eventually(holds):
    async with asyncio.timeout(LONG):
        while not holds():
            await asyncio.sleep(0.01)


async def tables_with_bots(server):
    """Some tables that go on by themselves, in the order in which they are taken up."""
    async with server.client("Ada") as ada:
        made = [await ada.create("kariba", ["person", "random"]) for _ in range(TABLES)]
        return sorted(table for table, _ in made), ada.token


def damage(url, statement, table):
    database = sqlite3.connect(url.removeprefix("sqlite:///"))
    with database:
        assert database.execute(statement, [table]).rowcount == 1
    database.close()


@pytest.mark.parametrize("what", DAMAGES)
@in_loop
async def test_the_other_tables_are_taken_up_and_the_unreadable_one_says_so(
    sqlite_url, what, caplog
):
    async with serving(sqlite_url) as server:
        (broken, *others), token = await tables_with_bots(server)
    damage(sqlite_url, f"{DAMAGES[what]} AND table_id = ?", broken)
    caplog.set_level(logging.ERROR, "waterside.server.live.hub")
    async with serving(sqlite_url) as server:
        await eventually(lambda: server.hub.all_in_memory() == others)
        metrics = server.hub.metrics.text().decode()
        assert "waterside_unreadable_tables 1.0" in metrics
        headers = {"Authorization": f"Bearer {token}"}
        async with browsing(base_url=server.url, headers=headers) as web:
            for path in ("", "/log", "/record"):
                answer = await web.get(f"/api/tables/{broken}{path}")
                assert (answer.status_code, answer.json()["code"]) == (503, Refusal.UNREADABLE)
            for path in ("", "/replay", "/picture.svg"):
                page = await web.get(f"/t/{broken}{path}", headers={"Accept-Language": "de"})
                assert page.status_code == 503
                assert "Dieser Tisch lässt sich nicht lesen" in page.text
            mine = (await web.get("/api/tables/mine")).json()["tables"]
            assert {row["id"] for row in mine} == {broken, *others}
            assert (await web.get("/")).status_code == 200
        async with server.raw(token, broken, hello=False) as socket:
            with pytest.raises(ConnectionClosed):
                await socket.read()
            assert socket.plain.close_code == CloseCode.UNREADABLE
        async with server.raw(token, others[0]) as socket:
            assert (await socket.ask(type="ping", id=1))["type"] == "done"
        assert server.errors() == 0
    (line,) = [record.getMessage() for record in caplog.records if broken in record.getMessage()]
    assert "set aside" in line


@in_loop
async def test_lists_show_a_table_whose_summary_cannot_be_read(sqlite_url):
    async with serving(sqlite_url) as server:
        (broken, *others), _ = await tables_with_bots(server)
    damage(sqlite_url, "UPDATE tables SET seats = '[{' WHERE id = ?", broken)
    async with serving(sqlite_url) as server:
        await eventually(lambda: set(server.hub.all_in_memory()) == {broken, *others})


@in_loop
async def test_a_table_that_becomes_unreadable_while_it_is_in_use_is_closed(postgres_url):
    async with serving(postgres_url) as server:
        stack, table, first, second = await two_players(server)
        async with stack:
            other, _ = await first.client.create("kariba", ["person", "person"])
            live = await server.hub.table(table)
            async with server.raw(second.client.token, table) as socket:
                number = live.table.number + 1
                newer = Event(number, "teleported", {"seat": 1})
                async with serving(postgres_url) as newer_version:
                    await newer_version.hub.store.append(table, [newer])
                with pytest.raises(ConnectionClosed):
                    while True:
                        await socket.read()
                assert socket.plain.close_code == CloseCode.UNREADABLE
            assert server.hub.in_memory(table) is None
            async with server.raw(first.client.token, other) as socket:
                assert (await socket.ask(type="ping", id=1))["type"] == "done"
            assert server.errors() == 0
