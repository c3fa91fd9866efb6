"""The running server: its sockets, its processes, and how they end."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import secrets
import signal
import socket
import sys
import time
from collections.abc import Coroutine
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any

import uvicorn
from fastapi import FastAPI

from waterside.core.errors import WatersideError
from waterside.fairness import RandBytes
from waterside.protocol import LARGEST_MESSAGE
from waterside.server.app import make_app, prepare
from waterside.server.live.hub import Hub
from waterside.server.ops.connections import Connections, raise_descriptor_limit
from waterside.server.ops.settings import Settings
from waterside.server.sockets.throttle import ThrottledProtocol
from waterside.server.store import Store, StoreError

log = logging.getLogger(__name__)

BACKLOG = 2048
HIGHEST_PORT = 65535
HERE = "127.0.0.1"
GRACE_PERIOD = 5
"""Seconds that open requests have to finish when the server stops."""
TRY_AGAIN = 1.0
"""Seconds until a process that does not reach the database is replaced by another."""
SWITCH_AFTER = 0.0002
"""Seconds for which a thread may keep the interpreter while the event loop waits for it."""
COLLECT_AFTER = 200_000
"""By how many objects memory has to grow until Python looks for cycles among the new ones. Tables make none,
so that this finds next to nothing; games under way alone are some ten thousands.
"""
KEEP_ALIVE = (60, 15, 4)
"""Seconds of silence before the system asks whether the other side is there, seconds between two
questions, and how many of them may stay without an answer."""


def serve(
    listening: socket.socket,
    database: str,
    settings: Settings,
    *,
    workers: int = 1,
    proxy: str = HERE,
    randbytes: RandBytes = secrets.token_bytes,
) -> None:
    """Serves on a socket until SIGTERM or Ctrl-C; several processes need PostgreSQL.

    Only tests pass ``randbytes``, and only to one process.
    """
    if workers < 1:
        raise WatersideError(f"--workers {workers}: there must be at least one")
    if workers > 1 and database.startswith("sqlite"):
        raise WatersideError(
            "--workers: several processes need PostgreSQL; name one with --database"
        )
    address = "http://{}:{}".format(*listening.getsockname()[:2])
    if workers == 1:
        run(serve_on(listening, database, settings, proxy, address, randbytes))
    else:
        serve_in_processes(listening, database, settings, proxy, address, workers)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs the coroutine on the fastest event loop there is, with rare garbage collections."""
    sys.setswitchinterval(SWITCH_AFTER)
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 10, 10)
    try:
        import uvloop
    except ImportError:  # Windows
        asyncio.run(work)
    else:
        uvloop.run(work)


def listen(host: str, port: int) -> socket.socket:
    """Opens the socket that clients connect to."""
    if not 0 <= port <= HIGHEST_PORT:
        raise WatersideError(f"port {port}: ports go from 0 (any free one) to {HIGHEST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as problem:
        listening.close()
        raise WatersideError(
            f"{host} port {port}: {problem.strerror}; choose another with --port"
        ) from None
    notice_lost_clients(listening)
    listening.listen(BACKLOG)
    listening.set_inheritable(True)
    return listening


def notice_lost_clients(listening: socket.socket) -> None:
    """Has the system find out, on all connections of a socket, when the other side is gone."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    idle, interval, count = KEEP_ALIVE
    options = {
        "TCP_KEEPIDLE": idle,
        "TCP_KEEPINTVL": interval,
        "TCP_KEEPCNT": count,
        "TCP_USER_TIMEOUT": 1000 * (idle + interval * count),
    }
    for name, value in options.items():
        if hasattr(socket, name):  # not every system has all of them
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def serve_on(
    listening: socket.socket,
    database: str,
    settings: Settings,
    proxy: str = HERE,
    address: str = "",
    randbytes: RandBytes = secrets.token_bytes,
) -> None:
    """Serves on a socket in this process; prints the address, if one is given, when it is ready."""
    settings = settings.fitted(raise_descriptor_limit())
    store = await Store.open(database)
    app = make_app(store, settings, randbytes=randbytes)
    server = uvicorn.Server(uvicorn_settings(app, proxy))
    if address:
        log.info("serving at %s", address)
        print(address, flush=True)
    app.state.hub.background.start()
    stopping = asyncio.create_task(close_sockets_first(server, app.state.hub))
    preparing = asyncio.create_task(asyncio.to_thread(prepare, app))
    for number in (signal.SIGTERM, signal.SIGINT):
        # Uvicorn stops, then sends itself the signal once more, which must not end the process.
        signal.signal(number, lambda *_: None)
    try:
        await server.serve(sockets=[listening])
    finally:
        stopping.cancel()
        preparing.cancel()


def uvicorn_settings(app: FastAPI, proxy: str = HERE) -> uvicorn.Config:
    """Uvicorn's configuration for the application."""
    return uvicorn.Config(
        app,
        http=http_protocol(app.state.hub, proxy),
        log_config=None,
        access_log=False,
        server_header=False,
        ws=ThrottledProtocol,
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=True,  # browsers ask for it, programs need not
        timeout_graceful_shutdown=GRACE_PERIOD,
        timeout_keep_alive=15,
        proxy_headers=True,
        forwarded_allow_ips=proxy,
    )


def http_protocol(hub: Hub, proxy: str) -> Any:
    """How connections are read: with limits of time and size, where httptools is installed."""
    try:
        from waterside.server.http.protocol import LimitedProtocol
    except ImportError:  # Windows
        return "auto"
    settings = hub.settings
    proxies = [one.strip() for one in proxy.split(",")]
    connections = Connections(
        settings.http_connections,
        settings.connections_per_address,
        proxies,
        hub.metrics,
        bad_per_minute=settings.bad_connections_per_minute,
        clock=hub.clock,
    )
    return partial(LimitedProtocol, connections)


async def close_sockets_first(server: uvicorn.Server, hub: Hub) -> None:
    """Closes the sockets, so that clients reconnect later, as soon as the server is to stop."""
    while not server.should_exit:
        await asyncio.sleep(0.1)
    await hub.close()


def serve_in_processes(
    listening: socket.socket,
    database: str,
    settings: Settings,
    proxy: str,
    address: str,
    workers: int,
) -> None:
    """Serves on one socket in several processes; a process that ends is replaced."""
    context = multiprocessing.get_context("fork")
    stop = False

    def request_stop(number: int, frame: object) -> None:
        nonlocal stop
        stop = True

    def one() -> None:
        try:
            run(serve_on(listening, database, settings, proxy))
        except StoreError as problem:
            log.error("a server process cannot start: %s", problem)
            time.sleep(TRY_AGAIN)
            sys.exit(1)

    def start() -> BaseProcess:
        process = context.Process(target=one, name="waterside")
        process.start()
        return process

    processes = [start() for _ in range(workers)]
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, request_stop)
    log.info("serving at %s with %d processes", address, workers)
    print(address, flush=True)
    while not stop:
        for index, process in enumerate(processes):
            process.join(0.2)
            if not process.is_alive() and not stop:
                log.error(
                    "a server process ended with status %s; starting another", process.exitcode
                )
                processes[index] = start()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
