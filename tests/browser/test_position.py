"""A position by link or by hand: opened, changed, analysed, and played on from."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from tests.browser.test_replay import DEAL

ACTIONS = [*DEAL.split(", "), "4x1", "draw 6", "8x2", "draw 3", "draw 5"]


def link(actions: list[str], game: str = "kariba") -> str:
    return "/position?" + urlencode({"game": game, "players": 2, "actions": ";".join(actions)})


def shown(count: int) -> str:
    return f"#main[data-shown='{count}']"


def test_a_position_is_opened_by_its_link_and_changed_by_hand(people: People) -> None:
    ada = people.new()
    page = ada.page
    page.goto(ada.address + link(ACTIONS))
    page.wait_for_selector(shown(15))
    expect(page.locator("#words")).to_contain_text("to act")
    ada.touch()
    if page.query_selector(shown(15)):
        ada.touch()
    page.wait_for_selector(shown(16))
    expect(page.locator("#words")).to_contain_text("Chance decides")
    page.locator("#outcomes button").first.click()
    page.wait_for_selector(shown(17))
    page.evaluate("() => { undo.click(); undo.click(); }")  # before the server can answer
    page.wait_for_selector(shown(15))
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(shown(15))


def test_an_impossible_position_is_refused_with_the_reason(people: People) -> None:
    ada = people.new()
    ada.page.goto(ada.address + link([*ACTIONS, "8x5"]))
    expect(ada.page.locator("#trouble")).to_contain_text(re.compile("no such position.*action 16"))
    ada.problems = [one for one in ada.problems if "400" not in one]


def test_a_position_is_analysed(people: People) -> None:
    ada = people.new()
    ada.page.goto(ada.address + link(ACTIONS))
    ada.page.wait_for_selector(shown(15))
    ada.page.click("#analyse")
    expect(ada.page.locator("#alternatives li").first).to_contain_text("%")


def test_where_chance_decides_all_outcomes_are_weighed(people: People) -> None:
    ada = people.new()
    page = ada.page
    page.goto(ada.address + link(ACTIONS[:-1]))
    page.wait_for_selector(shown(14))
    expect(page.locator("#words")).to_contain_text("Chance decides")
    buttons = page.locator("#outcomes button")
    expect(buttons.first).to_contain_text(re.compile(r"Seat 2 draws: mouse \(1\)\. \(\d+%\)"))
    page.click("#analyse")
    expect(page.locator("#note")).to_contain_text(re.compile(r"weights.*Seat 1 \d+%, Seat 2 \d+%"))
    expect(page.locator("#alternatives li")).to_have_count(buttons.count())
    expect(page.locator("#alternatives li").first).to_contain_text(re.compile(r"\d+% · \d+%"))
    expect(page.locator("#on")).to_be_hidden()
    page.click("#random")
    page.wait_for_selector(shown(15))
    expect(page.locator("#note")).to_be_empty()


def test_one_plays_on_from_a_position(people: People) -> None:
    ada = people.new()
    ada.page.goto(ada.address + link(ACTIONS))
    ada.page.wait_for_selector(shown(15))
    ada.page.select_option("#level", "beginner")
    ada.page.click("#on button")
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_for_turn()


def test_axe_finds_nothing_serious(people: People) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    ada = people.new()
    ada.page.goto(ada.address + link(ACTIONS))
    ada.page.wait_for_selector(shown(15))
    found = axe.Axe().run(ada.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
