"""Measures how fast the rules are: uniformly random games, a line of JSON for each measurement.

At every decision of a player the full list of legal actions is made and one of them played; chance
is drawn with its exact probabilities. Back ends: interpreted (plain Python), compiled (machine code
on one thread), cores (machine code on all cores). One thread is timed by its processor time.
"""

from __future__ import annotations

import argparse
import json
import sys

from waterside.cli.progress import compile_with_progress
from waterside.core.registry import all_games, game
from waterside.engine.build import compiler_missing
from waterside.simulate.speed import BACKENDS, measure_all

NAME = "bench"
HELP = "measure how fast the rules are"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to measure and how long."""
    parser.add_argument("what", choices=["rules"], help="what to measure")
    parser.add_argument(
        "--game",
        action="append",
        metavar="GAME",
        help="only this game (may be given several times)",
    )
    parser.add_argument("--players", type=int, metavar="N", help="only so many players")
    parser.add_argument("--backend", action="append", choices=BACKENDS, help="only this back end")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="time for each measurement (default 1)"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the lines as they come."""
    chosen = [game(name) for name in options.game or all_games()]
    backends = options.backend or list(BACKENDS)
    if missing := compiler_missing():
        print(f"waterside bench: only interpreted rules here: {missing}", file=sys.stderr)
        backends = ["interpreted"]
    for one in chosen:
        if backends != ["interpreted"]:
            compile_with_progress(one, "random games")
        for measured in measure_all([one], options.players, backends, options.seconds):
            print(json.dumps(measured.line()), flush=True)
    return 0
