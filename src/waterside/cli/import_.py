"""Adds what 'waterside export' wrote to the database of a server.

All of it is imported, or nothing if a line is missing or not as it must be. A table that is there
already is an error; identities that are there already stay as they are. Stop the server meanwhile,
or import into an empty database and start the server then.

  waterside import tables.jsonl.gz
  waterside import --database postgresql://waterside@localhost/waterside tables.jsonl.gz
"""

from __future__ import annotations

import argparse

from waterside.cli import server

NAME = "import"
HELP = "add exported tables to a server's database"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds FILE and the database."""
    parser.add_argument("file", metavar="FILE", help="the export, or - for standard input")
    server.add_database(parser)


def run(options: argparse.Namespace) -> int:
    """Imports the file and says how much it was."""
    print(f"{options.file}: {server.import_(options)}")
    return 0
