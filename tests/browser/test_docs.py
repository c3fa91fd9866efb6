"""The documentation in a browser: its examples run in the page, and so does a game."""

from __future__ import annotations

import functools
import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.browser.conftest import ROOT
from tests.browser.people import People, Person
from tests.browser.test_static_site import QuietHandler
from waterside.core.errors import WatersideError
from waterside.server.tab.pyodide import pyodide_folder

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The documentation as it is published, in a subfolder of a plain file server."""
    pytest.importorskip("mkdocs")
    try:
        pyodide_folder()
    except WatersideError as problem:
        pytest.skip(f"Pyodide is not here: {problem}")
    folder = tmp_path_factory.mktemp("published")
    command = ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder / "waterside")]
    surroundings = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=surroundings, check=True)
    handler = functools.partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/waterside"
        server.shutdown()
        thread.join()


@pytest.fixture
def reader(browser: Any, address: str) -> Iterator[Person]:
    """A reader, whose console stays empty, and who asks nothing of any other place."""
    people = People(browser, address)
    reader = people.new()
    asked_for: list[str] = []
    reader.context.on("request", lambda request: asked_for.append(request.url))
    yield reader
    people.close()
    assert [url for url in asked_for if not url.startswith((address, "data:", "blob:"))] == []


def examples(page: Page) -> Any:
    return page.locator("button.run-example")


def said(page: Page, number: int) -> Any:
    """What an example of a page has said."""
    return page.locator("button.run-example + pre").nth(number)


def test_examples_run_in_the_page_and_those_above_run_before(reader: Person) -> None:
    page = reader.page
    page.goto(f"{reader.address}/try/")
    expect(examples(page)).to_have_count(2)
    examples(page).nth(1).click()
    expect(said(page, 1)).to_have_text("([9, 31, 5], [2])")
    expect(said(page, 0)).to_be_hidden()
    examples(page).nth(0).click()
    expect(said(page, 0)).to_have_text("['b3-a2', 'b3-a3', 'b3-a4']\n2")


def test_examples_of_other_pages_run_too(reader: Person) -> None:
    page = reader.page
    page.goto(f"{reader.address}/api/")
    expect(examples(page)).to_have_count(1)
    examples(page).click()
    expect(said(page, 0)).to_have_text("1")


class Framed:
    """The game in its frame, as people in tests take a page."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.mouse = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame, name)

    def click(self, x: float, y: float) -> None:
        """Clicks at a point of the frame."""
        box = self.frame.frame_element().bounding_box()
        assert box is not None
        self.frame.page.mouse.click(box["x"] + x, box["y"] + y)


def test_a_game_is_played_in_the_page(reader: Person) -> None:
    page: Any = reader.page
    page.goto(f"{reader.address}/try/")
    shown = page.wait_for_selector("[data-site] iframe")
    frame = shown.content_frame()
    frame.fill("#name", "Ada")
    frame.click('form[data-game="kariba"] button.main')
    frame.wait_for_selector("#board svg")
    shown.scroll_into_view_if_needed()
    reader.page = Framed(frame)  # type: ignore[assignment]
    assert reader.play(3) == 3
    assert reader.wait_for_turn()
    reader.page = page
