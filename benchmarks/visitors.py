"""What hints, reviews and bots' moves cost the server: by its own bots, and by visitors' own processors.

People at tables of their own all ask for a hint at the same time, again and again; then some of them have
a game reviewed; then all play on from a position, a move each, which a bot answers. First the server's
bots think, then the same people's pages do. Measured is the processor
time of the server and all its processes, for each person. Pages are stood in for by this script: it asks
as they do, and sends answers of the same size, but does not search, as that is not the server's work.
Prints JSON lines.

  python benchmarks/visitors.py
  python benchmarks/visitors.py --people 20 --reviews 2
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from array import array
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
from benchmarks.crowd import compile_bots
from benchmarks.people import Person, Server, milliseconds, serving, since

from waterside.bots.modules import module
from waterside.core.record import Record
from waterside.core.registry import game

TICK = os.sysconf("SC_CLK_TCK")
WARM_UP = 4
BOTS, PAGES = "server", "page"


def processor_time(process: int) -> float:
    """Seconds of processor time that a process and all that it has started have used."""
    found = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        number, parent = int(path.parent.name), int(fields[1])
        if number == process:
            found += sum(map(int, fields[11:15])) / TICK
        elif parent == process:
            found += processor_time(number)
    return found


def played(name: str, seed: int) -> str:
    """The record of a game of random actions."""
    choose = random.Random(seed)
    position = game(name).new()
    while not position.is_over:
        position = position.play(choose.choice(position.legal_actions()))
    return Record(name, position.players, position.options, tuple(position.history())).dumps()


def opening(name: str) -> list[str]:
    """The first actions of a game, until the first seat has something to decide."""
    choose = random.Random(name)
    position = game(name).new()
    while position.number == 0 or position.actor != 1:
        position = position.play(choose.choice(position.legal_actions()))
    return position.history()


class Visitor:
    """A person who plays both seats of a table, and so is always to act."""

    def __init__(self, server: Server, kind: str, number: int) -> None:
        self.person = Person(server.url)
        self.kind, self.number = kind, number
        self.waits: list[float] = []

    async def sit_down(self) -> None:
        """Creates a table and sits down at it."""
        await self.person.register(f"Person {self.number}")
        seats = ["person"] * game(self.kind).seats[0]
        await self.person.enter(await self.person.create(self.kind, seats))
        for seat in range(1, len(seats) + 1):
            await self.person.ask("sit", seat=seat)

    async def ask(self, thinks: str) -> None:
        """Asks for a hint, of the server's bots or of a page of one's own."""
        own = {"own": True} if thinks == PAGES else {}
        began = time.perf_counter()
        answer = await self.person.ask("hint", at=self.person.seen["number"], **own)
        self.waits.append(since(began))
        assert answer["type"] == ("question" if own else "hint"), answer["type"]

    async def play_on(self, thinks: str, level: str) -> None:
        """Goes on from a position, against bots of a level, at a table of one's own."""
        await self.person.leave()
        seats = ["person", *[level] * (game(self.kind).seats[0] - 1)]
        actions = opening(self.kind)
        table = await self.person.create(self.kind, seats, actions=actions)
        await self.person.enter(table, **({"thinks": True} if thinks == PAGES else {}))
        await self.person.ask("sit", seat=1)
        self.thinking = f"/api/tables/{table}/thinking"

    async def move(self) -> None:
        """Plays the first legal action, and waits until bots have answered."""
        began = time.perf_counter()
        seen = self.person.seen
        action = seen["game"]["legal"][0]["action"]
        await self.person.ask("play", action=action, at=seen["number"])
        while self.person.seen["game"].get("actor") != 1:
            reply = await self.person.until(
                lambda reply: reply["type"] == "think" or "game" in reply
            )
            if reply["type"] == "think":
                await self.think(f"{self.thinking}/{reply['ticket']}")
        self.waits.append(since(began))

    async def think(self, address: str) -> None:
        """Answers a bot's question as a page's worker does, with what it has made up."""
        web = self.person.web
        asked = (await web.get(address)).raise_for_status().json()
        found = [[int(number), 10, 0.5, 0.1] for number in asked["actions"]]
        (await web.post(address, json={"considered": found})).raise_for_status()

    async def review(self, thinks: str, record: str) -> None:
        """Has a game reviewed, by the server's bots or by a page of one's own."""
        web = self.person.web
        answer = await web.post("/replay", content=record)
        source = f"{answer.json()['address']}/review"
        began = time.perf_counter()
        if thinks == PAGES:
            await self.review_here(web, source)
        else:
            (await web.post(source)).raise_for_status()
            while not (await web.get(f"{source}/found")).json().get("complete"):
                await asyncio.sleep(1)  # as pages do
        self.waits.append(since(began))

    async def review_here(self, web: httpx.AsyncClient, source: str) -> None:
        """Answers what the server asks until the review is complete."""
        body, asked, mark = b"", [], ""
        while True:
            answer = await web.post(f"{source}/own", content=body)
            answer.raise_for_status()
            reply = answer.json()
            if reply.get("mark", mark) != mark:
                mark = reply["mark"]
                (await web.post(f"{source}/own/shown", content=reply["known"])).raise_for_status()
            if reply["complete"]:
                return
            asked = [one for one in asked if one["key"] in reply["keep"]] + reply["questions"]
            body = reply.get("known", "").encode() + b"\n" + made_up(reply["players"], asked)


def made_up(players: int, questions: list[dict[str, Any]]) -> bytes:
    """Answers of the size that real ones have."""
    numbers: list[bytes] = []
    answers = []
    choose = random.Random(players)

    def rows(count: int, kind: str) -> tuple[int, int]:
        made = array(kind)
        for _ in range(count):
            share = choose.random()
            made.extend((share, *((1 - share) / (players - 1),) * (players - 1)))
        numbers.append(made.tobytes())
        return count, made.itemsize

    for question in questions:
        key = {"key": question["key"]}
        if question["what"] != "search":
            count = question.get("samples") or question["iterations"]
            answers.append({**key, "rows": rows(count, "d")})
            continue
        played = question["compare"]["action"]
        found = [[int(one), 10, 0.5, 0.1] for one in question["actions"]]
        best = min(question["actions"], key=lambda one: question["actions"][one])
        outlooks = [[one, *rows(question["iterations"], "f")] for one in {played, int(best)}]
        answers.append({**key, "considered": found, "line": [], "outlooks": outlooks})
    return b"\n".join(
        (json.dumps({"players": players, "answers": answers}).encode(), b"".join(numbers))
    )


async def measure(server: Server, line: dict[str, Any], visitors: list[Visitor], work: Any) -> None:
    """Prints what some work for all visitors costs the server, for each of them."""
    before, began = processor_time(server.process.pid), time.perf_counter()
    for visitor in visitors:
        visitor.waits.clear()
    await asyncio.gather(*(work(visitor) for visitor in visitors))
    used = processor_time(server.process.pid) - before
    waits = [wait for visitor in visitors for wait in visitor.waits]
    found = {
        "people": len(visitors),
        "asked": len(waits),
        "server_cpu_ms_per_person": round(1000 * used / len(visitors), 1),
        "server_cpu_ms_each": round(1000 * used / len(waits), 1),
        "seconds": round(since(began), 1),
    }
    print(json.dumps({**line, **found, **milliseconds(waits)}), flush=True)


async def run(options: argparse.Namespace, database: str) -> None:
    with serving(database, "--bots", str(options.bots), "--bot-pause", "0") as server:
        visitors = [Visitor(server, options.game, number) for number in range(options.people)]
        await asyncio.gather(*(visitor.sit_down() for visitor in visitors))
        line = {"benchmark": "visitors", "game": options.game, "bot_processes": options.bots}

        async def hints(visitor: Visitor, thinks: str) -> None:
            for _ in range(options.hints):
                await visitor.ask(thinks)

        for thinks in (BOTS, PAGES):
            for visitor in visitors[:WARM_UP]:
                await visitor.ask(thinks)
            await measure(
                server, {**line, "asks_for": "hints", "thinks": thinks}, visitors,
                lambda visitor, thinks=thinks: hints(visitor, thinks),
            )  # fmt: skip
        readers = visitors[: options.reviews]
        for number, thinks in enumerate((BOTS, PAGES)):
            await visitors[0].review(thinks, played(options.game, -1 - number))
            # Other games for each: a review that is there already costs nothing.
            first = number * options.people
            records = {one.number: played(options.game, first + one.number) for one in readers}
            await measure(
                server, {**line, "asks_for": "reviews", "thinks": thinks}, readers,
                lambda visitor, thinks=thinks, records=records: visitor.review(
                    thinks, records[visitor.number]
                ),
            )  # fmt: skip
        for thinks in (BOTS, PAGES):
            await asyncio.gather(*(one.play_on(thinks, options.level) for one in visitors))
            for visitor in visitors[:WARM_UP]:
                await visitor.move()
            asks = {"asks_for": "moves", "level": options.level, "thinks": thinks}
            await measure(server, {**line, **asks}, visitors, lambda visitor: visitor.move())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--hints", type=int, default=1, help="hints for each of them")
    parser.add_argument("--reviews", type=int, default=4, help="how many have a game reviewed")
    parser.add_argument("--level", default="master", help="of the bots that answer moves")
    parser.add_argument("--bots", type=int, default=2, help="processes of bots")
    parser.add_argument("--game", default="kariba")
    options = parser.parse_args()
    compile_bots(options.game)
    module(game(options.game))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options, f"sqlite:///{folder}/tables.db"))


if __name__ == "__main__":
    main()
