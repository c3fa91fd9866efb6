"""Thousands of games side by side, as arrays: the environment for those who train agents.

```python
env = VectorEnv("kariba", 1024, players=3)
observations, infos = env.reset(seed=1)
observations, rewards, terminations, truncations, infos = env.step(actions)
```

``reset`` and ``step`` give what Gymnasium's vector environments give, with one difference: several
seats take part in a game, so ``rewards`` has a column for each. All else has a row, or one number,
for each game:

| array | what it is |
|---|---|
| ``observations`` | what the seat to act sees |
| ``infos["action_mask"]`` | 1 for each action that it may play, else 0 |
| ``infos["seat"]`` | which seat that is, from 0 on, like the columns of ``rewards`` |
| ``infos["actions"]``, ``infos["counts"]`` | the same actions as a list: the first ``counts`` of a row |
| ``rewards`` | at the end of a game 1 for who wins alone and what the others lose, in sum 0; else 0 |
| ``terminations`` | whether the last action has ended its game |

Chance is resolved within a step. A game that ends makes way for a new one in the same step
(Gymnasium's ``SAME_STEP``): its ``rewards`` come together with the first observation of the next
game. The end itself is not observed, nobody acts there. Games end by themselves, so ``truncations``
stays False.

**The arrays are written to in place by every step.** Copy what you want to keep.

Every game draws from a random stream of its own, which follows from the seed and the number of the
game: results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import IllegalAction, WatersideError
from waterside.core.game import Game
from waterside.core.registry import game as game_of_name
from waterside.core.warm import encoded
from waterside.envs.stepping import (
    NONE,
    first_illegal,
    new_boards,
    new_scratch,
    play_games,
)

Infos = dict[str, npt.NDArray[Any]]
Stepped = tuple[
    npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Infos
]

OBSERVED = (np.float32, np.int32, np.int16, np.int8)


class VectorEnv:
    """``num_envs`` games of one kind, stepped together.

    ``threads`` share the games out. ``dtype`` is the type of the observations: float32, or a smaller
    one of whole numbers to save memory. With ``learners``, a seat (from 1 on) for all games or one for
    each, only those seats act through the environment, and the others play random actions.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        players: int | None = None,
        threads: int = 1,
        dtype: npt.DTypeLike = np.float32,
        learners: int | Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of_name(game) if isinstance(game, str) else game
        self.players = self.game.check_players(players)
        if num_envs < 1 or threads < 1:
            raise WatersideError("a vector environment needs one game and one thread at least")
        if np.dtype(dtype) not in map(np.dtype, OBSERVED):
            known = ", ".join(kind.__name__ for kind in OBSERVED)
            raise WatersideError(f"dtype={dtype}: observations are {known}")
        self.num_envs = num_envs
        self._options = encoded(self.game, self.players, **options)
        rules = self.game.compiled
        many = {"compiled": rules.compiled}
        self._boards = new_boards(self.game, num_envs, self.players, dtype, **many)
        if learners is not None:
            self._boards.learners[:] = self._seats(learners)
        self._play = rules.build(play_games)
        self._first_illegal = rules.build(first_illegal)
        threads = min(threads, num_envs)
        ends = [num_envs * i // threads for i in range(threads + 1)]
        self._shares = [
            (new_scratch(self.game, **many), first, last) for first, last in pairwise(ends)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._begun = False
        self._truncations = np.zeros(num_envs, np.bool_)

    def _seats(self, learners: int | Sequence[int]) -> npt.NDArray[np.int64]:
        seats = np.asarray(learners)
        if seats.shape not in ((), (self.num_envs,)) or not (
            np.all(seats >= 1) and np.all(seats <= self.players)
        ):
            raise WatersideError(
                f"learners: a seat from 1 to {self.players}, or {self.num_envs} of them"
            )
        return seats - 1

    @property
    def actions(self) -> int:
        """How many numbers actions take: the width of the mask."""
        return self.game.actions

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return int(self.game.observation.SIZE)

    @property
    def finished(self) -> npt.NDArray[np.int64]:
        """How many games have ended in each place since the reset."""
        return self._boards.finished  # type: ignore[no-any-return]

    def reset(self, *, seed: int = 0) -> tuple[npt.NDArray[Any], Infos]:
        """Begins all games anew: the same seed gives the same games."""
        self._share_out(np.zeros(self.num_envs, np.int64), True, int(seed) & (2**63 - 1))
        self._begun = True
        return self._boards.observations, self._infos()

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """Plays one action in every game; IllegalAction, and nothing is played, if one is not legal."""
        if not self._begun:
            raise WatersideError("call reset before the first step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise WatersideError(
                f"actions must be {self.num_envs} whole numbers, one for each game"
            )
        chosen = np.ascontiguousarray(chosen, np.int64)
        wrong = self._first_illegal(self._boards, chosen, 0, self.num_envs)
        if wrong != NONE:
            raise IllegalAction(
                f"game {wrong}: {chosen[wrong]} is not the number of a legal action;"
                ' infos["action_mask"] says which are'
            )
        self._share_out(chosen, False, 0)
        boards = self._boards
        return (
            boards.observations,
            boards.rewards,
            boards.terminations,
            self._truncations,
            self._infos(),
        )

    def _share_out(self, chosen: npt.NDArray[np.int64], begins: bool, seed: int) -> None:
        def play(scratch: Any, first: int, last: int) -> None:
            self._play(
                self._boards, scratch, chosen, begins, self.players, self._options, seed,
                first, last,
            )  # fmt: skip

        if self._pool is None:
            for share in self._shares:
                play(*share)
        else:
            for done in [self._pool.submit(play, *share) for share in self._shares]:
                done.result()

    def _infos(self) -> Infos:
        boards = self._boards
        return {
            "action_mask": boards.masks,
            "seat": boards.seats,
            "actions": boards.actions,
            "counts": boards.counts,
        }

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int32]:
        """A random legal action for each game."""
        boards = self._boards
        which = (rng.random(self.num_envs) * boards.counts).astype(np.int64)
        chosen: npt.NDArray[np.int32] = boards.actions[np.arange(self.num_envs), which]
        return chosen

    def sketch(self, number: int) -> str:
        """One of the games as plain text, with everything that is hidden."""
        return self.game.sketch(self.game.view(self._boards.states, number))

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
