"""Players whose connection is lost: absence is measured from then on, by a clock that never jumps."""

import contextlib
import dataclasses
import time

from tests.server.loops import in_loop
from tests.server.running import QUICK, Clock, serving, two_players
from waterside import protocol
from waterside.protocol import Phase, Refusal

SETTINGS = dataclasses.replace(QUICK, away_grace=0.0)
LIMIT = 10


@contextlib.asynccontextmanager
async def abandoned(server, clock, thinking):
    """Ben's socket at a table where Ada thinks for some time and then loses her connection."""
    stack, table, first, second = await two_players(server, away_limit=LIMIT)
    async with stack:
        await second.sit()
        await first.until(lambda seen: seen.phase is Phase.PLAYING)
        clock.now += thinking
        await first.__aexit__(None, None, None)
        async with server.raw(second.client.token, table) as ben:
            yield table, ben


async def answer(ben, message_id):
    """What Ben is answered when he wants to end the game."""
    await ben.send(type="end", id=message_id)
    told = await ben.until(lambda told: told.get("id") == message_id)
    return told.get("code") or told["type"]


async def is_marked(ben):
    """Waits until Ben is told that Ada is away."""

    def marked(told):
        return any(seat["away_since"] for seat in told.get("seats") or ())

    view = await ben.ask(type="hello", version=protocol.VERSION)
    if not marked(view):
        await ben.until(marked)


@in_loop
async def test_thinking_for_long_before_the_connection_is_lost_is_no_absence(sqlite_url):
    clock = Clock()
    async with (
        serving(sqlite_url, SETTINGS, clock=clock) as server,
        abandoned(server, clock, thinking=LIMIT + 2) as (_, ben),
    ):
        assert await answer(ben, 1) == Refusal.NOT_NOW
        await is_marked(ben)
        assert await answer(ben, 2) == Refusal.NOT_NOW
        clock.now += LIMIT - 1
        assert await answer(ben, 3) == Refusal.NOT_NOW
        clock.now += 1
        assert await answer(ben, 4) == "update"


@in_loop
async def test_a_connection_that_is_lost_for_a_moment_is_no_absence(sqlite_url):
    clock = Clock()
    async with (
        serving(sqlite_url, clock=clock) as server,
        abandoned(server, clock, thinking=LIMIT + 2) as (_, ben),
    ):
        view = await ben.ask(type="hello", version=protocol.VERSION)
        if view["seats"][0]["present"]:
            view = await ben.until(lambda told: told.get("seats"))
        seat = view["seats"][0]
        assert (seat["present"], seat["away_since"]) == (False, None), "nobody is called away yet"
        assert await answer(ben, 1) == Refusal.NOT_NOW


@in_loop
async def test_a_computer_whose_clock_is_set_calls_nobody_away(sqlite_url, monkeypatch):
    clock = Clock()
    async with (
        serving(sqlite_url, SETTINGS, clock=clock) as server,
        abandoned(server, clock, thinking=0) as (_, ben),
    ):
        await is_marked(ben)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + 3600)
        assert await answer(ben, 1) == Refusal.NOT_NOW


@in_loop
async def test_after_a_restart_players_have_their_time_to_come_back(sqlite_url):
    clock = Clock()
    async with (
        serving(sqlite_url, SETTINGS, clock=clock) as server,
        abandoned(server, clock, thinking=0) as (table, ben),
    ):
        await is_marked(ben)
        token = ben.plain.request.headers["Authorization"].split()[1]
    clock.now += 10 * LIMIT
    async with (
        serving(sqlite_url, SETTINGS, clock=clock) as server,
        server.raw(token, table) as ben,
    ):
        assert await answer(ben, 1) == Refusal.NOT_NOW
        clock.now += LIMIT
        assert await answer(ben, 2) == "update"


@in_loop
async def test_a_player_who_is_missing_when_a_game_starts_is_marked_as_away(sqlite_url):
    clock = Clock()
    async with serving(sqlite_url, SETTINGS, clock=clock) as server:
        stack, table, first, second = await two_players(
            server, seats=("person", "person", "person"), away_limit=LIMIT
        )
        async with stack:
            await second.sit()
            await second.__aexit__(None, None, None)
            async with server.raw(first.client.token, table) as ada:
                await ada.send(type="assign", seat=3, kind="bot", level="random", id=1)
                await ada.until(lambda told: told.get("id") == 1)
                await is_marked(ada)
                clock.now += LIMIT
                assert await answer(ada, 2) == "update"
