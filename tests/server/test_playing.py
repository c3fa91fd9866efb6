"""Whole games over real sockets, with the client that we offer."""

import asyncio
import os
import random
import signal

import pytest

from tests.server.loops import in_loop
from tests.server.running import seeded, serving, two_players
from waterside import fairness
from waterside.bots import make_bot
from waterside.client import play_async
from waterside.client.bot import play_on
from waterside.core.record import Record
from waterside.core.registry import all_games
from waterside.protocol import Phase

COUNTS = [
    (name, players)
    for name, game in all_games().items()
    for players in range(game.seats[0], game.seats[1] + 1)
]
SHORT = {"cromado": {"turn_limit": 12}, "crocodile": {"patience": 10}}


def short(name):
    """Options with which a game of random moves does not take long."""
    known = {option.name for option in all_games()[name].options}
    return {option: value for option, value in SHORT.get(name, {}).items() if option in known}


class Chooser:
    """A bot without a process, for tests."""

    def __init__(self, seed):
        self.name = f"chooser {seed}"
        self._bot = make_bot("random")
        self._rng = random.Random(seed)

    def answer(self, question, stop=lambda: False):
        return self._bot.answer(question, stop)


@pytest.mark.parametrize(("name", "players"), COUNTS)
@in_loop
async def test_every_game_and_count_is_played_to_its_end_by_clients(name, players, tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db") as server, server.client("Ada") as ada:
        seats = ["person"] * players
        table, link = await ada.create(name, seats, options=short(name))
        others = [
            play_async(link, Chooser(seat), randbytes=seeded(seat))
            for seat in range(2, players + 1)
        ]
        async with ada.table(table) as mine:
            *_, seen = await asyncio.gather(*others, play_on(mine, Chooser(1)))
        assert seen.phase is Phase.BETWEEN
        record = Record.loads(await ada.record(table))
        assert seen.winners == record.position().winners()
        assert fairness.verify(record).is_fair
        assert record.seats[1] == "Ada"
        assert server.errors() == 0


@in_loop
async def test_a_series_with_bots_of_the_server_is_played_through(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db") as server, server.client("Ada") as ada:
        table, _ = await ada.create("splash", ["person", "random", "random"], series=2)
        async with ada.table(table) as mine:
            seen = await play_on(mine, Chooser(1))
        assert (seen.view.series.played, seen.view.series.over) == (2, True)
        answer = await ada.ask("GET", f"/api/tables/{table}/verify?game=1")
        assert answer["fair"]
        assert server.errors() == 0


@in_loop
async def test_a_bot_whose_process_is_killed_is_asked_again(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db") as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", ["person", "random"])
        async with ada.table(table) as mine:
            for _ in range(3):
                seen = await mine.until(lambda seen: seen.is_my_turn)
                for process in server.hub.pool().processes():
                    os.kill(process, signal.SIGKILL)
                await mine.play(seen.legal[0])
            await mine.until(lambda seen: seen.is_my_turn)
        assert server.errors() == 0


@in_loop
async def test_everybody_is_told_the_same_game_in_their_own_words(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db") as server:
        stack, _, ada, ben = await two_players(server)
        async with stack:
            await ben.sit()
            seen = await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            mover, other = (ada, ben) if seen.is_my_turn else (ben, ada)
            await mover.play(mover.seen.legal[0])
            number = mover.seen.number
            await other.until(lambda seen: seen.number == number)
            assert mover.seen.log[0].text.startswith("You play")
            assert other.seen.log[0].text.startswith(f"{mover.client.name} plays")
            assert "You draw" in mover.seen.log[1].text
            assert other.seen.log[1].action is None


async def whole_story(client, table):
    """All that a client can read of a table's past, page by page."""
    told, after = [], 0
    while after is not None:
        page = await client.ask("GET", f"/api/tables/{table}/log?after={after}&limit=7")
        told += page["log"]
        after = page["next"]
    assert await client.ask("GET", f"/api/tables/{table}/log") == {"log": told, "next": None}
    return told


@pytest.mark.parametrize("name", ["kariba", "splash"])
@in_loop
async def test_the_story_is_all_that_was_told_and_nothing_else(name, tmp_path):
    async with (
        serving(f"sqlite:///{tmp_path}/tables.db") as server,
        server.client("Ada") as ada,
        server.client("Ben") as ben,
    ):
        table, link = await ada.create(name, ["person", "person"], options=short(name))
        await ben.join(link)
        async with ada.table(table) as mine, ben.table(table) as other:
            await other.sit()
            await asyncio.gather(play_on(mine, Chooser(1)), play_on(other, Chooser(2)))
        stories = []
        for client in (ada, ben):
            story = await whole_story(client, table)
            recent = (await client.ask("GET", f"/api/tables/{table}"))["log"]
            numbers = {entry["number"] for entry in recent}
            again = [entry["text"] for entry in story if entry["number"] in numbers]
            assert again == [entry["text"] for entry in recent]
            assert story[0]["kind"] == "created"
            stories.append([entry["text"] for entry in story])
        assert len(stories[0]) == len(stories[1])
        assert stories[0] != stories[1]
        acted = {entry["seat"] for entry in story if entry["kind"] == "acted"}
        for seat, texts in enumerate(stories, start=1):
            assert any(text.startswith("You ") for text in texts) == (seat in acted)
        assert acted
        assert server.errors() == 0
