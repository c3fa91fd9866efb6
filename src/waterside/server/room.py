"""The game room: a server on the user's own computer, shown in their browser."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
import urllib.request
import webbrowser

import segno

from waterside.core.errors import WatersideError
from waterside.server.ops.logs import configure_logging
from waterside.server.ops.settings import Settings
from waterside.server.serve import HERE, listen, run, serve_on
from waterside.server.store import default_database

PORT = 8008


def open_room(host: str, port: int | None, database: str | None, browser: bool) -> None:
    """Serves until Ctrl-C; if the room is open already, only shows it in the browser.

    Without ``port`` it is ``PORT``, or any free one if another program uses that.
    """
    wanted = PORT if port is None else port
    try:
        listening = listen(host, wanted)
    except WatersideError:
        address = f"http://{HERE}:{wanted}"
        if database is None and is_room(address):
            print(f"The game room is open already: {address}", flush=True)
            if browser:
                webbrowser.open(address)
            return
        if port is not None:
            raise
        listening = listen(host, 0)
    configure_logging("text", "warning")
    own_port = listening.getsockname()[1]
    address = f"http://{HERE}:{own_port}"
    print(f"The game room is open: {address}\nCtrl-C closes it.", flush=True)
    if host != HERE:
        print_invitation(f"http://{network_address(host)}:{own_port}")
    if browser:
        threading.Thread(target=show_when_open, args=(address,), daemon=True).start()
    try:
        run(serve_on(listening, database or default_database(), room_settings(host)))
    finally:
        listening.close()
    print("The game room is closed. Games continue where they were when it opens again.")


def room_settings(host: str) -> Settings:
    """The settings of a game room; one that only this computer reaches has no other name."""
    return Settings(warm=True, trusted_hosts=(HERE,) if host == HERE else ())


def is_room(address: str) -> bool:
    """Whether a Waterside server answers at an address."""
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as answer:
            health = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(health, dict) and "protocol" in health and "version" in health


def show_when_open(address: str) -> None:
    """Opens the browser as soon as the server answers."""
    for _ in range(100):
        if is_room(address):
            webbrowser.open(address)
            return
        time.sleep(0.05)


def network_address(host: str) -> str:
    """The address by which other devices on the network reach this computer."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only chooses the interface
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def print_invitation(address: str) -> None:
    """Prints the address for other devices, in a terminal as a QR code too."""
    print(f"On your network: {address}", flush=True)
    if sys.stdout.isatty():
        segno.make(address, error="l").terminal(compact=True)
