"""The learned evaluation: the same on every back end, files that say when they are wrong, bots that use it."""

import random
from dataclasses import replace

import numpy as np
import pytest

import waterside
from waterside.bots import Question, make_bot
from waterside.bots.modules import weights_file
from waterside.bots.weights import (
    Weights,
    WeightsError,
    interpreted,
    new_layers,
    read_weights,
)
from waterside.core.errors import InvalidValueError
from waterside.core.evaluation import calibrated
from waterside.engine.network import forward, seat_values
from waterside.engine.rng import generator

GAMES = ["crocodile", "cromado", "splash", "kariba"]


def decision(name, players=None, actions=0, seed=1):
    """A position some random decisions into a game, a player to act."""
    rng = random.Random(seed)
    position = waterside.game(name).new(players)
    while position.actor == "chance" or actions > 0:
        actions -= position.actor != "chance"
        position = position.play(rng.choice(position.legal_actions()))
        if position.is_over:
            return decision(name, players, 0, seed + 1)
    return position


def random_weights(game, width=16, narrow=8, seed=0):
    weights = Weights.zeros(game, width, narrow)
    rng = np.random.default_rng(seed)
    for array in weights.arrays:
        array[...] = rng.normal(0, 0.3, array.shape).astype(np.float16)
    return weights


def shares_interpreted(game, net, state, seat, players):
    layers = interpreted(new_layers(game, net))
    game.interpreted.build(forward)(game.view(state, 0), seat, players, interpreted(net), layers)
    return list(layers.shares[:players])


@pytest.mark.parametrize("name", GAMES)
def test_the_shares_of_all_seats_add_up(name):
    game = waterside.game(name)
    for players in range(game.seats[0], game.seats[1] + 1):
        net = random_weights(game).network(game, players)
        state = decision(name, players, 5).state
        shares = shares_interpreted(game, net, state, players - 1, players)
        assert min(shares) > 0
        assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_a_pass_is_the_same_interpreted_and_compiled(name):
    game = waterside.game(name)
    net = random_weights(game).network(game, 2)
    run = game.compiled.build(forward)
    layers = new_layers(game, net)
    for seed in range(4):
        state = decision(name, 2, 7, seed).state
        run(state[0], 1, 2, net, layers)
        assert shares_interpreted(game, net, state, 1, 2) == pytest.approx(
            list(layers.shares[:2]), abs=1e-5
        )


def test_weights_of_zero_say_the_equal_share():
    game = waterside.game("kariba")
    net = Weights.zeros(game, 8, 4).network(game, 3)
    state = decision("kariba", 3, 4).state
    out = [0.0] * 3
    layers = interpreted(new_layers(game, net))
    game.interpreted.build(seat_values)(game.view(state, 0), 3, interpreted(net), layers, out)
    assert out == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_brings_weights_that_fit_its_features(name):
    game = waterside.game(name)
    weights = read_weights(game)
    assert weights is not None
    assert len(weights.first) == game.evaluation.size
    assert weights.made["games"]
    assert weights_file(game).stat().st_size < 400_000


def test_a_file_gives_back_what_was_written():
    game = waterside.game("splash")
    weights = random_weights(game)
    weights.made = {"rounds": 3}
    again = Weights.from_bytes(weights.to_bytes(game), game)
    assert again.made == {"rounds": 3}
    for one, other in zip(weights.arrays, again.arrays, strict=True):
        assert np.array_equal(one, other)


def test_a_damaged_file_or_one_for_other_features_is_refused():
    splash, kariba = waterside.game("splash"), waterside.game("kariba")
    data = random_weights(splash).to_bytes(splash)
    for bad, why in (
        (data[:-1] + bytes([data[-1] ^ 1]), "damaged"),
        (data[:-2], "damaged"),
        (b"something else", "no file of weights"),
    ):
        with pytest.raises(WeightsError, match=why):
            Weights.from_bytes(bad, splash)
    with pytest.raises(WeightsError, match="features"):
        Weights.from_bytes(data, kariba)
    with pytest.raises(InvalidValueError, match="no such file"):
        make_bot("search:evaluation=nowhere.weights,ms=5").answer(
            Question.of(decision("kariba"), 1)
        )


@pytest.mark.parametrize("name", GAMES)
def test_the_instant_bot_considers_every_action(name):
    position = decision(name, actions=6)
    answer = make_bot("net").answer(Question.of(position, 1))
    assert sorted(one.action for one in answer.considered) == position.legal()
    assert answer.action == answer.considered[0].action
    assert all(0 <= one.value <= 1 for one in answer.considered)


@pytest.mark.parametrize("name", ["kariba", "splash"])
@pytest.mark.parametrize("spec", ["net", "search:iterations=100"])
def test_what_is_hidden_makes_no_difference(name, spec):
    found = 0
    for seed in range(6):
        position = decision(name, 3, actions=4, seed=seed)
        world = position.seen_by(position.actor).imagine(generator(seed))
        found += world != position
        question = replace(Question.of(position, 3), heard=None)
        bot = make_bot(spec)
        assert bot.answer(question).considered == bot.answer(Question.of(world, 3)).considered
    assert found > 2


def test_without_weights_a_game_is_searched_as_before(monkeypatch):
    from waterside.bots import search

    question = Question.of(decision("kariba", actions=4), 6)
    classic = make_bot("search:iterations=200,evaluation=classic").answer(question)
    monkeypatch.setattr(search, "read_weights", lambda game, path=None: None)
    bare = make_bot("search:iterations=200").answer(question)
    assert bare.considered == classic.considered


def test_the_network_takes_the_stack_to_the_bar_when_that_ends_the_game():
    from tests.rules.board_setup import pool

    position = pool("R2/Ys e12, R1 a5, Ys f2", player="R")
    answer = make_bot("search:iterations=1500,exact=0").answer(Question.of(position, 1))
    assert answer.action == "e12-bar"


def test_a_value_is_told_as_what_came_where_such_values_were_said():
    came = (0.0, 0.1, 0.4, 1.0)
    assert [calibrated(i / 3, came) for i in range(4)] == pytest.approx(came)
    assert calibrated(0.5, came) == pytest.approx(0.25)
    assert calibrated(0.5, ()) == 0.5


@pytest.mark.parametrize("name", GAMES)
def test_what_came_rises_with_what_was_said(name):
    game = waterside.game(name)
    for players, came in game.evaluation.calibration.items():
        assert game.seats[0] <= players <= game.seats[1]
        assert (len(came), came[0], came[-1]) == (21, 0.0, 1.0)
        assert list(came) == sorted(set(came))


def test_a_search_tells_its_values_as_they_are_meant():
    position = decision("splash", 2, 6)
    question = Question.of(position, seed=4)
    raw = make_bot("search:iterations=40,calibrated=0").answer(question)
    told = make_bot("search:iterations=40").answer(question)
    came = position.game.evaluation.calibration[2]
    assert [one.action for one in told.considered] == [one.action for one in raw.considered]
    assert [one.value for one in told.considered] == [
        calibrated(one.value, came) for one in raw.considered
    ]
    assert told.considered[0].value != raw.considered[0].value
