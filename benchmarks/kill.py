"""Kills the server with -9 at random moments while games go on, and looks for every move.

Bots of the server play some tables, clients play others; every move that a client was told of as
accepted is written down. The server is killed and started again, as often as asked. In the end all
games must be over, every accepted move must be in the log, every record must verify. Prints JSON.

  python benchmarks/kill.py --tables 300 --kills 20
  python benchmarks/kill.py --database postgresql://…
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

from waterside import fairness
from waterside.client import AsyncClient, ConnectionLostError, NotServedError, RefusedError
from waterside.client.asynchronous import AsyncTable
from waterside.protocol import Phase, Play, SwitchSeat
from waterside.server.store import Store
from waterside.server.views.history import records

GAMES = ("kariba", "splash")
PATIENCE = 600.0


class Server:
    """A server that is killed and started again at the same address."""

    def __init__(self, database: str) -> None:
        self.database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it; returns when it listens."""
        command = [sys.executable, "-m", "waterside", "serve", "--port", str(self.port)]
        settings = ["--rate", "0", "--bots", "1", "--bot-pause", "0", "--log-level", "error"]
        self.process = subprocess.Popen(
            [*command, *settings, "--database", self.database], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def stop(self, how: int) -> int:
        """Sends a signal and waits for the end."""
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


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
                told = await table.request(Play, action=action, at=seen.number)
            except RefusedError as refused:
                if refused.code not in ("stale", "not_now", "store"):
                    raise
                continue
            self.accepted.append((told.number, action))


async def set_up_bots(url: str, tables: int) -> list[str]:
    """Tables where only bots of the server play."""
    made = []
    async with AsyncClient(url, "Ada") as client:
        for number in range(tables):
            game = GAMES[number % len(GAMES)]
            made.append((await client.create(game, ["random"] * 2, sit=None))[0])
    return made


async def torment(database: str, tables: int, kills: int, seconds: float) -> dict[str, object]:
    """The whole story; what came out."""
    server = Server(database)
    server.start()
    played = [Player(server.url, GAMES[n % len(GAMES)]) for n in range(tables // 2)]
    for begin in range(0, len(played), 20):
        await asyncio.gather(*(player.set_up() for player in played[begin : begin + 20]))
    by_bots = await set_up_bots(server.url, tables - len(played))
    playing = asyncio.gather(*(player.play() for player in played))
    began = time.monotonic()
    for _ in range(kills):
        await asyncio.sleep(random.uniform(0.1, seconds))
        await asyncio.to_thread(server.stop, signal.SIGKILL)
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(playing, PATIENCE)
    over = 0
    async with AsyncClient(server.url, "Eve") as eve:
        while time.monotonic() < began + PATIENCE:
            health = await eve.ask("GET", "/health")
            store = await Store.open(database)
            waiting = await store.open_tables()
            await store.close()
            if health["status"] == "ok" and not waiting:
                break
            await asyncio.sleep(0.5)
    status = await asyncio.to_thread(server.stop, signal.SIGTERM)
    store = await Store.open(database)
    lost = unfair = moves = 0
    for table, accepted in [(p.table, p.accepted) for p in played] + [(t, []) for t in by_bots]:
        log = await store.events(table)
        by_number = {event.number: event for event in log}
        for number, action in accepted:
            event = by_number.get(number)
            lost += event is None or event.kind != "acted" or event.body["actions"][0] != action
        moves += sum(event.kind == "acted" for event in log)
        found = records(log, table)
        over += bool(found)
        unfair += sum(not fairness.verify(record).is_fair for record in found.values())
    await store.close()
    return {
        "benchmark": "kill",
        "store": database.partition(":")[0],
        "tables": tables,
        "kills": kills,
        "moves": moves,
        "accepted_by_clients": sum(len(player.accepted) for player in played),
        "lost": lost,
        "finished": over,
        "unfair": unfair,
        "exit_status": status,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Kills the server while games go on.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=3.0, help="at most, between kills")
    parser.add_argument("--database")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}{os.sep}tables.db"
        told = asyncio.run(torment(database, options.tables, options.kills, options.seconds))
    print(json.dumps(told))
    sys.exit(bool(told["lost"] or told["unfair"] or told["finished"] != told["tables"]))


if __name__ == "__main__":
    main()
