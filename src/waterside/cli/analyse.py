r"""Answers questions about positions and games: JSON lines on standard input, JSON lines on standard output.

    {"id": "a", "game": "kariba", "players": 2, "actions": ["draw 4", "…"], "iterations": 2000}
    {"id": "b", "record": "Waterside record 1\n…", "review": true, "during": true}
    {"id": "c", "action": "terminate", "terminateId": "b"}

Many questions can be asked at once; the answers carry their ids and come as they are found.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from waterside.core.errors import WatersideError
from waterside.engine import build

NAME = "analyse"
HELP = "answer questions about positions and games as JSON lines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --threads."""
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="questions at a time (default 1)"
    )


def run(options: argparse.Namespace) -> int:
    """Answers until standard input ends and everything is answered."""
    from waterside.review.analysis import serve

    if options.threads < 1:
        raise WatersideError(f"--threads {options.threads}: at least one")
    if missing := build.compiler_missing():
        print(f"waterside analyse: {missing}; answers will be slow and rough", file=sys.stderr)

    def send(line: dict[str, Any]) -> None:
        print(json.dumps(line, ensure_ascii=False), flush=True)

    serve(sys.stdin, send, options.threads)
    return 0
