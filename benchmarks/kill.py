"""Kills the server with -9 at random moments while games go on, and looks for every move.

Bots of the server play some tables, clients play others; every move that was confirmed to a client
is written down. The server is killed and started again, as often as asked. With --postgresql a
private PostgreSQL is started, two processes serve its tables, and each time one of the processes,
the whole server or the database itself is killed. Tables are added as games end, so that games go
on until the last kill. In the end all games must be over, every confirmed move must be in the log,
every record must verify: by examples/verify.js, which uses nothing of Waterside, where Node is
installed, or by the program that --verifier names. Prints JSON.

  python benchmarks/kill.py --tables 300 --kills 20
  python benchmarks/kill.py --kills 200
  python benchmarks/kill.py --postgresql --kills 50
  python benchmarks/kill.py --kills 200 --verifier "waterside verify"
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from waterside import fairness
from waterside.client import AsyncClient, ConnectionLostError, NotServedError, RefusedError
from waterside.client.asynchronous import AsyncTable
from waterside.core.record import Record
from waterside.protocol import Phase, Play, SwitchSeat
from waterside.server.store import Store
from waterside.server.views.history import records

GAMES = ("kariba", "splash")
PATIENCE = 600.0
"""Seconds after the last kill in which all games must end."""
INDEPENDENT = Path(__file__).resolve().parents[1] / "examples" / "verify.js"


class Server:
    """A server that is killed and started again at the same address."""

    def __init__(self, database: str, workers: int = 1) -> None:
        self.database = database
        self.workers = workers
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it; returns when it listens."""
        command = [sys.executable, "-m", "waterside", "serve", "--port", str(self.port)]
        settings = ["--rate", "0", "--bots", "1", "--bot-pause", "0", "--log-level", "error"]
        settings += ["--workers", str(self.workers)]
        self.process = subprocess.Popen(
            [*command, *settings, "--database", self.database], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        if not self.process.stdout.readline().startswith("http"):
            raise SystemExit("the server did not start")

    def processes(self) -> list[int]:
        """The processes that serve, without those of bots."""
        assert self.process is not None
        if self.workers == 1:
            return [self.process.pid]
        return children(self.process.pid)[: self.workers]

    def kill_one(self) -> None:
        """Kills one of the processes that serve; the server replaces it."""
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(random.choice(self.processes()), signal.SIGKILL)

    def stop(self, how: int) -> int:
        """Sends a signal and waits for the end; a kill takes all processes at once."""
        assert self.process is not None
        if how == signal.SIGKILL:
            for child in children(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, how)
        self.process.send_signal(how)
        status = self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


def children(process: int) -> list[int]:
    """The child processes of a process, the oldest first."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return sorted(int(child) for file in threads for child in file.read_text().split())


class Player:
    """Plays both seats of a table and writes down what was accepted."""

    def __init__(self, url: str, game: str) -> None:
        self.url, self.game = url, game
        self.table = ""
        self.accepted: list[tuple[int, str]] = []
        self.token: str | None = None

    async def set_up(self) -> None:
        """Makes the table and takes both seats."""
        async with AsyncClient(self.url, "Ada") as client:
            self.token = client.token
            self.table, _ = await client.create(self.game, ["person", "person"])
            async with client.table(self.table) as table:
                await table.sit(2)

    async def play(self) -> None:
        """Plays to the end, whatever happens to the server."""
        while True:
            with contextlib.suppress(ConnectionLostError, NotServedError, TimeoutError):
                async with (
                    AsyncClient(self.url, "Ada", self.token) as client,
                    client.table(self.table) as table,
                ):
                    await self.play_on(table)
                    return
            await asyncio.sleep(0.2)

    async def play_on(self, table: AsyncTable) -> None:
        """Plays as long as the connection lasts."""
        while True:
            seen = await table.until(lambda seen: seen.view.game is not None)
            if seen.phase is not Phase.PLAYING:
                return
            if seen.view.you.seat != seen.actor:
                await table.request(SwitchSeat, seat=seen.actor)
                continue
            action = random.choice(seen.legal)
            try:
                reply = await table.request(Play, action=action, at=seen.number)
            except RefusedError as refused:
                if refused.code not in ("stale", "not_now", "store"):
                    raise
                continue
            self.accepted.append((reply.number, action))


class Crowd:
    """Tables that are played until all has been killed; a table that is over is followed by one."""

    def __init__(self, url: str, tables: int) -> None:
        self.url = url
        self.tables_at_once = tables
        self.is_playing = asyncio.Event()
        """Whether as many tables were set up as are played at the same time."""
        self.players: list[Player] = []
        self.by_bots: list[str] = []
        self.goes_on = True

    async def play_on(self, number: int) -> None:
        """Plays one table after the other."""
        while self.goes_on:
            player = Player(self.url, GAMES[(number + len(self.players)) % len(GAMES)])
            if await insist(player.set_up, lambda: self.goes_on):
                self.players.append(player)
                if len(self.players) >= self.tables_at_once:
                    self.is_playing.set()
                await player.play()

    async def add_bots(self, tables: int) -> None:
        """Adds tables where only bots of the server play."""

        async def one(game: str) -> None:
            async with AsyncClient(self.url, "Ada") as client:
                self.by_bots.append((await client.create(game, ["random"] * 2, sit=None))[0])

        for number in range(tables):
            game = GAMES[number % len(GAMES)]
            await insist(partial(one, game), lambda: self.goes_on)

    @property
    def tables(self) -> list[tuple[str, list[tuple[int, str]]]]:
        """All tables, with the moves that were confirmed to clients."""
        return [(p.table, p.accepted) for p in self.players] + [(t, []) for t in self.by_bots]


async def insist(action: Callable[[], Any], goes_on: Callable[[], bool]) -> bool:
    """Does something in spite of kills; False if it was given up."""
    while goes_on():
        try:
            await action()
        except (ConnectionLostError, NotServedError, RefusedError, TimeoutError):
            await asyncio.sleep(0.2)
        else:
            return True
    return False


async def kill_on(server: Server, kills: int, seconds: float, postgres: Any) -> dict[str, int]:
    """Kills as often as asked; what was killed how often."""
    killed: dict[str, int] = {}
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.1, seconds))
        kinds = ("process", "database", "server") if postgres else ("server",)
        kind = kinds[number % len(kinds)]
        if kind == "process":
            await asyncio.to_thread(server.kill_one)
        elif kind == "database":
            await asyncio.to_thread(kill_database, postgres)
        else:
            await asyncio.to_thread(server.stop, signal.SIGKILL)
            await asyncio.to_thread(server.start)
        killed[kind] = killed.get(kind, 0) + 1
        print(f"{number + 1} of {kills}: {kind}", file=sys.stderr, flush=True)
    return killed


def kill_database(postgres: Any) -> None:
    """Kills all of PostgreSQL with -9, and starts it again."""
    for child in children(postgres.process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    postgres.process.kill()
    postgres.process.wait()
    postgres.start()


async def torment(
    database: str,
    tables: int,
    kills: int,
    seconds: float,
    postgres: Any = None,
    verifier: str | None = None,
) -> dict[str, Any]:
    """Plays and kills, then looks for every move; returns what was found."""
    server = Server(database, workers=2 if postgres else 1)
    server.start()
    by_bots = tables // 4
    crowd = Crowd(server.url, tables - by_bots)
    await crowd.add_bots(by_bots)
    playing = [asyncio.create_task(crowd.play_on(n)) for n in range(tables - by_bots)]
    await asyncio.wait_for(crowd.is_playing.wait(), PATIENCE)
    killed = await kill_on(server, kills, seconds, postgres)
    crowd.goes_on = False
    await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
    until = time.monotonic() + PATIENCE
    while await tables_left(database) and time.monotonic() < until:
        await asyncio.sleep(0.5)
    status = await asyncio.to_thread(server.stop, signal.SIGTERM)
    found = await inspect(database, crowd, verifier or best_verifier())
    return {
        "benchmark": "kill",
        "store": database.partition(":")[0],
        "killed": killed,
        "kills": sum(killed.values()),
        **found,
        "exit_status": status,
    }


async def tables_left(database: str) -> int:
    """How many tables still go on by themselves."""
    store = await Store.open(database)
    waiting = await store.open_tables()
    await store.close()
    return len(waiting)


async def inspect(database: str, crowd: Crowd, verifier: str) -> dict[str, object]:
    """Looks for every confirmed move in the logs, and has every record verified."""
    store = await Store.open(database)
    lost = moves = over = 0
    kept: list[Record] = []
    for table, accepted in crowd.tables:
        log = await store.events(table)
        by_number = {event.number: event for event in log}
        for number, action in accepted:
            event = by_number.get(number)
            lost += event is None or event.kind != "acted" or event.body["actions"][0] != action
        moves += sum(event.kind == "acted" for event in log)
        found = records(log, table)
        over += bool(found)
        kept += found.values()
    await store.close()
    return {
        "tables": len(crowd.tables),
        "finished": over,
        "moves": moves,
        "confirmed_to_clients": sum(len(player.accepted) for player in crowd.players),
        "lost": lost,
        "records": len(kept),
        "unfair": sum(not is_fair(record, verifier) for record in kept),
        "verifier": Path(shlex.split(verifier)[-1]).name,
    }


def is_fair(record: Record, verifier: str) -> bool:
    """Whether a program that verifies records finds nothing wrong with one."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(fairness.annotated(record).dumps())
        file.flush()
        done = subprocess.run([*shlex.split(verifier), file.name], capture_output=True)
    return done.returncode == 0


def best_verifier() -> str:
    """The verifier that is not ours, or our own where there is no Node."""
    if shutil.which("node"):
        return f"node {shlex.quote(str(INDEPENDENT))}"
    return f"{shlex.quote(sys.executable)} -m waterside verify"


def main() -> None:
    parser = argparse.ArgumentParser(description="Kills the server while games go on.")
    parser.add_argument("--tables", type=int, default=40, help="at the same time")
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=3.0, help="at most, between kills")
    parser.add_argument("--database", help="one that runs already; it is not killed")
    parser.add_argument("--postgresql", action="store_true", help="a private one, killed too")
    parser.add_argument("--verifier", help="a command that is given the file of a record")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        postgres = None
        database = options.database or f"sqlite:///{folder}{os.sep}tables.db"
        if options.postgresql:
            sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
            from tests.server.postgres import PrivatePostgres

            postgres = stack.enter_context(PrivatePostgres(durable=True))
            database = postgres.new_database()
        found = asyncio.run(
            torment(
                database,
                options.tables,
                options.kills,
                options.seconds,
                postgres,
                options.verifier,
            )
        )
    print(json.dumps(found))
    is_bad = found["lost"] or found["unfair"] or found["finished"] != found["tables"]
    sys.exit(1 if is_bad or not found["tables"] else 0)


if __name__ == "__main__":
    main()
