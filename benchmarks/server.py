"""Load on the table server: moves accepted per second, and how long one takes to the other player.

The server runs as a real process on one core, the load on another. For each number of tables two
players sit at every table; first they move as fast as they can, then once a second at each table.
The clients say what a browser's page says, and take compressed messages as browsers do; a plain
client gets the fields of the board instead of its scene, and no compression. Several kinds of clients
have a server each and take turns every second or so, so that other work on the machine troubles all of
them alike. Prints JSON lines; sizes are medians for one player and one move.

  python benchmarks/server.py
  python benchmarks/server.py --client plain browser
  python benchmarks/server.py --tables 200 --seconds 5 --game crocodile
  python benchmarks/server.py --database postgresql://…
  python benchmarks/server.py --abuse
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from waterside.protocol import VERSION

CLIENTS = ("browser", "uncompressed", "plain")
"""As a browser's page; the same without compression; a program that gets fields instead of a scene."""
PACES = {"flat out": None, "once a second": 1.0}
"""Seconds between the moves at a table."""
TURNS = {"flat out": 12, "once a second": 4}
"""How often the kinds of clients take turns with each pace."""
WARM_UP = 3_000
"""Moves that are not measured, however long they take: a server runs for months, and knows most of
its texts soon."""
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]


def start(database: str, rate: float = 0) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--rate", str(rate)]
    server = subprocess.Popen(
        [*command, "--bots", "0", "--database", database, "--log-level", "warning"],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),
    )
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def memory(process: int) -> int:
    """Resident bytes of a process."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def processor_seconds(process: int) -> float:
    """The time that a process has computed so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Load:
    """So many tables with two players each."""

    def __init__(self, url: str, game: str, client: str = "browser") -> None:
        self.url, self.game = url, game
        self.has_scene = client != "plain"
        self.compression = "deflate" if client == "browser" else None
        self.http = httpx.AsyncClient(base_url=url, timeout=60)
        self.tables: list[TwoPlayers] = []
        self.forget()

    def forget(self) -> None:
        """Begins to measure again."""
        self.delays: list[float] = []
        self.sizes: list[int] = []
        self.wire_sizes: list[int] = []
        self.moves = 0
        self.took = self.computed = 0.0

    async def identity(self, name: str) -> dict[str, str]:
        """The headers of a new user."""
        answer = await self.http.post("/api/identity", json={"name": name})
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    async def add(self, tables: int) -> None:
        """Sets up more tables, some at a time."""
        for begin in range(0, tables, 20):
            batch = range(begin, min(tables, begin + 20))
            self.tables += await asyncio.gather(*(self.one() for _ in batch))

    async def one(self) -> TwoPlayers:
        """One table where a game has begun."""
        who = [await self.identity(name) for name in ("Ada", "Ben")]
        wish = {"game": self.game, "seats": [{}, {}], "public": True, "series": 100}
        made = (await self.http.post("/api/tables", json=wish, headers=who[0])).json()
        table = TwoPlayers(self, made["id"], who)
        await table.sit_down()
        return table

    async def run(self, seconds: float, every: float | None) -> None:
        """Lets all tables play for some time, without garbage collections here: players at 200 tables
        would wait for one that no browser has.
        """
        gc.collect()
        gc.disable()
        began, computed = time.perf_counter(), time.process_time()
        try:
            await asyncio.gather(*(table.play(began + seconds, every) for table in self.tables))
        finally:
            gc.enable()
        self.took += time.perf_counter() - began
        self.computed += time.process_time() - computed

    async def measured(self, seconds: float, every: float | None) -> dict[str, Any]:
        """What some time brings."""
        self.forget()
        await self.run(seconds, every)
        return self.result()

    def result(self) -> dict[str, Any]:
        """How many moves there were, how quick they were, and how large."""
        ordered = sorted(self.delays) or [0.0]
        return {
            "moves_per_second": round(self.moves / self.took, 1),
            "p50_ms": round(1000 * ordered[len(ordered) // 2], 2),
            "p99_ms": round(1000 * ordered[int(len(ordered) * 0.99)], 2),
            "kB_per_move": round(median(self.sizes or [0]) / 1000, 2),
            "wire_kB_per_move": round(median(self.wire_sizes or [0]) / 1000, 2),
        }


class Counting(ClientConnection):
    """A connection that counts what comes over the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Counts, and goes on as usual."""
        self.received += len(data)
        super().data_received(data)


class TwoPlayers:
    """One table, both of its players, and the latest that each was sent."""

    def __init__(self, load: Load, table: str, who: list[dict[str, str]]) -> None:
        self.load, self.table, self.who = load, table, who
        self.sockets: list[Counting] = []
        self.number = 0
        self.game: dict[str, Any] = {}
        self.legal: list[list[str]] = [[], []]
        self.began = [False, False]

    async def sit_down(self) -> None:
        """Connects both players and waits until the game has begun for both."""
        address = f"ws{self.load.url[4:]}/api/tables/{self.table}/socket"
        for headers in self.who:
            socket = await connect(
                address, additional_headers=headers, create_connection=Counting, max_queue=64,
                compression=self.load.compression, ping_interval=None,
            )  # fmt: skip
            assert isinstance(socket, Counting)
            self.sockets.append(socket)
            hello = {"type": "hello", "version": VERSION}
            if self.load.has_scene:
                hello |= {"language": "en", "scene": True}
            await socket.send(json.dumps(hello))
            self.read(len(self.sockets) - 1, await socket.recv())
        await self.sockets[0].send('{"type":"sit","seat":1}')
        await self.sockets[1].send('{"type":"sit","seat":2}')
        for seat in (0, 1):
            while not self.began[seat]:
                self.read(seat, await self.sockets[seat].recv())

    def read(self, seat: int, text: str | bytes) -> dict[str, Any]:
        """Takes in what one of the players is sent."""
        message: dict[str, Any] = json.loads(text)
        if message.get("game"):
            self.game = message["game"]
            self.legal[seat] = [choice["action"] for choice in self.game["legal"]]
            self.began[seat] = True
        self.number = max(self.number, message["number"])
        return message

    async def play(self, until: float, every: float | None) -> None:
        """Moves until the time is over."""
        if every:
            await asyncio.sleep(random.uniform(0, every))
        while (now := time.perf_counter()) < until:
            if self.game["actor"] is None:
                await self.again()
                continue
            seat = self.game["actor"] - 1
            action = random.choice(self.legal[seat])
            move = {"type": "play", "action": action, "at": self.number}
            sent = time.perf_counter()
            await self.sockets[seat].send(json.dumps(move))
            other = asyncio.ensure_future(self.hear(1 - seat))
            await self.hear(seat)
            self.load.delays.append(await other - sent)
            self.load.moves += 1
            if every:
                await asyncio.sleep(max(0, now + every - time.perf_counter()))

    async def hear(self, seat: int) -> float:
        """When this player heard of the next change of the game."""
        socket = self.sockets[seat]
        while True:
            before = socket.received
            text = await socket.recv()
            heard = time.perf_counter()
            message = self.read(seat, text)
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message}")
            if message.get("game"):
                self.load.sizes.append(len(text))
                self.load.wire_sizes.append(socket.received - before)
                return heard

    async def again(self) -> None:
        """One offers another game, the other agrees."""
        await self.sockets[0].send('{"type":"rematch"}')
        for seat in (0, 1):
            message: dict[str, Any] = {}
            while not message.get("offer"):
                message = self.read(seat, await self.sockets[seat].recv())
        offer = message["offer"]["number"]
        await self.sockets[1].send(json.dumps({"type": "answer", "offer": offer, "agree": True}))
        await asyncio.gather(self.hear(0), self.hear(1))


class Measured:
    """A server of its own for one kind of clients, and their load on it."""

    def __init__(self, game: str, client: str, database: str) -> None:
        self.client = client
        self.server, url = start(database)
        self.load = Load(url, game, client)
        self.server_seconds = 0.0

    async def add(self, tables: int) -> int:
        """Sets up the tables; how many bytes of memory each of them takes."""
        before = memory(self.server.pid)
        await self.load.add(tables)
        await asyncio.sleep(1)
        return (memory(self.server.pid) - before) // tables

    def forget(self) -> None:
        """Begins to measure again."""
        self.load.forget()
        self.server_seconds = 0.0

    async def run(self, seconds: float, every: float | None) -> None:
        """Lets all tables play for some time."""
        before = processor_seconds(self.server.pid)
        await self.load.run(seconds, every)
        self.server_seconds += processor_seconds(self.server.pid) - before

    def result(self) -> dict[str, Any]:
        """What was measured since the last ``forget``."""
        moves = max(1, self.load.moves)
        return {
            **self.load.result(),
            "server_us_per_move": round(1e6 * self.server_seconds / moves),
            "load_us_per_move": round(1e6 * self.load.computed / moves),
        }

    def stop(self) -> None:
        """Ends the server."""
        self.server.send_signal(signal.SIGTERM)
        self.server.wait()


async def compare(
    game: str,
    clients: Sequence[str],
    tables: int,
    seconds: float,
    databases: Sequence[str],
    paces: Iterable[str] = tuple(PACES),
) -> AsyncIterator[dict[str, Any]]:
    """What several kinds of clients measure at so many tables, taking turns; line by line."""
    sides: list[Measured] = []
    try:
        for client, database in zip(clients, databases, strict=True):
            sides.append(Measured(game, client, database))
        each = [await side.add(tables) for side in sides]
        for side in sides:
            while side.load.moves < WARM_UP:
                await side.run(1, None)
        for pace in paces:
            for side in sides:
                side.forget()
            for _ in range(TURNS[pace]):
                for side in sides:
                    await side.run(seconds / TURNS[pace], PACES[pace])
            for side in sides:
                yield {"client": side.client, "tables": tables, "pace": pace, **side.result()}
        for side, size in zip(sides, each, strict=True):
            yield {"client": side.client, "tables": tables, "kB_per_table": round(size / 1000, 1)}
    finally:
        for side in sides:
            side.stop()


async def measure(options: argparse.Namespace, folder: str) -> None:
    kind = "postgresql" if options.database else "sqlite"
    for tables, game in product(options.tables, options.game):
        databases = [
            options.database or f"sqlite:///{folder}/{game}-{tables}-{client}.db"
            for client in options.client
        ]
        async for line in compare(game, options.client, tables, options.seconds, databases):
            about = {"benchmark": "server", "game": game, "store": kind}
            print(json.dumps({**about, **line}), flush=True)


async def flood(url: str, table: str, who: dict[str, str], text: str) -> None:
    """Sends the same message as fast as it can, and connects again when it is thrown out."""
    address = f"ws{url[4:]}/api/tables/{table}/socket"
    while True:
        try:
            async with connect(address, additional_headers=who, compression=None) as socket:
                await socket.send(json.dumps({"type": "hello", "version": VERSION}))
                while True:
                    await socket.send(text)
        except (OSError, WebSocketException):
            await asyncio.sleep(0.01)


def attack(url: str, table: str, who: dict[str, str], text: str) -> None:
    os.sched_setaffinity(0, {LOAD_CORE})
    os.nice(19)  # those who measure on the same core do not wait for the attackers
    asyncio.run(flood(url, table, who, text))


async def abuse(database: str) -> None:
    """How long moves take while strangers flood, send giant frames, or just hang around."""
    server, url = start(database, rate=10)
    try:
        load = Load(url, "kariba")
        strangers = [await load.identity(name) for name in ("Eve", "Mallory")]
        await load.add(10)
        table = load.tables[0].table
        quiet = await load.measured(10, 0.5)
        address = f"ws{url[4:]}/api/tables/{table}/socket"
        idle = [await connect(address, additional_headers=strangers[0]) for _ in range(18)]
        hanging = await load.measured(10, 0.5)
        spawn = multiprocessing.get_context("spawn")
        attacks = [
            spawn.Process(target=attack, args=(url, table, strangers[0], '{"type":"ping"}')),
            spawn.Process(target=attack, args=(url, table, strangers[1], "x" * 100_000)),
        ]
        for attacker in attacks:
            attacker.start()
        await asyncio.sleep(2)
        attacked = await load.measured(10, 0.5)
        for attacker in attacks:
            attacker.terminate()
        for socket in idle:
            await socket.close()
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    for what, measured in (("quiet", quiet), ("idle sockets", hanging), ("attacked", attacked)):
        print(json.dumps({"benchmark": "abuse", "while": what, **measured}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50, 200, 1000])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--game", nargs="+", default=["kariba"])
    parser.add_argument("--client", nargs="+", choices=CLIENTS, default=["browser"])
    parser.add_argument("--database", help="PostgreSQL instead of a SQLite file")
    parser.add_argument("--abuse", action="store_true", help="floods and giant frames instead")
    options = parser.parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})
    try:
        import uvloop

        run = uvloop.run
    except ImportError:
        run = asyncio.run
    with tempfile.TemporaryDirectory() as folder:
        if options.abuse:
            run(abuse(options.database or f"sqlite:///{folder}/tables.db"))
        else:
            run(measure(options, folder))


if __name__ == "__main__":
    main()
