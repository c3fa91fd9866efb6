"""How long moves take while strangers ask for as much as they can.

Ten tables play, two players at each, and one more person plays against a Club bot. One attack after
the other runs beside them, from other addresses: 64 connections that ask for a table's picture, for
its view, for the replay of a long game and for the first page; 64 that send a long game to be
verified, every move of it legal, once as long as a record may be and once much longer; connections
that are silent, send head or body byte by byte, send a head without an end, never read, or send
hundreds of requests ahead; and fifty tables with four Masters each. Everything is on loopback and bounded in time. Prints a JSON line for
each: the delay until the other player sees a move, before and during the attack, how far the 99th
percentile grew, and how long the bot's answer takes.

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
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.crowd import Player, compile_bots
from benchmarks.people import Person, Server, milliseconds
from benchmarks.server import LOAD_CORE, SERVER_CORE, Load, processor_seconds
from benchmarks.slow_clients import CLIENTS, hold

from waterside import fairness, game
from waterside.core.record import Record

CONNECTIONS = 64
SLOW_CONNECTIONS = 256
LONG, GIANT = 4_900, 20_000
"""Actions of the records that are sent: as many as a server takes, and many more."""
BOT_TABLES = 50
LONGEST = 120.0
"""Seconds in which a table that strangers look at must be ready, and a bot must have answered."""


@dataclass(frozen=True)
class Target:
    """What strangers know of a server: where it is, a table, a game that is over, their records."""

    url: str
    address: str
    """Where the strangers come from: each attack from elsewhere, so that none pays for another."""
    table: str
    finished: str
    records: Path


Attack = Callable[[Target, float], Awaitable[int]]
"""Goes on until a time of the clock that never jumps; how many answers or connections there were."""


def start(database: str, unlimited: bool) -> Server:
    """A server with the limits of a public one, or without any."""
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--log-level", "error"]
    settings = ["--rate", "0" if unlimited else "50", "--bots", "1", "--bot-pause", "0"]
    process = subprocess.Popen(
        [*command, *settings, "--database", database],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),
    )
    assert process.stdout is not None
    return Server(process, process.stdout.readline().strip())


def long_record(actions: int) -> str:
    """The record of a game that players draw out: every move is legal, every draw is fair."""
    position = game("cromado").new(4, turn_limit=1_000_000)
    entropy = [f"{seat}" * 64 for seat in range(1, 5)]
    promised = [fairness.commitment(bytes.fromhex(one)) for one in entropy]
    chance = fairness.Chance.of(bytes(32), promised, entropy)
    choices, drawn = random.Random(1), 0
    before = [(position, drawn)]
    while position.number < actions:
        if position.is_over:  # somebody has won: some moves ago they decided otherwise
            position, drawn = before[-100]
            del before[-100:]
        if position.actor == "chance":
            position = position.play(chance.draw(position, drawn))
            drawn += 1
        else:
            before.append((position, drawn))
            position = position.play(choices.choice(position.legal()))
    headers = fairness.headers(chance, list(range(drawn)), is_over=True)
    return Record.of(position, headers=headers).dumps()


def stranger(target: Target) -> httpx.AsyncClient:
    """A client from another address, with as many connections as it likes."""
    limits = httpx.Limits(max_connections=CONNECTIONS)
    transport = httpx.AsyncHTTPTransport(local_address=target.address, limits=limits)
    return httpx.AsyncClient(base_url=target.url, transport=transport, timeout=60)


async def until_then(until: float, *attackers: Awaitable[None]) -> None:
    """Lets attackers go on until a time."""
    tasks = [asyncio.ensure_future(attacker) for attacker in attackers]
    await asyncio.wait(tasks, timeout=max(0.0, until - time.monotonic()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def ask_on(target: Target, until: float, *paths: str, body: str | None = None) -> int:
    """So many connections that ask for some addresses, each again as soon as it is answered."""
    answers = 0
    async with stranger(target) as client:

        async def one() -> None:
            nonlocal answers
            for path in cycle(paths):
                with contextlib.suppress(httpx.HTTPError):
                    await client.request("POST" if body else "GET", path, content=body)
                    answers += 1

        await until_then(until, *(one() for _ in range(CONNECTIONS)))
    return answers


async def picture(target: Target, until: float) -> int:
    return await ask_on(target, until, f"/t/{target.table}/picture.svg")


async def view(target: Target, until: float) -> int:
    return await ask_on(target, until, f"/api/tables/{target.table}")


async def replay(target: Target, until: float) -> int:
    parts = (f"/t/{target.finished}/replay/1/{part}" for part in ("log", "scenes"))
    return await ask_on(target, until, *parts)


async def home(target: Target, until: float) -> int:
    return await ask_on(target, until, "/")


async def verify(target: Target, until: float, actions: int = LONG) -> int:
    record = (target.records / f"{actions}.txt").read_text()
    return await ask_on(target, until, "/api/verify", body=record)


async def slow(kind: str, target: Target, until: float) -> int:
    """Connections that are slow in one of the ways of benchmarks/slow_clients.py."""
    host, _, port = target.url.removeprefix("http://").partition(":")
    opened: Counter[str] = Counter()
    held = (
        hold(CLIENTS[kind], host, int(port), target.address, until, opened)
        for _ in range(SLOW_CONNECTIONS)
    )
    await until_then(until, *held)
    return opened.total()


async def bots(target: Target, until: float) -> int:
    """Tables of four Masters that play each other, as many as are allowed."""
    made = 0
    async with stranger(target) as client:
        while time.monotonic() < until and made < BOT_TABLES:
            name = {"name": "Eve"}
            token = (await client.post("/api/identity", json=name)).json().get("token", "")
            headers = {"Authorization": f"Bearer {token}"}
            wish = {"game": "kariba", "seats": [{"kind": "bot", "level": "master"}] * 4}
            while time.monotonic() < until and made < BOT_TABLES:
                answer = await client.post("/api/tables", json=wish, headers=headers)
                if answer.status_code != 201:
                    break  # somebody else is asked to make the next one
                made += 1
            await asyncio.sleep(0.1)
    return made


ATTACKS: dict[str, Attack] = {
    "picture": picture,
    "view": view,
    "replay": replay,
    "home": home,
    "verify": verify,
    "verify_giant": partial(verify, actions=GIANT),
    **{kind: partial(slow, kind) for kind in CLIENTS},
    "bots": bots,  # the last, because its tables go on after it
}


def attack(name: str, target: Target, seconds: float, began: Any, answers: Any) -> None:
    """One attack in a process of its own."""
    os.sched_setaffinity(0, {LOAD_CORE})
    os.nice(10)  # those who measure on the same core do not wait for the attackers
    began.set()
    answers.value = asyncio.run(counted(name, target, seconds))


async def counted(name: str, target: Target, seconds: float) -> int:
    """How many answers an attack of some seconds had."""
    return await ATTACKS[name](target, time.monotonic() + seconds)


async def finished_game(server: Server) -> str:
    """A public table where bots have played a long game."""
    person = Person(server.url)
    await person.register("Ada")
    table = await person.create("cromado", ["random"] * 4, public=True)
    async with asyncio.timeout(LONGEST):
        while (await person.web.get(f"/api/tables/{table}/record")).status_code != 200:
            await asyncio.sleep(0.5)
    await person.web.aclose()
    return table


async def play(load: Load, player: Player, options: argparse.Namespace) -> dict[str, Any]:
    """What players wait for during some time: for each other, and for a bot."""
    until = time.perf_counter() + options.seconds
    load.forget()
    async with asyncio.timeout(options.seconds + LONGEST):
        await asyncio.gather(load.run(options.seconds, options.every), player.play(until))
    found = load.result()
    return {
        "p50_ms": found["p50_ms"],
        "p99_ms": found["p99_ms"],
        "bot_p50_ms": milliseconds(player.take_waits())["p50_ms"],
    }


async def measure(options: argparse.Namespace, folder: Path) -> bool:
    """Runs each attack; whether no 99th percentile doubled."""
    server = start(f"sqlite:///{folder}/tables.db", options.unlimited)
    spawn = multiprocessing.get_context("spawn")
    holds = True
    try:
        finished = await finished_game(server) if "replay" in options.only else ""
        load, player = Load(server.url, options.game), Player(server, "kariba", 0)
        await load.add(options.tables)
        await player.sit_down()
        await play(load, player, options)
        for number, name in enumerate(options.only):
            address = f"127.0.1.{number + 1}"
            target = Target(server.url, address, load.tables[0].table, finished, folder)
            quiet = await play(load, player, options)
            answers, began = spawn.Value("i", 0), spawn.Event()
            given = (name, target, options.seconds + 2, began, answers)
            attacker = spawn.Process(target=attack, args=given)
            attacker.start()
            await asyncio.to_thread(began.wait, 60)
            await asyncio.sleep(1)
            computed = processor_seconds(server.process.pid)
            attacked = await play(load, player, options)
            computed = (processor_seconds(server.process.pid) - computed) / options.seconds
            await asyncio.to_thread(attacker.join, 60)
            factor = attacked["p99_ms"] / max(0.01, quiet["p99_ms"])
            holds = holds and factor < 2
            line = {
                "benchmark": "strangers",
                "attack": name,
                "limits": not options.unlimited,
                "tables": options.tables,
                **{f"quiet_{what}": value for what, value in quiet.items()},
                **{f"attacked_{what}": value for what, value in attacked.items()},
                "p99_factor": round(factor, 2),
                "answers": answers.value,
                "server_load": round(computed, 2),
            }
            print(json.dumps(line), flush=True)
    finally:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait()
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
    compile_bots("kariba")
    with tempfile.TemporaryDirectory() as folder:
        for attack_name, actions in (("verify", LONG), ("verify_giant", GIANT)):
            if attack_name in options.only:
                (Path(folder) / f"{actions}.txt").write_text(long_record(actions))
        os.sched_setaffinity(0, {LOAD_CORE})
        holds = asyncio.run(measure(options, Path(folder)))
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
