"""Training: what it learns from, that it learns, goes on where it stopped, and keeps the stronger weights."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

import waterside
from waterside.bots.weights import Weights, new_layers, read_weights, required_weights
from waterside.cli import main
from waterside.engine.network import forward
from waterside.simulate.ratings import Rate
from waterside.training import verdict as verdicts
from waterside.training.examples import Positions, examples_of
from waterside.training.generating import Generator, Playing
from waterside.training.learning import Learner, Learning, initial
from waterside.training.matches import Player, play_match
from waterside.training.report import write_report
from waterside.training.rounds import Plan, Training
from waterside.training.verdict import Verdict, install, judge

SMALL = Learning(width=8, narrow=4, epochs=2, batch=64, held_out=0.2)
KARIBA = waterside.game("kariba")


@pytest.fixture(scope="module")
def positions():
    """Positions of a few classic games of Kariba."""
    playing = Playing(iterations=8, every=2, strange=300)
    return Generator(KARIBA, 2, playing).positions(seed=3, games=24)


def test_self_play_is_the_same_with_the_same_seed(positions):
    playing = Playing(iterations=8, every=2, strange=300)
    again = Generator(KARIBA, 2, playing).positions(seed=3, games=24, threads=2)
    order = np.argsort(again.games, kind="stable")
    assert again.states[order].tobytes() == positions.states.tobytes()
    assert np.array_equal(again.shares[order], positions.shares)


def test_positions_carry_what_came_of_them(positions):
    assert len(np.unique(positions.games)) == 24
    assert np.allclose(positions.shares.sum(axis=1), 1)
    thought = positions.thought[positions.seats >= 0]
    assert np.allclose(thought.sum(axis=1), 1)
    again = Positions.load(KARIBA, positions.save())
    assert again.states.tobytes() == positions.states.tobytes()


def test_examples_mix_what_came_with_what_was_thought(positions):
    came = examples_of(KARIBA, positions, belief=0.0, viewpoints=2)
    mixed = examples_of(KARIBA, positions, belief=1.0, viewpoints=2)
    assert len(came) == 2 * len(positions)
    assert np.array_equal(came.on, mixed.on)
    assert set(np.unique(came.targets[:, :2])) <= {0.0, 0.5, 1.0}
    assert not np.array_equal(came.targets, mixed.targets)
    assert np.allclose(mixed.targets.sum(axis=1), 1)
    assert came.on.min() >= 0
    assert came.on.max() < KARIBA.evaluation.size


def test_learning_lowers_the_loss_and_is_the_same_each_time(positions):
    examples = examples_of(KARIBA, positions, belief=0.0, viewpoints=2)
    everything = np.arange(len(examples))
    learner = Learner(KARIBA, SMALL)
    before = learner.loss(examples, everything)
    course = learner.teach(examples)
    assert learner.loss(examples, everything) < before
    assert course.tested
    assert 0 <= course.calibration_error <= 1
    again = Learner(KARIBA, SMALL)
    again.teach(examples)
    assert np.array_equal(learner.weights.first, again.weights.first)


def test_all_that_was_learned_is_kept_where_no_game_is_held_out(positions):
    examples = examples_of(KARIBA, positions, belief=0.0, viewpoints=2)
    everything = np.arange(len(examples))
    ends = {}
    for epochs in (1, 8):
        learner = Learner(KARIBA, replace(SMALL, epochs=epochs, held_out=0.0))
        assert not learner.teach(examples).tested
        ends[epochs] = learner.loss(examples, everything)
    assert ends[8] < 0.8 * ends[1]


def random_positions(game, players, seed):
    """Positions of a random game, of which nobody thought anything."""
    rng = random.Random(seed)
    position, found = game.new(players), []
    while not position.is_over:
        found.append(position.state[0])
        position = position.play(rng.choice(position.legal_actions()))
    even = np.full((len(found), players), 1 / players, np.float32)
    nobody = np.full(len(found), -1, np.int8)
    return Positions(players, np.array(found), nobody, even, even, np.zeros(len(found), np.int32))


@pytest.mark.parametrize("game", waterside.all_games().values(), ids=lambda game: game.name)
def test_what_is_learned_is_what_the_network_says(game):
    """Also where only the last of some steps is written: the network has their weights added up."""
    players = game.seats[1]
    learner = Learner(game, SMALL)
    learner.weights.first *= 10  # so that what is on makes a difference
    net = learner.weights.network(game, players)
    layers = new_layers(game, net)
    run = game.compiled.build(forward)
    played = random_positions(game, players, seed=4)
    told = set()
    for place in range(0, len(played), len(played) // 20):
        example = examples_of(game, played[place : place + 1], belief=0.0)
        learner.loss(example, np.arange(1))
        learned = list(learner._memory[0][2][:players])
        said = []
        for seat in range(players):
            run(played.states[place], seat, players, net, layers)
            said.append(list(layers.shares[:players]))
        assert any(learned == pytest.approx(one, abs=1e-5) for one in said)
        told.add(round(float(learned[0]), 4))
    assert len(told) > 5


def test_a_gradient_is_what_small_changes_say(positions):
    examples = examples_of(KARIBA, positions, belief=0.0)
    learner = Learner(KARIBA, SMALL)
    order = np.arange(20)
    learner._over(examples, order, 0, 20, teach=True)
    rng = np.random.default_rng(1)
    for array, gradient in zip(learner.weights.arrays, learner._gradients[0], strict=True):
        flat, slopes = array.reshape(-1), gradient.reshape(-1)
        largest = np.argsort(-np.abs(slopes))[:20]
        for place in rng.choice(largest, 3, replace=False):
            kept, step = flat[place], 2e-3
            flat[place] = kept + step
            above = learner._over(examples, order, 0, 20, teach=False)
            flat[place] = kept - step
            below = learner._over(examples, order, 0, 20, teach=False)
            flat[place] = kept
            assert (above - below) / (2 * step) == pytest.approx(slopes[place], rel=0.15, abs=0.02)


def test_a_run_goes_on_where_it_stopped_and_leaves_a_report(tmp_path):
    plan = Plan(
        rounds=1,
        seconds=None,
        games=6,
        players=(2,),
        playing={"iterations": 4},
        learning=SMALL,
    )
    first = Training(KARIBA, plan, tmp_path)
    assert [one.number for one in first.run()] == [0]
    longer = Training(KARIBA, Plan(**{**vars(plan), "rounds": 2}), tmp_path)
    assert [one.number for one in longer.run()] == [1]
    assert Training(KARIBA, Plan(**{**vars(plan), "rounds": 2}), tmp_path).run() == []
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1]
    weights = Weights.from_bytes((tmp_path / "round-1.weights").read_bytes(), KARIBA)
    assert weights.made["round"] == 1
    page = write_report(KARIBA, longer, None, tmp_path).read_text()
    assert "<svg" in page
    assert "held-out loss" in page


def test_the_command_trains_for_some_seconds_however_few(tmp_path):
    lengths = {"players": 2, "rounds": 2, "seconds": 0.001, "width": 8, "epochs": 1, "match": 0}
    given = [f"--{name}={length}" for name, length in lengths.items()]
    assert main(["train", "kariba", "--jobs=1", f"--folder={tmp_path}", *given]) == 0
    rounds = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert len(rounds) == 2
    assert all(one["games"]["2"] >= 2 for one in rounds)  # at least one of each variant
    assert (tmp_path / "report.html").exists()


def test_games_can_be_played_by_a_glance_one_action_ahead():
    weights = Learner(KARIBA, SMALL).weights
    playing = Playing(iterations=0, every=2)
    played = Generator(KARIBA, 3, playing, weights).positions(seed=4, games=6)
    assert len(np.unique(played.games)) == 6
    assert np.allclose(played.shares.sum(axis=1), 1)
    assert (played.seats == -1).all()  # nobody searched, so nobody thought anything of them
    again = Generator(KARIBA, 3, playing, weights).positions(seed=4, games=6)
    assert again.states.tobytes() == played.states.tobytes()


def test_a_network_is_as_strong_as_itself():
    weights = Learner(KARIBA, SMALL).weights
    rate = play_match(KARIBA, 2, Player(weights, 4), Player(weights, 4), 8, seed=2)
    assert rate.games == 8
    assert rate.won == 4  # both seats of the same luck, the same on both sides


def test_weaker_weights_replace_nothing(tmp_path, monkeypatch):
    training = Training(KARIBA, Plan(learning=SMALL), tmp_path)
    training.weights = Learner(KARIBA, SMALL).weights
    place = tmp_path / "kariba.weights"
    monkeypatch.setattr(verdicts, "weights_file", lambda game: place)
    assert Verdict(2, Rate(100, 30.0)).is_weaker
    assert install(training, Verdict(2, Rate(100, 30.0))) is None
    assert not place.exists()
    assert not Verdict(2, Rate(100, 48.0)).is_weaker
    assert install(training, Verdict(2, Rate(100, 48.0))) == place
    assert (
        Weights.from_bytes(place.read_bytes(), KARIBA).first.shape == training.weights.first.shape
    )


def test_weights_for_other_features_have_no_say(tmp_path, monkeypatch):
    training = Training(KARIBA, Plan(learning=SMALL), tmp_path)
    training.weights = initial(KARIBA, SMALL)
    place = tmp_path / "kariba.weights"
    splash = waterside.game("splash")
    place.write_bytes(initial(splash, SMALL).to_bytes(splash))
    monkeypatch.setattr("waterside.bots.weights.weights_file", lambda game: place)
    monkeypatch.setattr(verdicts, "weights_file", lambda game: place)
    read_weights.cache_clear()
    try:
        assert judge(KARIBA, training, 10) is None
        assert install(training, None) == place
        assert read_weights(KARIBA) is not None
    finally:
        read_weights.cache_clear()


def test_games_are_the_same_however_many_are_played_in_one_call():
    maker = Generator(KARIBA, 2, Playing(iterations=0, every=5), required_weights(KARIBA))
    together = maker.positions(seed=4, games=12)
    alone = [maker.positions(seed=4, games=games) for games in (1, 3)]
    assert together.played == 12
    for fewer in alone:
        n = len(fewer)
        assert np.array_equal(together.states[:n], fewer.states)
        assert np.array_equal(together.shares[:n], fewer.shares)
        assert np.array_equal(together.thought[:n], fewer.thought)


def test_threads_add_up_to_the_step_of_one(positions):
    examples = examples_of(KARIBA, positions, belief=0.0)
    learned = []
    for threads in (1, 3):
        learner = Learner(KARIBA, replace(SMALL, epochs=1, held_out=0.0, threads=threads))
        learner.teach(examples)
        learned.append(learner.weights.arrays)
    for one, other in zip(*learned, strict=True):
        assert np.allclose(one, other, atol=1e-3)


def test_learning_goes_on_from_weights_of_the_same_shape(positions):
    examples = examples_of(KARIBA, positions, belief=0.0)
    first = Learner(KARIBA, SMALL)
    first.teach(examples)
    everything = np.arange(len(examples))
    again = Learner(KARIBA, SMALL, first.weights)
    assert again.loss(examples, everything) == first.loss(examples, everything)
    assert again.weights is not first.weights
    wider = Learner(KARIBA, replace(SMALL, width=12), first.weights)
    assert wider.weights.first.shape[1] == 12
