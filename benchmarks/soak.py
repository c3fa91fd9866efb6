"""Memory of a server after many short games, and its longest pause on the way.

Some people create tables, sit down at both seats, play a move, resign, close the table and begin
again; every other of them wants scenes, as browsers do. Another client sends a ping fifty times a
second and measures how long the answer takes. In the end all tables are put away. Prints JSON lines.

  python benchmarks/soak.py
  python benchmarks/soak.py --games 200 --people 4
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.people import Person, Server, milliseconds, serving, since

LONGEST = 150.0
"""Seconds in which a server puts away what is not in use, and more."""


class Soak:
    """So many games, played by so many people at once."""

    def __init__(self, server: Server, game: str, people: int) -> None:
        self.server, self.game, self.people = server, game, people
        self.played = 0
        self.began = time.perf_counter()
        self.pauses: list[float] = []

    async def play(self, games: int) -> None:
        """Plays so many games."""
        numbers = iter(range(games))
        await asyncio.gather(*(self.person(number, numbers) for number in range(self.people)))

    async def person(self, number: int, games: Iterator[int]) -> None:
        """One person plays until all games are played."""
        person = Person(self.server.url)
        await person.register(f"Person {number}")
        for _ in games:
            await self.one_game(person, scene=number % 2 == 0)
            self.played += 1
        await person.web.aclose()

    async def one_game(self, person: Person, scene: bool) -> None:
        """One short game, from a new table to a closed one."""
        table = await person.create(self.game, ["person", "person"])
        await person.enter(table, scene=scene)
        await person.ask("sit", seat=1)
        await person.ask("sit", seat=2)
        if person.seen["phase"] != "playing":
            await person.until(lambda message: message.get("phase") == "playing")
        await person.ask("switch_seat", seat=person.seen["game"]["actor"])
        action = person.seen["game"]["legal"][0]["action"]
        await person.ask("play", action=action, at=person.seen["number"])
        await person.ask("resign", at=person.seen["number"])
        await person.ask("close")
        await person.leave()

    async def watch(self) -> None:
        """Measures how long the server takes to answer a ping, until cancelled."""
        person = Person(self.server.url)
        await person.register("Watch")
        await person.enter(await person.create(self.game, ["person", "person"]))
        while True:
            began = time.perf_counter()
            await person.ask("ping")
            self.pauses.append(since(began))
            await asyncio.sleep(0.02)

    async def line(self, **more: object) -> None:
        """Prints how things stand."""
        print(
            json.dumps(
                {
                    "benchmark": "soak",
                    "game": self.game,
                    "games": self.played,
                    "seconds": round(since(self.began), 1),
                    "live_tables": int(await self.server.metric("waterside_live_tables")),
                    "memory_mb": round(self.server.memory(), 1),
                    **milliseconds(self.pauses),
                    **more,
                }
            ),
            flush=True,
        )
        self.pauses.clear()


async def run(options: argparse.Namespace, database: str) -> None:
    with serving(database, "--bots", "0") as server:
        soak = Soak(server, options.game, options.people)
        await soak.play(options.warm_up)
        watching = asyncio.create_task(soak.watch())
        await asyncio.sleep(1)
        start = server.memory()
        await soak.line(phase="start")
        left = options.games
        while left > 0:
            await soak.play(min(left, options.every))
            left -= options.every
            await soak.line(phase="playing")
        waiting = time.perf_counter()
        while await server.metric("waterside_live_tables") > 1 and since(waiting) < LONGEST:
            await asyncio.sleep(1)
        await soak.line(phase="end", grown_mb=round(server.memory() - start, 1))
        watching.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--every", type=int, default=1000, help="games between two lines")
    parser.add_argument("--warm-up", type=int, default=200, help="games before the start")
    parser.add_argument("--people", type=int, default=16, help="how many play at once")
    parser.add_argument("--game", default="kariba")
    parser.add_argument("--database", help="PostgreSQL instead of a SQLite file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options, options.database or f"sqlite:///{folder}/tables.db"))


if __name__ == "__main__":
    main()
