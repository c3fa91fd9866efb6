"""How long moves take while strangers ask for as much as they can.

Ten tables play, two players at each. One attack after the other runs beside them: 64 connections
that ask for a table's picture, for its view, for its replay and for the first page, giant records
sent to be verified, tables of bots, and connections that never finish their request. Everything is
on loopback and bounded in time. Prints a JSON line for each: the delay until the other player sees
a move, before and during the attack, and how far the 99th percentile grew.

  python benchmarks/strangers.py
  python benchmarks/strangers.py --seconds 3 --only picture view
  python benchmarks/strangers.py --unlimited
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.server import LOAD_CORE, SERVER_CORE, Load, processor_seconds

CONNECTIONS = 64
ADDRESS = "127.0.0.2"
"""Strangers come from another address than the players."""
RECORD = "Waterside record 1\nGame: crocodile\nPlayers: 2\n\n" + "roll 1\n" * 140_000
ENOUGH = 300
"""Requests in one go, before an attacker looks at the time again."""

Attack = Callable[[str, str, float], Awaitable[int]]


def start(database: str, unlimited: bool) -> tuple[subprocess.Popen[str], str]:
    """A server with the limits of a public one, or without any."""
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--log-level", "error"]
    settings = ["--rate", "0"] if unlimited else ["--rate", "50"]
    server = subprocess.Popen(
        [*command, *settings, "--bots", "1", "--database", database],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),
    )
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def stranger(url: str) -> httpx.AsyncClient:
    """A client from another address, with as many connections as it likes."""
    limits = httpx.Limits(max_connections=CONNECTIONS)
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESS, limits=limits)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=60)


async def ask_on(url: str, path: str, until: float, **more: str) -> int:
    """So many connections that ask for one address, each again as soon as it is answered."""
    answers = 0
    async with stranger(url) as client:

        async def one() -> None:
            nonlocal answers
            while time.time() < until:
                with contextlib.suppress(httpx.HTTPError):
                    if "content" in more:
                        await client.post(path, content=more["content"])
                    else:
                        await client.get(path)
                    answers += 1

        tasks = [asyncio.create_task(one()) for _ in range(CONNECTIONS)]
        await asyncio.wait(tasks, timeout=max(0.0, until - time.time()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return answers


async def picture(url: str, table: str, until: float) -> int:
    return await ask_on(url, f"/t/{table}/picture.svg", until)


async def view(url: str, table: str, until: float) -> int:
    return await ask_on(url, f"/api/tables/{table}", until)


async def replay(url: str, table: str, until: float) -> int:
    return await ask_on(url, f"/t/{table}/replay/1/log", until)


async def home(url: str, table: str, until: float) -> int:
    return await ask_on(url, "/", until)


async def verify(url: str, table: str, until: float) -> int:
    return await ask_on(url, "/api/verify", until, content=RECORD)


async def bots(url: str, table: str, until: float) -> int:
    """Tables of four bots that think, as many as are allowed."""
    made = 0
    async with stranger(url) as client:
        while time.time() < until and made < ENOUGH:
            name = {"name": "Eve"}
            token = (await client.post("/api/identity", json=name)).json().get("token", "")
            wish = {"game": "kariba", "seats": [{"kind": "bot", "level": "master"}] * 4}
            headers = {"Authorization": f"Bearer {token}"}
            answer = await client.post("/api/tables", json=wish, headers=headers)
            made += answer.status_code == 201
            await asyncio.sleep(0.02)
    return made


async def slow_heads(url: str, table: str, until: float) -> int:
    """Connections that send their request byte by byte."""
    host, _, port = url.removeprefix("http://").partition(":")
    opened = 0

    async def one() -> None:
        nonlocal opened
        while time.time() < until:
            with contextlib.suppress(OSError):
                where = (ADDRESS, 0)
                _, writer = await asyncio.open_connection(host, int(port), local_addr=where)
                opened += 1
                with contextlib.suppress(OSError):
                    for byte in b"GET / HTTP/1.1\r\nX: " + b"x" * 1000:
                        writer.write(bytes([byte]))
                        await asyncio.sleep(0.05)
                        if time.time() > until:
                            break
                writer.close()
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(one()) for _ in range(4 * CONNECTIONS)]
    await asyncio.wait(tasks, timeout=max(0.0, until - time.time()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return opened


ATTACKS: dict[str, Attack] = {
    one.__name__: one for one in (picture, view, replay, home, verify, bots, slow_heads)
}


def attack(name: str, url: str, table: str, seconds: float, began: Any, answers: Any) -> None:
    """One attack in a process of its own."""
    os.sched_setaffinity(0, {LOAD_CORE})
    os.nice(10)  # those who measure on the same core do not wait for the attackers
    began.set()
    answers.value = asyncio.run(ATTACKS[name](url, table, time.time() + seconds))


async def measure(options: argparse.Namespace, database: str) -> bool:
    """Runs each attack; whether no 99th percentile doubled."""
    server, url = start(database, options.unlimited)
    spawn = multiprocessing.get_context("spawn")
    holds = True
    try:
        load = Load(url, options.game)
        await load.add(options.tables)
        table = load.tables[0].table
        await load.run(min(2, options.seconds), options.every)
        for name in options.only:
            quiet = await load.run(options.seconds, options.every)
            answers, began = spawn.Value("i", 0), spawn.Event()
            seconds = options.seconds + 2
            given = (name, url, table, seconds, began, answers)
            attacker = spawn.Process(target=attack, args=given)
            attacker.start()
            await asyncio.to_thread(began.wait, 60)
            await asyncio.sleep(1)
            computed = processor_seconds(server.pid)
            attacked = await load.run(options.seconds, options.every)
            computed = (processor_seconds(server.pid) - computed) / options.seconds
            await asyncio.to_thread(attacker.join, 60)
            factor = attacked["p99_ms"] / max(0.01, quiet["p99_ms"])
            holds = holds and factor < 2
            line = {
                "benchmark": "strangers",
                "attack": name,
                "limits": not options.unlimited,
                "tables": options.tables,
                "quiet_p50_ms": quiet["p50_ms"],
                "quiet_p99_ms": quiet["p99_ms"],
                "attacked_p50_ms": attacked["p50_ms"],
                "attacked_p99_ms": attacked["p99_ms"],
                "p99_factor": round(factor, 2),
                "answers": answers.value,
                "server_load": round(computed, 2),
            }
            print(json.dumps(line), flush=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves while strangers ask for much.")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10, help="of each measurement")
    parser.add_argument("--every", type=float, default=0.2, help="seconds between moves of a table")
    parser.add_argument("--game", default="kariba")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--unlimited", action="store_true", help="without any rate limits")
    options = parser.parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})
    with tempfile.TemporaryDirectory() as folder:
        holds = asyncio.run(measure(options, f"sqlite:///{folder}/tables.db"))
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
