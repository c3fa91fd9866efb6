"""One game at a time, chance resolved: what turn-by-turn environments are made from."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.engine.contract import OVER
from waterside.engine.rng import generator
from waterside.envs.rewards import add_rewards
from waterside.envs.stepping import go_on, look


class Table:
    """A game that goes from decision to decision. Seats are numbered from 0 here."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Any], *, compiled: bool
    ) -> None:
        self.game = game
        self.players = players
        self.options = game.resolve(players, options)
        self.rules = game.compiled if compiled else game.interpreted
        self._encoded = np.array(game.encode(players, self.options), np.int64)
        self._states = np.zeros(2, game.state_type)
        self._s, self._seen = (
            (self._states[0], self._states[1])
            if self.rules.compiled
            else (game.view(self._states, 0), game.view(self._states, 1))
        )
        self._out = np.zeros(game.longest, np.int32)
        self._weights = np.zeros(game.longest, np.int64)
        self._go_on = self.rules.build(go_on)
        self._look = self.rules.build(look)
        self._add_rewards = self.rules.build(add_rewards)
        self.rng = generator()
        self.seat = OVER
        self.decisions = [0] * players
        """How many each seat has made."""

    def begin(self, seed: int) -> None:
        """A new game."""
        self.rng = generator(seed)
        self.decisions = [0] * self.players
        self.seat = self._play(0, True)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == OVER

    def legal(self) -> npt.NDArray[np.int32]:
        """The numbers of the legal actions, for as long as nothing is played."""
        return self._out[: self.rules.legal(self._s, self._out)]

    def play(self, action: int) -> None:
        """Plays a legal action and goes on to the next decision."""
        self.decisions[self.seat] += 1
        self.seat = self._play(action, False)

    def _play(self, action: int, begins: bool) -> int:
        who = self._go_on(
            self._s, action, begins, self.players, self._encoded, self.rng, self._out,
            self._weights,
        )  # fmt: skip
        return int(who)

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees."""
        observed = np.zeros(self.game.observation_size, np.float32)
        self._look(self._states, self._seen, seat, observed)
        return observed

    def rewards(self) -> list[float]:
        """Each seat's reward at the end."""
        rewards = np.zeros(self.players, np.float32)
        self._add_rewards(self._s, self.players, self._out, rewards)
        return rewards.tolist()

    def position(self) -> Position:
        """The game as it stands."""
        state = self._states[:1].copy()
        position = Position(self.game, self.players, self.options, state)
        position.number = sum(self.decisions)
        return position
