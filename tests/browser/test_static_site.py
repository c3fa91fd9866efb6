"""A site without a server: pages from plain files in a subfolder, everything else in the page's workers.

All tests share one site and one visitor, who has been there once and has no network since.
"""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import OVER, People, Person
from waterside.core.errors import WatersideError
from waterside.core.registry import all_games
from waterside.server.tab.pyodide import pyodide_folder
from waterside.server.tab.site import POLICY, StaticSite

CHANGES = {
    "tab/python.js": {
        "Settings(bot_pause=pause, reviews_per_hour=0), review=review)": (
            "Settings(bot_pause=0, reviews_per_hour=0, review_budget=dict(iterations=32, rough=16, samples=4,"
            " worlds=8, deals=8, ahead=1)), __import__('random').Random(f'7 {count}').randbytes, review)"
        ),
        "lambda keep,": "count = COUNT\nlambda keep,",
        "const open = python.runPython(`\ncount": (
            "const count = (await (await import('./kept.js')).list()).length;\n"
            "const open = python.runPython(`\ncount"
        ),
        "COUNT": "${count}",
    },
    "static/script/search.js": {
        "searched(id, question, thread);": (
            "searched(id, { ...question, ms: undefined, iterations: 24 }, thread);"
        ),
    },
}
"""What the tests' site has otherwise: a tab's secrets follow from the number of tables that were set up
before, bots do not wait and think little, and a review looks at little."""
SHORT = {"cromado": {"turn_limit": 12}, "crocodile": {"patience": 10}}
"""Options with which a game of any moves does not take long."""

KEPT = """async (file) => {
  const pause = () => new Promise((resolve) => { setTimeout(resolve, 100); });
  for (;;) {
    const found = [];
    for (const name of await caches.keys()) found.push(await (await caches.open(name)).match(file));
    if (found.some(Boolean) && navigator.serviceWorker.controller) return;
    await pause();
  }
}"""
"""Resolves when a file is kept, and the page's requests go where it is kept."""

PLAY = """async ([table, most]) => {
  const line = new WebSocket(new URL(`/api/tables/${table}/socket`, location.href));
  const view = {};
  let [turns, id, played] = [0, 0, 0];
  const say = (message) => line.send(JSON.stringify({ ...message, id: ++id }));
  return new Promise((resolve, reject) => {
    line.onclose = ({ code }) => reject(new Error(`closed: ${code}`));
    line.onopen = () => {
      say({ type: "hello", version: 2 });
      say({ type: "sit", seat: 1, name: "Ada" });
    };
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "refused") reject(new Error(message.text));
      Object.assign(view, message);
      const { game, number } = view;
      if (game?.reason || (turns === most && game?.legal?.length)) {
        line.onclose = null;
        line.close();
        resolve({ turns, reason: game.reason ?? "" });
      } else if (game?.legal?.length && number > played) {
        const legal = game.legal.map((one) => one.action).filter((one) => !one.startsWith("accuse"));
        const action = legal[(7 * turns) % legal.length];
        delete game.legal;
        [turns, played] = [turns + 1, number];
        say({ type: "play", action, at: number });
      }
    };
  });
}"""
"""Plays on at a table as a page's script would, without a board, until the game is over or for some
turns; resolves with how many they were and how it ended."""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A plain file server."""

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    try:
        pyodide = pyodide_folder()
    except WatersideError as problem:
        pytest.skip(f"Pyodide is not here: {problem}")
    folder = tmp_path_factory.mktemp("site") / "club" / "games"
    # A process of its own: Playwright keeps the event loop of this thread.
    command = ["site", str(folder), "--pyodide", str(pyodide)]
    subprocess.run([sys.executable, "-m", "waterside", *command], check=True)
    for name, changes in CHANGES.items():
        text = (folder / name).read_text("utf-8")
        for before, after in changes.items():
            assert before in text, f"{name}: there is no {before}"
            text = text.replace(before, after, 1)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(folder) -> Iterator[str]:
    handler = functools.partial(QuietHandler, directory=str(folder.parents[1]))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/club/games"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def ada(browser, site) -> Iterator[Person]:
    """Somebody who has been here before, and has no network now."""
    people = People(browser, site)
    ada = people.new("Ada")
    asked_for = []
    ada.context.on("request", lambda request: asked_for.append(request.url))
    ada.page.goto(f"{site}/index.html")
    ada.page.wait_for_url("**/en/index.html")
    ada.page.evaluate(KEPT, f"{site}/en/tour-splash.html")
    ada.context.set_offline(True)
    yield ada
    people.close()
    assert all(url.startswith((site, "data:", "blob:")) for url in asked_for)


def set_up(ada: Person, game: str, level: str = "master", **wish) -> str:
    """A table for Ada and a bot; its link."""
    if "/en/index.html" not in ada.page.url:
        ada.page.goto(f"{ada.address}/en/index.html")
    seats = [{"kind": "person"}, {"kind": "bot", "level": level}]
    return ada.post("/api/tables", {"game": game, "seats": seats, **wish})["link"]


def play(ada: Person, link: str, most: int = 400) -> dict:
    return ada.page.evaluate(PLAY, [link.partition("?")[2], most])


@pytest.mark.parametrize("game", all_games())
def test_a_game_against_master_goes_to_its_end(ada, game):
    link = set_up(ada, game, options=SHORT.get(game, {}))
    played = play(ada, link)
    assert played["turns"] > 5
    assert played["reason"] == "over"
    ada.page.goto(link)
    ada.page.wait_for_selector(OVER)


def test_a_reload_in_mid_game_goes_on_where_it_was(ada):
    ada.page.goto(f"{ada.address}/en/index.html")
    ada.page.fill("#name", "Ada")
    ada.page.click('form[data-game="kariba"] button.main')
    ada.page.wait_for_selector("#board svg")
    assert ada.play(2) == 2
    assert ada.wait_for_turn()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator("#advice .reasons li").first).to_contain_text("It ")
    before = ada.page.inner_text("#log")
    ada.page.reload()
    assert ada.wait_for_turn()
    assert ada.page.inner_text("#log") == before
    assert ada.play(1) == 1
    ada.page.go_back()
    ada.page.click('a.table-row:has-text("Kariba") >> nth=0')
    assert ada.wait_for_turn()


def test_two_tabs_with_one_table_take_in_each_others_moves(ada):
    link = set_up(ada, "kariba", "casual")
    play(ada, link, 1)
    ada.page.goto(link)
    other = Person(ada.context, ada.address, "Ada")
    other.page.goto(link)
    for here, there in ((ada, other), (other, ada)):
        assert here.wait_for_turn()
        assert here.play(1) == 1
        assert here.wait_for_turn()
        expect(there.page.locator("#log")).to_have_text(
            here.page.inner_text("#log"), use_inner_text=True
        )
    other.page.close()
    assert other.problems == []


def test_at_one_device_in_german_after_a_look_at_rules_and_tour(ada):
    page = ada.page
    ada.context.set_offline(False)  # the pages in German have not been here before
    page.goto(f"{ada.address}/de/rules-crocodile.html")
    assert page.locator("img").count() > 0
    page.goto(f"{ada.address}/de/tour-crocodile.html")
    page.wait_for_selector("#board .can")
    page.evaluate(KEPT, f"{ada.address}/de/tour-splash.html")
    ada.context.set_offline(True)
    page.goto(f"{ada.address}/de/index.html")
    page.click('a[href="new-crocodile.html"]')
    page.select_option(".seat-wish >> nth=1 >> select", "here")
    page.fill(".seat-wish >> nth=1 >> input", "Emma")
    page.click("#wish button.main")
    page.wait_for_selector("#board svg")
    assert ada.play(2) == 2


def test_a_game_that_is_over_is_replayed_reviewed_and_played_on(ada, tmp_path):
    link = set_up(ada, "crocodile", options=SHORT["crocodile"])
    play(ada, link)
    page = ada.page
    page.goto(link)
    page.wait_for_selector(OVER)
    page.click("#ending a:has-text('Replay')")
    page.wait_for_selector("#log li >> nth=3")
    page.click("#next")
    page.wait_for_selector("#moment-1[aria-current]")
    with page.expect_download() as found:
        page.click("a[download]")
    record = tmp_path / "record.txt"
    found.value.save_as(record)
    assert record.read_text("utf-8").startswith("Waterside record 1\nGame: crocodile\n")
    page.click("#check")
    expect(page.locator("#fairness")).to_contain_text(
        "Checked by this browser: every roll and draw follows"
    )
    page.goto(f"{ada.address}/en/replay.html")
    page.set_input_files("#file", record)
    page.wait_for_selector("#log li >> nth=3")
    page.click("a.button:has-text('Review')")
    page.wait_for_selector('main[data-complete="true"]')
    assert page.locator("#curve polyline").count() == 2
    assert page.locator("#balance > *").count() > 0
    page.reload()
    page.wait_for_selector('main[data-complete="true"]')
    page.click("#first")
    page.click("#on button.main")
    page.wait_for_selector("#board svg")
    assert ada.wait_for_turn()


def test_puzzles_and_positions(ada):
    page = ada.page
    page.goto(f"{ada.address}/en/index.html")
    page.click("a:has-text('Puzzle of the day')")
    page.wait_for_selector('main[data-state="asking"]')
    page.click("#solution")
    page.wait_for_selector('main[data-state="shown"]')
    page.click("#list a >> nth=3")
    page.wait_for_selector('main[data-state="asking"]')
    page.goto(f"{ada.address}/en/position.html?game=cromado")
    page.wait_for_selector("main[data-shown]")
    ada.touch()
    page.click("#analyse")
    page.wait_for_selector("#alternatives li")
    assert "/club/games/en/position.html?game=cromado" in page.url
    page.goto(f"{ada.address}/en/position.html?game=kariba")
    page.wait_for_selector("main[data-shown]")
    page.click("#analyse")
    expect(page.locator("#note")).to_contain_text("by their weights")
    expect(page.locator("#alternatives li")).to_have_count(8)


def test_a_game_in_progress_outlives_a_new_version_of_the_site(browser, site, folder):
    shutil.copytree(folder, folder.parent / "renewed", dirs_exist_ok=True)
    address = site.replace("/games", "/renewed")
    people = People(browser, address)
    otto = people.new("Otto")
    page = otto.page
    page.goto(f"{address}/en/index.html")
    page.evaluate(KEPT, f"{address}/en/tour-splash.html")
    link = set_up(otto, "splash", "casual")
    play(otto, link, 2)
    page.goto(link)
    assert otto.wait_for_turn()
    renewed = StaticSite(folder.parent / "renewed")
    for name in ("en/index.html", "en/table-splash.html"):
        path = renewed.folder / name
        path.write_text(path.read_text("utf-8").replace("<title>", "<title>New: "), "utf-8")
    renewed.write_worker()
    page.evaluate(
        "async () => { const { scope } = await navigator.serviceWorker.ready;"
        " const known = await navigator.serviceWorker.getRegistration(scope); await known.update();"
        " while (!known.waiting) await new Promise((go) => { setTimeout(go, 100); }); }"
    )
    page.reload()
    assert otto.wait_for_turn()
    assert not page.title().startswith("New: "), "the game goes on with the old version"
    assert otto.play(1) == 1
    before = page.inner_text("#log")
    while not page.title().startswith(
        "New: "
    ):  # the new one is used when nobody has the old one open
        page.goto("about:blank")
        page.wait_for_timeout(100)
        page.goto(f"{address}/en/index.html")
    page.goto(link)
    assert otto.wait_for_turn()
    assert page.inner_text("#log").startswith(before)
    people.close()


def test_every_page_says_what_it_may_load(folder):
    pages = sorted(folder.glob("??/*.html"))
    assert len(pages) > 60
    assert "unsafe" not in POLICY.replace("'wasm-unsafe-eval'", "")
    for page in pages:
        text = page.read_text("utf-8")
        assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in text
        assert not re.search(r'\b(src|href|data-from)="/', text), page
    manifest = json.loads((folder / "static" / "waterside.webmanifest").read_text("utf-8"))
    assert {manifest["scope"], manifest["id"]} == {"../"}
    assert (folder / "static" / manifest["start_url"]).exists()
