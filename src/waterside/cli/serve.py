"""Serves tables over the network, where people and programs play, watch and reconnect.

Tables are kept in a SQLite file in your data folder, or in the database that --database names.
Several processes can serve the tables of one PostgreSQL database.

  waterside serve
  waterside serve --host 0.0.0.0 --port 8000 --database sqlite:////var/lib/waterside/tables.db
  waterside serve --database postgresql://waterside@localhost/waterside --workers 4
"""

from __future__ import annotations

import argparse
from pathlib import Path

from waterside.cli import server

NAME = "serve"
HELP = "serve tables over the network"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds where to listen, the database, the processes, the limits and the logs."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default %(default)s)"
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="port to listen on, 0 for any (default %(default)s)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://… (default: a file in your data folder)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="server processes; more than one needs PostgreSQL (default %(default)s)",
    )
    parser.add_argument(
        "--bots", type=int, default=2, metavar="N", help="processes for bots (default %(default)s)"
    )
    parser.add_argument(
        "--warm",
        action="store_true",
        help="prepare the bots at the start, not at their first move",
    )
    parser.add_argument(
        "--bot-pause",
        type=float,
        default=0.8,
        metavar="SECONDS",
        help="the least time that a bot's move takes (default %(default)s)",
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=10,
        metavar="N",
        help="messages per second that a client may send; 0 for no rate limits"
        " (default %(default)s)",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="form of the log lines (default %(default)s)",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="the least severe messages that are logged (default %(default)s)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a site whose pages may connect, too; can be repeated",
    )
    parser.add_argument(
        "--trusted-host",
        action="append",
        default=[],
        metavar="HOST",
        help="a name of this server, or *.NAME; requests for other names are refused"
        " (default: any name); can be repeated",
    )
    parser.add_argument(
        "--secure-cookie",
        action="store_true",
        help="send the cookie over HTTPS only (for servers behind TLS)",
    )
    parser.add_argument(
        "--push-key",
        type=Path,
        metavar="FILE",
        help="tell players by push messages whose turn it is; the key that signs them is in this"
        " file, which is made if it does not exist",
    )
    parser.add_argument(
        "--push-contact",
        default="",
        metavar="ADDRESS",
        help="how push services reach you: mailto:… or https://… (needed with --push-key)",
    )
    parser.add_argument(
        "--proxy",
        default="127.0.0.1",
        metavar="ADDRESSES",
        help="proxies that are trusted to name their clients' addresses (default %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Serves until SIGTERM or Ctrl-C; returns the exit status."""
    server.serve(options)
    return 0
