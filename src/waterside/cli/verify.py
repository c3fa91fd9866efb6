"""Checks the chance of a game that was played at a table.

The server commits itself to a secret before the first action, and the secret is in the record after
the end. From it, and from what the players added, every roll and draw is made anew and compared
with the record. RECORD is a file, or - for standard input.

Exit status: 0 if everything follows from the commitment, 1 if not, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.core.record import Record
from waterside.fairness import verify

NAME = "verify"
HELP = "check the chance of a game that was played at a table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """RECORD."""
    parser.add_argument("record", metavar="RECORD", help="a file with the record, or -")


def run(options: argparse.Namespace) -> int:
    """Says what was checked and what was found."""
    checked = verify(Record.loads(read(options.record)))
    if checked.taken_back:
        print(f"taken back by agreement, says the record: draws {checked.taken_back}")
    for finding in checked.findings:
        print(finding)
    if not checked.is_fair:
        print("not fair: the record does not follow from its commitment")
        return 1
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
        raise WatersideError(f"{name} is no text in UTF-8") from None
