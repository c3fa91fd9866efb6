"""Search and random games as WebAssembly in V8 beside machine code, on one core, in one run.

Each is measured several times in short pieces, in turns, and the best piece counts. All count processor
time, which a busy machine hardly changes: in Chromium, if asked for, that of all threads of the page's
process, or the clock on the wall where the system does not tell. All search the same opening with the same seed and play the same random games, and
these must take the same decisions. Prints a line of JSON for each game: iterations or decisions a second,
and the share of machine code's speed.

  python benchmarks/wasm.py
  python benchmarks/wasm.py --game kariba --browser
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from waterside.bots import Question
from waterside.bots.network_tree import search_by_network
from waterside.bots.search import Workspace, classic_settings, network_settings
from waterside.bots.tree import plant, search, sow
from waterside.bots.weights import read_weights
from waterside.cli.build import build_npm
from waterside.core.registry import all_games, game
from waterside.engine.playout import random_games
from waterside.engine.rng import generator
from waterside.engine.warmup import Buffers, encoded

SECONDS = 0.15
WHAT = ("random", "classic", "learned")
MEASURE = """
import { play, randomGames, restore, rules, Search } from "./index.js";
const loaded = new Map();
const now = globalThis.process ? () => (process.cpuUsage().user + process.cpuUsage().system) / 1000 : () => performance.now();
export async function prepare(bytes, name, players, state) {
  const game = await rules(bytes);
  loaded.set(name, { game, players, position: restore(game, players, state) });
}
export function measure(name, what, amount) {
  const { game, players, position } = loaded.get(name);
  let run;
  if (what === "random") {
    run = () => randomGames(game, { players, seed: 1, games: amount }).decisions;
  } else {
    const growing = new Search(position, { seed: 1, learned: what === "learned", nodes: 400_000 });
    run = () => (growing.grow(amount), amount);
  }
  const start = now();
  const done = run();
  return [done, (now() - start) / 1000];
}
"""
NODE = """
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { measure, prepare } from "./measure.js";
for await (const line of createInterface({ input: process.stdin })) {
  const { name, players, state, what, amount } = JSON.parse(line);
  if (state) await prepare(await readFile(new URL(`${name}.wasm`, import.meta.url)), name, players, state);
  console.log(JSON.stringify(state ? 0 : measure(name, what, amount)));
}
"""
PAGE = """<!doctype html><title>measure</title><script type="module">
import { measure, prepare } from "./measure.js";
window.prepare = async (name, players, state) =>
  prepare(await (await fetch(`${name}.wasm`)).arrayBuffer(), name, players, state);
window.measure = measure;
</script>"""

Measure = Callable[[str, int], tuple[int, float]]
"""Does so much of something; gives what was done (decisions or iterations) and the seconds it took."""


def native(name: str, players: int, question: Question) -> Measure:
    """Measures machine code."""
    kind = game(name)
    buffers = Buffers.of(kind)
    won = np.zeros(players, np.int64)
    options = encoded(kind, players)
    weights = read_weights(kind)
    net = weights.network(kind, players) if weights else None

    def play(games: int) -> int:
        return int(
            kind.compiled.build(random_games)(
                buffers.states[0], buffers.rng, buffers.out, buffers.weights, won, players, options, 1, 0,
                games,
            )
        )  # fmt: skip

    def search_by(what: str) -> Callable[[int], int]:
        learned = what == "learned"
        space = Workspace.of(kind, players, 400_000, net if learned else None)
        space.states[0] = question.position().state[0]
        kind.compiled.build(plant)(space.tree)
        settings: Any = network_settings(kind, {}) if learned else classic_settings(kind, {})
        rng, seat = generator(1), question.seat - 1
        run = kind.compiled.build(search_by_network if learned else search)

        def grow(iterations: int) -> int:
            if not learned and settings.sown:
                kind.compiled.build(sow)(
                    space.states,
                    space.world(kind),
                    space.tree,
                    rng,
                    space.scratch,
                    seat,
                    settings.sown,
                )
            run(
                space.states, *space.worlds(kind), space.tree, rng, space.scratch,
                settings, seat, iterations,
            )  # fmt: skip
            return iterations

        return grow

    def measure(what: str, amount: int) -> tuple[int, float]:
        run = play if what == "random" else search_by(what)
        start = time.thread_time()
        done = run(amount)
        return done, time.thread_time() - start

    return measure


@contextmanager
def node(folder: Path) -> Iterator[Callable[..., Any]]:
    """Node, to be asked for measurements."""
    (folder / "ask.js").write_text(NODE, "utf-8")
    command = [shutil.which("node") or "node", str(folder / "ask.js")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout

    def ask(**question: Any) -> Any:
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    process.stdin.close()
    process.wait()


@contextmanager
def browser(folder: Path) -> Iterator[Callable[..., Any]]:
    """Chromium, to be asked for measurements."""
    from playwright.sync_api import sync_playwright

    (folder / "measure.html").write_text(PAGE, "utf-8")
    handler = functools.partial(QuietHandler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/measure.html")
        page.wait_for_function("window.measure !== undefined")
        process = renderer(chromium)

        def ask(name: str, **question: Any) -> Any:
            if "state" in question:
                return page.evaluate(
                    "([...all]) => prepare(...all)", [name, question["players"], question["state"]]
                )
            before = processor_time(process)
            done, seconds = page.evaluate(
                "([...all]) => measure(...all)", [name, question["what"], question["amount"]]
            )
            return done, (processor_time(process) - before) or seconds

        yield ask
        chromium.close()
    server.shutdown()


def renderer(chromium: Any) -> int:
    """The number of the process that has the only page."""
    asked = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    found = [one for one in asked["processInfo"] if one["type"] == "renderer"]
    return int(max(found, key=lambda one: one["cpuTime"])["id"])


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has used, on Linux; 0 elsewhere."""
    used = 0
    for path in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError):  # a thread has ended meanwhile
            used += int(path.read_text().split()[0])
    return used / 1e9


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *words: Any) -> None:
        """Says nothing."""


def opening(name: str, players: int) -> Any:
    """A first decision, chance drawn at random."""
    position = game(name).new(players)
    lot = random.Random(1)
    while position.actor == "chance":
        position = position.play(lot.choice(position.legal_actions()))
    return position


def measure_game(name: str, askers: dict[str, Callable[..., Any]], pieces: int) -> dict[str, Any]:
    """The best piece of each kind in each place, and the share of machine code's speed."""
    players = game(name).seats[0]
    position = opening(name, players)
    measures = {"native": native(name, players, Question.of(position, 1))}
    for place, ask in askers.items():
        ask(name=name, players=players, state=list(bytes(position.fields)))
        measures[place] = functools.partial(asked, ask, name)
    line: dict[str, Any] = {"game": name, "players": players}
    for what in WHAT:
        measures["native"](what, 2)
        amount = max(2, int(SECONDS * 50 / measures["native"](what, 50)[1]))
        best = dict.fromkeys(measures, 0.0)
        for _ in range(pieces):
            found = {place: measure(what, amount) for place, measure in measures.items()}
            if len({done for done, _ in found.values()}) > 1:
                raise SystemExit(f"{name}: not the same everywhere: {found}")
            for place, (done, seconds) in found.items():
                best[place] = max(best[place], done / seconds)
        line[what] = {place: round(speed) for place, speed in best.items()}
        line[what] |= {f"{place}_share": round(best[place] / best["native"], 2) for place in askers}
    return line


def asked(ask: Callable[..., Any], name: str, what: str, amount: int) -> tuple[int, float]:
    """What another program measures."""
    done, seconds = ask(name=name, what=what, amount=amount)
    return int(done), float(seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=list(all_games()))
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--browser", action="store_true", help="measure in Chromium, too")
    options = parser.parse_args()
    names = options.game or list(all_games())
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place)
        list(build_npm([game(name) for name in names], folder))
        (folder / "measure.js").write_text(MEASURE, "utf-8")
        askers = {"node": stack.enter_context(node(folder))}
        if options.browser:
            askers["chromium"] = stack.enter_context(browser(folder))
        for name in names:
            print(json.dumps(measure_game(name, askers, options.pieces)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
