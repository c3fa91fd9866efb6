"""One seat's games as a Gymnasium vector environment: the other seats play random actions.

```python
env = OneSeatVectorEnv("splash", 256, players=4, seat=2)
observations, infos = env.reset(seed=1)
observations, rewards, terminations, truncations, infos = env.step(actions)
```

``rewards`` is the seat's own, and ``infos["action_mask"]`` says what it may play. All else is as in
``waterside.envs.vector``; a game that ends makes way in the same step, without ``final_obs``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import InvalidValueError
from waterside.core.extras import require
from waterside.core.game import Game
from waterside.envs.vector import Infos, Stepped, VectorEnv

require("gymnasium", "gym")

from gymnasium.spaces import Box, Discrete  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

MOST = float(2**31)


class OneSeatVectorEnv(GymnasiumVectorEnv):  # type: ignore[misc,type-arg]
    """Games in which one seat (from 1 on) learns; without ``seat``, each in turn from game to game."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        players: int | None = None,
        seat: int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise InvalidValueError(f"render_mode={render_mode}: games are rendered as ansi")
        self.num_envs = num_envs
        self.render_mode = render_mode
        first = VectorEnv(game, 1, players=players, **options)
        seats = np.arange(num_envs) % first.players + 1 if seat is None else np.full(num_envs, seat)
        self.games = VectorEnv(
            first.game,
            num_envs,
            players=first.players,
            threads=threads,
            learners=seats.tolist(),
            **options,
        )
        self._columns = (np.arange(num_envs), seats - 1)
        self.single_observation_space = Box(-MOST, MOST, (self.games.observation_size,), np.float32)
        self.single_action_space = Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], Infos]:
        """Begins new games; without a seed by one drawn from the last."""
        super().reset(seed=seed)
        return self.games.reset(seed=int(self.np_random.integers(2**63)))

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """Plays one action in every game, and goes on to the seat's next decision."""
        observations, rewards, terminations, truncations, infos = self.games.step(actions)
        return observations, rewards[self._columns], terminations, truncations, infos

    def render(self) -> tuple[str, ...] | None:
        """The games as plain text, where ``render_mode`` is ansi."""
        if self.render_mode is None:
            return None
        return tuple(self.games.sketch(i) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads."""
        self.games.close()
