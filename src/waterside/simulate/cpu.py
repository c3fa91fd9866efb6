"""Games of no bots, random ones or a network's, as machine code on as many threads as are wanted
(or interpreted, for a debugger).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.bots.weights import interpreted, new_layers, no_network, required_weights
from waterside.core.game import Game
from waterside.engine.build import Builder, compiler_missing
from waterside.engine.warmup import Buffers
from waterside.simulate.numbered import (
    SCORES,
    Mind,
    decide_at_random,
    decide_by_network,
    keep_nothing,
    no_facts,
    play_range,
    step,
)

WORLDS = 4  # states that a game needs: itself, before, after an action, and as a player imagines it
NO_FACTS: Mapping[str, Callable[..., Any]] = {"keep": keep_nothing, "facts": no_facts}


class CpuGames:
    """A game's random games, or those of its network, on the CPU; every thread may call ``play``,
    none waits for another.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: npt.NDArray[np.int64],
        bindings: Mapping[str, Callable[..., Any]] = NO_FACTS,
        facts: int = 0,
        compiled: bool | None = None,
        network: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.columns = SCORES + players + facts
        self.compiled = not compiler_missing() if compiled is None else compiled
        self._options = options
        self._net = no_network()
        label = game.name if bindings is NO_FACTS else f"{game.name}-facts"
        decide = decide_at_random
        if network:
            self._net = required_weights(game).network(game, players)
            label += "-net"
            decide = decide_by_network
        functions = {**game.functions, **bindings, "decide": decide}
        builder = Builder(functions, compiled=self.compiled, label=label)
        self._play = builder.build(play_range)
        self._step = builder.build(step)

    def play(self, seed: int, first: int, games: int) -> npt.NDArray[np.int32]:
        """Plays games number ``first`` and on; gives their rows."""
        buffers = Buffers.of(self.game)
        states = np.zeros(WORLDS, self.game.state_type)
        rows = np.zeros((games, self.columns), np.int32)
        self._play(
            states, *(self._show(states, i) for i in range(WORLDS)), buffers.rng, buffers.out,
            buffers.weights, self._mind(), self.players, self._options, seed, first, games, rows,
        )  # fmt: skip
        return rows

    def step(
        self,
        states: npt.NDArray[np.void],
        rngs: npt.NDArray[np.int64],
        played: npt.NDArray[np.int32],
    ) -> None:
        """Plays one action of every game."""
        buffers = Buffers.of(self.game)
        for i in range(len(played)):
            played[i] = self._step(self._show(states, i), rngs[i], buffers.out, buffers.weights)

    def _mind(self) -> Mind:
        layers = new_layers(self.game, self._net)
        outlooks = np.zeros(self.game.longest)
        if self.compiled:
            return Mind(self._net, layers, outlooks, self.players)
        return Mind(interpreted(self._net), interpreted(layers), outlooks, self.players)

    def _show(self, states: npt.NDArray[np.void], i: int) -> Any:
        return states[i] if self.compiled else self.game.view(states, i)
