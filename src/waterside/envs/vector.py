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

**The arrays are written to in place by every step.** Copy what you want to keep. They are NumPy's, or
with ``device="gpu"`` arrays in the GPU's memory, with the same numbers.

Every game draws from a random stream of its own, which follows from the seed and the number of the
game: results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import InvalidValueError, WatersideError
from waterside.core.game import Game
from waterside.core.registry import game as game_of_name
from waterside.engine.warmup import encoded
from waterside.envs.cpu import CpuBoards
from waterside.envs.stepping import Boards, new_boards

if TYPE_CHECKING:
    from waterside.envs.gpu import GpuBoards

Infos = dict[str, Any]
"""Arrays by name."""
Stepped = tuple[Any, Any, Any, Any, Infos]
"""Observations, rewards, terminations, truncations and more arrays."""

OBSERVED = (np.float32, np.int32, np.int16, np.int8)


class VectorEnv:
    """``num_envs`` games of one kind, stepped together.

    On ``device`` cpu, ``threads`` share the games out, and arrays are NumPy's. On gpu they are
    ``DeviceArray``s, and actions may lie there too. ``dtype`` is the type of the observations:
    float32, or a smaller one of whole numbers to save memory. With ``learners``, a seat (from 1 on)
    for all games or one for each, only those seats act through the environment, and the others play
    random actions.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        players: int | None = None,
        threads: int = 1,
        device: str = "cpu",
        dtype: npt.DTypeLike = np.float32,
        learners: int | Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of_name(game) if isinstance(game, str) else game
        self.players = self.game.check_players(players)
        if num_envs < 1 or threads < 1:
            raise InvalidValueError("a vector environment needs one game and one thread at least")
        if np.dtype(dtype) not in map(np.dtype, OBSERVED):
            known = ", ".join(kind.__name__ for kind in OBSERVED)
            raise InvalidValueError(f"dtype={dtype}: observations are {known}")
        if device not in ("cpu", "gpu"):
            raise InvalidValueError(f"device={device}: it is cpu or gpu")
        self.num_envs = num_envs
        self.device = device
        boards = new_boards(
            self.game, num_envs, self.players, dtype, compiled=self.game.compiled.compiled
        )
        if learners is not None:
            boards.learners[:] = self._seats(learners)
        self._games = self._placed(boards, encoded(self.game, self.players, **options), threads)
        self._boards = self._games.boards
        self._begun = False

    def _placed(
        self, boards: Boards, options: npt.NDArray[np.int64], threads: int
    ) -> CpuBoards | GpuBoards:
        if self.device == "cpu":
            return CpuBoards(self.game, self.players, options, boards, threads)
        from waterside.envs.gpu import GpuBoards

        return GpuBoards(self.game, self.players, options, boards)

    def _seats(self, learners: int | Sequence[int]) -> npt.NDArray[np.int64]:
        seats = np.asarray(learners)
        if seats.shape not in ((), (self.num_envs,)) or not (
            np.all(seats >= 1) and np.all(seats <= self.players)
        ):
            raise InvalidValueError(
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
        return int(self.game.observation_size)

    @property
    def finished(self) -> Any:
        """How many games have ended in each place since the reset."""
        return self._games.shown(self._boards.finished)

    def reset(self, *, seed: int = 0) -> tuple[Any, Infos]:
        """Begins new games: the same seed gives the same games."""
        self._games.begin(int(seed) & (2**63 - 1))
        self._begun = True
        return self._games.shown(self._boards.observations), self._infos()

    def step(self, actions: Any) -> Stepped:
        """Plays one action in every game; IllegalActionError, and nothing is played, if one is not legal."""
        if not self._begun:
            raise WatersideError("call reset before the first step")
        self._games.play(actions)
        boards, shown = self._boards, self._games.shown
        return (
            shown(boards.observations),
            shown(boards.rewards),
            shown(boards.terminations),
            shown(self._games.truncations),
            self._infos(),
        )

    def _infos(self) -> Infos:
        boards, shown = self._boards, self._games.shown
        return {
            "action_mask": shown(boards.masks),
            "seat": shown(boards.seats),
            "actions": shown(boards.actions),
            "counts": shown(boards.counts),
        }

    def sample(self, rng: np.random.Generator) -> Any:
        """A random legal action for each game, the same on every device."""
        return self._games.sample(rng)

    def states(self) -> npt.NDArray[np.void]:
        """The games' states, with everything that is hidden; on gpu a copy."""
        return self._games.states()

    def sketch(self, number: int) -> str:
        """One of the games as plain text, with everything that is hidden."""
        return self.game.sketch(self.game.view(self.states(), number))

    def close(self) -> None:
        """Ends the threads."""
        self._games.close()
