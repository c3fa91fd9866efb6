"""The home page's lists: what waits for the user comes first, nothing vanishes, and an invitation."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, SCREENS, People, set_size


def test_a_table_that_waits_for_the_user_comes_first_and_is_marked(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    link = ada.make_table("kariba", ["person", "person"], title="With Ben")
    ben.come_by(link)
    ada.page.wait_for_selector(".seat.turn")
    is_adas = ada.page.locator("#chair-1.turn").count() == 1
    mover, other = (ada, ben) if is_adas else (ben, ada)
    for person, waits in ((mover, True), (other, False)):
        person.page.goto(person.address)
        row = person.page.locator(".table-item", has_text="With Ben")
        expect(row).to_have_count(1)
        assert ("your-turn" in (row.get_attribute("class") or "")) is waits
        assert person.page.locator(".first .table-item").count() == (1 if waits else 0)
    mover.page.go_back()
    assert mover.wait_for_turn()
    mover.take_turn()
    # The prompt changes as soon as the move is on its way, the seats when it has been made.
    mover.page.wait_for_selector("#chair-2.turn" if is_adas else "#chair-1.turn")
    other.page.reload()
    expect(other.page.locator(".first .your-turn", has_text="With Ben")).to_be_visible()


def test_no_game_vanishes_and_finished_ones_are_apart(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("kariba", ["person", "person"], title="Slow one")
    ada.make_table(
        "crocodile",
        ["person", "random"],
        options={"setup": "picture", "patience": 12},
        title="Done",
    )
    ada.play()
    for number in range(9):
        ada.make_table("kariba", ["person", "person"], title=f"Table {number}")
    ada.page.goto(ada.address)
    expect(
        ada.page.locator(".tables:not(.finished) .table-item", has_text="Slow one")
    ).to_have_count(1)
    expect(ada.page.locator(".finished .table-item", has_text="Done")).to_be_visible()
    expect(ada.page.locator(".table-item:has(.remove)")).to_have_count(11)


def test_a_table_is_removed_after_a_second_look(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("kariba", ["person", "beginner"], title="Not any more")
    ada.page.wait_for_selector(".seat.turn")
    ada.page.goto(ada.address)
    row = ada.page.locator(".table-item", has_text="Not any more")
    knob = row.get_by_role("button", name="Remove Not any more")
    knob.click()
    expect(knob).to_have_text("Remove?")
    expect(row).to_be_visible()
    knob.click()
    expect(row).to_have_count(0)
    ada.page.reload()
    expect(ada.page.locator(".game").first).to_be_visible()
    expect(row).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_all_games_are_above_the_fold_on_a_phone(locale: str, people: People) -> None:
    ada = people.new(viewport=PHONE, is_mobile=True, has_touch=True, locale=locale)
    ada.page.goto(ada.address)
    for game in ada.page.locator(".play-now .main").all():
        box = game.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]


def test_an_invited_friend_sees_the_game_before_the_form(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben", locale="fr-FR", viewport=PHONE)
    link = ada.make_table("kariba", ["person", "person"])
    assert ada.page.locator(".invited").count() == 0
    ben.page.goto(link)
    invited = ben.page.locator(".invited")
    expect(invited.locator("h2")).to_have_text("Ada t’invite à Kariba")
    expect(invited.get_by_role("link", name="Apprendre d’abord")).to_have_attribute(
        "href", "/tour/kariba"
    )
    expect(invited.get_by_role("link", name="Lire les règles")).to_have_attribute(
        "href", "/rules/kariba"
    )
    picture = invited.locator("img")
    assert picture.evaluate("async (one) => { await one.decode(); return one.naturalWidth; }") > 0
    form = ben.page.locator("#before form")
    above, below = invited.bounding_box(), form.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    for size in SCREENS:
        set_size(ben.page, size["width"], size["height"])
        expect(form.locator("button.main")).to_be_in_viewport(ratio=1)
    ben.page.fill("#before input[name=name]", "Ben")
    ben.page.click("#before form button.main")
    ben.page.wait_for_selector(".seat.turn")
