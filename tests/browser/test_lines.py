"""Bad lines and a server that goes away: the page says so, and nothing is lost."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.people import People, Person, play_together

CUT_LINES = """
window.lines = [];
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...how) { super(...how); window.lines.push(this); }
};
"""
SLOW_LINES = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 100); };
const listen = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  set(heard) {
    listen.set.call(this, (event) => setTimeout(() => heard(event), 100));
  },
});
"""
"""Each way takes 100 ms: 200 ms from a move to its answer."""


def with_script(people: People, name: str, script: str) -> Person:
    person = people.new(name)
    person.page.add_init_script(script)
    return person


def test_the_line_is_cut_in_mid_game_again_and_again(people: People) -> None:
    ada, ben = with_script(people, "Ada", CUT_LINES), people.new("Ben")
    link = ada.make_table("kariba", ["person", "person"])
    ben.come_by(link)
    lines = 0
    for _ in range(6):
        play_some([ada, ben], 2)
        ada.page.wait_for_function("(lines) => window.lines.length > lines", arg=lines)
        lines = ada.page.evaluate("() => window.lines.length")
        ada.page.evaluate("() => window.lines.at(-1).close()")
    play_together([ada, ben])
    ada.page.wait_for_function("(lines) => window.lines.length > lines", arg=lines)
    scores = [p.page.locator("#ending .ranking").inner_text() for p in (ada, ben)]
    assert scores[0] == scores[1]


def test_a_move_made_while_the_line_is_cut_arrives_later(people: People) -> None:
    ada = with_script(people, "Ada", CUT_LINES)
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.context.set_offline(True)
    ada.page.evaluate("() => window.lines.at(-1).close()")
    expect(ada.page.locator("#line")).to_contain_text("Reconnecting")
    ada.take_turn()
    ada.context.set_offline(False)
    expect(ada.page.locator("#log")).to_contain_text("You play")
    assert ada.wait_for_turn()


def test_with_200_ms_latency(people: People) -> None:
    ada, ben = with_script(people, "Ada", SLOW_LINES), with_script(people, "Ben", SLOW_LINES)
    link = ada.make_table("splash", ["person", "person"], options={"turn_limit": 12})
    ben.come_by(link)
    play_together([ada, ben])
    scores = [p.page.locator("#ending .ranking").inner_text() for p in (ada, ben)]
    assert scores[0] == scores[1]


def test_the_server_is_killed_and_started_in_mid_game(browser: Browser, own_server: Server) -> None:
    people = People(browser, own_server.address)
    ada = people.new("Ada")
    ada.make_table("kariba", ["person", "random"])
    ada.play(3)
    ada.wait_for_turn()
    before = ada.page.locator("#board svg").inner_html()
    own_server.kill()
    expect(ada.page.locator("#line")).to_contain_text("Reconnecting")
    own_server.start()
    expect(ada.page.locator("body")).to_have_attribute("data-line", "open")
    assert ada.page.locator("#board svg").inner_html() == before
    assert ada.play() > 0
    assert ada.is_over()
    people.close()


def play_some(people: list[Person], turns: int) -> None:
    """A few turns of whoever has them."""
    while turns > 0 and not any(person.is_over() for person in people):
        for person in people:
            if person.is_on_turn():
                person.take_turn()
                turns -= 1
        people[0].page.wait_for_timeout(20)
