"""Steps a second on one core: our vector environment beside what else there is.

    python benchmarks/environments.py

prints a line of JSON for each game: ours with observations and masks written, PettingZoo's classic
games, OpenSpiel's C++ games driven from Python, and Pgx on the CPU. All play random legal actions, and
a game that ends makes way for a new one. What is not installed is skipped, and a line says so. The
process keeps to one core; seconds are those of its processor time. For all opponents:

    pip install 'pettingzoo[classic]' open_spiel pgx
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module

import numpy as np

from waterside.core.registry import all_games
from waterside.envs.vector import VectorEnv

SEED = 1
PETTINGZOO = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "chess_v6")
OPENSPIEL = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "backgammon", "chess")
PGX = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_holdem", "backgammon")

Run = Callable[[], int]
"""Plays on for a while; the number of steps."""


def keep_to_one_core() -> None:
    """One core for this process, all of its threads included."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measured(run: Run, seconds: float) -> float:
    """Steps a second, after one run to warm up."""
    run()
    steps, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        steps += run()
    return steps / spent


def ours(batch: int) -> Iterator[tuple[dict[str, object], Run]]:
    """The vector environment, every game with the fewest and the most players."""
    for name, game in all_games().items():
        for players in sorted(set(game.seats)):
            env = VectorEnv(name, batch, players=players)
            env.reset(seed=SEED)
            rng = np.random.default_rng(SEED)

            def run(env: VectorEnv = env, rng: np.random.Generator = rng) -> int:
                for _ in range(16):
                    env.step(env.sample(rng))
                return 16 * env.num_envs

            yield {"env": "waterside", "game": name, "players": players, "batch": batch}, run


def pettingzoo(batch: int) -> Iterator[tuple[dict[str, object], Run]]:
    """Classic games, one at a time."""
    for name in PETTINGZOO:
        module = import_module(f"pettingzoo.classic.{name}")
        env = module.env()
        env.reset(seed=SEED)
        rng = np.random.default_rng(SEED)

        def run(env: object = env, rng: np.random.Generator = rng) -> int:
            env.reset()
            steps = 0
            for _ in env.agent_iter():
                observation, _, termination, truncation, info = env.last()
                action = None
                if not (termination or truncation):
                    mask = observation["action_mask"] if isinstance(observation, dict) else None
                    legal = np.flatnonzero(info["action_mask"] if mask is None else mask)
                    action = int(legal[rng.integers(len(legal))])
                    steps += 1
                env.step(action)
            return steps

        yield {"env": "pettingzoo", "game": name}, run


def openspiel(batch: int) -> Iterator[tuple[dict[str, object], Run]]:
    """C++ games driven from Python: observation and mask of every decision are fetched."""
    import pyspiel

    for name in OPENSPIEL:
        game = pyspiel.load_game(name)
        rng = np.random.default_rng(SEED)
        tensor = game.get_type().provides_observation_tensor

        def run(game: object = game, rng: np.random.Generator = rng, tensor: bool = tensor) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    at = int(np.searchsorted(np.cumsum(chances), rng.random()))
                    state.apply_action(outcomes[min(at, len(outcomes) - 1)])
                    continue
                if tensor:
                    state.observation_tensor()
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[rng.integers(len(legal))])
                steps += 1
            return steps

        yield {"env": "openspiel", "game": name}, run


def pgx(batch: int) -> Iterator[tuple[dict[str, object], Run]]:
    """Games in JAX on the CPU, many side by side, compiled."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx as games
    from pgx.experimental import auto_reset

    for name in PGX:
        env = games.make(name)
        begin = jax.jit(jax.vmap(env.init))
        step = jax.vmap(auto_reset(env.step, env.init))

        def advance(carry, key, step=step):  # type: ignore[no-untyped-def]
            state = carry
            choice, chance = jax.random.split(key)
            scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(choice, scores, axis=1)
            after = step(state, actions, jax.random.split(chance, batch))
            return after, after.observation.sum()

        play = jax.jit(lambda state, keys, advance=advance: jax.lax.scan(advance, state, keys))
        now = {
            "state": begin(jax.random.split(jax.random.PRNGKey(SEED), batch)),
            "key": jax.random.PRNGKey(SEED + 1),
        }

        def run(now: dict[str, object] = now, play: object = play) -> int:
            now["key"], use = jax.random.split(now["key"])
            now["state"], sums = play(now["state"], jax.random.split(use, 16))
            sums.block_until_ready()
            return 16 * batch

        yield {"env": "pgx", "game": name, "batch": batch}, run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game")
    parser.add_argument("--batch", type=int, default=1024, help="games side by side")
    options = parser.parse_args()
    keep_to_one_core()
    warnings.simplefilter("ignore")  # the opponents' own
    for games in (ours, pettingzoo, openspiel, pgx):
        try:
            for line, run in games(options.batch):
                per_second = round(measured(run, options.seconds))
                print(json.dumps({**line, "steps_per_s": per_second}), flush=True)
        except ImportError as problem:
            print(json.dumps({"env": games.__name__, "skipped": str(problem)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
