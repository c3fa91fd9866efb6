"""How fast games go on a GPU, beside one core: lines of JSON for every game and number of players.

    python benchmarks/gpu.py

``playouts`` are random games, in decisions a second; ``network`` are games of the network (policy ``net``),
in games a second; ``environment`` is the vector environment, whose steps have random actions chosen
on the device, and write observations and masks.

First every game is played on both, side by side, and every action and state compared; of the
network's games only the rows, since they are the same but for rounding. The GPU's time is that of
launching kernels until they are over; compiling is not in it.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

from waterside.core.registry import all_games, game
from waterside.engine.cuda import DeviceBuilder, NoGpuError, is_simulated, require_gpu
from waterside.engine.rng import below
from waterside.engine.warmup import encoded
from waterside.envs import compare
from waterside.envs import gpu as environment_on_gpu
from waterside.envs.vector import VectorEnv
from waterside.simulate import gpu as on_gpu
from waterside.simulate.cpu import CpuGames
from waterside.simulate.gpu import GpuGames, check_steps
from waterside.simulate.numbered import CHANCES, DECISIONS

LAUNCH = {"kariba": 1 << 23, "splash": 1 << 23, "crocodile": 1 << 21, "cromado": 1 << 20}
NETWORK_LAUNCH = {"kariba": 1 << 19, "splash": 1 << 19, "crocodile": 1 << 17, "cromado": 1 << 14}
SIDE_BY_SIDE = {"kariba": 1 << 20, "splash": 1 << 20, "crocodile": 1 << 18, "cromado": 1 << 18}
ONE_CORE = 1024
"""Games side by side on the one core."""

cuda: Any = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument("--players", type=int, help="only so many players")
    parser.add_argument("--only", choices=("playouts", "network", "environment"))
    parser.add_argument(
        "--games",
        type=int,
        help="in a launch (default: some tenths of a second of random games, seconds of a network's)",
    )
    parser.add_argument("--side-by-side", type=int, help="games in the environment")
    parser.add_argument("--steps", type=int, default=100, help="of the environment in a launch")
    parser.add_argument("--launches", type=int, default=5)
    parser.add_argument("--check", type=int, default=256, help="games to compare action by action")
    parser.add_argument("--threads", type=int, default=on_gpu.THREADS, help="in a block")
    parser.add_argument("--registers", type=int, default=on_gpu.REGISTERS, help="of a thread")
    options = parser.parse_args()
    on_gpu.THREADS = environment_on_gpu.THREADS = options.threads
    on_gpu.REGISTERS = options.registers
    try:
        require_gpu()
    except NoGpuError as problem:
        raise SystemExit(f"benchmarks/gpu.py: {problem}") from None
    for name in options.game or all_games():
        fewest, most = game(name).seats
        for players in [options.players] if options.players else range(fewest, most + 1):
            for part in (playouts, network, environment):
                if options.only in (None, part.__name__):
                    line = {"part": part.__name__, "game": name, "players": players}
                    print(json.dumps({**line, **part(name, players, options)}), flush=True)


def device_name(cuda) -> str:
    """What the GPU calls itself."""
    return "simulator" if is_simulated() else str(cuda.get_current_device().name)


def playouts(name: str, players: int, options: argparse.Namespace) -> dict[str, object]:
    """Checks, then times, random games of one kind with so many players."""
    kind = game(name)
    cuda = require_gpu()
    begun = time.perf_counter()
    compared = check_steps(kind, players, options.check)
    games = GpuGames(kind, players, encoded(kind, players))
    count = options.games or LAUNCH[name]
    rows = cuda.device_array((count, games.columns), np.int32)
    games.play(1, 0, count, rows)
    cuda.synchronize()
    prepared = time.perf_counter() - begun
    on_cpu = CpuGames(kind, players, encoded(kind, players))
    first = on_cpu.play(1, 0, min(count, 4096))
    same = bool((rows[: len(first)].copy_to_host() == first).all())
    seconds, decisions, actions = [], 0, 0
    for launch in range(options.launches):
        start = time.perf_counter()
        games.play(1, launch * count, count, rows)
        cuda.synchronize()
        seconds.append(time.perf_counter() - start)
        figures = rows.copy_to_host()
        decisions = int(figures[:, DECISIONS].sum())
        actions = decisions + int(figures[:, CHANCES].sum())
    best = min(seconds)
    core = decisions_on_one_core(on_cpu)
    return {
        "device": device_name(cuda),
        "actions_compared": compared,
        "same_rows": same,
        "games": count,
        "mean_decisions": round(decisions / count, 2),
        "longest_over_mean": round(int(figures[:, DECISIONS].max()) * count / decisions, 2),
        "seconds": round(best, 5),
        "slowest": round(max(seconds), 5),
        "million_decisions_per_s": round(decisions / best / 1e6, 1),
        "million_actions_per_s": round(actions / best / 1e6, 1),
        "one_core_million_decisions_per_s": round(core / 1e6, 3),
        "times_one_core": round(decisions / best / core),
        "prepared_in_s": round(prepared, 1),
    }


def network(name: str, players: int, options: argparse.Namespace) -> dict[str, object]:
    """Checks, then times, games of the network with so many players."""
    kind = game(name)
    cuda = require_gpu()
    begun = time.perf_counter()
    games = GpuGames(kind, players, encoded(kind, players), network=True)
    count = options.games or NETWORK_LAUNCH[name]
    rows = cuda.device_array((count, games.columns), np.int32)
    games.play(1, 0, count, rows)
    cuda.synchronize()
    prepared = time.perf_counter() - begun
    on_cpu = CpuGames(kind, players, encoded(kind, players), network=True)
    first = on_cpu.play(1, 0, min(count, options.check))
    same = (rows[: len(first)].copy_to_host() == first).all(axis=1)
    seconds = []
    for launch in range(options.launches):
        start = time.perf_counter()
        games.play(1, launch * count, count, rows)
        cuda.synchronize()
        seconds.append(time.perf_counter() - start)
    decisions = int(rows.copy_to_host()[:, DECISIONS].sum())
    best = min(seconds)
    core = decisions_on_one_core(on_cpu, at_a_time=8)
    return {
        "device": device_name(cuda),
        "games_compared": len(first),
        "same_rows": int(same.sum()),
        "games": count,
        "mean_decisions": round(decisions / count, 2),
        "seconds": round(best, 5),
        "slowest": round(max(seconds), 5),
        "games_per_s": round(count / best),
        "million_decisions_per_s": round(decisions / best / 1e6, 2),
        "one_core_games_per_s": round(core * count / decisions),
        "times_one_core": round(decisions / best / core),
        "prepared_in_s": round(prepared, 1),
    }


def decisions_on_one_core(games: CpuGames, seconds: float = 1.0, at_a_time: int = 64) -> float:
    """Decisions a second of the same games on one core."""
    decisions, number, start = 0, 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += int(games.play(1, number, at_a_time)[:, DECISIONS].sum())
        number += at_a_time
    return decisions / spent


def choose_kernel(rngs, actions, counts, chosen):
    """Each thread draws one of its game's legal actions."""
    i = cuda.grid(1)
    if i < len(chosen):
        chosen[i] = actions[i, below(rngs[i], counts[i])]


def environment(name: str, players: int, options: argparse.Namespace) -> dict[str, object]:
    """Checks, then times, the vector environment with one game and so many players."""
    kind = game(name)
    cuda = require_gpu()
    begun = time.perf_counter()
    compared = compare.check_steps(kind, players, options.check, steps=options.steps)
    many = options.side_by_side or SIDE_BY_SIDE[name]
    env = VectorEnv(kind, many, players=players, device="gpu")
    _, infos = env.reset(seed=1)
    rngs = cuda.to_device(np.random.default_rng(1).integers(0, 1 << 32, (many, 4)))
    actions = env.sample(np.random.default_rng(1))
    listed = infos["actions"].array, infos["counts"].array
    builder = DeviceBuilder({}, "choosing", {"cuda": cuda})
    threads = min(many, options.threads) if is_simulated() else options.threads

    def play(steps: int) -> float:
        start = time.perf_counter()
        for _ in range(steps):
            builder.launch(
                choose_kernel, -(-many // threads), threads, rngs, *listed, actions.array
            )
            env.step(actions)
        return time.perf_counter() - start

    play(2)
    prepared = time.perf_counter() - begun
    seconds = [play(options.steps) for _ in range(options.launches)]
    best = min(seconds)
    core = steps_on_one_core(name, players)
    return {
        "device": device_name(cuda),
        "decisions_compared": compared,
        "games": many,
        "finished": int(env.finished.copy_to_host().sum()),
        "seconds": round(best, 5),
        "slowest": round(max(seconds), 5),
        "million_steps_per_s": round(many * options.steps / best / 1e6, 2),
        "one_core_million_steps_per_s": round(core / 1e6, 3),
        "times_one_core": round(many * options.steps / best / core, 1),
        "prepared_in_s": round(prepared, 1),
    }


def steps_on_one_core(name: str, players: int, seconds: float = 1.0) -> float:
    """Steps a second of the same environment on one core, with its random actions."""
    env = VectorEnv(name, ONE_CORE, players=players)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    env.step(env.sample(rng))
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.step(env.sample(rng))
        steps += ONE_CORE
    return steps / spent


if __name__ == "__main__":
    main()
