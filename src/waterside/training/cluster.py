"""Self-play on a Ray cluster: the same games as on one machine, some in each task."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from waterside.bots.weights import Weights
from waterside.core.options import Value
from waterside.core.registry import game as game_named
from waterside.simulate.cluster import Cluster
from waterside.training.examples import Positions
from waterside.training.generating import Generator, Playing, together

SHORT_TASK = 1.0
"""Seconds of a task after which later ones have twice as many games."""


def positions_on(
    cluster: Cluster,
    maker: Generator,
    seed: int,
    games: int,
    seconds: float | None = None,
    heard: Callable[[int], None] = lambda done: None,
) -> Positions:
    """What ``maker.positions`` gives, played by the cluster; with a time, as many games as begin in it."""
    deadline = None if seconds is None else time.monotonic() + seconds
    weights = cluster.ray.put(maker.weights)
    size = 1

    def tasks() -> Iterator[tuple[Any, ...]]:
        first = 0
        while first < games and (first == 0 or deadline is None or time.monotonic() < deadline):
            some = min(size, games - first)
            work = maker.game.name, maker.players, maker.playing, maker.variant
            yield *work, weights, seed, first, some
            first += some

    found: dict[int, Positions] = {}
    done = 0
    for first, played, took in cluster.each(play_positions, tasks()):
        found[first] = played
        done += played.played
        heard(done)
        if took < SHORT_TASK and played.played == size:
            size *= 2
    return together(maker.game, maker.players, [found[first] for first in sorted(found)])


def play_positions(
    name: str,
    players: int,
    playing: Playing,
    variant: Mapping[str, Value],
    weights: Weights | None,
    seed: int,
    first: int,
    games: int,
) -> tuple[int, tuple[int, Positions, float]]:
    """A task: the positions of some games, and how long it took."""
    # Arrays that Ray hands over cannot be written to; to the compiler that is another type.
    mine = weights and weights.copy()
    maker = Generator(game_named(name), players, playing, mine, variant)
    started = time.monotonic()
    played = maker.positions(seed, games, first=first)
    return os.getpid(), (first, played, time.monotonic() - started)
