"""Games are played with a finger alone; what is easily touched by mistake is confirmed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import SMALL_PHONE, Finger
from tests.browser.people import PHONE, SCREENS, People, Person, set_size
from waterside.core.registry import all_games

SHORT: dict[str, dict[str, str | int]] = {
    "crocodile": {"patience": 6},
    "cromado": {"turn_limit": 6},
    "splash": {"turn_limit": 8},
}
TOUCH = {"has_touch": True, "is_mobile": True}
GAMES = list(all_games())


def at_phone(people: People) -> Person:
    return people.new(viewport=PHONE, **TOUCH)


@pytest.mark.parametrize("game", GAMES)
def test_by_dragging_alone(game: str, people: People) -> None:
    ada = at_phone(people)
    finger = Finger(ada)
    while finger.turns < len(SCREENS):
        ada.make_table(game, ["person", "random"], options=SHORT.get(game, {}))
        finger.play(by_drag=True, screens=SCREENS)
        assert ada.is_over()
    assert finger.dragged > 0


@pytest.mark.parametrize("game", GAMES)
def test_by_taps_alone(game: str, people: People) -> None:
    ada = at_phone(people)
    finger = Finger(ada)
    while finger.turns < len(SCREENS):
        ada.make_table(game, ["person", "random"], options=SHORT.get(game, {}))
        finger.play(by_drag=False, screens=[SMALL_PHONE, *SCREENS[1:]])
        assert ada.is_over()
    set_size(ada.page, 360, 640)
    wide = ada.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= SMALL_PHONE["width"], "the page is wider than the phone"


def test_a_drag_that_ends_nowhere_changes_nothing(people: People) -> None:
    ada = at_phone(people)
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    card = ada.page.locator("#board .can").first
    box = card.bounding_box()
    assert box
    before = ada.page.locator("#board .can").count()
    finger, start = Finger(ada), (box["x"] + 12, box["y"] + 30)
    finger.down(*start)
    finger.move(start, (start[0], start[1] - 60))
    expect(ada.page.locator("#board .dragged")).to_have_count(1)
    finger.move((start[0], start[1] - 60), (4.0, 300.0))
    finger.up()
    expect(ada.page.locator("#board .dragged")).to_have_count(0)
    expect(ada.page.locator("#board .can")).to_have_count(before)
    assert card.evaluate("(one) => one.style.translate") == ""


def test_a_bridge_is_seen_where_it_would_lie_then_turned_and_confirmed(people: People) -> None:
    ada = at_phone(people)
    ada.make_table("cromado", ["person", "random"])
    ada.wait_for_turn()
    page, finger = ada.page, Finger(ada)
    box = page.locator("#cell-g7").bounding_box()
    assert box
    finger.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ghost = page.locator("#board .ghost")
    expect(ghost).to_have_count(1)
    wide = ghost.bounding_box()
    assert wide and wide["width"] > wide["height"]
    expect(page.locator("#prompt")).to_have_text("Lay a bridge from f7 to h7?")
    page.get_by_role("button", name="Turn it").tap()
    expect(page.locator("#prompt")).to_have_text("Lay a bridge from g6 to g8?")
    high = ghost.bounding_box()
    assert high and high["height"] > high["width"]
    middle = (high["x"] + high["width"] / 2, high["y"] + high["height"] / 2)
    assert abs(middle[0] - box["x"] - box["width"] / 2) < 3
    assert abs(middle[1] - box["y"] - box["height"] / 2) < 3
    assert page.locator("#board [id^=bridge-]").count() == 0, "nothing was sent so far"
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator("#log")).to_contain_text("You lay a bridge from g6 to g8")
    expect(ghost).to_have_count(0)


def test_on_a_desktop_the_ghost_follows_the_mouse(people: People) -> None:
    ada = people.new()
    ada.make_table("cromado", ["person", "random"])
    ada.wait_for_turn()
    ada.page.locator("#tray-h").click()
    ada.page.locator("#cell-g7").hover()
    expect(ada.page.locator("#board .ghost")).to_have_count(1)
    expect(ada.page.locator("#preview")).to_have_text("lay a bridge from f7 to h7")
    ada.page.locator("#prompt").hover()
    expect(ada.page.locator("#board .ghost")).to_have_count(0)
    ada.page.locator("#cell-g7").click()
    expect(ada.page.locator("#log")).to_contain_text("You lay a bridge from f7 to h7")


def test_what_cannot_be_taken_back_is_confirmed_unless_one_wants_it_otherwise(
    people: People,
) -> None:
    ada, ben = at_phone(people), people.new("Ben")
    ben.come_by(ada.make_table("kariba", ["person", "person"]))
    ada.wait_for_turn()
    finger = Finger(ada)
    for _ in range(2):  # a card and its place, which is large enough
        finger.tap_once()
    expect(ada.page.get_by_role("button", name="Confirm")).to_be_visible()
    ada.page.get_by_role("button", name="Cancel").tap()
    expect(ada.page.locator("#board .chosen")).to_have_count(0)
    ada.page.locator("[data-drawer=more]").tap()
    assert ada.page.locator("#careful").is_checked(), "for fingers it is on"
    ada.page.locator("#careful").uncheck()
    ada.page.locator("[data-drawer=more]").tap()
    for _ in range(2):
        finger.tap_once()
    expect(ada.page.locator("#log")).to_contain_text("You play")
    ben.page.click("[data-drawer=more]")
    assert not ben.page.locator("#careful").is_checked(), "for a mouse it is off"


def test_a_long_press_says_what_something_is_and_chooses_nothing(people: People) -> None:
    ada = at_phone(people)
    ada.make_table("splash", ["person", "random"])
    ada.wait_for_turn()
    box = ada.page.locator("#place-9").bounding_box()
    assert box
    finger = Finger(ada)
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.page.locator("#tip")).to_have_text(re.compile(r"^place 9: "))
    finger.up()
    expect(ada.page.locator("#prompt")).to_have_text("Which meeple do you take?")
