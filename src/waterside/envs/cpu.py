"""The vector environment's games as machine code, on as many threads as are wanted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.game import Game
from waterside.envs.stepping import (
    NONE,
    Boards,
    check_chosen,
    first_illegal,
    illegal,
    new_scratch,
    play_games,
)


class CpuBoards:
    """Games side by side in the computer's memory; threads share them out."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: npt.NDArray[np.int64],
        boards: Boards,
        threads: int,
    ) -> None:
        self.game = game
        self.boards = boards
        self.truncations = np.zeros(len(boards.seats), np.bool_)
        self._players = players
        self._options = options
        rules = game.compiled
        self._play = rules.build(play_games)
        self._first_illegal = rules.build(first_illegal)
        many = len(boards.seats)
        threads = min(threads, many)
        ends = [many * i // threads for i in range(threads + 1)]
        self._shares = [
            (new_scratch(game, compiled=rules.compiled), first, last)
            for first, last in pairwise(ends)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def begin(self, seed: int) -> None:
        """Begins all games."""
        self._share_out(np.zeros(len(self.boards.seats), np.int64), True, seed)

    def play(self, actions: npt.ArrayLike) -> None:
        """Plays an action in every game."""
        many = len(self.boards.seats)
        chosen = np.asarray(actions)
        check_chosen(chosen.shape, chosen.dtype, many)
        chosen = np.ascontiguousarray(chosen, np.int64)
        wrong = self._first_illegal(self.boards, chosen, 0, many)
        if wrong != NONE:
            raise illegal(int(wrong), int(chosen[wrong]))
        self._share_out(chosen, False, 0)

    def _share_out(self, chosen: npt.NDArray[np.int64], begins: bool, seed: int) -> None:
        def play(scratch: Any, first: int, last: int) -> None:
            self._play(
                self.boards, scratch, chosen, begins, self._players, self._options, seed,
                first, last,
            )  # fmt: skip

        if self._pool is None:
            for share in self._shares:
                play(*share)
        else:
            for done in [self._pool.submit(play, *share) for share in self._shares]:
                done.result()

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int32]:
        """A random legal action for each game."""
        boards = self.boards
        many = len(boards.seats)
        which = (rng.random(many) * boards.counts).astype(np.int64)
        chosen: npt.NDArray[np.int32] = boards.actions[np.arange(many), which]
        return chosen

    def states(self) -> npt.NDArray[np.void]:
        """All states."""
        them: npt.NDArray[np.void] = self.boards.states
        return them

    def shown(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """One of the arrays, as it is handed out."""
        return array

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
