"""A game reviewed on the page: the curve, what decided it, the better move, and playing on."""

from __future__ import annotations

import json
import re
import time
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.people import PHONE, WIDE, People, Person
from tests.browser.test_replay import RECORD

DONE = "#main[data-complete=true]"


def upload(person: Person, record: str = RECORD) -> None:
    person.page.goto(f"{person.address}/replay")
    person.page.fill("#text", record)
    person.page.click("#upload button.main")
    person.page.wait_for_url("**/replay/*")


def reviewed(person: Person) -> Page:
    """The page of the uploaded game's review, when it is complete."""
    upload(person)
    person.page.click("a:text-is('Review')")
    person.page.wait_for_url("**/review*")
    person.page.wait_for_selector(DONE)
    return person.page


def asked(page: Page, path: str) -> int:
    """With which status the server answers."""
    ask = "(address) => fetch(address, { method: 'POST' }).then((answer) => answer.status)"
    return int(page.evaluate(ask, path))


def test_an_uploaded_game_is_reviewed(people: People) -> None:
    ada = people.new()
    page = reviewed(ada)
    expect(page.locator("#curve polyline")).to_have_count(2)
    expect(page.locator("#legend li")).to_have_text(["<b>Ada</b>", "Ben"])
    expect(page.locator("#progress")).to_have_text("The review is complete.")
    expect(page.locator("#balance section")).to_have_count(2)
    for term in ("Luck", "Own decisions", "Others' decisions", "What was hidden"):
        expect(page.locator(f'#balance dt:text-is("{term}")')).to_have_count(2)
    expect(page.locator("#log li")).to_have_count(4)


def test_the_server_reviews_where_workers_do_not_start(people: People) -> None:
    ada = people.new()
    ada.page.route("**/estimates.js*", lambda route: route.abort())
    page = reviewed(ada)
    expect(page.locator("#curve polyline")).to_have_count(2)


def test_the_curve_is_touched_and_moved_along_by_keys(people: People) -> None:
    page = reviewed(people.new())
    box = page.locator("#curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 6, box["y"] + box["height"] / 2)
    expect(page.locator("#curve")).to_have_attribute("aria-valuenow", "3")
    page.locator("#curve").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#curve")).to_have_attribute("aria-valuenow", "2")
    expect(page.locator("#curve")).to_have_attribute(
        "aria-valuetext", re.compile(r"Moment 2 of 3: <b>Ada</b> \d+%, Ben \d+%")
    )
    page.keyboard.press("Home")
    expect(page.locator("#curve")).to_have_attribute("aria-valuenow", "0")
    expect(page).to_have_url(re.compile("#0$"))


def test_the_review_is_there_again_after_a_reload(people: People) -> None:
    page = reviewed(people.new())
    drawn = page.locator("#curve").inner_html()
    page.reload()
    page.wait_for_selector(DONE)
    page.wait_for_function(
        "(drawn) => document.querySelector('#curve').innerHTML.length === drawn", arg=len(drawn)
    )


def test_a_viewpoint_speaks_to_its_player(people: People) -> None:
    page = reviewed(people.new())
    page.goto(f"{page.url.partition('#')[0]}#0")
    page.select_option("#viewpoint", "1")
    expect(page.locator("#legend li").first).to_have_text("<b>Ada</b> (you)")
    expect(page.locator("#verdict")).to_contain_text("You played")


def test_one_plays_on_from_a_moment_with_the_same_cards(people: People) -> None:
    ada = people.new()
    page = reviewed(ada)
    page.goto(f"{page.url.partition('#')[0]}#2")
    page.reload()
    page.wait_for_selector(DONE)
    page.select_option("#level", "beginner")
    page.click("#on button")
    page.wait_for_url("**/t/*")
    ada.wait_for_turn()
    ada.page.wait_for_selector("#board svg")
    expect(page.locator("#log")).to_contain_text("goes on from a position that was set up")


def test_no_game_is_reviewed_while_it_goes_on(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    address = ada.page.url.partition("#")[0]
    assert asked(ada.page, f"{address}/review/1") == 409
    ada.page.goto(f"{address}/review/1")
    expect(ada.page.locator("main")).to_contain_text("when it is over")
    ada.problems = [one for one in ada.problems if "409" not in one]


def test_a_game_at_a_table_is_reviewed_after_its_end(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.play(1)
    ada.wait_for_turn()
    ada.page.click("[data-drawer=more]")
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Really resign?").click()
    ada.page.click("#ending a[href*=review]")
    ada.page.wait_for_selector(DONE)
    expect(ada.page.locator("#legend li").first).to_have_text("Ada (you)")
    ada.page.press("#curve", "End")
    expect(ada.page.locator("#on")).to_be_visible()


def test_a_review_goes_on_after_the_server_was_killed(own_server: Server) -> None:
    def ask(path: str, data: bytes | None = None) -> dict[str, Any]:
        with urlopen(own_server.address + path, data) as answer:
            return dict(json.load(answer))

    address = ask("/replay", RECORD.encode())["address"]
    ask(f"{address}/review", b"")
    own_server.restart()
    while not (found := ask(f"{address}/review/found"))["complete"]:
        assert not found["failed"]
        time.sleep(0.2)
    assert len(found["review"]["curve"]) == 4


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(scheme: str, size: Any, people: People) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = reviewed(people.new(color_scheme=scheme, viewport=size))
    found = axe.Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
