"""PettingZoo's own tests on all games and player counts, and what they do not look at."""

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import waterside
from waterside.core.errors import IllegalActionError, WatersideError
from waterside.envs.pettingzoo import env, parallel_env, raw_env

TABLES = [
    (name, players)
    for name, game in waterside.all_games().items()
    for players in range(game.seats[0], game.seats[1] + 1)
]
SHORT = {
    "crocodile": {"setup": "picture", "patience": 6},
    "cromado": {"turn_limit": 4},
    "splash": {"turn_limit": 10},
    "kariba": {},
}

# PettingZoo warns of observations with a mask unless it knows the game by name
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def short(name, players, make=env, **settings):
    return make(name, players, compiled=False, **SHORT[name], **settings)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_api(name, players):
    api_test(short(name, players), num_cycles=60)


@pytest.mark.parametrize("name", SHORT)
def test_seeds(name):
    seed_test(lambda: short(name, None), num_cycles=60)


@pytest.mark.parametrize("name", SHORT)
def test_render(name, capsys):
    render_test(lambda render_mode: short(name, None, render_mode=render_mode))
    one = short(name, None, render_mode="ansi")
    one.reset(seed=1)
    assert one.render() == str(one.unwrapped.table.position())
    printing = short(name, None, render_mode="human")
    capsys.readouterr()
    printing.reset(seed=1)
    assert capsys.readouterr().out == f"{one.render()}\n\n"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_max_cycles_and_the_parallel_form(name, players):
    def parallel(max_cycles):
        one = short(name, players, parallel_env, max_cycles=max_cycles)
        one.reset(seed=2)  # by chance, a game of two may be over before its cycles are
        for number, agent in enumerate(one.possible_agents):
            one.action_space(agent).seed(number)
        return one

    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))
        )
    )
    parallel_api_test(parallel(None), num_cycles=60)
    parallel_seed_test(lambda: parallel(None), num_cycles=30)


def test_compiled_and_interpreted_environments_are_the_same():
    envs = [raw_env("kariba", 3, compiled=compiled) for compiled in (True, False)]
    for game in range(3):
        for one in envs:
            one.reset(seed=game)
            one.action_space("seat_1").seed(game)
        for agents in zip(*(one.agent_iter() for one in envs), strict=True):
            (seen, *rest), (other, *other_rest) = (one.last() for one in envs)
            assert agents[0] == agents[1]
            assert all(np.array_equal(seen[key], other[key]) for key in seen)
            assert rest[:3] == other_rest[:3]
            over = rest[1]
            action = None if over else envs[0].action_space("seat_1").sample(seen["action_mask"])
            for one in envs:
                one.step(action)


def test_a_game_is_that_of_the_rules_and_rewards_are_the_winners_shares():
    one = short("splash", 4, raw_env)
    one.reset(seed=1)
    assert one.agents == ["seat_1", "seat_2", "seat_3", "seat_4"]
    for agent in one.agent_iter():
        seen, _, over, _, info = one.last()
        position = one.table.position()
        seat = int(agent.removeprefix("seat_"))
        if over:
            break
        assert position.actor == seat
        assert seen["observation"].tolist() == position.observe(seat)
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(position.legal_actions())
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        for other in set(one.agents) - {agent}:
            assert not one.infos[other]["action_mask"].any()
            assert not one.observe(other)["action_mask"].any()
        one.step(position.legal_actions()[0])
    winners = position.winners()
    won = (4 / len(winners) - 1) / 3
    for seat, agent in enumerate(one.possible_agents, start=1):
        assert one.rewards[agent] == pytest.approx(won if seat in winners else -1 / 3)


def test_no_seat_decides_more_often_than_max_cycles():
    one = short("kariba", 2, raw_env, max_cycles=4)
    one.reset(seed=1)
    for _ in one.agent_iter():
        seen, _, over, cut_off, _ = one.last()
        one.step(None if over or cut_off else int(np.flatnonzero(seen["action_mask"])[0]))
        if cut_off:
            assert not over
            assert one.table.decisions == [4, 4]


def test_an_illegal_action_is_refused_or_ends_the_game():
    bare = short("kariba", 2, raw_env)
    bare.reset(seed=1)
    wrong = int(np.flatnonzero(bare.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=f"{wrong} is not a legal action of seat_1"):
        bare.step(wrong)
    wrapped = short("kariba", 2)
    wrapped.reset(seed=1)
    wrapped.last()
    wrapped.step(wrong)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards == {"seat_1": -1, "seat_2": 0}


def test_a_game_without_seed_follows_from_the_seed_before():
    one = short("kariba", 2, raw_env)
    runs = []
    for seed in (3, None, 3, None):
        one.reset(seed=seed)
        runs.append(one.observe("seat_1")["observation"].tolist())
    assert runs[:2] == runs[2:]
    assert runs[0] != runs[1]


def test_unknown_ways_to_render_are_told():
    with pytest.raises(WatersideError, match="there are human, ansi, rgb_array"):
        raw_env("kariba", render_mode="film")
