"""Puzzles on the page: found by touch, explained on the board, counted in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, People, Person
from waterside.review.puzzles import Puzzle, puzzles_of

ASKING, SOLVED, WRONG = (f"#main[data-state={one}]" for one in ("asking", "solved", "wrong"))


def first_of(game: str) -> Puzzle:
    return puzzles_of(game)[0]


def open_puzzle(person: Person, puzzle: Puzzle) -> None:
    person.page.goto(f"{person.address}/puzzles/{puzzle.game}/{puzzle.id}")
    person.page.wait_for_selector(ASKING)


def choose(person: Person, action: str) -> None:
    """Chooses an action by touching its parts one after the other, as the page says."""
    touched = person.page.evaluate(
        """async (action) => {
          const { position } = (await import(document.querySelector('script[src*=puzzles]').src)).puzzle;
          return position.choices.find((choice) => choice.action === action).touch;
        }""",
        action,
    )
    for part in touched:
        person.page.locator(f'[data-touch="{part}"]').focus()
        person.page.keyboard.press("Enter")
    last = person.page.locator("#choices button.main")
    if person.page.query_selector(ASKING) and last.count() == 1:
        last.click()


@pytest.mark.parametrize("game", ["kariba", "splash"])
def test_the_best_action_solves_a_puzzle_and_is_explained(game: str, people: People) -> None:
    ada, puzzle = people.new(), first_of(game)
    open_puzzle(ada, puzzle)
    choose(ada, puzzle.best)
    ada.page.wait_for_selector(SOLVED)
    expect(ada.page.locator("#words")).to_contain_text("Solved!")
    expect(ada.page.locator("#words")).to_contain_text(f"{round(100 * puzzle.share)}%")
    expect(ada.page.locator(f"#list li[data-id='{puzzle.id}'] .done")).to_have_count(1)
    expect(ada.page.locator("#more")).to_have_attribute("href", re.compile("/puzzles/"))


def test_another_action_is_answered_kindly_and_tried_again(people: People) -> None:
    ada, puzzle = people.new(viewport=PHONE), first_of("kariba")
    open_puzzle(ada, puzzle)
    choose(ada, puzzle.second)
    ada.page.wait_for_selector(WRONG)
    expect(ada.page.locator("#words")).to_contain_text("next best")
    ada.page.click("#once-more")
    ada.page.wait_for_selector(ASKING)
    ada.page.click("#solution")
    expect(ada.page.locator("#words")).to_contain_text(f"{round(100 * puzzle.share)}%")
    expect(ada.page.locator("#list .done")).to_have_count(0)


def test_the_puzzle_of_the_day_counts_days(people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/puzzles/kariba")
    ada.page.wait_for_selector(ASKING)
    day = int(ada.page.get_attribute("#main", "data-day") or "0")
    name = ada.page.get_attribute("#main", "data-id")
    ada.page.evaluate(
        "(day) => localStorage.setItem('waterside-puzzles', JSON.stringify({ days: [day - 2, day - 1] }))",
        day,
    )
    ada.page.reload()
    ada.page.wait_for_selector(ASKING)
    expect(ada.page.locator("#streak")).to_have_text("2 days in a row")
    choose(ada, next(one.best for one in puzzles_of("kariba") if one.id == name))
    ada.page.wait_for_selector(SOLVED)
    expect(ada.page.locator("#streak")).to_have_text("3 days in a row")


def test_puzzles_are_chosen_by_theme_and_difficulty(people: People) -> None:
    ada, puzzle = people.new(), first_of("kariba")
    open_puzzle(ada, puzzle)
    ada.page.select_option("#theme", puzzle.themes[0])
    ada.page.select_option("#difficulty", str(puzzle.difficulty))
    like = [
        one
        for one in puzzles_of("kariba")
        if puzzle.themes[0] in one.themes and one.difficulty == puzzle.difficulty
    ]
    expect(ada.page.locator("#list li:visible")).to_have_count(len(like))


def test_the_solution_is_not_in_the_position(people: People) -> None:
    ada, puzzle = people.new(), first_of("kariba")
    open_puzzle(ada, puzzle)
    ask = "(address) => fetch(address).then((answer) => answer.json())"
    found = ada.page.evaluate(ask, f"/puzzles/kariba/{puzzle.id}/position")
    assert set(found) == {"scene", "choices", "prompt"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(scheme: str, people: People) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    ada = people.new(color_scheme=scheme)
    open_puzzle(ada, first_of("kariba"))
    found = axe.Axe().run(ada.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
