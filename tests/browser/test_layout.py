"""Nothing on a page is cut, covers something else or wastes its place, in any language."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.people import LANDSCAPE, PHONE, TABLET, WIDE, People, Person
from tests.browser.test_review import reviewed
from waterside.core.registry import all_games
from waterside.pictures import drawing_of
from waterside.review.puzzles import puzzles_of

PICTURED = '{"setup": "picture"}'
DASHES = """(selector) => [...document.querySelectorAll(selector)].map((line) => {
  const { stroke, strokeDasharray } = getComputedStyle(line);
  return [stroke, strokeDasharray];
})"""
LARGEST = """(sizes) => {
  const { width, height } = document.querySelector("#board").getBoundingClientRect();
  const box = document.querySelector("#board svg")?.viewBox.baseVal;
  const scales = sizes.map(([wide, high]) => Math.min(width / wide, height / high));
  const at = sizes.findIndex(([wide]) => wide === box?.width);
  return scales[at] === Math.max(...scales);
}"""
"""Whether a board is drawn in the way in which it is largest in its room."""


def show(person: Person, size: dict[str, int]) -> None:
    person.page.set_viewport_size({"width": size["width"], "height": size["height"]})


def test_the_legend_of_a_review_tells_lines_apart_as_the_curve_does(people: People) -> None:
    page = reviewed(people.new())
    drawn = page.evaluate(DASHES, "#curve .line")
    assert len({dashes for _, dashes in drawn}) == len(drawn) == 2
    assert page.evaluate(DASHES, "#legend .line") == drawn
    assert page.evaluate(DASHES, "#balance .line") == drawn


def pages_with_a_board(address: str) -> dict[str, str]:
    puzzle = puzzles_of("crocodile")[0].id
    return {
        "tour": f"{address}/tour/crocodile#2",
        "puzzle": f"{address}/puzzles/crocodile/{puzzle}",
        "position": f"{address}/position?game=crocodile&options={quote(PICTURED)}",
    }


def turn(person: Person, size: dict[str, int]) -> None:
    """Takes a device of another shape and waits for the pool that is as large as it can be there."""
    show(person, size)
    person.page.wait_for_function(LARGEST, arg=[list(size) for size in pools()])


def pools() -> list[tuple[float, float]]:
    """The sizes in which the pool is drawn: upright and lying."""
    game = all_games()["crocodile"]
    scenes = [drawing_of(game).scene_for(wide) for wide in (False, True)]
    return [scene.scenery(scene.variant(game.new(2), 1)).size for scene in scenes]


@pytest.mark.parametrize("page", ["tour", "puzzle", "position"])
def test_the_pool_is_drawn_upright_or_lying_as_it_is_larger(page: str, people: People) -> None:
    ada = people.new()
    ada.page.goto(pages_with_a_board(ada.address)[page])
    for size in (WIDE, PHONE, LANDSCAPE, TABLET, {"width": 1920, "height": 1080}):
        turn(ada, size)
        expect(ada.page.locator("#board .can").first).to_be_visible()


def test_a_replay_and_a_review_turn_with_the_device(people: People) -> None:
    ada = people.new()
    ada.make_table("crocodile", ["person", "random"], options={"setup": "picture", "patience": 12})
    ada.play()
    ada.page.goto(ada.address + str(ada.page.get_attribute("#ending a[href*=replay]", "href")))
    for link in (None, "a[href*=review]"):
        if link:
            ada.page.click(link)
            expect(ada.page).to_have_url(re.compile("/review"))
        for size in (WIDE, PHONE, LANDSCAPE):
            turn(ada, size)
            turn(ada, WIDE)
        moment = ada.page.locator("#log li").nth(3)
        moment.click()
        expect(moment).to_have_attribute("aria-current", "true")
