"""Matches between two networks, or two ways to search with one, in machine code on several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from waterside.bots.network_tree import search_by_network
from waterside.bots.search import WORLDS, Workspace, network_settings
from waterside.bots.weights import Weights
from waterside.core.game import Game
from waterside.engine.build import Builder, compiler_missing
from waterside.engine.rng import generator
from waterside.engine.warmup import encoded
from waterside.simulate.ratings import Rate
from waterside.training.selfplay import duel, glance_by_network

NODES = 200_000


@dataclass(frozen=True, eq=False)
class Player:
    """One side of a match."""

    weights: Weights
    iterations: int = 100
    parameters: Mapping[str, Any] = field(default_factory=dict)


@cache
def duel_of(game: Game) -> Callable[..., None]:
    """The function that plays a game between networks."""
    bindings: dict[str, Callable[..., Any]] = {
        **game.functions,
        "iterate": search_by_network,
        "glance": glance_by_network,
    }
    builder = Builder(bindings, compiled=not compiler_missing(), label=f"{game.name}-duel")
    return builder.build(duel)


def play_match(
    game: Game,
    players: int,
    one: Player,
    other: Player,
    games: int,
    seed: int,
    threads: int = 1,
    opening: int = 2,
    seconds: float | None = None,
) -> Rate:
    """How ``one`` does, alone on each seat in turn among ``other``; games share their beginnings."""
    play = duel_of(game)
    deadline = None if seconds is None else time.monotonic() + seconds
    numbers = iter(range(games))
    lock = threading.Lock()
    options = encoded(game, players)
    rate = Rate()

    def work(_: int) -> None:
        spaces = {
            side: Workspace.of(game, players, NODES, side.weights.network(game, players))
            for side in (one, other)
        }
        ways = {side: network_settings(game, side.parameters) for side in (one, other)}
        space = spaces[one]
        space.states = np.zeros(WORLDS + 1, game.state_type)
        worlds = [space.world(game, place) for place in range(WORLDS + 1)]
        shares = np.zeros(players)
        while deadline is None or time.monotonic() < deadline:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            seat = number % players
            sides = [one if place == seat else other for place in range(players)]
            play(
                space.states, *worlds, space.tree, generator(0),
                tuple(spaces[side].scratch for side in sides),
                tuple(ways[side] for side in sides), players, options, seed, number // players,
                np.array([side.iterations for side in sides]), opening, shares,
            )  # fmt: skip
            with lock:
                rate.add(float(shares[seat]))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return rate
