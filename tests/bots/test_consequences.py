"""What an action leads to: from what the player knows, in the game's own words."""

import asyncio
import json
import random
from dataclasses import replace

import pytest

from tests.test_third_party import pebbles as pebbles
from tests.test_third_party import python
from waterside.bots import Question, make_bot
from waterside.bots.bot import Answer, Considered
from waterside.bots.consequences import (
    FEW_WORLDS,
    JUDGE,
    OFTEN,
    PLAIN,
    TASK,
    WORLDS,
    Consequence,
    Consequences,
    StoppedError,
    answered_by,
    by_chance,
    consequences,
    explained,
    order,
)
from waterside.core.position import Position
from waterside.core.registry import game
from waterside.engine.rng import generator
from waterside.server.tab.bots import TabBots
from waterside.text.language import LANGUAGES, speaker
from waterside.text.reasons import reasons

GAMES = [("kariba", 2), ("kariba", 3), ("crocodile", 2), ("splash", 4), ("cromado", 2)]


def positions_of(name, players, seed, every=4):
    """Positions of a game of Beginners at which there is a choice."""
    rng, bot = random.Random(seed), make_bot("beginner")
    position = game(name).new(players)
    while not (position := by_chance(position, rng)).is_over and position.number < 200:
        question = Question.of(position, rng.getrandbits(30))
        answer = bot.answer(question)
        if position.number % every == 0 and len(answer.considered) > 1:
            yield position, question, [one.action for one in answer.considered]
        position = position.play(answer.action)


def found_at(question, action, other):
    return Consequences.from_bytes(explained(order(question, action, other), lambda: False))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_consequences_are_legal_seen_and_of_the_right_seats(name, players):
    kinds = set()
    for position, question, (action, other, *_) in positions_of(name, players, 1):
        found = found_at(question, action, other)
        for kind in ("threat", "reply", "given_up"):
            one = getattr(found, kind)
            if one is None:
                continue
            kinds.add(kind)
            assert (one.seat == question.seat) == (kind != "reply")
            assert -1 <= one.change <= 1
            assert (one.change > 0) == (kind != "reply")
            assert WORLDS / OFTEN <= one.times <= found.worlds
            there = Position(position.game, players, position.options, bytes.fromhex(one.state))
            assert there.actor == one.seat
            assert there.seen_by(question.seat).held == there.held
            if one.seat == question.seat:
                assert one.action in there.legal()
    assert kinds, "something must have stood out in a whole game"


@pytest.mark.parametrize(("name", "players"), [("kariba", 2), ("splash", 4)])
def test_worlds_that_differ_in_what_is_hidden_have_the_same_consequences(name, players):
    compared = 0
    for position, question, (action, other, *_) in positions_of(name, players, 7, every=3):
        seen = position.seen_by(question.seat)
        world = seen.imagine(generator(5, position.number))
        if world.held == position.held:
            continue
        compared += 1
        asked = replace(Question.of(world, question.seed), number=question.number)
        assert explained(order(asked, action, other), lambda: False) == explained(
            order(question, action, other), lambda: False
        )
    assert compared > 3


def hunter(question):
    """Judges actions by the cards they win at once."""
    seen = question.position()
    label = seen.game.text.label
    values = {
        action: 0.8 if "win" in label(seen, action, PLAIN) else 0.4 for action in seen.legal()
    }
    considered = [Considered(action, 1, value, 0.1) for action, value in values.items()]
    return Answer(considered[0].action, tuple(considered))


def test_what_is_threatened_and_allowed_is_what_the_judge_thinks_most_of():
    stood_out = 0
    for _, question, (action, other, *_) in positions_of("kariba", 2, 3):
        found = answered_by(hunter, consequences(question, action, other))
        for one in (found.threat, found.reply, found.given_up):
            if one is not None:
                stood_out += 1
                told = reasons(found, question.position(), other, ["Ada", "Ben"], speaker())
                assert any("win" in text for text in told)
    assert stood_out


def test_a_last_action_ends_the_game():
    for seed in range(20):
        for position, question, actions in positions_of("crocodile", 2, seed, every=1):
            ending = [action for action in actions if position.play(action).is_over]
            if ending:
                found = found_at(question, ending[0], None)
                assert found.ends
                told = reasons(found, question.position(), None, ["Ada", "Ben"], speaker("de"))
                assert told == ["Damit endet das Spiel."]
                return
    pytest.fail("no game ended with a choice")


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_said_in_every_language(language):
    _, question, (action, other, *_) = next(positions_of("kariba", 2, 1))
    seen = question.position()
    one = Consequence(question.seat, action, seen.held.hex(), 0.61, WORLDS)
    found = Consequences(WORLDS, threat=one, reply=replace(one, seat=2, times=3), given_up=one)
    say = speaker(language)
    told = reasons(found, seen, other, ["Ada", "Ben"], say)
    assert len(told) == 3
    label = seen.game.text.label(seen, action, say)
    assert all(label in text for text in told)
    assert "61%" in told[0].replace("\N{NARROW NO-BREAK SPACE}", "").replace("\xa0", "")
    assert "Ben" in told[1] and "3" in told[1]
    assert seen.game.text.label(seen, other, say) in told[2]
    quiet = reasons(Consequences(WORLDS), seen, other, ["Ada", "Ben"], say)
    assert len(quiet) == 1
    if language != "en":
        assert not any("threaten" in text for text in (*told, *quiet))


def test_a_tab_finds_what_a_server_finds():
    """Its questions go to the page's workers; here a bot answers in their place."""

    async def think(wanted):
        asked = json.loads(wanted)
        question = Question(
            asked["game"], asked["players"], {}, asked["seat"],
            bytes.fromhex(asked["state"]), 0, seed=asked["seed"],
        )  # fmt: skip
        answer = make_bot(JUDGE).answer(question)
        numbers = question.position().action_numbers
        return json.dumps(
            [[numbers[one.action], one.visits, one.value, one.error] for one in answer.considered]
        )

    for _, question, (action, other, *_) in positions_of("kariba", 2, 3, every=15):
        sent = order(question, action, other)
        found = asyncio.run(TabBots(think).work_async(TASK, sent, 30))
        assert found == explained(sent, lambda: False)


def test_a_game_of_somebody_else_explains_itself(pebbles):
    ended = python(
        """
        import waterside
        from waterside.bots import Question, make_bot
        from waterside.bots.consequences import JUDGE, answered_by, consequences
        from waterside.text.language import speaker
        from waterside.text.reasons import reasons
        position = waterside.game("pebbles").new(heap=6)
        question = Question.of(position, 1)
        first, second = position.legal()[:2]
        found = answered_by(make_bot(JUDGE).answer, consequences(question, first, second))
        for text in reasons(found, question.position(), second, ["Ada", "Ben"], speaker()):
            print(text)
        """
    )
    assert ended.returncode == 0, ended.stderr
    assert "It " in ended.stdout


def test_where_rules_are_not_compiled_fewer_worlds_are_looked_at(monkeypatch):
    _, question, (action, other, *_) = next(positions_of("kariba", 2, 1))
    kind = game("kariba")
    monkeypatch.setitem(kind.__dict__, "compiled", kind.interpreted)
    assert found_at(question, action, other).worlds == FEW_WORLDS


def test_what_is_no_longer_wanted_is_not_found_out():
    position = game("crocodile").new(setup="picture")
    given = order(Question.of(position, 1), *position.legal()[:2])
    with pytest.raises(StoppedError):
        explained(given, lambda: True)
