"""Referees a game for other programs.

Reads one action per line from standard input and answers each at once with one line of JSON; the
first line describes the starting position:

  {"number": 3, "actor": 1, "legal": ["4x1", ...], "scores": [0, 0], "winners": null}

"actor" is a seat, "chance", or null at the end. For chance, "legal" has the exact probability of
each outcome: {"draw 4": [1, 8], ...}. A line that is not a legal action is answered with
{"number": 3, "error": "..."} and changes nothing.

Exit status: 0 if every line was accepted, 1 if not, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from typing import Any

from waterside.cli.arguments import add_game, start
from waterside.core.errors import WatersideError
from waterside.core.position import Position

NAME = "referee"
HELP = "referee a game: actions in, JSON lines out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds GAME, --players and --set."""
    add_game(parser)


def run(options: argparse.Namespace) -> int:
    """Answers line by line until the input ends."""
    position = start(options)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    status = 0
    answer(described(position))
    for line in sys.stdin:
        try:
            position = position.play(line)
        except WatersideError as problem:
            status = 1
            answer({"number": position.number, "error": str(problem)})
        else:
            answer(described(position))
    return status


def described(position: Position) -> dict[str, Any]:
    """The referee's description of a position."""
    legal: Any = position.legal()
    if position.actor == "chance":
        chances = sorted(position.chances().items())
        legal = {text: [share.numerator, share.denominator] for text, share in chances}
    return {
        "number": position.number,
        "actor": position.actor,
        "legal": legal,
        "scores": position.scores(),
        "winners": position.winners(),
    }


def answer(message: dict[str, Any]) -> None:
    """Prints one line of JSON at once."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
