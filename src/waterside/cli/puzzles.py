"""Finds puzzles: positions from games of bots where one action is far better than all others.

The same seed finds the same puzzles. The sets that the games come with were made by this command; without
-o it prints a line for each puzzle as it is found.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.core.registry import all_games, game

NAME = "puzzles"
HELP = "find positions where one action is far better than all others"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds GAME, --count, --seed and -o."""
    parser.add_argument("game", metavar="GAME", help=", ".join(all_games()))
    parser.add_argument("--count", type=int, default=60, metavar="N", help="how many (default 60)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed (default 1)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="file to write the puzzles to, as JSON"
    )


def run(options: argparse.Namespace) -> int:
    """Finds puzzles until there are enough; a file holds those found so far at any time."""
    from waterside.review.puzzles import Finder, written

    if options.count < 1:
        raise WatersideError(f"--count {options.count}: at least one")
    finder = Finder(game(options.game), options.seed, options.count)
    made = {"command": f"waterside puzzles {options.game} --count {options.count}"}
    made["command"] += f" --seed {options.seed}"
    found = []
    for puzzle in finder.find():
        found.append(puzzle)
        print(
            f"{puzzle.id}: {puzzle.players} players, {puzzle.best} {puzzle.share:.0%}, "
            f"next best {puzzle.second} {puzzle.second_share:.0%}, "
            f"{' '.join(puzzle.themes)}, difficulty {puzzle.difficulty}",
            flush=True,
        )
        if options.output:
            try:
                options.output.write_text(written(finder.game, found, made), "utf-8")
            except OSError as problem:
                raise WatersideError(
                    f"{options.output} cannot be written: {problem.strerror}"
                ) from None
    print(f"{len(found)} puzzles from {finder.games + 1} games", file=sys.stderr)
    return 0
