"""Making positions to learn from: self-play games on several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from waterside.bots.network_tree import NetworkSettings, search_by_network
from waterside.bots.search import WORLDS, Workspace, classic_settings, network_settings
from waterside.bots.tree import Settings, search
from waterside.bots.weights import Weights
from waterside.core.game import Game
from waterside.engine.build import Builder, compiler_missing
from waterside.engine.rng import generator
from waterside.engine.warmup import encoded
from waterside.training.examples import Positions
from waterside.training.selfplay import (
    expect_by_network,
    glance_by_network,
    no_expectation,
    no_glance,
    self_play_some,
)

NODES = 60_000
LONGEST_GAME = 1_000
"""Positions that are kept of a game at most."""
AT_ONCE = 64
"""Games that one call plays at most: where games take less than a millisecond, threads would otherwise
wait for each other between them.
"""
SHORT_CALL = 0.05
"""Seconds of a call after which the next one plays twice as many games."""


@dataclass(frozen=True)
class Playing:
    """How self-play games go."""

    iterations: int = 100
    """Of the search for each action; with 0 the network chooses one action ahead, which makes many
    more games in the same time."""
    strange: int = 400
    """Of a thousand games, how many go through random actions."""
    length: int = 40
    """Decisions of a game within which random actions come."""
    every: int = 3
    """Of so many positions one is kept."""
    warmth: int = 200
    """Of a thousand actions, how many are drawn by visits rather than the most visited."""
    trust: float = 0.0
    """How much what a seat expects at its next turn counts beside what comes after that: 0 learns from
    results only, 1 from the next turn only (1 - λ of TD(λ))."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Of the search."""


@cache
def self_play_of(game: Game, learned: bool) -> Callable[..., int]:
    """The function that plays games against themselves, with or without a learned evaluation."""
    bindings: dict[str, Callable[..., Any]] = {
        **game.functions,
        "iterate": search_by_network if learned else search,
        "glance": glance_by_network if learned else no_glance,
        "expect": expect_by_network if learned else no_expectation,
    }
    label = f"{game.name}-self-play-{'learned' if learned else 'classic'}"
    builder = Builder(bindings, compiled=not compiler_missing(), label=label)
    return builder.build(self_play_some)


class Kept(NamedTuple):
    """What self-play writes to, some games in one call."""

    states: npt.NDArray[np.void]
    seats: npt.NDArray[np.int8]
    """By position, who thought about it, or -1."""
    thought: npt.NDArray[np.float64]
    """[position, seat]"""
    came: npt.NDArray[np.float64]
    """[position, seat]"""
    moments: npt.NDArray[np.int32]
    """By position, after how many decisions of its game."""
    ends: npt.NDArray[np.int64]
    """How many positions there are after each game."""
    movers: npt.NDArray[np.int8]
    """By decision of the last game, who thought about it, or -1."""
    expected: npt.NDArray[np.float64]
    """By decision of the last game, what the mover expected."""

    @classmethod
    def of(cls, game: Game, players: int) -> Kept:
        """Fresh memory."""
        most = 4 * LONGEST_GAME
        return cls(
            np.zeros(most, game.state_type),
            np.zeros(most, np.int8),
            np.zeros((most, players)),
            np.zeros((most, players)),
            np.zeros(most, np.int32),
            np.zeros(AT_ONCE, np.int64),
            np.zeros(LONGEST_GAME, np.int8),
            np.zeros(LONGEST_GAME),
        )


class Generator:
    """Plays games of one kind with one number of players."""

    def __init__(
        self,
        game: Game,
        players: int,
        playing: Playing,
        weights: Weights | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        game.check_players(players)  # compiled code would write beyond its arrays
        self.game, self.players, self.playing, self.weights = game, players, playing, weights
        self.variant = dict(options or {})
        self.net = weights.network(game, players) if weights else None
        self.settings: Settings | NetworkSettings
        if weights:
            self.settings = network_settings(game, playing.parameters)
        else:
            self.settings = classic_settings(game, playing.parameters)
        self.options = encoded(game, players, **self.variant)
        self._play = self_play_of(game, learned=weights is not None)

    def positions(
        self,
        seed: int,
        games: int,
        threads: int = 1,
        seconds: float | None = None,
        heard: Callable[[int], None] = lambda done: None,
        first: int = 0,
    ) -> Positions:
        """Plays so many games from number ``first`` on, or as many of them as the time allows, but at least
        one on each thread.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        lock = threading.Lock()
        begun, last, done = first, first + games, 0

        def work(_: int) -> list[Positions]:
            nonlocal begun, done
            space = Workspace.of(self.game, self.players, NODES, self.net)
            space.states = np.zeros(WORLDS + 1, self.game.state_type)
            kept = Kept.of(self.game, self.players)
            found: list[Positions] = []
            block = 1
            while not found or deadline is None or time.monotonic() < deadline:
                with lock:
                    number, begun = begun, min(last, begun + block)
                    end = begun
                if number == end:
                    break
                started = time.monotonic()
                while number < end:
                    found.append(self._some(space, kept, seed, number, end - number))
                    number += found[-1].played
                    with lock:
                        done += found[-1].played
                    heard(done)
                if time.monotonic() - started < SHORT_CALL:
                    block = min(AT_ONCE, 2 * block)
            return found

        if threads == 1:
            return together(self.game, self.players, work(0))
        with ThreadPoolExecutor(threads) as pool:
            played = [one for part in pool.map(work, range(threads)) for one in part]
        return together(self.game, self.players, played)

    def _some(self, space: Workspace, kept: Kept, seed: int, first: int, games: int) -> Positions:
        """Plays as many of these games as there is room for."""
        playing = self.playing
        worlds = [space.world(self.game, place) for place in range(WORLDS + 1)]
        played = self._play(
            space.states, *worlds, space.tree, generator(0), space.scratch, self.settings, self.players,
            self.options, seed, first, games, playing.iterations, playing.strange, playing.length,
            playing.every, playing.warmth, playing.trust, LONGEST_GAME, kept,
        )  # fmt: skip
        ends = kept.ends[:played]
        n = int(ends[-1])
        return Positions(
            self.players,
            kept.states[:n].copy(),
            kept.seats[:n].copy(),
            kept.thought[:n].astype(np.float32),
            kept.came[:n].astype(np.float32),
            np.repeat(np.arange(first, first + played, dtype=np.int32), np.diff(ends, prepend=0)),
            played,
        )


def together(game: Game, players: int, parts: list[Positions]) -> Positions:
    """All positions of several lists."""
    if not parts:
        none = np.zeros((0, players), np.float32)
        empty = np.zeros(0, game.state_type), np.zeros(0, np.int8), none, none
        return Positions(players, *empty, np.zeros(0, np.int32))
    return Positions(
        players,
        np.concatenate([one.states for one in parts]),
        np.concatenate([one.seats for one in parts]),
        np.concatenate([one.thought for one in parts]),
        np.concatenate([one.shares for one in parts]),
        np.concatenate([one.games for one in parts]),
        sum(one.played for one in parts),
    )
