"""The games as PettingZoo environments: one agent for each seat, ``seat_1`` and on.

```python
from waterside.envs import pettingzoo

env = pettingzoo.env("kariba", players=3, render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        action = None
    else:
        action = env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
```

An observation has ``observation``, what the seat sees, and ``action_mask``, 1 for each action that it
may play now; the mask is in ``infos`` too, and is all zeros for seats that are not to act. Rewards
come at the end: 1 for who wins alone and what the others lose, in sum 0. Chance is resolved between
the steps. With ``max_cycles`` a game is cut off before a seat's decision number ``max_cycles + 1``.

Games are rendered as plain text with all that is hidden (``ansi``; ``human`` prints it), or as pictures
of what the seat to act sees (``rgb_array``, which needs ``waterside[pictures]``, too).
"""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import IllegalActionError, InvalidValueError
from waterside.core.extras import require
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.registry import game as game_of_name
from waterside.envs.table import Table
from waterside.pictures import picture_of

require("pettingzoo", "pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]  # noqa: E402
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # noqa: E402

MOST = float(2**31)
MODES = ["human", "ansi", "rgb_array"]
WIDTH = 600  # pixels of a picture

Observation = dict[str, npt.NDArray[Any]]


def env(game: str | Game, players: int | None = None, **settings: Any) -> AECEnv[Any, Any, Any]:
    """The environment within PettingZoo's usual wrappers: an illegal action ends the game and costs
    who played it one point. Settings are those of ``raw_env``.
    """
    wrapped = wrappers.TerminateIllegalWrapper(
        raw_env(game, players, **settings), illegal_reward=-1
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class _Seats:
    """What both kinds of environments share: a table, and agents with their spaces."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        kind = game_of_name(game) if isinstance(game, str) else game
        if render_mode not in (None, *MODES):
            raise InvalidValueError(f"render_mode={render_mode}: there are {', '.join(MODES)}")
        self.table = Table(kind, kind.check_players(players), options, compiled=compiled)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {**self.metadata, "name": f"waterside_{kind.name}_v0"}
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        size = (int(kind.observation_size),)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-MOST, MOST, size, np.float32),
                    "action_mask": spaces.Box(0, 1, (kind.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(kind.actions) for agent in self.possible_agents
        }
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What observations of this agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may play now."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observe(seat), "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        mask = np.zeros(self.table.game.actions, np.int8)
        if seat == self.table.seat and self.agents:
            mask[self.table.legal()] = 1
        return mask

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._seeds = random.Random(seed)
        self.table.begin(self._seeds.getrandbits(62))
        self.agents = self.possible_agents[:]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The game as text or picture, by ``render_mode``; human prints it."""
        if self.render_mode == "rgb_array":
            return pixels(self.table.position())
        if self.render_mode == "human":
            print(self.table.position(), end="\n\n")
        return str(self.table.position()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def pixels(position: Position) -> npt.NDArray[np.uint8]:
    """What the seat to act sees (spectators, where there is none), as rows of red, green and blue."""
    from waterside.pictures import export

    seat = position.actor if isinstance(position.actor, int) else None
    picture = export.png(picture_of(position, seat, "en"), WIDTH)
    image = require("PIL.Image", "pictures").open(io.BytesIO(picture)).convert("RGB")
    return np.asarray(image, np.uint8)


class raw_env(_Seats, AECEnv):  # type: ignore[misc,type-arg]
    """A game without wrappers: agents act in turn, whoever decides next.

    ``compiled=False`` runs the rules as plain Python: slower, with nothing to wait for at first.
    All else are options of the game.
    """

    metadata = {"render_modes": MODES, "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: the same seed, the same chances; without one, the next of the last seed."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._go_on()

    def _go_on(self) -> None:
        if self.table.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
        else:
            self.agent_selection = self.possible_agents[self.table.seat]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            if self.table.decisions[self.table.seat] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {
            agent: {"action_mask": self._mask(seat)} for seat, agent in enumerate(self.agents)
        }
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Plays an action of ``agent_selection``; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or action not in self.table.legal():
            raise IllegalActionError(
                f"{action} is not a legal action of {agent}; see its action_mask"
            )
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action))
        self._go_on()
        self._accumulate_rewards()


class parallel_env(_Seats, ParallelEnv):  # type: ignore[misc,type-arg]
    """A game for those who need all agents to act at once: in every cycle each agent names an action,
    and that of the seat whose turn it is is played.

    An action that is not legal counts as a random legal one. ``max_cycles`` is a number of decisions.
    """

    metadata = {"render_modes": MODES, "is_parallelizable": True, "render_fps": 1}  # noqa: RUF012

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a game: the same seed, the same chances; without one, the next of the last seed."""
        self._begin(seed)
        return self._shown()

    def _shown(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if self.render_mode == "human":
            self.render()
        observed = {agent: self.observe(agent) for agent in self.agents}
        infos = {
            agent: {"action_mask": seen["action_mask"], "acts": seat == self.table.seat}
            for seat, (agent, seen) in enumerate(observed.items())
        }
        return observed, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the action of the seat whose turn it is."""
        table = self.table
        legal = table.legal().tolist()
        action = actions.get(self.possible_agents[table.seat], -1)
        table.play(int(action) if action in legal else self._seeds.choice(legal))
        rewards = table.rewards() if table.is_over else [0.0] * table.players
        cut_off = not table.is_over and sum(table.decisions) == self.max_cycles
        observed, infos = self._shown()
        results = (
            observed,
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, table.is_over),
            dict.fromkeys(self.agents, cut_off),
            infos,
        )
        if table.is_over or cut_off:
            self.agents = []
        return results
