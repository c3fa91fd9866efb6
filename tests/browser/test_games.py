"""Every game is played to its end through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import SCREENS, People, Person, play_together
from waterside.core.registry import all_games

SHORT: dict[str, dict[str, str | int]] = {
    "crocodile": {"setup": "picture", "patience": 12},
    "cromado": {"turn_limit": 8},
    "splash": {"turn_limit": 12},
}
"""Options that make games short."""
GAMES = list(all_games())
FOR_THREE = [name for name, game in all_games().items() if game.seats[1] > 2]


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_a_bot(game: str, people: People) -> None:
    ada = people.new()
    ada.make_table(game, ["person", "random"], options=SHORT.get(game, {}))
    assert ada.play() > 0
    expect(ada.page.locator("#ending h2")).not_to_be_empty()
    expect(ada.page.locator("#ending .ranking li")).to_have_count(2)


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_against_each_other(game: str, people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    link = ada.make_table(game, ["person", "person"], options=SHORT.get(game, {}))
    ben.come_by(link)
    play_together([ada, ben])
    expect(ben.page.locator("#seats")).to_contain_text("Ada")
    scores = [p.page.locator("#ending .ranking").inner_text() for p in (ada, ben)]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("game", FOR_THREE)
def test_three_and_more_seats(game: str, people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    most = all_games()[game].seats[1]
    seats = ["person", "person", *["random"] * (most - 2)]
    link = ada.make_table(game, seats, options=SHORT.get(game, {}))
    ben.come_by(link)
    play_together([ada, ben])
    expect(ada.page.locator("#seats > li")).to_have_count(most)


@pytest.mark.parametrize("game", GAMES)
def test_with_the_keyboard_alone(game: str, people: People) -> None:
    ada = people.new()
    turns = 0
    while turns < len(SCREENS):
        ada.make_table(game, ["person", "random"], options=SHORT.get(game, {}))
        while ada.wait_for_turn():
            ada.resize(SCREENS[turns % len(SCREENS)])
            ada.wait_for_turn()
            press_until_the_turn_is_over(ada)
            turns += 1
        assert ada.is_over()


def press_until_the_turn_is_over(person: Person) -> None:
    """Goes from part to part with the tabulator, and chooses the first that can be chosen."""
    for _ in range(60):
        if not person.is_on_turn():
            return
        here = person.page.evaluate(
            "() => document.activeElement.matches('#board .can, #choices .main')"
        )
        person.page.keyboard.press("Enter" if here else "Tab")
    raise AssertionError("the keyboard does not get there")


def test_movement_is_shown_and_ends_where_it_should(people: People) -> None:
    ada = people.new(reduced_motion="no-preference")
    ada.make_table("kariba", ["person", "random"])
    ada.play(4)
    ada.wait_for_turn()
    expect(ada.page.locator("#board .flying")).to_have_count(0)
    doubled = ada.page.evaluate(
        """() => { const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
        return ids.filter((id, index) => ids.indexOf(id) !== index); }"""
    )
    assert doubled == []


def test_what_is_chosen_can_be_undone_by_escape(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    before = ada.page.locator("#board .can").count()
    ada.touch()
    expect(ada.page.locator("#board .chosen")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#board .chosen")).to_have_count(0)
    expect(ada.page.locator("#board .can")).to_have_count(before)


def test_a_card_can_be_dragged_to_its_place(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    card = ada.page.locator("#board .can").first
    number = (card.get_attribute("id") or "").split("-")[1]
    start, end = card.bounding_box(), ada.page.locator(f"#place-{number}").bounding_box()
    assert start and end
    mouse = ada.page.mouse
    mouse.move(start["x"] + start["width"] * 0.3, start["y"] + start["height"] * 0.5)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    mouse.up()
    expect(ada.page.locator("#log")).to_contain_text("You play")
