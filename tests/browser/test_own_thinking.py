"""Hints and analyses by the visitor's own processor: what a bot would find, and bots where it cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.people import People, Person
from tests.browser.test_position import ACTIONS, link, shown
from tests.browser.test_review import DONE, reviewed
from waterside.bots import Answer, Question, make_bot
from waterside.bots.modules import module
from waterside.core.registry import all_games, game

pytestmark = pytest.mark.slow
MOST = 5


@pytest.fixture(scope="module")
def thinking_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has all modules."""
    for kind in all_games().values():
        module(kind)
    server = Server(tmp_path_factory.mktemp("thinking"))
    yield server
    server.stop()


@pytest.fixture
def visitors(
    browser: Browser, thinking_server: Server, request: pytest.FixtureRequest
) -> Iterator[People]:
    thinking_server.seed(request.node.nodeid)
    people = People(browser, thinking_server.address)
    yield people
    people.close()


@pytest.fixture
def reviewers(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[People]:
    """People at a server of their own, which has not reviewed the game yet."""
    for kind in all_games().values():
        module(kind)
    server = Server(tmp_path)
    server.seed(request.node.nodeid)
    people = People(browser, server.address)
    yield people
    people.close()
    server.stop()


class Overheard:
    """What a page and the server say to each other about hints."""

    def __init__(self, person: Person) -> None:
        self.sent: list[dict[str, Any]] = []
        self.received: list[dict[str, Any]] = []
        person.page.on("websocket", self.listen)

    def listen(self, socket: Any) -> None:
        socket.on("framesent", lambda frame: self.take(self.sent, frame))
        socket.on("framereceived", lambda frame: self.take(self.received, frame))

    def take(self, heard: list[dict[str, Any]], frame: str) -> None:
        message = json.loads(frame)
        if message["type"] in ("hint", "question"):
            heard.append(message)


def found_by_a_bot(asked: dict[str, Any], name: str) -> Answer:
    """What the bot finds to whom the same question is put."""
    state = bytes.fromhex(asked["state"])
    players, seat, seed = (asked[part] for part in ("players", "seat", "seed"))
    options = game(name).resolve(players, {})
    return make_bot("club").answer(Question(name, players, options, seat, state, 1, seed=seed))


def percents(answer: Answer) -> list[str]:
    return [f"{round(100 * one.value)}%" for one in answer.considered]


@pytest.mark.parametrize("name", all_games())
def test_a_hint_is_found_by_the_page_as_a_bot_finds_it(name: str, visitors: People) -> None:
    ada = visitors.new()
    heard = Overheard(ada)
    ada.make_table(name, ["person", *["random"] * (game(name).seats[0] - 1)])
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator("#advice li").first).to_contain_text("%")
    assert [message.get("own") for message in heard.sent] == [True]
    assert [message["type"] for message in heard.received] == ["question"]
    asked = heard.received[0]["question"]
    answer = found_by_a_bot(asked, name)
    best, *others = answer.considered[:MOST]
    others.sort(key=lambda one: -one.value)
    expected = [f"{round(100 * one.value)}%" for one in [best, *others][:4]]
    assert ada.page.locator("#advice li b").all_inner_texts() == expected
    assert set(asked["actions"].values()) == {one.action for one in answer.considered}
    assert any("/script/search.js" in worker.url for worker in ada.page.workers)


def test_a_module_is_loaded_once_and_then_kept(visitors: People) -> None:
    ada = visitors.new()
    asked: list[str] = []
    ada.context.on("request", lambda request: asked.append(request.url))
    ada.make_table("kariba", ["person", "random"])
    assert not any("/modules/" in url for url in asked), "nothing is loaded before it is needed"
    for _ in range(2):
        ada.wait_for_turn()
        ada.page.get_by_role("button", name="Hint").click()
        expect(ada.page.locator("#advice li").first).to_contain_text("%")
        ada.page.get_by_role("button", name="Hide").click()
    files = [url for url in asked if "/modules/" in url]
    assert any(url.endswith("/kariba.wasm") for url in files)
    assert len(files) == len(set(files))


@pytest.mark.parametrize("missing", ["Worker", "WebAssembly"])
def test_a_browser_that_cannot_search_gets_the_hint_of_a_bot(
    missing: str, visitors: People
) -> None:
    ada = visitors.new()
    heard = Overheard(ada)
    ada.page.add_init_script(f"delete globalThis.{missing};")
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator("#advice li").first).to_contain_text("%")
    assert [message.get("own") for message in heard.sent] == [None]
    assert [message["type"] for message in heard.received] == ["hint"]


def test_a_module_that_cannot_be_loaded_loses_nothing(visitors: People) -> None:
    ada = visitors.new()
    heard = Overheard(ada)
    ada.context.route("**/modules/**", lambda route: route.fulfill(status=404, body="gone"))
    ada.make_table("kariba", ["person", "random"])
    for times in (1, 2):
        ada.wait_for_turn()
        ada.page.get_by_role("button", name="Hint").click()
        expect(ada.page.locator("#advice li").first).to_contain_text("%")
        ada.page.get_by_role("button", name="Hide").click()
        assert [message["type"] for message in heard.received] == ["question", *["hint"] * times]
    assert [message.get("own") for message in heard.sent] == [True, None, None]
    ada.problems = [one for one in ada.problems if "404" not in one]


def test_a_position_is_analysed_by_the_page(visitors: People) -> None:
    ada = visitors.new()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.goto(ada.address + link(ACTIONS))
    ada.page.wait_for_selector(shown(15))
    ada.page.click("#analyse")
    expect(ada.page.locator("#alternatives li").first).to_contain_text("%")
    assert len([url for url in asked if "/position/analysis" in url]) == 1
    position = game("kariba").new(2)
    for action in ACTIONS:
        position = position.play(action)
    answer = make_bot("club").answer(Question.of(position, seed=0))
    assert ada.page.locator("#alternatives b").all_inner_texts() == percents(answer)


def test_what_a_page_cannot_analyse_a_bot_does(visitors: People) -> None:
    ada = visitors.new()
    ada.context.route("**/modules/**", lambda route: route.abort())
    ada.page.goto(ada.address + link(ACTIONS))
    ada.page.wait_for_selector(shown(15))
    ada.page.click("#analyse")
    expect(ada.page.locator("#alternatives li").first).to_contain_text("%")
    ada.problems = [one for one in ada.problems if "ERR_FAILED" not in one]


def test_the_link_of_a_position_asks_for_nothing_hidden(visitors: People) -> None:
    ada = visitors.new()
    ada.page.goto(ada.address + link(ACTIONS))
    asked = urlencode({"game": "kariba", "players": 2, "actions": ";".join(ACTIONS), "own": "true"})
    ask = "(address) => fetch(address).then((answer) => answer.text())"
    told = json.loads(ada.page.evaluate(ask, f"/position/analysis?{asked}"))
    position = game("kariba").new(2)
    for action in ACTIONS:
        position = position.play(action)
    seat = position.actor
    assert isinstance(seat, int)
    seen = position.seen_by(seat)
    assert seen != position
    assert bytes.fromhex(told["question"]["state"]) == seen.held
    assert re.fullmatch(r"/modules/[0-9a-f]{16}/kariba.wasm", told["question"]["places"]["module"])


def test_a_game_is_reviewed_by_the_page(reviewers: People) -> None:
    ada = reviewers.new()
    asked: list[tuple[str, str]] = []
    ada.page.on("request", lambda request: asked.append((request.method, request.url)))
    page = reviewed(ada)
    expect(page.locator("#curve polyline")).to_have_count(2)
    expect(page.locator("#balance section")).to_have_count(2)
    assert sum(url.endswith("/review/own") for _, url in asked) > 1
    assert not any(url.endswith("/review") and method == "POST" for method, url in asked)
    page.goto(f"{page.url.partition('#')[0]}#0")
    page.select_option("#viewpoint", "1")
    expect(page.locator("#legend li").first).to_have_text("<b>Ada</b> (you)")
    drawn = page.locator("#curve").inner_html()
    asked.clear()
    page.reload()
    page.wait_for_selector(DONE)
    expect(page.locator("#curve polyline")).to_have_count(2)
    assert len(page.locator("#curve").inner_html()) == len(drawn)
    assert sum(url.endswith("/review/own") for _, url in asked) == 1, "nothing is estimated again"


def test_a_page_and_the_server_find_the_same(reviewers: People) -> None:
    ada, ben = reviewers.new(), reviewers.new()
    page = reviewed(ada)
    found = page.locator("#balance").inner_text()
    ben.page.add_init_script("delete globalThis.Worker;")
    ben.page.goto(page.url)
    ben.page.wait_for_selector(DONE)
    expect(ben.page.locator("#balance")).to_have_text(found, use_inner_text=True)
    stored = "(address) => fetch(address).then((answer) => answer.json())"
    source = page.url.partition("#")[0]
    assert ben.page.evaluate(stored, f"{source}/found")["complete"], "the server has worked it out"


def test_a_page_that_cannot_estimate_has_the_server_review(reviewers: People) -> None:
    ada = reviewers.new()
    ada.context.route("**/modules/**", lambda route: route.fulfill(status=404, body="gone"))
    page = reviewed(ada)
    expect(page.locator("#curve polyline")).to_have_count(2)
    ada.problems = [one for one in ada.problems if "404" not in one]
