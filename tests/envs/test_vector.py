"""The vector environment: what it writes is what the rules say, whoever computes it."""

import itertools

import numpy as np
import pytest

import waterside
from waterside.core.errors import IllegalActionError, WatersideError
from waterside.core.position import Position
from waterside.engine.rng import generator
from waterside.envs.vector import VectorEnv

GAMES = list(waterside.all_games())
SHORT = {
    "crocodile": {"setup": "picture", "patience": 4},
    "cromado": {"turn_limit": 3},
    "splash": {"turn_limit": 8},
    "kariba": {},
}


@pytest.fixture
def interpreted(monkeypatch):
    """Kariba where there is no compiler."""
    kariba = waterside.game("kariba")
    monkeypatch.setitem(kariba.__dict__, "compiled", kariba.interpreted)


def positions_of(env):
    """The games as positions, to ask the interpreted rules."""
    options = env.game.resolve(env.players, {})
    return [
        Position(env.game, env.players, options, env._boards.states[i : i + 1].copy())
        for i in range(env.num_envs)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_observations_masks_and_seats_are_those_of_the_rules(name):
    env = VectorEnv(name, 6, players=waterside.game(name).seats[1], **SHORT[name])
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=3)
    ended = 0
    for _ in range(60):
        for i, position in enumerate(positions_of(env)):
            assert position.actor == infos["seat"][i] + 1
            assert observations[i].tolist() == position.observe(position.actor)
            legal = np.flatnonzero(infos["action_mask"][i]).tolist()
            assert legal == sorted(position.legal_actions())
            assert sorted(infos["actions"][i, : infos["counts"][i]].tolist()) == legal
        observations, rewards, terminations, truncations, infos = env.step(env.sample(rng))
        assert not truncations.any()
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
        assert np.array_equal(rewards.any(axis=1) & ~terminations, np.zeros(6, bool))
        ended += terminations.sum()
    assert ended > 0
    assert env.finished.sum() == ended


def test_an_ended_game_gives_the_winners_share_and_makes_way_for_a_new_one():
    kariba = waterside.game("kariba")
    env = VectorEnv(kariba, 1, players=3)
    env.reset(seed=5)
    rng = np.random.default_rng(0)
    stream = generator(5, 0)
    followed = kariba.new(3)
    out, weights = [0] * kariba.longest, [0] * kariba.longest
    endings = set()
    while len(endings) < 2 or env.finished[0] < 20:
        while followed.actor == "chance":
            drawn = kariba.interpreted.sample(followed.fields, stream, out, weights)
            followed = followed.play(int(drawn))
        assert env._boards.states[0].tobytes() == followed.state.tobytes()
        action = env.sample(rng)
        _, rewards, terminations, _, _ = env.step(action)
        followed = followed.play(int(action[0]))
        while followed.actor == "chance":
            drawn = kariba.interpreted.sample(followed.fields, stream, out, weights)
            followed = followed.play(int(drawn))
        assert terminations[0] == followed.is_over
        if followed.is_over:
            winners = followed.winners()
            share = {1: 1.0, 2: 0.25, 3: 0.0}[len(winners)]
            lost = {1: -0.5, 2: -0.5, 3: 0.0}[len(winners)]
            wanted = [share if seat in winners else lost for seat in (1, 2, 3)]
            assert rewards[0].tolist() == pytest.approx(wanted)
            endings.add(len(winners))
            followed = kariba.new(3)
        else:
            assert not rewards.any()


def played(env, seed, steps=40):
    """All that an environment shows over some random steps."""
    rng = np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    shown = []
    for _ in range(steps):
        stepped = env.step(env.sample(rng))
        shown.append([np.array(part) for part in stepped[:3]] + [infos["action_mask"].copy()])
    return shown


def test_threads_change_nothing():
    runs = []
    for threads in (1, 3):
        env = VectorEnv("kariba", 10, threads=threads)
        runs.append(played(env, seed=7))
        env.close()
    for one, other in zip(*runs, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_a_seed_decides_all_and_another_seed_something_else():
    env = VectorEnv("kariba", 8)
    first, again, other = played(env, 1), played(env, 1), played(env, 2)
    assert all(np.array_equal(a[0], b[0]) for a, b in zip(first, again, strict=True))
    assert not all(np.array_equal(a[0], b[0]) for a, b in zip(first, other, strict=True))
    assert len({row.tobytes() for row in first[0][0]}) == 8


def test_observations_are_the_same_numbers_in_a_smaller_type(interpreted):
    runs = [played(VectorEnv("kariba", 4, dtype=kind), 1) for kind in (np.float32, np.int8)]
    assert runs[1][0][0].dtype == np.int8
    assert all(np.array_equal(a[0], b[0]) for a, b in zip(*runs, strict=True))


def test_learners_alone_act_where_there_are_some():
    env = VectorEnv("kariba", 12, players=4, learners=[1, 2, 3, 4] * 3)
    rng = np.random.default_rng(0)
    _, infos = env.reset(seed=1)
    for _ in range(50):
        assert infos["seat"].tolist() == [0, 1, 2, 3] * 3
        *_, infos = env.step(env.sample(rng))
    assert env.finished.min() > 0


def test_an_illegal_action_is_refused_and_no_game_is_played():
    env = VectorEnv("kariba", 3)
    _, infos = env.reset(seed=1)
    before = env._boards.states.tobytes()
    good = env.sample(np.random.default_rng(0))
    wrong = int(np.flatnonzero(infos["action_mask"][2] == 0)[0])
    for bad in (wrong, -1, env.actions):
        with pytest.raises(IllegalActionError, match=rf"game 2: {bad} is not the number"):
            env.step([good[0], good[1], bad])
        assert env._boards.states.tobytes() == before


def test_what_is_asked_wrongly_is_told():
    with pytest.raises(WatersideError, match="call reset"):
        VectorEnv("kariba", 2).step([0, 0])
    with pytest.raises(WatersideError, match="one game and one thread"):
        VectorEnv("kariba", 0)
    with pytest.raises(WatersideError, match="observations are float32"):
        VectorEnv("kariba", 1, dtype=np.float64)
    with pytest.raises(WatersideError, match="a seat from 1 to 2"):
        VectorEnv("kariba", 2, learners=3)
    env = VectorEnv("kariba", 2)
    env.reset()
    for bad in ([0], [0.5, 0.5], 3):
        with pytest.raises(WatersideError, match="2 whole numbers"):
            env.step(bad)


def test_it_runs_interpreted_too(request):
    compiled = played(VectorEnv("kariba", 3), 4)
    request.getfixturevalue("interpreted")
    for one, other in itertools.zip_longest(compiled, played(VectorEnv("kariba", 3), 4)):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
