"""axe-core finds nothing serious in any state of the pages around a game, light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, WIDE, People, Person

Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe

SHORT = {"setup": "picture", "patience": 12}


def home(ada: Person, people: People) -> None:
    """Tables of all kinds in the lists."""
    ada.make_table("kariba", ["person", "beginner"], title="In the middle")
    ada.page.wait_for_selector(".seat.turn")
    ada.make_table("splash", ["person", "person"], title="Not begun", public=True)
    ada.make_table("crocodile", ["person", "random"], options=SHORT, title="Done")
    ada.play()
    ada.page.goto(ada.address)
    ada.page.locator(".remove").first.click()


def waiting(ada: Person, people: People) -> None:
    ada.make_table("kariba", ["person", "person", "open"])
    expect(ada.page.locator("#before")).to_be_visible()


def invited(ada: Person, people: People) -> None:
    ben = people.new("Ben")
    ada.page.goto(ben.make_table("cromado", ["person", "person"]))
    expect(ada.page.locator(".invited img")).to_be_visible()


def preferences(ada: Person, people: People) -> None:
    ada.make_table("kariba", ["person", "beginner"])
    ada.wait_for_turn()
    ada.page.click("#preferences summary")


def ending(ada: Person, people: People) -> None:
    ada.make_table("crocodile", ["person", "random"], options=SHORT)
    ada.play()


def replay(ada: Person, people: People) -> None:
    ending(ada, people)
    ada.page.locator("#ending a[href*=replay]").click()
    expect(ada.page.locator("#board svg")).to_be_visible()


def passing(ada: Person, people: People) -> None:
    ada.make_table("kariba", ["person", "person"])
    ada.page.click("#before summary")
    ada.page.fill("#before input[name=name]", "Ben")
    ada.page.get_by_role("button", name="Add a player here").click()
    ada.wait_for_turn()
    ada.take_turn()
    expect(ada.page.locator("#pass")).to_be_visible()


def covered(ada: Person, people: People) -> None:
    passing(ada, people)
    ada.page.locator("#pass button").click()
    expect(ada.page.locator("#cover")).to_be_visible()


def missing(ada: Person, people: People) -> None:
    ada.page.goto(f"{ada.address}/new/nowhere")
    ada.problems.clear()  # the browser says itself that there is nothing


STATES = (home, waiting, invited, preferences, ending, replay, passing, covered, missing)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing_serious_around_a_game(
    state: Callable[[Person, People], None], scheme: str, people: People
) -> None:
    size = WIDE if scheme == "light" else PHONE
    ada = people.new("Ada", color_scheme=scheme, viewport=size, bypass_csp=True)
    state(ada, people)
    ada.page.wait_for_load_state("networkidle")
    found = [
        (one["id"], one["nodes"][0]["html"], one["nodes"][0].get("failureSummary"))
        for one in Axe().run(ada.page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert found == []
