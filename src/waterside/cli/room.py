"""Opens the game room: play in your browser, against bots or with friends on your network.

This is what waterside does when no command is given.

  waterside                      the room on this computer, shown in your browser
  waterside --host 0.0.0.0       also for phones and computers on your network
"""

from __future__ import annotations

import argparse

from waterside.cli import server

NAME = "room"
HELP = "open the game room in your browser (also without a command)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --host, --port, --database and --no-browser."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 for the whole network (default %(default)s)",
    )
    parser.add_argument(
        "--port", type=int, help="port to listen on (default 8008, or a free one if it is in use)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://… (default: a file in your data folder)",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address, open no browser"
    )


def run(options: argparse.Namespace) -> int:
    """Runs the room until Ctrl-C; returns the exit status."""
    server.open_room(options)
    return 0
