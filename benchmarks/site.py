"""A static site as a visitor has it: how much is sent, how soon it is playable, how quick a move is.

Writes the site, serves it on loopback as a plain file server that compresses texts would, and visits it
with Chromium: once with nothing kept, then again with what the service worker has kept. *Playable* is
when a table that was set up by "Play now" shows what to touch, counted from opening the first page.
Everything that is sent until the site works without a network counts. Prints lines of JSON.

  python benchmarks/site.py
  python benchmarks/site.py --folder public
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

FIRST_VISITS, VISITS, MOVES = 3, 5, 8
TEXTS = (".html", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".wasm")
"""What a web host compresses; archives and pictures are sent as they are."""

KEPT = """async (files) => {
  const pause = () => new Promise((go) => { setTimeout(go, 50); });
  while (!navigator.serviceWorker.controller) await pause();
  for (const file of files) while (!(await caches.match(file))) await pause();
}"""
"""Resolves when all is kept for the next time."""
PLAY = """async () => {
  const { table } = await import(document.querySelector('script[src$="/table.js"]').src);
  const start = performance.now();
  const shown = new Promise((resolve) => {
    const log = new MutationObserver(() => requestAnimationFrame(() => {
      log.disconnect();
      resolve(performance.now() - start);
    }));
    log.observe(document.getElementById("log"), { childList: true });
  });
  table.play(table.touches.choices[0]);
  return shown;
}"""
"""Plays the first choice; resolves with the milliseconds until the page shows what was played."""


class Files(http.server.SimpleHTTPRequestHandler):
    """A plain file server that counts what it sends."""

    sent: ClassVar[Counter[str]] = Counter()
    lock = threading.Lock()

    def do_GET(self) -> None:
        """Sends a file, texts compressed."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        content, modified = path.read_bytes(), self.date_time_string(int(path.stat().st_mtime))
        if self.headers.get("If-Modified-Since") == modified:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        if path.suffix in TEXTS:
            content = gzip.compress(content, 6, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Last-Modified", modified)
        self.end_headers()
        self.wfile.write(content)
        with self.lock:
            self.sent[part_of(path.relative_to(self.directory).as_posix())] += len(content)

    def log_message(self, *words: Any) -> None:
        """Says nothing."""


def part_of(name: str) -> str:
    """What a file is part of."""
    folder, _, _ = name.partition("/")
    if name.endswith(".weights"):
        return "weights"
    if name.endswith(".wasm"):
        return "modules"
    return {"pyodide": "python", "tab": "waterside"}.get(folder, "pages")


MASTER = """async () => {
  const seats = [{ kind: "person" }, { kind: "bot", level: "master" }];
  const wish = { game: "kariba", seats, options: { starter: 1 } };
  const { id } = await (await fetch("/api/tables", { method: "POST", body: JSON.stringify(wish) })).json();
  const line = new WebSocket(new URL(`/api/tables/${id}/socket`, location.href));
  const say = (message) => line.send(JSON.stringify(message));
  const waited = [];
  let [view, turns, since] = [{}, 0, 0];
  return new Promise((resolve) => {
    line.onopen = () => {
      say({ type: "hello", version: 2, id: 1 });
      say({ type: "sit", seat: 1, name: "Ada", id: 2 });
    };
    line.onmessage = ({ data }) => {
      view = { ...view, ...JSON.parse(data) };
      const legal = view.game?.legal ?? [];
      if (!legal.length || view.number <= turns) return;
      if (since) waited.push(performance.now() - since);
      if (waited.length === 3) {
        line.close();
        resolve(waited);
        return;
      }
      turns = view.number;
      since = performance.now();
      say({ type: "play", action: legal[0].action, at: view.number, id: 10 + turns });
    };
  });
}"""
"""Plays against Master; resolves with how long three of its answers took, the player's own moves included."""


def play_now(page: Any, address: str) -> float:
    """Opens the first page and plays; the seconds until something can be touched."""
    start = time.perf_counter()
    page.goto(f"{address}/en/index.html")
    page.click('form[data-game="kariba"] button.main')
    page.wait_for_selector("#board .can")
    return time.perf_counter() - start


def seconds(found: list[float]) -> dict[str, float]:
    """The best and the median of several."""
    return {
        "best_seconds": round(min(found), 2),
        "median_seconds": round(statistics.median(found), 2),
    }


def print_line(**found: Any) -> None:
    """Prints a line of JSON."""
    print(json.dumps(found), flush=True)


def measure(address: str) -> None:
    """Visits the site and prints what was found."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        first = []
        for _ in range(FIRST_VISITS):
            Files.sent.clear()
            context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(120_000)
            first.append(play_now(page, address))
            page.evaluate(KEPT, [f"{address}/en/tour-splash.html", f"{address}/tab/snapshot"])
            page.wait_for_timeout(500)
        print_line(first_visit={**seconds(first), "bytes": sum(Files.sent.values())})
        print_line(bytes_by_part=dict(Files.sent))
        Files.sent.clear()
        again = []
        for _ in range(VISITS):
            page.goto("about:blank")
            again.append(play_now(page, address))
        print_line(visited_before={**seconds(again), "bytes": sum(Files.sent.values())})
        moves = []
        for _ in range(MOVES):
            page.wait_for_selector("#prompt.mine")
            page.wait_for_selector("#board .can")
            moves.append(page.evaluate(PLAY))
        median, best = round(statistics.median(moves)), round(min(moves))
        print_line(move={"best_ms": best, "median_ms": median})
        page.goto(f"{address}/en/index.html")
        print_line(master={"answers_ms": [round(one) for one in page.evaluate(MASTER)]})
        chromium.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, help="a site that was written before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = options.folder or Path(place) / "site"
        if options.folder is None:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-m", "waterside", "site", str(folder)], check=True)
            print_line(written={"seconds": round(time.perf_counter() - start, 1)})

        def handler(*given: Any) -> Files:
            return Files(*given, directory=str(folder))

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            measure(f"http://127.0.0.1:{server.server_port}")
            server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
