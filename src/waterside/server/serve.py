"""Running the server: its sockets, its processes, and its end."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import multiprocessing
import secrets
import signal
import socket
from collections.abc import Coroutine
from multiprocessing.process import BaseProcess
from typing import Any

import uvicorn
from fastapi import FastAPI

from waterside.core.errors import WatersideError
from waterside.fairness import RandBytes
from waterside.protocol import LARGEST_MESSAGE
from waterside.server.app import make_app
from waterside.server.live.hub import Hub
from waterside.server.ops.logs import set_up
from waterside.server.ops.settings import Settings
from waterside.server.sockets.throttle import ThrottledProtocol
from waterside.server.store import Store, default_database

log = logging.getLogger(__name__)

BACKLOG = 2048
HIGHEST_PORT = 65535
GRACE = 5
"""Seconds that open requests have when the server is told to stop."""


def serve(options: argparse.Namespace, randbytes: RandBytes = secrets.token_bytes) -> int:
    """Serves until SIGTERM or Ctrl-C; the exit status. Only tests pass ``randbytes``."""
    database = options.database or default_database()
    if options.workers < 1:
        raise WatersideError(f"--workers {options.workers}: there must be at least one")
    if options.workers > 1 and database.startswith("sqlite"):
        raise WatersideError(
            "--workers: several processes need PostgreSQL; name one with --database"
        )
    set_up(options.log_format, options.log_level)
    listening = listen(options.host, options.port)
    address = "http://{}:{}".format(*listening.getsockname()[:2])
    try:
        if options.workers == 1:
            run(serve_on(listening, database, options, address, randbytes))
        else:
            serve_in_processes(listening, database, options, address)
    finally:
        listening.close()
    return 0


def serve_quietly(
    listening: socket.socket, database: str | None, options: argparse.Namespace
) -> None:
    """Serves on a socket that listens already, until Ctrl-C, and logs only what goes wrong."""
    set_up("text", "warning")
    run(serve_on(listening, database or default_database(), options))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs with the fastest event loop there is, and with rare looks for garbage: there is little."""
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    try:
        import uvloop
    except ImportError:  # Windows
        asyncio.run(work)
    else:
        uvloop.run(work)


def listen(host: str, port: int) -> socket.socket:
    """The socket that clients connect to."""
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
    listening.listen(BACKLOG)
    listening.set_inheritable(True)
    return listening


def settings_of(options: argparse.Namespace) -> Settings:
    """What the command line says."""
    settings = Settings(
        bots=options.bots,
        warm=options.warm,
        bot_pause=options.bot_pause,
        messages_per_second=options.rate,
        trusted_origins=tuple(options.origin),
        secure_cookie=options.secure_cookie,
    )
    return settings if options.rate else settings.without_rates()


async def serve_on(
    listening: socket.socket,
    database: str,
    options: argparse.Namespace,
    address: str = "",
    randbytes: RandBytes = secrets.token_bytes,
) -> None:
    """Serves on a socket in this process."""
    store = await Store.open(database)
    app = make_app(store, settings_of(options), randbytes=randbytes)
    server = uvicorn.Server(uvicorn_settings(app, options.proxy))
    if address:
        log.info("serving at %s", address)
        print(address, flush=True)
    stopping = asyncio.create_task(close_sockets_first(server, app.state.hub))
    for number in (signal.SIGTERM, signal.SIGINT):
        # Uvicorn stops, then sends itself the signal once more: that has been seen to by then.
        signal.signal(number, lambda *_: None)
    try:
        await server.serve(sockets=[listening])
    finally:
        stopping.cancel()


def uvicorn_settings(app: FastAPI, proxy: str = "127.0.0.1") -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=ThrottledProtocol,
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=True,  # browsers ask for it, programs need not
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        proxy_headers=True,
        forwarded_allow_ips=proxy,
    )


async def close_sockets_first(server: uvicorn.Server, hub: Hub) -> None:
    """Tells clients to come back later as soon as the server is told to stop."""
    while not server.should_exit:
        await asyncio.sleep(0.1)
    await hub.close()


def serve_in_processes(
    listening: socket.socket, database: str, options: argparse.Namespace, address: str
) -> None:
    """Serves on one socket in several processes; one that dies is replaced."""
    context = multiprocessing.get_context("fork")
    stop = False

    def told_to_stop(number: int, frame: object) -> None:
        nonlocal stop
        stop = True

    def one() -> None:
        run(serve_on(listening, database, options))

    def start() -> BaseProcess:
        process = context.Process(target=one, name="waterside")
        process.start()
        return process

    workers = [start() for _ in range(options.workers)]
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, told_to_stop)
    log.info("serving at %s with %d processes", address, options.workers)
    print(address, flush=True)
    while not stop:
        for index, worker in enumerate(workers):
            worker.join(0.2)
            if not worker.is_alive() and not stop:
                log.error("a server process has ended with status %s; another one", worker.exitcode)
                workers[index] = start()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()
