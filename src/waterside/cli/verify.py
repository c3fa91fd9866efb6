"""Checks that a game at a table was fair: that the server did not change any roll or draw.

The server commits itself to a secret before the first action, and the record reveals the secret
after the end. From it, and from what the players added, all rolls and draws are computed again and
compared with the record.

Exit status: 0 if everything follows from the commitment, 1 if not, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.core.record import Record
from waterside.fairness import Promise, verify

NAME = "verify"
HELP = "check that a game at a table was fair"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds RECORD and --kept."""
    parser.add_argument(
        "record", metavar="RECORD", help="file with the record, or - for standard input"
    )
    parser.add_argument(
        "--kept", metavar="FILE", help="what a player kept from before the game, as JSON"
    )


def run(options: argparse.Namespace) -> int:
    """Checks the record and prints what was found."""
    promise = Promise.loads(read(options.kept)) if options.kept else None
    checked = verify(Record.loads(read(options.record)), promise)
    if checked.missing:
        seats = ", ".join(map(str, checked.missing))
        print(f"seats whose commitment replaced entropy that did not arrive: {seats}")
    if checked.given:
        print(f"the game went on from a position: its first {checked.given} actions were given")
    if checked.taken_back:
        print(f"takebacks by agreement, according to the record: draws {checked.taken_back}")
    for finding in checked.findings:
        print(finding)
    if not checked.is_fair:
        print("not fair: the record does not follow from its commitment")
        return 1
    if not checked.is_committed:
        print("no player had committed to entropy: whoever sat down last knew all of it")
    if not checked.is_kept:
        print("this was not compared with anything kept from before the game; see --kept")
    print(f"fair: the commitment holds, and so do all {checked.draws} outcomes of chance")
    return 0


def read(name: str) -> str:
    """The text of the record."""
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode()
    except OSError as problem:
        raise WatersideError(f"{name} cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise WatersideError(f"{name} is not a text in UTF-8") from None
