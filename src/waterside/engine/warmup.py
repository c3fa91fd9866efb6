"""Compiling a game's rules ahead of use, step by step, so that a person can be shown progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from waterside.core.game import Game
from waterside.engine import contract
from waterside.engine.playout import random_games
from waterside.engine.rng import generator


@dataclass
class Buffers:
    """What compiled functions write to; their types decide what is compiled, so all use these."""

    states: npt.NDArray[np.void]
    out: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int64]
    rng: npt.NDArray[np.int64]
    won: npt.NDArray[np.int64]

    @classmethod
    def of(cls, game: Game) -> Buffers:
        """Fresh buffers for one game at a time."""
        return cls(
            states=np.zeros(1, game.state_type),
            out=np.zeros(game.longest, np.int32),
            weights=np.zeros(game.longest, np.int64),
            rng=generator(),
            won=np.zeros(game.seats[1], np.int64),
        )


def encoded(game: Game, players: int, **options: object) -> npt.NDArray[np.int64]:
    """Options as compiled rules take them."""
    return np.array(game.encode(players, game.resolve(players, options)), np.int64)


def compile_steps(game: Game) -> dict[str, Callable[[], object]]:
    """What there is to compile: each step compiles a function, or reads it from the cache."""
    rules = game.compiled
    buffers = Buffers.of(game)
    players = game.seats[0]
    options = encoded(game, players)
    state, out, weights, rng = buffers.states[0], buffers.out, buffers.weights, buffers.rng
    observed = np.zeros(game.observation_size, np.int32)

    def to_decision() -> None:
        rules.new(state, players, options)
        while rules.actor(state) == contract.CHANCE:
            rules.apply(state, int(rules.sample(state, rng, out, weights)))
        rules.legal(state, out)

    return {
        "new": lambda: rules.new(state, players, options),
        "actor": lambda: rules.actor(state),
        "chances": lambda: rules.chances(state, out, weights),
        "sample": lambda: rules.sample(state, rng, out, weights),
        "legal and apply": to_decision,
        "scores": lambda: rules.scores(state, out),
        "winners": lambda: rules.winners(state, out),
        "observe": lambda: rules.observe(state, 0, observed),
        "redact": lambda: rules.redact(state, 0),
        "imagine": lambda: rules.imagine(state, rng),
        "random games": lambda: rules.build(random_games)(
            state, rng, out, weights, buffers.won, players, options, 0, 0, 1
        ),
    }
