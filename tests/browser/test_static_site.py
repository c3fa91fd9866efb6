"""A site without a server: pages from plain files in a subfolder, tables in the page's own worker."""

from __future__ import annotations

import functools
import http.server
import subprocess
import sys
import threading

import pytest

from tests.browser.people import People
from waterside.core.errors import WatersideError
from waterside.server.tab.pyodide import pyodide_folder

OPENED = "Settings(bot_pause=pause, reviews_per_hour=0), review=review)"
SEEDED = "Settings(bot_pause=0), __import__('random').Random(SEED).randbytes, review)"
"""A tab's secrets and its bots follow from a seed, and bots do not wait."""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A plain file server."""

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    try:
        pyodide = pyodide_folder()
    except WatersideError as problem:
        pytest.skip(f"Pyodide is not here: {problem}")
    folder = tmp_path_factory.mktemp("site")
    # A process of its own: Playwright keeps the event loop of this thread.
    command = ["site", str(folder / "club" / "games"), "--pyodide", str(pyodide)]
    subprocess.run([sys.executable, "-m", "waterside", *command], check=True)
    handler = functools.partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/club/games"
        server.shutdown()
        thread.join()


@pytest.fixture
def visitors(browser, site):
    everybody = People(browser, site)
    yield everybody
    everybody.close()


def visit(visitors, name, seed, **how):
    """A visitor whose tab draws by a seed; all that it asks for is noted."""
    person = visitors.new(name, **how)
    person.asked_for = []
    person.context.on("request", lambda request: person.asked_for.append(request.url))

    def seeded(route):
        answer = route.fetch()
        text = answer.text()
        assert OPENED in text
        route.fulfill(response=answer, body=text.replace(OPENED, SEEDED.replace("SEED", str(seed))))

    person.context.route("**/tab/python.js", seeded)
    person.page.add_init_script(
        "delete Navigator.prototype.serviceWorker;"
    )  # it would not be seeded
    return person


def test_a_game_against_bots_to_its_end_and_a_reload_in_between(visitors, site):
    ada = visit(visitors, "Ada", 1)
    ada.page.goto(f"{site}/index.html")
    ada.page.wait_for_url("**/en/index.html")
    ada.page.fill("#name", "Ada")
    ada.page.click('form[data-game="kariba"] button.main')
    ada.page.wait_for_selector("#board svg")
    assert ada.play(2) == 2
    assert ada.wait_for_turn()
    before = ada.page.inner_text("#log")
    ada.page.reload()
    assert ada.wait_for_turn()
    assert ada.page.inner_text("#log") == before
    assert ada.play() > 0
    assert ada.is_over()
    ada.page.goto(f"{site}/fr/index.html")
    ada.page.click('a.table-row:has-text("Kariba")')
    ada.page.wait_for_selector("#ending:not([hidden])")
    assert all(url.startswith((site, "data:")) for url in ada.asked_for)


def test_hot_seat_rules_and_tour_in_german(visitors, site):
    otto = visit(visitors, "Otto", 2, locale="de-DE")
    otto.page.goto(f"{site}/index.html")
    otto.page.wait_for_url("**/de/index.html")
    otto.page.goto(f"{site}/de/rules-crocodile.html")
    assert otto.page.locator("img").count() > 0
    otto.page.goto(f"{site}/de/tour-crocodile.html")
    otto.page.wait_for_selector("#board .can")
    otto.page.goto(f"{site}/de/index.html")
    otto.page.click('a[href="new-crocodile.html"]')
    otto.page.select_option(".seat-wish >> nth=1 >> select", "here")
    otto.page.fill(".seat-wish >> nth=1 >> input", "Emma")
    otto.page.click("#wish button.main")
    otto.page.wait_for_selector("#board svg")
    assert otto.play(2) == 2


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


def test_after_the_first_visit_a_game_goes_on_without_a_network(visitors, site):
    ada = visitors.new("Ada")
    ada.page.goto(f"{site}/en/index.html")
    ada.page.evaluate(KEPT, f"{site}/en/tour-splash.html")
    ada.context.set_offline(True)
    ada.page.reload()
    ada.page.click('form[data-game="kariba"] button.main')
    ada.page.wait_for_selector("#board svg")
    assert ada.play(2) == 2
    ada.page.reload()
    assert ada.wait_for_turn()
    assert ada.play(1) == 1
