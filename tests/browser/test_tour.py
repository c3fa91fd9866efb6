"""A first tour of each game: by touch, by keyboard, in three languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import BOARD_OUTSIDE, PHONE, SCREENS, People, Person, set_size
from waterside.core.registry import all_games
from waterside.text.lessons import SEAT, tour_of

GAMES = list(all_games())
PLACE = """() => {
  const box = document.querySelector("#board svg").getBoundingClientRect();
  return [box.x + scrollX, box.y + scrollY, box.width, box.height];
}"""
"""Where the board is on the page, wherever that is scrolled to."""


def steps(game: str) -> int:
    tour = tour_of(all_games()[game])
    assert tour is not None
    return len(tour.lessons.steps)


def touch_through(person: Person) -> None:
    """Touches what has the ring until the tour is over."""
    for _ in range(30):
        person.page.wait_for_selector("#board .can, #end:not([hidden])")
        if person.page.locator("#end").is_visible():
            return
        person.touch()
        person.page.wait_for_timeout(30)
    raise AssertionError("the tour does not end")


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_is_taken_by_touch(game: str, people: People) -> None:
    ada = people.new(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.page.goto(f"{ada.address}/tour/{game}")
    touch_through(ada)
    expect(ada.page.locator("#steps .done")).to_have_count(steps(game))
    ada.page.click("#end .play-now button")
    ada.page.wait_for_url("**/t/*")


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_is_taken_by_keyboard(game: str, people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/tour/{game}")
    keys = ada.page.keyboard
    for _ in range(120):
        ada.page.wait_for_selector("#board .can, #end:not([hidden])")
        if ada.page.locator("#end").is_visible():
            return
        on_it = ada.page.evaluate("document.activeElement.matches('#board .can')")
        keys.press("Enter" if on_it else "Tab")
    raise AssertionError("the keyboard does not get through")


def test_a_wrong_touch_changes_nothing(people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/tour/kariba")
    ada.page.wait_for_selector("#board .can")
    box = ada.page.locator("#board [data-touch='hand-6-1']").bounding_box()
    assert box
    ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.page.locator("#preview")).to_contain_text("Not that one yet")
    expect(ada.page.locator("#steps .current")).to_have_count(1)
    expect(ada.page.locator("#steps .done")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_stays_where_it_is_during_a_step(game: str, people: People) -> None:
    ada = people.new(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.page.goto(f"{ada.address}/tour/{game}")
    ada.page.wait_for_selector("#board .can")
    before = ada.page.evaluate(PLACE)
    ada.page.locator("#board .can").first.focus()
    expect(ada.page.locator("#preview")).not_to_be_empty()
    assert ada.page.evaluate(PLACE) == before
    for size in SCREENS:
        set_size(ada.page, size["width"], size["height"])
        assert ada.page.evaluate(BOARD_OUTSIDE) is None, size


@pytest.mark.parametrize("steps", [1, 2])
def test_steps_are_taken_back_even_before_the_server_can_answer(steps: int, people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/tour/splash#{steps + 1}")
    ada.page.wait_for_selector("#board .can")
    ada.page.evaluate("(steps) => { for (let i = 0; i < steps; i++) back.click(); }", steps)
    expect(ada.page.locator("#steps .done")).to_have_count(0)
    expect(ada.page.locator("#words")).to_contain_text("place 17")


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_the_tour_speaks_the_readers_language(locale: str, people: People) -> None:
    ada = people.new(locale=locale)
    ada.page.goto(f"{ada.address}/tour/kariba")
    word = {"fr-FR": "zèbres", "de-DE": "Zebras"}[locale]
    expect(ada.page.locator("#words")).to_contain_text(word)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_waits_for_the_visitor(game: str) -> None:
    tour = tour_of(all_games()[game])
    assert tour is not None
    assert 3 <= len(tour.lessons.steps) <= 6
    for scene, step in zip(tour.scenes, tour.lessons.steps, strict=False):
        position = scene[-1]
        assert position.actor == SEAT
        assert step.action in position.seen_by(SEAT).legal()
    assert not tour.sample.is_over
