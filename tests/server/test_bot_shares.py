"""On whose behalf a table's bots are asked."""

import asyncio

from tests.server.loops import in_loop
from tests.server.running import LONG, serving
from waterside.bots.queue import Share


@in_loop
async def test_bots_are_asked_first_where_a_player_is_present(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        alone, _ = await ada.create("kariba", ["random", "random"], sit=None)
        live = await server.hub.table(alone)
        assert live.share() == Share("127.0.0.1", alone, is_background=True)
        async with server.raw(ada.token, alone):
            assert live.share().is_background, "a spectator is nobody whom bots keep waiting"
        mixed, _ = await ada.create("kariba", ["person", "random"])
        live = await server.hub.table(mixed)
        async with server.raw(ada.token, mixed):
            assert live.share() == Share("127.0.0.1", mixed, is_background=False)
        async with asyncio.timeout(LONG):
            while live.connections:  # until the server knows that the socket is closed
                await asyncio.sleep(0.01)
        assert live.share().is_background


@in_loop
async def test_after_a_restart_the_first_who_comes_is_charged(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", ["person", "person"])
    async with serving(sqlite_url) as server:
        live = await server.hub.table(table)
        assert live.share().address == ""
        async with server.raw(ada.token, table):
            assert live.share().address == "127.0.0.1"
