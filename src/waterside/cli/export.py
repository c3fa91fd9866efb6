"""Writes all tables of a server, or some of them, as lines of JSON, while the server runs.

With it a database moves from SQLite to PostgreSQL or back, and a table from one server to another.
The last line says that the export is complete. A name that ends in .gz is compressed. Keep the file
private: it has the secrets of games that are not over.

  waterside export tables.jsonl.gz
  waterside export --table Rk3vJ0aXq2Lw table.jsonl
  waterside export - | waterside import --database postgresql://waterside@localhost/waterside -
"""

from __future__ import annotations

import argparse
import sys

from waterside.cli import server

NAME = "export"
HELP = "write a server's tables as lines of JSON"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds FILE, the tables and the database."""
    parser.add_argument("file", metavar="FILE", help="the new file, or - for standard output")
    parser.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="ID",
        help="a table to export, with its players (default: all tables); can be repeated",
    )
    server.add_database(parser)


def run(options: argparse.Namespace) -> int:
    """Writes the export and says how much it is."""
    print(f"{options.file}: {server.export(options)}", file=sys.stderr)
    return 0
