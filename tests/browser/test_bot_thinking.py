"""Where one plays on from a position, bots think in the page's worker, and on the server where it cannot."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.browser.people import People, Person
from tests.browser.test_own_thinking import thinking_server, visitors
from tests.browser.test_position import ACTIONS, link, shown

__all__ = ["thinking_server", "visitors"]
pytestmark = pytest.mark.slow
COUNTED = re.compile(r'^waterside_bot_answers_total\{by="(\w+)"\} (\S+)$', re.MULTILINE)


class Watched:
    """What a page and the server say to each other, and who thought for bots meanwhile."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.hellos: list[dict[str, Any]] = []
        self.tickets: list[dict[str, Any]] = []
        self.asked: list[tuple[str, str]] = []
        person.page.on("websocket", self.listen)
        person.context.on("request", self.note)
        self.before = self.counts()

    def listen(self, socket: Any) -> None:
        socket.on("framesent", lambda frame: self.take(self.hellos, "hello", frame))
        socket.on("framereceived", lambda frame: self.take(self.tickets, "think", frame))

    def take(self, found: list[dict[str, Any]], kind: str, frame: str) -> None:
        message = json.loads(frame)
        if message["type"] == kind:
            found.append(message)

    def note(self, request: Any) -> None:
        if "/thinking/" in request.url:
            self.asked.append((request.method, request.url.rpartition("/")[2]))

    def counts(self) -> dict[str, float]:
        answer = self.person.context.request.get(f"{self.person.address}/metrics")
        return {by: float(count) for by, count in COUNTED.findall(answer.text())}

    def thought(self, by: str) -> float:
        """How many moves of bots were thought out there since the beginning."""
        return self.counts().get(by, 0) - self.before.get(by, 0)


def plays_on(ada: Person, level: str) -> None:
    """Goes on from a position against a bot, at the player's own turn."""
    ada.page.goto(ada.address + link(ACTIONS))
    ada.page.wait_for_selector(shown(len(ACTIONS)))
    ada.page.select_option("#level", level)
    ada.page.click("#on button")
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_for_turn()


def test_the_bot_plays_what_the_pages_worker_finds_and_the_server_thinks_about_nothing(
    visitors: People,
) -> None:
    ada = visitors.new()
    watched = Watched(ada)
    plays_on(ada, "club")
    for _ in range(3):
        ada.take_turn()
        assert ada.wait_for_turn()
    assert [one["thinks"] for one in watched.hellos if "thinks" in one] == [True]
    assert watched.thought("page") == len(watched.tickets) >= 3
    assert watched.thought("server") == 0
    tickets = [one["ticket"] for one in watched.tickets]
    assert watched.asked == [(method, one) for one in tickets for method in ("GET", "POST")]
    assert all(set(one) == {"type", "number", "ticket"} for one in watched.tickets)
    assert any("/script/bot_thinking.js" in worker.url for worker in ada.page.workers)


@pytest.mark.parametrize("missing", ["Worker", "WebAssembly"])
def test_for_a_browser_that_cannot_the_server_thinks(missing: str, visitors: People) -> None:
    ada = visitors.new()
    watched = Watched(ada)
    ada.page.add_init_script(f"delete globalThis.{missing};")
    plays_on(ada, "casual")
    ada.take_turn()
    assert ada.wait_for_turn()
    assert [one["thinks"] for one in watched.hellos if "thinks" in one] == [False]
    assert watched.tickets == watched.asked == []
    assert watched.thought("page") == 0
    assert watched.thought("server") >= 1


@pytest.mark.parametrize("lost", ["**/modules/**", "**/script/bot_thinking.js"])
def test_where_the_worker_fails_the_server_thinks_and_asks_it_no_more(
    lost: str, visitors: People
) -> None:
    ada = visitors.new()
    watched = Watched(ada)
    ada.context.route(lost, lambda route: route.fulfill(status=404, body="gone"))
    plays_on(ada, "casual")
    for _ in range(2):
        ada.take_turn()
        assert ada.wait_for_turn()
    assert len(watched.tickets) == 1
    assert watched.asked[-1] == ("DELETE", watched.tickets[0]["ticket"])
    assert watched.thought("page") == 0
    assert watched.thought("server") >= 2
    ada.problems = [one for one in ada.problems if "404" not in one]
