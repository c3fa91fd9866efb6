"""Pages that think by themselves: what they are sent, to whom, and what happens where they cannot."""

import asyncio
import gzip
import logging
import random
from types import SimpleNamespace

import pytest

from tests.server.desks import BOTS
from tests.server.loops import in_loop
from tests.server.running import QUICK, browsing, serving, two_players
from tests.server.test_secrets import COUNTS, PEOPLE, Heard, desk_with, worlds_apart
from waterside import protocol
from waterside.bots import Pool, Question, make_bot, page_search
from waterside.bots.levels import THINKING_MS
from waterside.bots.modules import module, weights_file, without_weights
from waterside.bots.pool import ALONE
from waterside.bots.search import SearchBot
from waterside.core.registry import all_games, game
from waterside.protocol import Phase, Refusal, SearchQuestion
from waterside.server.live import modules
from waterside.server.live.advice import advice
from waterside.server.live.modules import Modules
from waterside.server.live.table import LiveTable
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.settings import Settings

pytestmark = pytest.mark.slow
SETTINGS = Settings(bots=0, hint_level="club").without_rates()
HINT_SEED = bytes([1, 2, 3, 4])


@pytest.fixture(scope="module", autouse=True)
def built():
    """All modules are there."""
    for kind in all_games().values():
        module(kind)


def live(table, found):
    """A table whose pages find modules, and whose bots' seeds are known."""
    alone = SimpleNamespace(elsewhere=lambda table: frozenset(), changed=lambda live: None)
    hub = SimpleNamespace(
        presence=alone, settings=SETTINGS, hint_level="club", closing=False, known_levels=BOTS,
        metrics=Metrics(), now=lambda: 0.0, clock=lambda: 0.0, modules=found,
        randbytes=lambda count: HINT_SEED[:count],
    )  # fmt: skip
    return LiveTable(hub, table)


async def asked_in(table, found):
    """The question that the player to act is sent, as text."""
    here = live(table, found)
    connection = Heard(table.actor().identity)
    here.connections.add(connection)
    here.bots.hint(connection, protocol.Hint(id=1, at=table.number, own=True))
    await asyncio.gather(*here.bots._tasks)
    return connection.texts


@pytest.mark.parametrize(("name", "players"), COUNTS)
@in_loop
async def test_a_question_is_the_same_in_worlds_the_player_cannot_tell_apart(name, players):
    rng = random.Random(f"{name} {players}")
    found = Modules()
    different = 0
    for moves in (0, 3, 7, 12):
        desk = desk_with(name, players, rng)
        for _ in range(moves):
            if desk.table.phase is Phase.PLAYING:
                action = rng.choice(desk.table.round.position.legal())
                who = desk.table.actor().identity
                desk.do(who, protocol.Play(action=action, at=desk.table.number))
        if desk.table.phase is not Phase.PLAYING:
            continue
        seat = desk.table.actor().number
        assert desk.table.actor().identity == PEOPLE[seat - 1]
        here, there = worlds_apart(desk, seat, rng.getrandbits(40))
        texts = await asked_in(here, found)
        assert texts == await asked_in(there, found)
        different += here.round.position != there.round.position
        told = protocol.read_reply.validate_json(texts[0])
        if told.type == "question":
            known = here.round.position.seen_by(seat)
            assert bytes.fromhex(told.question.state) == known.held
            assert sorted(told.question.actions.values()) == sorted(known.legal())
    if name in ("kariba", "splash"):
        assert different >= 3, "worlds must really have differed"


@in_loop
async def test_only_the_player_to_act_gets_a_question_and_only_where_hints_are_allowed(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server:
        for allowed in (True, False):
            stack, table, ada, ben = await two_players(server, public=True, hints=allowed)
            async with stack, server.client("Eve") as eve:
                await ben.sit()
                await ada.until(lambda seen: seen.phase is Phase.PLAYING)
                at = ada.seen.view.number
                actor = ada.seen.view.game.actor
                answers = {}
                for name, token in (
                    ("Ada", ada.client.token), ("Ben", ben.client.token), ("Eve", eve.token),
                ):  # fmt: skip
                    async with server.raw(token, table) as raw:
                        await raw.send(type="hint", at=at, own=True, id=7)
                        answers[name] = await raw.until(lambda told: told.get("id") == 7)
                first, other = ("Ada", "Ben") if actor == 1 else ("Ben", "Ada")
                assert answers["Eve"]["code"] == Refusal.NOT_ALLOWED
                assert answers[other]["code"] == Refusal.NOT_YOUR_TURN
                if allowed:
                    assert answers[first]["type"] == "question"
                    assert answers[first]["question"]["seat"] == actor
                else:
                    assert answers[first]["code"] == Refusal.NOT_ALLOWED


@in_loop
async def test_files_lie_under_addresses_that_change_with_them(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        for kind in all_games().values():
            places = await server.hub.modules.places(kind.name)
            expected = {
                "module": without_weights(module(kind)), "weights": weights_file(kind).read_bytes(),
            }  # fmt: skip
            for what, content in expected.items():
                answer = await web.get(places[what])
                assert answer.content == content
                assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
                assert answer.headers["content-encoding"] == "gzip"
                plain = await web.get(places[what], headers={"accept-encoding": "identity"})
                assert plain.content == content
                _, _, digest, name = places[what].split("/")
                other = f"/modules/{digest[::-1]}/{name}"
                assert (await web.get(other)).status_code == 404
            assert (await web.get(places["module"])).headers["content-type"] == "application/wasm"
        for nothing in ("/modules/0/chess.wasm", "/modules/0/kariba", "/modules/0/kariba.py"):
            assert (await web.get(nothing)).status_code == 404


@in_loop
async def test_the_policy_allows_modules_and_workers_and_nothing_more(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        for address in ("/", "/position", "/static/x/script/search.js"):
            policy = (await web.get(address)).headers["content-security-policy"].split("; ")
            assert "script-src 'self' 'wasm-unsafe-eval'" in policy
            assert "worker-src 'self'" in policy
            assert "unsafe" not in "".join(policy).replace("'wasm-unsafe-eval'", "")


@in_loop
async def test_bots_answer_where_there_is_no_module_and_none_can_be_built(
    sqlite_url, monkeypatch, caplog
):
    monkeypatch.setattr(modules, "known_module", lambda kind: None)
    monkeypatch.setenv("WATERSIDE_INTERPRETED", "1")
    settings = Settings(bots=1, hint_level="beginner").without_rates()
    async with serving(sqlite_url, settings) as server:
        with caplog.at_level(logging.WARNING):
            for _ in range(2):
                stack, table, ada, ben = await two_players(server)
                async with stack:
                    await ben.sit()
                    await ada.until(lambda seen: seen.phase is Phase.PLAYING)
                    actor = (ada, ben)[ada.seen.view.game.actor - 1]
                    async with server.raw(actor.client.token, table) as raw:
                        await raw.send(type="hint", at=ada.seen.view.number, own=True, id=7)
                        told = await raw.until(lambda told: told.get("id") == 7)
                    assert told["type"] == "hint"
                    assert told["considered"]
    said = [one for one in caplog.messages if "pages cannot think by themselves" in one]
    assert len(said) == 1
    assert "WATERSIDE_INTERPRETED is set" in said[0]


@in_loop
async def test_a_module_that_is_missing_is_built_by_another_process(monkeypatch):
    looked = iter([None])
    monkeypatch.setattr(modules, "known_module", lambda kind: next(looked))
    found = Modules()
    assert await found.places("kariba") is None
    await asyncio.gather(*found._building.values())
    places = await found.places("kariba")
    digest = places["module"].split("/")[2]
    file = await found.file(digest, "kariba.wasm")
    assert gzip.decompress(file.compressed) == without_weights(module(game("kariba")))


@in_loop
async def test_a_process_that_fails_is_told_of_and_bots_go_on(monkeypatch, caplog):
    monkeypatch.setattr(modules, "known_module", lambda kind: None)
    monkeypatch.setenv("WATERSIDE_INTERPRETED", "1")
    monkeypatch.setenv("WATERSIDE_CACHE", "/nowhere")
    monkeypatch.setattr(modules, "compiler_missing", lambda: None)
    found = Modules()
    with caplog.at_level(logging.WARNING):
        assert await found.places("kariba") is None
        await asyncio.gather(*found._building.values())
    assert await found.places("kariba") is None
    assert "WATERSIDE_INTERPRETED is set" in caplog.text


@in_loop
async def test_an_ending_is_solved_by_the_server():
    position = game("kariba").new(2)
    rng = random.Random(3)
    while len(position.legal_actions()) > 1 or position.actor == "chance":
        legal = position.legal_actions()
        position = position.play(rng.choice(legal))
        if isinstance(position.actor, int) and len(position.legal_actions()) > 1:
            question = Question.of(position, seed=1)
            exact = page_search.solved(page_search.solve_order(question, "expert"), lambda: False)
            if exact:
                break
    else:
        raise AssertionError("a game that has an ending")
    with Pool(workers=1) as pool:
        hub = SimpleNamespace(
            hint_level="expert", modules=Modules(), settings=QUICK, pool_for=lambda name: pool
        )
        found = await advice(hub, question, ALONE, own=True)
        assert found.facts["exact"]
        assert found.considered == make_bot("expert").answer(question).considered
        early = Question.of(started("kariba"), seed=1)
        assert isinstance(await advice(hub, early, ALONE, own=True), SearchQuestion)


def started(name):
    """The first decision of a game."""
    position = game(name).new()
    while position.actor == "chance":
        position = position.play(position.legal_actions()[0])
    return position


def test_a_level_thinks_as_long_in_a_page_as_elsewhere():
    for kind in all_games().values():
        question = Question.of(started(kind.name), seed=5)
        levels = kind.evaluation.levels
        for level in ("beginner", "casual", "club", "expert"):
            order = page_search.order(question, level)
            iterations = levels[level].iterations
            assert order["iterations"] == max(1, iterations)
            assert (order.get("settings") == page_search.ONE_AHEAD) == (iterations == 0)
        assert page_search.order(question, "master")["ms"] == THINKING_MS
        assert page_search.order(question, "master:ms=60")["ms"] == 60


def test_a_search_by_time_has_the_same_settings_in_a_page_as_elsewhere():
    timed = {}
    for kind in all_games().values():
        timed[kind.name] = dict(kind.evaluation.timed_parameters)
        question = Question.of(started(kind.name), seed=5)
        assert page_search.order(question, "master")["settings"] == timed[kind.name]
        assert "settings" not in page_search.order(question, "expert")
        assert SearchBot(ms=60).parameters_for(kind) == timed[kind.name]
        assert SearchBot(iterations=8).parameters_for(kind) == {}
    assert timed["splash"]["temper"] > game("splash").evaluation.search_parameters["temper"]
    assert SearchBot(ms=60, temper=0.5).parameters_for(game("splash"))["temper"] == 0.5


def test_a_level_without_the_learned_evaluation_thinks_as_long_in_a_page_as_elsewhere(monkeypatch):
    monkeypatch.setattr(page_search, "effort_of", lambda level, kind: None)
    for kind in all_games().values():
        question = Question.of(started(kind.name), seed=5)
        assert page_search.order(question, "club")["iterations"] == kind.heuristics.club
        assert page_search.order(question, "expert")["ms"] == 250
        assert page_search.order(question, "master")["ms"] == THINKING_MS
