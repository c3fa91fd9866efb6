"""Whole games of the network in machine code: the same everywhere, and better than random ones."""

import numpy as np
import pytest

import waterside
from waterside.bots import weights
from waterside.bots.weights import WeightsError
from waterside.simulate import simulate
from waterside.simulate.cpu import CpuGames
from waterside.simulate.simulation import Setup


def games_of(policy, compiled, games, players=2):
    setup = Setup("kariba", players, waterside.game("kariba").resolve(players, {}), policy)
    network = policy == "net"
    player = CpuGames(
        setup.kind, players, setup.encoded, compiled=compiled, network=network, **setup.bindings
    )
    return player.play(setup.seed, 0, games)


def test_the_networks_games_are_the_same_interpreted_and_compiled():
    assert np.array_equal(games_of("net", True, 3, 3), games_of("net", False, 3, 3))


def test_the_number_of_threads_makes_no_difference():
    one = simulate("kariba", "net", 40, threads=1, keep=True)
    two = simulate("kariba", "net", 40, threads=2, keep=True)
    assert np.array_equal(one.rows.table, two.rows.table)


def test_the_network_beats_chance():
    found = simulate("kariba", "net random", 30, threads=1)
    assert found.figure("win rate", "seat 1").value > 0.8


def test_a_game_without_a_network_says_so(monkeypatch):
    monkeypatch.setattr(weights, "read_weights", lambda game, path=None: None)
    with pytest.raises(WeightsError, match="no learned evaluation"):
        simulate("kariba", "net", 2)
