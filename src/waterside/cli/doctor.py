"""Checks whether a server is set up well on this computer, and says what to change.

It takes the options of 'waterside serve': write doctor instead of serve. With --url it also asks a
server that runs, as its players do, through its proxy. It changes nothing.

  waterside doctor --database sqlite:////var/lib/waterside/tables.db --secure-cookie
  waterside doctor --logs --url https://tables.example.org

Exit status: 0 if nothing is wrong (there may be advice), 1 if something is, 2 for wrong usage.
"""

from __future__ import annotations

import argparse

from waterside.cli import serve, server

NAME = "doctor"
HELP = "check how a server is set up"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of serve, and what else is to be looked at."""
    serve.add_arguments(parser)
    parser.add_argument(
        "--logs", action="store_true", help="read the log of every table, which may take minutes"
    )
    parser.add_argument("--url", metavar="URL", help="a running server, as players reach it")


def run(options: argparse.Namespace) -> int:
    """Prints what was found, one line for each."""
    wrong = 0
    for finding in server.examine(options):
        wrong += finding.level == "wrong"
        print(finding, flush=True)
    return 1 if wrong else 0
