"""How many decisions a second random games make on a GPU, beside one core: a line of JSON each.

First every game is played on both, side by side, and every action and state compared. The GPU's
time is that of launching a kernel until its rows lie in the device's memory; compiling is not in it.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from waterside.core.cuda import NoGpu, require_gpu
from waterside.core.registry import all_games, game
from waterside.core.warm import encoded
from waterside.simulate import gpu as on_gpu
from waterside.simulate.cpu import CpuGames
from waterside.simulate.gpu import GpuGames, check_steps
from waterside.simulate.playing import CHANCES, DECISIONS
from waterside.simulate.speed import measure

LAUNCH = {"kariba": 1 << 23, "splash": 1 << 23, "crocodile": 1 << 20, "cromado": 1 << 18}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument("--players", type=int, help="only so many players")
    parser.add_argument("--games", type=int, help="in a launch (default: about half a second's)")
    parser.add_argument("--launches", type=int, default=5)
    parser.add_argument("--check", type=int, default=256, help="games to compare action by action")
    parser.add_argument("--threads", type=int, default=on_gpu.THREADS, help="in a block")
    options = parser.parse_args()
    on_gpu.THREADS = options.threads
    try:
        cuda = require_gpu()
    except NoGpu as problem:
        raise SystemExit(f"benchmarks/gpu.py: {problem}") from None
    for name in options.game or all_games():
        fewest, most = game(name).seats
        for players in [options.players] if options.players else range(fewest, most + 1):
            print(json.dumps(compare(cuda, name, players, options)), flush=True)


def compare(cuda, name: str, players: int, options: argparse.Namespace) -> dict[str, object]:
    """Checks, then times, one game with so many players."""
    kind = game(name)
    begun = time.perf_counter()
    compared = check_steps(kind, players, options.check)
    games = GpuGames(kind, players, encoded(kind, players))
    count = options.games or LAUNCH[name]
    rows = cuda.device_array((count, games.columns), np.int32)
    games.play(1, 0, count, rows)
    cuda.synchronize()
    prepared = time.perf_counter() - begun
    first = CpuGames(kind, players, encoded(kind, players)).play(1, 0, 4096)
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
    measure(kind, players, "compiled", 0.01)  # compiles
    core = measure(kind, players, "compiled", 1.0).decisions_per_s
    return {
        "game": name,
        "players": players,
        "device": str(cuda.get_current_device().name),
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


if __name__ == "__main__":
    main()
