"""Copies the database of a server to a new SQLite file, while the server runs.

The copy shows the database at one moment and is checked before it gets its name. It can be served
as it is, or exported and imported into another database. Only its owner may read it: it has the
secrets of games that are not over.

  waterside backup tables-monday.db
  waterside backup --database postgresql://waterside@localhost/waterside tables-monday.db
  waterside serve --database sqlite:///tables-monday.db
"""

from __future__ import annotations

import argparse
from pathlib import Path

from waterside.cli import server

NAME = "backup"
HELP = "copy a server's database while it runs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds FILE and the database."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the new file; it must not exist")
    server.add_database(parser)


def run(options: argparse.Namespace) -> int:
    """Makes the backup and says what is in it."""
    print(f"{options.file}: {server.backup(options)}")
    return 0
