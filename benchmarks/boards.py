"""What boards as scenes cost: browsers against programs, for every game; a long replay in a browser.

At 50 tables all move as fast as they can, at 200 once a second; both kinds of clients take turns on
servers of their own, see ``benchmarks/server.py``. Then Chromium opens the replay of a game of
Cromado that is 600 turns long. Prints JSON lines, the comparison of both clients among them: how many
times the server's time for a move, the moves a second and the slowest hundredth of all delays are
what programs have. Takes some six minutes.

  python benchmarks/boards.py
  python benchmarks/boards.py --game cromado --seconds 8
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
from benchmarks.server import LOAD_CORE, compare, start

import waterside
from waterside.core.record import Record
from waterside.core.registry import all_games

CLIENTS = ("plain", "browser")
PACE_AT = {50: "flat out", 200: "once a second"}
"""Which pace counts with how many tables."""
TURNS = 600
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run"]
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def say(**line: Any) -> None:
    print(json.dumps({"benchmark": "boards", **line}), flush=True)


def times(game: str, tables: int, plain: dict[str, Any], browser: dict[str, Any]) -> None:
    """Says how a browser compares with a program."""
    found = {"game": game, "tables": tables, "pace": plain["pace"]}
    for name in ("server_us_per_move", "moves_per_second", "p99_ms"):
        found[f"{name}_times_plain"] = round(browser[name] / plain[name], 2)
    found["kB_per_move_over_plain"] = round(browser["kB_per_move"] - plain["kB_per_move"], 2)
    found["wire_kB_per_move"] = browser["wire_kB_per_move"]
    say(**found)


async def tables_of(game: str, seconds: float, folder: str) -> None:
    """Plays at tables of one game, with both kinds of clients."""
    for tables, pace in PACE_AT.items():
        databases = [f"sqlite:///{folder}/{game}-{tables}-{client}.db" for client in CLIENTS]
        lines = []
        async for line in compare(game, CLIENTS, tables, seconds, databases, [pace]):
            say(game=game, **line)
            lines.append(line)
        times(game, tables, lines[0], lines[1])


def long_record() -> str:
    """A random game of Cromado that ends when its turns are over."""
    rng = random.Random(3)
    position = waterside.game("cromado").new(2)
    while not position.is_over and position.fields.turns < TURNS:
        chances = position.chances()
        if chances:
            action = rng.choices(list(chances), list(chances.values()))[0]
        else:
            action = rng.choice(position.legal())
        position = position.play(action)
    return Record.of(position, {1: "Ada", 2: "Ben"}).dumps()


def replay(folder: str) -> None:
    """Opens the replay several times, each with an empty cache: until its board is shown, and until
    all moments are listed.
    """
    from playwright.sync_api import sync_playwright

    server, url = start(f"sqlite:///{folder}/replay.db")
    try:
        answer = httpx.post(f"{url}/replay", content=long_record(), timeout=60)
        address = url + answer.json()["address"]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for _ in range(5):
                context = browser.new_context()
                page = context.new_page()
                session = context.new_cdp_session(page)
                session.send("Network.enable")
                sizes: list[int] = []
                session.on(
                    "Network.loadingFinished",
                    lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]),
                )
                began = time.perf_counter()
                page.goto(address, wait_until="commit")
                page.wait_for_selector("#board .part")
                board = time.perf_counter() - began
                page.wait_for_selector("#log [aria-current]")
                log = time.perf_counter() - began
                page.wait_for_load_state("networkidle")
                say(
                    replay=f"cromado, {TURNS} turns",
                    board_ms=round(1000 * board),
                    log_ms=round(1000 * log),
                    wire_kB=round(sum(sizes) / 1000, 1),
                )
                context.close()
            browser.close()
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", nargs="+", default=sorted(all_games()))
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--only", choices=("tables", "replay"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.only != "tables":
            replay(folder)
        if options.only != "replay":
            os.sched_setaffinity(0, {LOAD_CORE})
            for game in options.game:
                asyncio.run(tables_of(game, options.seconds, folder))


if __name__ == "__main__":
    main()
