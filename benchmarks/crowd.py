"""How long people wait for a bot while another user lets many tables of bots play each other.

Some people play against a Club bot each, from one address; then many tables with nothing but Masters
are created from another address, and the same people go on. What they wait for is measured from
their move to the bot's. Needs a system where 127.0.0.2 is an address, as on Linux. Prints JSON lines.

  python benchmarks/crowd.py
  python benchmarks/crowd.py --seconds 5 --tables 10 --people 1
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.people import Person, Server, milliseconds, serving, since

from waterside.bots.pool import Pool

CROWD = "127.0.0.2"


class Player:
    """A person who plays against a bot, game after game."""

    def __init__(self, server: Server, game: str, number: int) -> None:
        self.person = Person(server.url)
        self.game, self.number = game, number
        self.random = random.Random(number)
        self.waits: list[float] = []

    async def sit_down(self) -> None:
        """Creates a table and sits down at it."""
        await self.person.register(f"Person {self.number}")
        table = await self.person.create(self.game, ["person", "club"], series=100)
        await self.person.enter(table)
        await self.person.ask("sit", seat=1)

    async def play(self, until: float) -> None:
        """Plays until the time is over, half a second after each of the bot's moves."""
        while time.perf_counter() < until:
            state = self.person.seen
            if state["phase"] == "between":
                await self.person.ask("rematch")
            elif state["game"]["actor"] == 1:
                await asyncio.sleep(0.5)
                action = self.random.choice(state["game"]["legal"])["action"]
                began = time.perf_counter()
                await self.person.ask("play", action=action, at=state["number"])
                if await self.bot_has_played():
                    self.waits.append(since(began))
            else:
                await self.bot_has_played()

    async def bot_has_played(self) -> bool:
        """Waits until it is the person's turn again; False if the bot had nothing to do."""
        waited = False
        while self.is_bots_turn():
            waited = True
            await self.person.until(lambda message: message.get("game"))
        return waited

    def is_bots_turn(self) -> bool:
        """Whether the bot is to move now."""
        state = self.person.seen
        return bool(state["phase"] == "playing" and state["game"]["actor"] == 2)

    def take_waits(self) -> list[float]:
        """How long this person has waited since last asked."""
        waits, self.waits = self.waits, []
        return waits


async def gather_crowd(server: Server, game: str, tables: int, players: int) -> None:
    """Creates tables where nobody but Masters play."""
    crowd = Person(server.url, CROWD)
    await crowd.register("Crowd")
    for _ in range(tables):
        await crowd.create(game, ["master"] * players, series=100)
    await crowd.web.aclose()


async def measure(players: list[Player], seconds: float) -> dict[str, float]:
    """What people wait for during some time."""
    until = time.perf_counter() + seconds
    await asyncio.gather(*(player.play(until) for player in players))
    waits = [wait for player in players for wait in player.take_waits()]
    return {"answers": len(waits), **milliseconds(waits)}


def compile_bots(game: str) -> None:
    """Has the bots' code compiled and stored, which no person should wait for."""
    with Pool(workers=1) as pool:
        for level in ("club", "master"):
            pool.warm(game, level).result()


async def run(options: argparse.Namespace, database: str) -> None:
    with serving(database, "--bots", str(options.bots), "--bot-pause", "0") as server:
        players = [Player(server, options.game, number) for number in range(options.people)]
        await asyncio.gather(*(player.sit_down() for player in players))
        await measure(players, options.warm_up)
        for crowd in (0, options.tables):
            await gather_crowd(server, options.game, crowd, options.players)
            found = await measure(players, options.seconds)
            line = {"benchmark": "crowd", "game": options.game, "bot_processes": options.bots}
            print(json.dumps({**line, "tables_of_masters": crowd, **found}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=50, help="tables of Masters")
    parser.add_argument("--players", type=int, default=4, help="Masters at each of them")
    parser.add_argument("--people", type=int, default=2)
    parser.add_argument("--bots", type=int, default=2, help="processes of bots")
    parser.add_argument("--seconds", type=float, default=45)
    parser.add_argument("--warm-up", type=float, default=15, help="seconds to begin with")
    parser.add_argument("--game", default="kariba")
    options = parser.parse_args()
    compile_bots(options.game)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options, f"sqlite:///{folder}/tables.db"))


if __name__ == "__main__":
    main()
