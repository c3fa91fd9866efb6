"""The vector environment on the GPU beside the one on the CPU: they must show the same, bit by bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.game import Game
from waterside.engine.cuda import ResultsDifferError
from waterside.envs.dlpack import DeviceArray
from waterside.envs.vector import VectorEnv


def check_steps(
    game: Game, players: int, games: int, steps: int, seed: int = 1, **settings: Any
) -> int:
    """Steps games on the GPU and on the CPU with random actions, and compares the actions and, after
    each step, every array and every state; gives the number of decisions compared, or raises
    ``ResultsDifferError``.
    """
    envs = [
        VectorEnv(game, games, players=players, device=device, **settings)
        for device in ("cpu", "gpu")
    ]
    rngs = [np.random.default_rng(seed) for _ in envs]
    compare(game, 0, *(everything(env, env.reset(seed=seed)) for env in envs))
    for number in range(1, steps + 1):
        actions = [env.sample(rng) for env, rng in zip(envs, rngs, strict=True)]
        compare(game, number, *({"actions": here(chosen)} for chosen in actions))
        stepped = [env.step(chosen) for env, chosen in zip(envs, actions, strict=True)]
        compare(
            game, number, *(everything(env, one) for env, one in zip(envs, stepped, strict=True))
        )
    return games * steps


def everything(env: VectorEnv, given: tuple[Any, ...]) -> dict[str, npt.NDArray[Any]]:
    """What an environment has given back, the states, and the counts of finished games, here."""
    *arrays, infos = given
    names = ("observations", "rewards", "terminations", "truncations")
    shown = {**dict(zip(names, arrays, strict=False)), **infos, "finished": env.finished}
    return {name: here(array) for name, array in shown.items()} | {"states": env.states()}


def here(array: Any) -> npt.NDArray[Any]:
    """An array in the computer's memory."""
    return array.copy_to_host() if isinstance(array, DeviceArray) else np.asarray(array)


def compare(
    game: Game, number: int, cpu: dict[str, npt.NDArray[Any]], gpu: dict[str, npt.NDArray[Any]]
) -> None:
    """``ResultsDifferError`` names the first array that is not the same, in type, shape and bits."""
    for name, array in cpu.items():
        other = gpu[name]
        if (array.dtype, array.shape) != (other.dtype, other.shape) or (
            array.tobytes() != other.tobytes()
        ):
            raise ResultsDifferError(f"{game.title}, step {number}: the GPU has other {name}")
