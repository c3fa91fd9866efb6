"""Games of no bots on a GPU: one to a thread, each with its own stream of random numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.bots.weights import required_weights
from waterside.core.game import Game
from waterside.engine import contract
from waterside.engine.cuda import (
    REGISTERS,
    SIMULATED_WARP,
    THREADS,
    WARP,
    DeviceBuilder,
    ResultsDifferError,
    device_number,
    how_many_threads,
    is_simulated,
    named_in_kernels,
    require_gpu,
    rounded_product,
)
from waterside.engine.playout import one_kind
from waterside.engine.rng import generator
from waterside.engine.warmup import encoded
from waterside.simulate.cpu import NO_FACTS, CpuGames
from waterside.simulate.kernels import play_kernel, step_kernel
from waterside.simulate.network_kernel import play_by_network_kernel
from waterside.simulate.numbered import SCORES

MOST_THREADS = 1 << 24
"""At a time: with more games than that, each plays several."""


class GpuGames:
    """A game's random games on the GPU, or those of its network."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: npt.NDArray[np.int64],
        bindings: Mapping[str, Callable[..., Any]] = NO_FACTS,
        facts: int = 0,
        network: bool = False,
    ) -> None:
        self.cuda = require_gpu()
        self.game = game
        self.players = players
        self.columns = SCORES + players + facts
        self._options = self.cuda.to_device(options)
        net = required_weights(game).network(game, players) if network else None
        self._net = [self.cuda.to_device(array) for array in net or ()]
        sizes = (len(net.first_bias), len(net.second_bias)) if net else (0, 0)
        self._builder = builder_of(game, device_number(), tuple(bindings.items()), sizes)

    def play(self, seed: int, first: int, games: int, rows: Any = None) -> Any:
        """Plays games number ``first`` and on; gives their rows, still on the device."""
        if rows is None:
            rows = self.cuda.device_array((games, self.columns), np.int32)
        threads = SIMULATED_WARP if is_simulated() else WARP if self._net else THREADS
        self._builder.launch(
            play_by_network_kernel if self._net else play_kernel,
            -(-min(games, MOST_THREADS) // threads), threads,
            *self._net, self.players, self._options, seed, first, games, rows,
        )  # fmt: skip
        return rows

    def step(self, states: Any, rngs: Any, played: Any) -> None:
        """Plays one action of every game, whose states and generators are on the device."""
        threads = min(len(played), THREADS) if is_simulated() else THREADS
        blocks = -(-len(played) // threads)
        self._builder.launch(step_kernel, blocks, threads, states, rngs, played)


@cache
def builder_of(
    game: Game,
    number: int,
    bindings: tuple[tuple[str, Callable[..., Any]], ...],
    sizes: tuple[int, int] = (0, 0),
) -> DeviceBuilder:
    """A game's kernels on the GPU of this number, for any number of players.

    ``sizes`` are those of the layers of its network, where that plays.
    """
    return DeviceBuilder(
        {**game.functions, **dict(bindings)},
        label=game.name,
        constants={
            **named_in_kernels(game),
            "KINDS": 1 if game.functions["kind"] is one_kind else contract.KINDS,
            "how_many": how_many_threads(),
            "WARP": SIMULATED_WARP if is_simulated() else WARP,
            "MOST_FEATURES": game.evaluation.most if game.evaluation else 0,
            "WIDTH": sizes[0],
            "NARROW": sizes[1],
            "APART": sizes[1] + 1,  # so that threads read from different banks
            "SEATS": game.seats[1],
            "product": rounded_product(),
        },
        max_registers=REGISTERS,
    )


def check_steps(game: Game, players: int, games: int, seed: int = 1, most: int = 1 << 30) -> int:
    """Plays games side by side on the GPU and on the CPU and compares every action and every state
    after it; gives the number of actions compared, or raises ``ResultsDifferError``.
    """
    options = encoded(game, players)
    cpu, gpu = CpuGames(game, players, options), GpuGames(game, players, options)
    states = np.zeros(games, game.state_type)
    for i in range(games):
        game.interpreted.new(game.view(states, i), players, [int(value) for value in options])
    rngs = np.array([generator(seed, i) for i in range(games)])
    played = np.zeros(games, np.int32)
    theirs = gpu.cuda.to_device(states), gpu.cuda.to_device(rngs), gpu.cuda.to_device(played)
    compared = 0
    for number in range(most):
        cpu.step(states, rngs, played)
        gpu.step(*theirs)
        for name, here, there in zip(
            ("states", "random numbers", "actions"), (states, rngs, played), theirs, strict=True
        ):
            if here.tobytes() != there.copy_to_host().tobytes():
                raise ResultsDifferError(f"{game.title}, action {number}: the GPU has other {name}")
        going_on = int(np.count_nonzero(played != contract.OVER))
        compared += going_on
        if not going_on:
            break
    return compared
