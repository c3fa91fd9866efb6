"""Measures the speed of the rules with random games; prints a line of JSON for each measurement.

At each decision of a player all legal actions are listed and one of them is played at random;
chance has its exact probabilities. Back ends: interpreted (plain Python), compiled (machine code on
one thread), cores (machine code on all cores). A single thread is measured in processor time.
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
HELP = "measure the speed of the rules"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what to measure, and for how long."""
    parser.add_argument("what", choices=["rules"], help="what to measure")
    parser.add_argument(
        "--game",
        action="append",
        metavar="GAME",
        help="only this game; can be repeated",
    )
    parser.add_argument("--players", type=int, metavar="N", help="only this number of players")
    parser.add_argument(
        "--backend", action="append", choices=BACKENDS, help="only this back end; can be repeated"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="seconds for each measurement (default 1)"
    )


def run(options: argparse.Namespace) -> int:
    """Measures, and prints each line when it is known."""
    chosen = [game(name) for name in options.game or all_games()]
    backends = options.backend or list(BACKENDS)
    if missing := compiler_missing():
        print(
            f"waterside bench: only interpreted rules can be measured: {missing}", file=sys.stderr
        )
        backends = ["interpreted"]
    for one in chosen:
        if backends != ["interpreted"]:
            compile_with_progress(one, "random games")
        for measured in measure_all([one], options.players, backends, options.seconds):
            print(json.dumps(measured.line()), flush=True)
    return 0
