"""Bots that think in a player's browser: where, with which questions, and what happens where they cannot."""

import contextlib
import random
from dataclasses import replace

import pytest

from tests.server.desks import ADA, BEN, Desk
from tests.server.loops import in_loop
from tests.server.running import LONG, browsing, serving
from tests.server.test_from_positions import ACTIONS
from waterside import protocol
from waterside.bots import Question, make_bot
from waterside.bots.endings import may_be_solved
from waterside.bots.modules import module
from waterside.core.registry import game
from waterside.server.domain.commands.games import acted
from waterside.server.live.thinking import is_one_players_alone
from waterside.server.ops.settings import Settings

pytestmark = pytest.mark.slow
WITHOUT_BOTS = Settings(bots=0, bot_pause=0.0, page_time=LONG).without_rates()
WITH_BOTS = replace(WITHOUT_BOTS, bots=1)
LEVEL = "casual"


@pytest.fixture(scope="module", autouse=True)
def built():
    """The module is there."""
    module(game("kariba"))


class Alone:
    """A player at a table that goes on from a position, against a bot that acts first."""

    def __init__(self, server, table, link, socket, web):
        self.server, self.table, self.link = server, table, link
        self.socket, self.web = socket, web

    async def asked(self):
        """The ticket that comes next."""
        return (await self.socket.until(lambda told: told["type"] == "think"))["ticket"]

    async def moved(self):
        """The bot's move, which comes next."""

        def is_move(told):
            return any(
                one.get("seat") == 1 for one in told.get("log", ()) if one["kind"] == "acted"
            )

        return await self.socket.until(is_move)

    async def play(self, told):
        """Plays the first action there is, after what was told last."""
        action = self.position.legal()[0]
        await self.socket.send(type="play", action=action, at=told["number"])

    def address(self, ticket, table=None):
        return f"/api/tables/{table or self.table}/thinking/{ticket}"

    async def question(self, ticket):
        answer = await self.web.get(self.address(ticket))
        answer.raise_for_status()
        assert answer.headers["cache-control"] == "no-store"
        return answer.json()

    async def answer(self, ticket, considered, **more):
        return await self.web.post(self.address(ticket), json={"considered": considered}, **more)

    def answers(self):
        """How many moves of bots were thought out by pages, and by the server."""
        counted = self.server.hub.metrics.bot_answers.labels
        return [counted(by)._value.get() for by in ("page", "server")]

    @property
    def round(self):
        return self.server.hub.in_memory(self.table).table.round

    @property
    def position(self):
        return self.round.position


@contextlib.asynccontextmanager
async def alone(server, name="Ada", level=LEVEL, thinks=True, **wishes):
    """A player whose bot is to act."""
    wishes.setdefault("actions", ACTIONS)
    async with server.client(name) as client:
        table, link = await client.create("kariba", [level, "person"], sit=None, **wishes)
        headers = {"authorization": f"Bearer {client.token}"}
        async with (
            server.raw(client.token, table, hello=False) as socket,
            browsing(base_url=server.url, headers=headers) as web,
        ):
            await socket.ask(type="hello", version=protocol.VERSION, thinks=thinks)
            await socket.send(type="sit", seat=2)
            yield Alone(server, table, link, socket, web)


def found_by(level, asked):
    """What a bot finds to whom the same question is put, and it as a page sends it."""
    options = game("kariba").resolve(2, {})
    state = bytes.fromhex(asked["state"])
    question = Question("kariba", 2, options, asked["seat"], state, 1, seed=asked["seed"])
    answer = make_bot(level).answer(question)
    numbers = {text: int(number) for number, text in asked["actions"].items()}
    sent = [[numbers[one.action], one.visits, one.value, one.error] for one in answer.considered]
    return answer, sent


@pytest.mark.parametrize("level", ["beginner", "casual", "club"])
@in_loop
async def test_a_bot_plays_what_its_players_page_has_found_as_it_would_have_itself(
    level, sqlite_url
):
    async with serving(sqlite_url, WITHOUT_BOTS) as server, alone(server, level=level) as player:
        for turns in (1, 2, 3):
            ticket, before = await player.asked(), player.position
            asked = await player.question(ticket)
            assert asked["seat"] == 1
            assert bytes.fromhex(asked["state"]) == before.seen_by(1).held
            expected, sent = found_by(level, asked)
            random.Random(turns).shuffle(sent)
            assert (await player.answer(ticket, sent)).status_code == 204
            told = await player.moved()
            assert player.round.actions[before.number] == expected.action
            assert player.answers() == [turns, 0]
            await player.play(told)


@in_loop
async def test_a_page_is_sent_a_ticket_and_nothing_that_the_bot_knows(sqlite_url):
    async with serving(sqlite_url, WITHOUT_BOTS) as server, alone(server) as player:
        told = await player.socket.until(lambda told: told["type"] == "think")
        assert set(told) == {"type", "number", "ticket"}


@in_loop
async def test_a_ticket_is_good_for_its_table_its_turn_and_its_player(sqlite_url):
    async with (
        serving(sqlite_url, WITHOUT_BOTS) as server,
        alone(server) as player,
        alone(server, "Ben") as other,
    ):
        ticket, others = await player.asked(), await other.asked()
        _, sent = found_by(LEVEL, await player.question(ticket))
        async with server.client("Eve") as eve:
            await eve.join(player.link)
            spectator = {"authorization": f"Bearer {eve.token}"}
            nobody = {"authorization": ""}
            foreign = {"origin": "https://elsewhere.example"}
            for method in ("GET", "POST", "DELETE"):
                body = {"json": {"considered": sent}} if method == "POST" else {}
                for status, address, headers in (
                    (404, player.address(others), {}),
                    (403, player.address(others, other.table), {}),
                    (404, player.address(ticket[::-1]), {}),
                    (422, player.address("x"), {}),
                    (404, player.address(ticket), spectator),
                    (401, player.address(ticket), nobody),
                    *([(403, player.address(ticket), foreign)] if method != "GET" else []),
                ):
                    refused = await player.web.request(method, address, headers=headers, **body)
                    assert refused.status_code == status, (method, address, headers)
        assert player.answers() == [0, 0]
        assert (await player.answer(ticket, sent)).status_code == 204
        assert (await player.answer(ticket, sent)).status_code == 404
        told = await player.moved()
        await player.play(told)
        later = await player.asked()
        assert later != ticket
        assert (await player.web.get(player.address(ticket))).status_code == 404
        assert (await player.answer(ticket, sent)).status_code == 404
        await player.question(later)


BAD = {
    "an action that is not legal": (400, "[[999, 1, 0.5, 0.1]]"),
    "an action twice": (400, "[[NUMBER, 1, 0.5, 0.1], [NUMBER, 1, 0.5, 0.1]]"),
    "no action visited": (400, "[[NUMBER, 0, 0.5, 0.1]]"),
    "no action at all": (422, "[]"),
    "a value that is no number": (422, "[[NUMBER, 1, NaN, 0.1]]"),
    "a value beyond all values": (422, "[[NUMBER, 1, 1e300, 0.1]]"),
    "no list": (422, "7"),
}


@pytest.mark.parametrize("what", BAD)
@in_loop
async def test_an_answer_that_cannot_be_is_refused(what, sqlite_url):
    status, considered = BAD[what]
    async with serving(sqlite_url, WITHOUT_BOTS) as server, alone(server) as player:
        ticket = await player.asked()
        number = next(iter((await player.question(ticket))["actions"]))
        body = f'{{"considered": {considered.replace("NUMBER", number)}}}'
        refused = await player.web.post(
            player.address(ticket), content=body, headers={"content-type": "application/json"}
        )
        assert refused.status_code == status
        assert player.answers()[0] == 0
        gone = await player.web.get(player.address(ticket))
        assert gone.status_code == (404 if status == 400 else 200)


async def refuses(player, ticket):
    answer = await player.answer(ticket, [[999, 1, 0.5, 0.1]])
    assert answer.status_code == 400


async def gives_back(player, ticket):
    assert (await player.web.delete(player.address(ticket))).status_code == 204


async def closes(player, ticket):
    await player.socket.plain.close()


@pytest.mark.parametrize("fails", [refuses, gives_back, closes])
@in_loop
async def test_where_a_page_fails_the_servers_bot_plays_and_asks_it_no_more(fails, sqlite_url):
    async with serving(sqlite_url, WITH_BOTS) as server, alone(server) as player:
        await fails(player, await player.asked())
        token = player.web.headers["authorization"].removeprefix("Bearer ")
        async with server.raw(token, player.table, hello=False) as again:
            await again.send(type="hello", version=protocol.VERSION)
            told = await again.until(lambda told: (told.get("game") or {}).get("actor") == 2)
            assert player.answers() == [0, 1]
            action = player.position.legal()[0]
            await again.send(type="play", action=action, at=told["number"])
            told = await again.until(lambda told: (told.get("game") or {}).get("actor") == 2)
            assert player.answers() == [0, 2]
            await again.ask(type="hello", version=protocol.VERSION, thinks=True)
            action = player.position.legal()[0]
            await again.send(type="play", action=action, at=told["number"])
            await again.until(lambda told: told["type"] == "think")


@in_loop
async def test_where_a_page_does_not_answer_in_time_the_servers_bot_plays(sqlite_url):
    at_once = replace(WITH_BOTS, page_time=-1.0)
    async with serving(sqlite_url, at_once) as server, alone(server) as player:
        ticket = await player.asked()
        told = await player.moved()
        assert player.answers() == [0, 1]
        assert (await player.web.get(player.address(ticket))).status_code == 404
        await player.play(told)
        await player.moved()
        assert player.answers() == [0, 2]


@in_loop
async def test_a_question_ends_with_its_turn(sqlite_url):
    async with serving(sqlite_url, WITHOUT_BOTS) as server, alone(server) as player:
        ticket = await player.asked()
        _, sent = found_by(LEVEL, await player.question(ticket))
        assert (await player.answer(ticket, sent)).status_code == 204
        await player.play(await player.moved())
        ticket = await player.asked()
        at = player.server.hub.in_memory(player.table).table.number
        await player.socket.send(type="takeback", at=at, id=1)
        await player.socket.until(lambda told: (told.get("game") or {}).get("actor") == 2)
        assert (await player.web.get(player.address(ticket))).status_code == 404


@pytest.mark.parametrize(
    "different", [{"thinks": False}, {"actions": []}, {"public": True}, {"level": "random"}]
)
@in_loop
async def test_elsewhere_the_servers_bots_think(different, sqlite_url):
    async with serving(sqlite_url, WITH_BOTS) as server, alone(server, **different) as player:
        told = await player.socket.until(
            lambda told: told["type"] == "think" or (told.get("game") or {}).get("actor") == 2
        )
        assert told["type"] != "think"
        assert player.answers()[0] == 0


def played_on(seats, actions=ACTIONS, people=((ADA, 2),), **wishes):
    """A table that goes on from a position, after these people have sat down."""
    desk = Desk("kariba", seats, sit=None, actions=actions, **wishes)
    for who, seat in people:
        desk.do(who, protocol.Sit(seat=seat))
    return desk


def test_a_table_is_one_players_alone_with_bots_from_a_position_until_that_game_is_over():
    desk = played_on(["casual", "person"])
    assert is_one_players_alone(desk.table)
    while not desk.table.round.reason:
        legal = desk.table.round.position.legal()
        desk.take(acted(desk.table, desk.table.round.actor, legal[0], None))
    desk.do(ADA, protocol.Rematch())
    assert not is_one_players_alone(desk.table), "the next game begins at the start"


@pytest.mark.parametrize(
    ("seats", "people", "wishes"),
    [
        (["person", "person"], [(ADA, 1), (BEN, 2)], {}),
        (["casual", "casual"], [], {}),
        (["casual", "person"], [(ADA, 2)], {"actions": []}),
        (["casual", "person"], [(ADA, 2)], {"public": True}),
        (["casual", "person"], [], {}),
    ],
)
def test_other_tables_are_not_one_players_alone(seats, people, wishes):
    assert not is_one_players_alone(played_on(seats, people=people, **wishes).table)


def test_a_seat_that_a_bot_plays_for_a_player_is_not_a_bots():
    desk = Desk(
        "kariba",
        ["person", "casual", "casual"],
        actions=[f"draw {one}" for one in (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5)],
    )
    assert is_one_players_alone(desk.table)
    desk.do(ADA, protocol.Resign(at=desk.table.number))
    assert not is_one_players_alone(desk.table)


@in_loop
async def test_an_ending_that_can_be_solved_is_the_servers(sqlite_url):
    rng, position = random.Random(3), game("kariba").new(2)
    while not (position.actor == 1 and len(position.legal()) > 1 and may_be_solved(position)):
        position = position.play(rng.choice(position.legal_actions()))
        assert not position.is_over
    async with (
        serving(sqlite_url, WITHOUT_BOTS) as server,
        alone(server, level="expert", actions=position.history()) as player,
    ):
        told = await player.socket.until(
            lambda told: told["type"] == "think" or len((told.get("game") or {}).get("legal", ()))
        )
        assert told["type"] != "think"
