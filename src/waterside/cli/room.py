"""Opens the game room: tables in your browser, against bots, or with friends on your network.

This is what waterside does when no command is given.

  waterside                      the room on this computer, and a browser on it
  waterside --host 0.0.0.0       for phones and computers on your network too
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
import threading
import time
import urllib.request
import webbrowser

from waterside.cli import serve
from waterside.cli.server import server
from waterside.core.errors import WatersideError

NAME = "room"
HELP = "open the game room in your browser (the same as no command)"
PORT = 8008
HERE = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--host, --port, --database, --no-browser."""
    parser.add_argument(
        "--host", default=HERE, help="address to listen on; 0.0.0.0 for the whole network"
    )
    parser.add_argument("--port", type=int, help=f"port ({PORT}, or a free one)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument("--no-browser", action="store_true", help="only say where the room is")


def run(options: argparse.Namespace) -> int:
    """Serves until Ctrl-C; if the room is open already, only opens the browser."""
    listen, serve_quietly = server().listen, server().serve_quietly
    port = PORT if options.port is None else options.port
    try:
        listening = listen(options.host, port)
    except WatersideError:
        address = f"http://{HERE}:{port}"
        if options.database is None and is_room(address):
            print(f"The game room is open already: {address}", flush=True)
            show(address, options)
            return 0
        if options.port is not None:
            raise
        listening = listen(options.host, 0)
    address = f"http://{HERE}:{listening.getsockname()[1]}"
    print(f"The game room is open: {address}\nCtrl-C closes it.", flush=True)
    if options.host != HERE:
        invite(f"http://{own_address(options.host)}:{listening.getsockname()[1]}")
    threading.Thread(target=when_open, args=(address, options), daemon=True).start()
    settings = serve_options(options)
    try:
        serve_quietly(listening, options.database, settings)
    finally:
        listening.close()
    print("The game room is closed. Games go on where they were when it opens again.")
    return 0


def serve_options(options: argparse.Namespace) -> argparse.Namespace:
    """What ``waterside serve`` would be told."""
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    return parser.parse_args(["--host", options.host, "--warm", "--log-level", "warning"])


def is_room(address: str) -> bool:
    """Whether a game room answers there."""
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as answer:
            told = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(told, dict) and "protocol" in told and "version" in told


def when_open(address: str, options: argparse.Namespace) -> None:
    """Opens the browser as soon as the room answers."""
    for _ in range(100):
        if is_room(address):
            show(address, options)
            return
        time.sleep(0.05)


def show(address: str, options: argparse.Namespace) -> None:
    """Opens the browser, if there is one and it is wanted."""
    if not options.no_browser:
        webbrowser.open(address)


def own_address(host: str) -> str:
    """The address by which others on the network reach this computer; nothing is sent for it."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            return str(asking.getsockname()[0])
        except OSError:
            return socket.gethostname()


def invite(address: str) -> None:
    """Says where phones find the room, as a QR code too where that can be seen."""
    import segno

    print(f"On your network: {address}", flush=True)
    if sys.stdout.isatty():
        segno.make(address, error="l").terminal(compact=True)
