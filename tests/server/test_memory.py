"""Memory follows what is in use: a table that is put away dies at once, without a collector."""

import asyncio
import contextlib
import dataclasses
import gc
import weakref
from types import SimpleNamespace

import pytest

from tests.server.loops import in_loop
from tests.server.running import LONG, QUICK, serving, two_players
from waterside.protocol import VERSION, Phase
from waterside.server.live import hub as hub_module
from waterside.server.site.replays import KEPT, ReplayPages

SETTINGS = dataclasses.replace(QUICK, forget_after=0.05)


@contextlib.contextmanager
def no_collector():
    """Nothing but reference counts frees memory."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def eventually(holds):
    async with asyncio.timeout(LONG):
        while not holds():
            await asyncio.sleep(0.02)


async def parts_of(hub, table):
    """Weak references to a table in use and to what it is made of."""
    live = await hub.table(table)
    round_ = live.table.round
    parts = {
        "the live table": live,
        "the table": live.table,
        "what is broadcast": live.broadcast,
        "recent events": live.recent,
        "bots": live.bots,
        "absence": live.absence,
        "the position": round_.position if round_ else live.table,
    }
    return {name: weakref.ref(part) for name, part in parts.items()}


async def put_away(hub, references):
    """Waits until no table is in memory; what is still there then is named."""
    await eventually(lambda: hub.live_tables == 0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return [name for name, reference in references.items() if reference() is not None]


@pytest.mark.parametrize("scene", [False, True])
@in_loop
async def test_a_table_where_people_played_dies_when_it_is_put_away(sqlite_url, scene):
    async with serving(sqlite_url, SETTINGS) as server:
        with no_collector():
            stack, table, ada, ben = await two_players(server)
            async with stack:
                await ben.sit()
                await ada.until(lambda seen: seen.phase is Phase.PLAYING)
                async with server.raw(ada.client.token, table, hello=False) as raw:
                    await raw.ask(type="hello", version=VERSION, scene=scene)
                    await raw.ask(type="play", action="castle", at=1, id=1)
                    for _ in range(4):
                        mover, other = (ada, ben) if ada.seen.is_my_turn else (ben, ada)
                        await mover.play(mover.seen.legal[0])
                        await other.until(lambda seen, at=mover.seen.number: seen.number >= at)
                    references = await parts_of(server.hub, table)
                    await ada.resign()
            assert await put_away(server.hub, references) == []


@in_loop
async def test_a_table_where_bots_played_dies_when_it_is_put_away(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, server.client("Ada") as ada:
        with no_collector():
            table, _ = await ada.create("kariba", ["random"] * 2, sit=None)
            references = await parts_of(server.hub, table)
            assert await put_away(server.hub, references) == []
            again = await parts_of(server.hub, table)
            assert await put_away(server.hub, again) == []


@in_loop
async def test_only_some_tables_stay_in_memory_where_nobody_is(sqlite_url, monkeypatch):
    monkeypatch.setattr(hub_module, "MOST_UNUSED", 2)
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        tables = [(await ada.create("kariba", sit=None))[0] for _ in range(5)]
        async with server.raw(ada.token, tables[0]):
            server.hub._sweep_once()
            assert server.hub.all_in_memory() == [tables[0], *tables[-2:]]


@in_loop
async def test_a_table_that_is_closed_is_put_away_as_soon_as_nobody_is_there(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", sit=None)
        async with server.raw(ada.token, table) as raw:
            await raw.send(type="close", id=1)
            server.hub._sweep_once()
            assert server.hub.all_in_memory() == [table]
            await raw.plain.wait_closed()
        await eventually(lambda: not server.hub.in_memory(table).connections)
        server.hub._sweep_once()
        assert server.hub.live_tables == 0


def test_replays_in_memory_are_limited_by_their_length():
    class Long:
        def __init__(self, actions):
            self.record = SimpleNamespace(actions=[""] * actions)

    pages = ReplayPages(None, None, None)
    for number in range(100):
        pages.replays[f"{number}"] = Long(999)
    assert len(pages.replays) == 10
    pages.replays["longest"] = Long(10 * KEPT)
    assert list(pages.replays) == ["longest"]
