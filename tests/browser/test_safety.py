"""Nothing foreign gets in: not by names, not by chat, not by titles; and everybody can use it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import waterside
from tests.browser.people import PHONE, People

POISON = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    "{{7*7}}${7*7}",
    "</title><b>bold</b>",
    "<a href=javascript:alert(1)>x",
    "]]><x/>&lt;&amp;",
    "‮evil\u0000",
]
COUNT = "() => document.querySelectorAll('*').length"
GAMES = list(waterside.all_games())
JUST_BESIDE = """() => {
  const live = (x, y) => document.elementFromPoint(x, y)?.closest("[data-touch]:is(.can, .chosen, .other)");
  for (const part of document.querySelectorAll("#board .can")) {
    const box = part.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (const point of [[box.left - 6, y], [box.right + 6, y], [x, box.top - 6], [x, box.bottom + 6]]) {
      if (!live(...point) && document.elementFromPoint(...point)?.closest("#board")) return point;
    }
  }
}"""


def count_with(people: People, name: str, title: str, words: str) -> tuple[int, int]:
    """How many elements a table page has with these texts, and how many dialogs there were."""
    ada, ben = people.new(name[:32]), people.new(name[:32])
    link = ada.make_table("kariba", ["person", "person"], title=title, name=name[:32])
    ben.come_by(link)
    for person in (ada, ben):
        person.page.wait_for_selector("#board svg")
    ada.page.click("[data-drawer=talk]")
    ada.page.fill("#words", words)
    ada.page.click("#say button")
    expect(ada.page.locator("#chat li")).to_have_count(1)
    ben.page.wait_for_selector("#chat li", state="attached")
    # what is dealt differs from game to game: only the page around the board is counted
    ben.page.evaluate("() => document.querySelector('#board').replaceChildren()")
    return ben.page.evaluate(COUNT), ada.dialogs + ben.dialogs


def test_poison_changes_no_element_and_opens_no_dialog(people: People) -> None:
    clean, _ = count_with(people, "Ada", "A table", "Hello")
    found = {poison: count_with(people, poison, poison, poison) for poison in POISON}
    assert found == dict.fromkeys(POISON, (clean, 0))


def test_a_poisoned_name_stays_text_in_the_picture(people: People) -> None:
    ada = people.new("<b>Ada</b>")
    ada.make_table("kariba", ["person", "random"], name="<b>Ada</b>")
    hand = ada.page.locator("#board").get_by_role("img", name="<b>Ada</b>: 5 cards in hand")
    expect(hand).to_have_count(1)
    assert ada.page.locator("#board b").count() == 0
    ada.page.click("[data-drawer=more]")
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Really resign?").click()
    expect(ada.page.locator("#ending .ranking")).to_contain_text("<b>Ada</b>")
    svg = ada.page.evaluate(
        "(page) => fetch(`${page}/result.svg`).then((a) => a.text())", ada.page.url
    )
    picture = ElementTree.fromstring(svg)
    assert "<b>Ada</b>" in picture.itertext()
    assert not any(element.tag.endswith("}b") for element in picture.iter())


def test_every_answer_has_the_policy(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    answer = ada.page.reload()
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_nothing_is_loaded_from_elsewhere_and_little_at_all(people: People) -> None:
    ada = people.new()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.make_table("crocodile", ["person", "random"])
    ada.wait_for_turn()
    assert [url for url in asked if not url.startswith(ada.address)] == []
    loaded = ada.page.evaluate(
        """() => performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"""
    )
    assert loaded < 150_000


def serious(findings: dict[str, Any]) -> list[str]:
    return [
        f"{one['id']}: {one['nodes'][0]['target']} {one['nodes'][0]['failureSummary']}"
        for one in findings["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(game: str, colours: str, people: People) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    from axe_playwright_python.sync_playwright import Axe

    size = PHONE if colours == "dark" else {"width": 1280, "height": 800}
    ada = people.new(color_scheme=colours, viewport=size, bypass_csp=True)
    ada.make_table(game, ["person", "random"])
    ada.play(2)
    ada.wait_for_turn()
    assert serious(Axe().run(ada.page).response) == []
    for drawer in ("moves", "talk", "invite", "more"):
        ada.page.click(f"[data-drawer={drawer}]")
        assert serious(Axe().run(ada.page).response) == [], drawer


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_touched_on_a_phone_is_large_enough(game: str, people: People) -> None:
    ada = people.new(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.make_table(game, ["person", "random"])
    ada.wait_for_turn()
    small = ada.page.evaluate(
        """() => [...document.querySelectorAll("button, a.button, summary, .brand")]
        .filter((one) => one.checkVisibility() && !one.closest("svg"))
        .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([text]) => text)"""
    )
    assert small == []
    wide = ada.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "the page is wider than the phone"


def test_a_small_target_is_shown_before_it_counts(people: People) -> None:
    ada = people.new(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.make_table("cromado", ["person", "random"])
    ada.wait_for_turn()
    page = ada.page
    field = page.locator("#cell-g7")
    box = field.bounding_box()
    assert box is not None
    assert max(box["width"], box["height"]) < 30, "it would be large enough without"
    before = page.locator("#log li").count()
    page.locator("#tray-h").tap()
    field.tap()
    expect(page.locator("#board .ghost")).to_have_count(1)
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("#board .ghost")).to_have_count(0)
    field.tap()  # without a bridge chosen first
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert page.locator("#log li").count() == before, "nothing was sent so far"
    confirm = page.get_by_role("button", name="Confirm").bounding_box()
    assert confirm is not None
    assert min(confirm["width"], confirm["height"]) > 43.5
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator("#log")).to_contain_text("You lay a bridge from f7 to h7")


def test_a_finger_may_miss_by_a_little(people: People) -> None:
    ada = people.new(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.make_table("cromado", ["person", "random"])
    ada.wait_for_turn()
    x, y = ada.page.evaluate(JUST_BESIDE)
    ada.page.touchscreen.tap(x, y)
    expect(ada.page.locator("#board .chosen, #board:not(.choosing)").first).to_be_attached()


def test_zoomed_to_200_percent_all_can_be_reached(people: People) -> None:
    ada = people.new(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    ada.make_table("kariba", ["person", "random"])
    assert ada.play(2) == 2
    wide = ada.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 640
