"""How long moves take while strangers ask for as much as they can.

Ten tables play, two players at each, and one more person plays against a Club bot. One attack after
the other runs beside them, from other addresses: 64 connections that ask for a table's picture, for
its view, for the replay of a long game and for the first page; 64 that send a long game to be
verified, every move of it legal, once as long as a record may be and once much longer; 64 sockets
that ask for all of a table again and again; connections that are silent, send head or body byte by
byte, send a head without an end, never read, or send hundreds of requests ahead; and fifty tables with
four Masters each. Everything is on loopback and bounded in time: some twelve minutes for all attacks.

The server has a core of its own. Strangers are on the other one, in a process that gives way to the
players', so that they do not delay what is measured there. Each attack has several rounds, each from
another address: some time without it, then some time with it. Prints a JSON line for each attack: the
delay until the other player sees a move, of all rounds together; how far the 99th percentile grew, as
the median of the rounds, and in each; how long the bot's answer takes; and what became of what the
strangers sent. Tables of Masters have one round, as they go on after it.

As root on Linux, ``--real-time`` keeps other work on the machine from what is measured: server and
players are in the real-time class. Bots and the server's work on whole games are not.

  python benchmarks/strangers.py
  python benchmarks/strangers.py --seconds 3 --only picture view
  python benchmarks/strangers.py --unlimited
  python benchmarks/strangers.py --real-time
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attackers import Attackers, Counts, ask, connected, place_of, request
from benchmarks.crowd import Player, compile_bots
from benchmarks.people import Person, Server, milliseconds
from benchmarks.server import LOAD_CORE, SERVER_CORE, Load, processor_seconds
from benchmarks.slow_clients import CLIENTS, hold

from waterside import fairness, game
from waterside.core.record import Record
from waterside.protocol import VERSION

CONNECTIONS = 64
SLOW_CONNECTIONS = 256
LONG, GIANT = 4_900, 10_000
"""Actions of the records that are sent: as many as a server takes, and many more."""
USERS = 8
"""Identities that strangers ask for, to connect to a table."""
BOT_TABLES = 50
RAMP = 1.0
"""Seconds of an attack before players' moves are measured."""
REAL_TIME = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
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


Attack = Callable[[Target, float, Counts], Awaitable[None]]
"""Goes on until a time of the clock that never jumps, and counts what becomes of what it sends."""


def start(database: str, unlimited: bool) -> Server:
    """A server with the limits of a public one, or without any."""
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--log-level", "error"]
    settings = ["--rate", "0" if unlimited else "10", "--bots", "1", "--bot-pause", "0"]
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
        if position.is_over:  # a player has won: some moves ago they decided otherwise
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


async def ask_on(target: Target, until: float, counts: Counts, *requests: bytes) -> None:
    """So many connections that send some requests, each the next as soon as it is answered."""
    host, port = place_of(target.url)

    async def use(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for one in cycle(requests):
            counts["sent"] += 1
            counts[await ask(reader, writer, one)] += 1

    async def again_and_again() -> None:
        while time.monotonic() < until:
            await connected(host, port, target.address, counts, use)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(again_and_again() for _ in range(CONNECTIONS)))


async def picture(target: Target, until: float, counts: Counts) -> None:
    await ask_on(target, until, counts, request("GET", f"/t/{target.table}/picture.svg"))


async def view(target: Target, until: float, counts: Counts) -> None:
    await ask_on(target, until, counts, request("GET", f"/api/tables/{target.table}"))


async def replay(target: Target, until: float, counts: Counts) -> None:
    parts = (f"/t/{target.finished}/replay/1/{part}" for part in ("log", "scenes"))
    await ask_on(target, until, counts, *(request("GET", part) for part in parts))


async def home(target: Target, until: float, counts: Counts) -> None:
    await ask_on(target, until, counts, request("GET", "/"))


async def verify(target: Target, until: float, counts: Counts, actions: int = LONG) -> None:
    record = (target.records / f"{actions}.txt").read_bytes()
    await ask_on(target, until, counts, request("POST", "/api/verify", record))


async def hellos(target: Target, until: float, counts: Counts) -> None:
    """Sockets of several users that ask for all of a table, with its scene, again and again."""
    transport = httpx.AsyncHTTPTransport(local_address=target.address)
    async with httpx.AsyncClient(base_url=target.url, transport=transport, timeout=60) as web:
        asked = [await web.post("/api/identity", json={"name": "Eve"}) for _ in range(USERS)]
    hello = json.dumps({"type": "hello", "version": VERSION, "scene": True})

    async def again_and_again(token: str) -> None:
        while time.monotonic() < until:
            counts["opened"] += 1
            try:
                async with connect(
                    f"ws{target.url[4:]}/api/tables/{target.table}/socket",
                    additional_headers={"Authorization": f"Bearer {token}"},
                    local_addr=(target.address, 0),
                    max_size=2**24,
                ) as socket:
                    while True:
                        await socket.send(hello)
                        counts["sent"] += 1
                        counts[json.loads(await socket.recv())["type"]] += 1
            except (OSError, WebSocketException):
                counts["closed"] += 1
                await asyncio.sleep(0.1)

    tokens = [token for answer in asked if (token := answer.json().get("token"))]
    sockets = islice(cycle(tokens), CONNECTIONS)
    await asyncio.gather(*(again_and_again(token) for token in sockets))


async def slow(kind: str, target: Target, until: float, counts: Counts) -> None:
    """Connections that are slow in one of the ways of benchmarks/slow_clients.py."""
    await hold(kind, target.url, [target.address], SLOW_CONNECTIONS, until, counts)


async def bots(target: Target, until: float, counts: Counts) -> None:
    """Tables of four Masters that play each other, as many as are allowed."""
    transport = httpx.AsyncHTTPTransport(local_address=target.address)
    wish = {"game": "kariba", "seats": [{"kind": "bot", "level": "master"}] * 4}
    async with httpx.AsyncClient(base_url=target.url, transport=transport, timeout=60) as client:

        async def send(path: str, content: dict[str, Any], **headers: str) -> httpx.Response:
            counts["sent"] += 1
            answer = await client.post(path, json=content, headers=headers)
            counts[str(answer.status_code)] += 1
            return answer

        while time.monotonic() < until and counts["tables"] < BOT_TABLES:
            token = (await send("/api/identity", {"name": "Eve"})).json().get("token", "")
            is_allowed = True
            while is_allowed and counts["tables"] < BOT_TABLES:
                answer = await send("/api/tables", wish, Authorization=f"Bearer {token}")
                is_allowed = answer.status_code == 201
                counts["tables"] += is_allowed
            await asyncio.sleep(0.1)  # another user is asked to make the next one


ATTACKS: dict[str, Attack] = {
    "picture": picture,
    "view": view,
    "replay": replay,
    "home": home,
    "verify": verify,
    "verify_giant": partial(verify, actions=GIANT),
    "hellos": hellos,
    **{kind: partial(slow, kind) for kind in CLIENTS},
    "bots": bots,  # the last, because its tables go on after it
}


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


@dataclass
class Waits:
    """What players have waited for, in seconds: for each other, and for a bot."""

    moves: list[float]
    bots: list[float]

    @property
    def p99(self) -> float:
        """The 99th percentile of what players waited for each other."""
        return sorted(self.moves)[int(len(self.moves) * 0.99)]

    def __add__(self, other: Waits) -> Waits:
        return Waits(self.moves + other.moves, self.bots + other.bots)

    def result(self) -> dict[str, Any]:
        """How many there were, and how long they took."""
        moves = milliseconds(self.moves)
        return {
            "moves": len(self.moves),
            "p50_ms": moves["p50_ms"],
            "p99_ms": moves["p99_ms"],
            "bot_p50_ms": milliseconds(self.bots)["p50_ms"],
        }


async def play(load: Load, player: Player, options: argparse.Namespace) -> Waits:
    """Has all players play for some time."""
    until = time.perf_counter() + options.seconds
    load.forget()
    async with asyncio.timeout(options.seconds + LONGEST):
        await asyncio.gather(load.run(options.seconds, options.every), player.play(until))
    return Waits(load.delays, player.take_waits())


@dataclass
class Outcome:
    """What an attack has done to players and to the strangers."""

    waits: Waits
    server_load: float
    """Seconds of processor time of the server in each second."""
    strangers: dict[str, int]


async def attacked(
    name: str, target: Target, server: Server, load: Load, player: Player, options: Any
) -> Outcome:
    """Has all players play while strangers attack."""
    attackers = Attackers(partial(ATTACKS[name], target), options.seconds + RAMP + 1)
    await attackers.have_begun()
    await asyncio.sleep(RAMP)
    computed = processor_seconds(server.process.pid)
    waits = await play(load, player, options)
    computed = (processor_seconds(server.process.pid) - computed) / options.seconds
    return Outcome(waits, computed, await attackers.counts())


async def measure(options: argparse.Namespace, folder: Path) -> bool:
    """Runs each attack; whether no 99th percentile doubled."""
    server = start(f"sqlite:///{folder}/tables.db", options.unlimited)
    if options.real_time:
        os.sched_setscheduler(0, REAL_TIME, os.sched_param(1))
    keeping = asyncio.ensure_future(keep_in_real_time(server, options.real_time))
    holds, addresses = True, (f"127.0.{a}.{b}" for a in range(1, 255) for b in range(1, 255))
    try:
        finished = await finished_game(server) if "replay" in options.only else ""
        load, player = Load(server.url, options.game), Player(server, "kariba", 0)
        await load.add(options.tables)
        await player.sit_down()
        await play(load, player, options)
        for name in options.only:
            quiet, during = Waits([], []), Waits([], [])
            factors, loads, strangers = [], [], Counter[str]()
            for _ in range(1 if name == "bots" else options.rounds):
                before = await play(load, player, options)
                target = Target(server.url, next(addresses), load.tables[0].table, finished, folder)
                outcome = await attacked(name, target, server, load, player, options)
                factors.append(outcome.waits.p99 / max(0.00001, before.p99))
                quiet, during = quiet + before, during + outcome.waits
                loads.append(outcome.server_load)
                strangers.update(outcome.strangers)
            holds = holds and median(factors) < 2
            line = {
                "benchmark": "strangers",
                "attack": name,
                "limits": not options.unlimited,
                "tables": options.tables,
                **{f"quiet_{what}": value for what, value in quiet.result().items()},
                **{f"attacked_{what}": value for what, value in during.result().items()},
                "p99_factor": round(median(factors), 2),
                "p99_factors": [round(one, 2) for one in factors],
                "server_load": round(median(loads), 2),
                "strangers": dict(strangers),
            }
            print(json.dumps(line), flush=True)
    finally:
        keeping.cancel()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait()
    return holds


async def keep_in_real_time(server: Server, wanted: bool) -> None:
    """Puts the server's threads into the real-time class: first those that the event loop waits for,
    as an ordinary scheduler prefers those that have slept. Its other processes stay out of it.
    """
    while wanted:
        for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
            number = int(thread.name)
            priority = 1 if number == server.process.pid else 2
            with suppress(ProcessLookupError):
                os.sched_setscheduler(number, REAL_TIME, os.sched_param(priority))
        await asyncio.sleep(0.2)


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves while strangers ask for much.")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=4, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="of each attack")
    parser.add_argument("--every", type=float, default=0.1, help="seconds between moves of a table")
    parser.add_argument("--game", default="kariba")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--unlimited", action="store_true", help="without any rate limits")
    parser.add_argument(
        "--real-time", action="store_true", help="undisturbed by other work on the machine"
    )
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
