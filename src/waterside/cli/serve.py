"""Serves tables over the network: people and programs sit down, play, watch and come back.

Tables are kept in a SQLite file in your data folder, or in the database that --database names;
several processes can serve the tables of one PostgreSQL database.

  waterside serve
  waterside serve --host 0.0.0.0 --port 8000 --database sqlite:////var/lib/waterside/tables.db
  waterside serve --database postgresql://waterside@localhost/waterside --workers 4
"""

from __future__ import annotations

import argparse

from waterside.cli.server import server

NAME = "serve"
HELP = "serve tables over the network"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--host, --port, --database, --workers, --bots and how it behaves."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port, 0 for any (%(default)s)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="server processes; more than one needs PostgreSQL (%(default)s)",
    )
    parser.add_argument(
        "--bots", type=int, default=2, metavar="N", help="processes for bots (%(default)s)"
    )
    parser.add_argument(
        "--warm",
        action="store_true",
        help="let bots get ready at once, not when they are first asked",
    )
    parser.add_argument(
        "--bot-pause",
        type=float,
        default=0.8,
        metavar="S",
        help="seconds that a bot takes at least, about (%(default)s)",
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=10,
        metavar="N",
        help="messages a second that a client may send; 0 for no rate limits (%(default)s)",
    )
    parser.add_argument(
        "--log-format", choices=("text", "json"), default="text", help="(%(default)s)"
    )
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="info"
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a site whose pages may connect too; may be given several times",
    )
    parser.add_argument(
        "--secure-cookie", action="store_true", help="the cookie is for https only (behind TLS)"
    )
    parser.add_argument(
        "--proxy",
        default="127.0.0.1",
        metavar="ADDRESSES",
        help="proxies whose word about clients' addresses is taken (%(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    return int(server().serve(options))
