"""Our compiled rules beside hand-written C programs that play the same random games, in one run.

    python benchmarks/yardstick.py --yardstick FOLDER

builds the programs of the folder (``make list``, in a temporary copy) and prints a line of JSON for
every game and number of players: decisions a second of both and their ratio. The two take turns, a
short stretch each, and the ratio is the median over the turns: a noisy machine disturbs both alike.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from waterside.cli.progress import compile_with_progress
from waterside.core.registry import game
from waterside.simulate.speed import measure

OURS = ("crocodile", "cromado", "splash", "kariba")
WANTED = {"crocodile": 0.15, "cromado": 0.15, "splash": 0.25, "kariba": 0.25}


def built(folder: Path, into: Path) -> Path:
    copy = into / "yardstick"
    shutil.copytree(folder, copy)
    for path in [copy, *copy.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)
    made = subprocess.run(["make", "-C", str(copy), "list"], capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"the yardstick does not build:\n{made.stderr[-2000:]}")
    return copy


def theirs(program: Path, players: int, seconds: float, seed: int) -> float:
    """The C program's decisions a second over about so many seconds."""
    games = 50
    while True:
        command = [str(program), str(players), str(games), str(seed)]
        line = json.loads(
            subprocess.run(command, capture_output=True, text=True, check=True).stdout
        )
        if line["seconds"] > seconds / 2:
            return float(line["decisions_per_s"])
        games = int(games * max(2.0, min(50.0, seconds / max(line["seconds"], 1e-6))))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--game", action="append", choices=OURS)
    parser.add_argument("--seconds", type=float, default=0.3, help="length of one stretch")
    parser.add_argument("--turns", type=int, default=7, help="stretches of each")
    options = parser.parse_args()
    if not (options.yardstick / "Makefile").is_file():
        parser.error(f"{options.yardstick} has no Makefile")
    with tempfile.TemporaryDirectory() as scratch:
        programs = built(options.yardstick, Path(scratch))
        for name in options.game or OURS:
            chosen = game(name)
            compile_with_progress(chosen, "random games")
            for players in range(chosen.seats[0], chosen.seats[1] + 1):
                ours, c = [], []
                for turn in range(options.turns):
                    ours.append(
                        measure(chosen, players, "compiled", options.seconds, turn).decisions_per_s
                    )
                    c.append(theirs(programs / f"{name}_list", players, options.seconds, turn + 1))
                ratios = sorted(a / b for a, b in zip(ours, c, strict=True))
                line = {
                    "game": name,
                    "players": players,
                    "compiled_decisions_per_s": round(statistics.median(ours)),
                    "c_decisions_per_s": round(statistics.median(c)),
                    "ratio": round(statistics.median(ratios), 3),
                    "ratio_lowest": round(ratios[0], 3),
                    "ratio_highest": round(ratios[-1], 3),
                    "wanted": WANTED[name],
                }
                print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
