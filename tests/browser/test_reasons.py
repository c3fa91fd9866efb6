"""Whatever is touched answers: what comes next, what something is, or why it cannot be touched."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import People


def click(page: Page, part: str) -> None:
    """Clicks the middle of a part, whatever lies there."""
    box = page.locator(f"#board #{part}").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def bot_of(page: Page) -> str:
    """What the bot at the second seat is called."""
    return page.locator("#chair-2 .name").inner_text()


REASONS = {
    "crocodile": [
        (["tile-8"], "This tile belongs to {bot}: choose one of yours."),
        (["cell-a8"], "First choose the tile that you move."),
        (["tile-1", "cell-a9"], "A swimmer moves one or two fields"),
        (["tile-1", "bar-low"], "Your bar is at the other end."),
    ],
    "kariba": [
        (["place-3"], "First choose the cards of your hand that you play."),
        (["pile"], "First play cards; then you draw."),
        (["player-2"], "These are the cards of {bot}."),
    ],
    "splash": [(["seat-2"], "A colour is named when a meeple has passed the diving board.")],
    "cromado": [(["cell-c1"], "A bridge needs three fields of open water in a row.")],
}


@pytest.mark.parametrize("game", REASONS)
def test_what_cannot_be_touched_says_why(game: str, people: People) -> None:
    ada = people.new()
    options = {"setup": "picture"} if game == "crocodile" else {}
    ada.make_table(game, ["person", "random"], options=options)
    ada.wait_for_turn()
    page = ada.page
    board = page.locator("#board svg").bounding_box()
    for touched, words in REASONS[game]:
        for part in touched:
            click(page, part)
        tip = page.locator("#tip")
        expect(tip).to_contain_text(words.format(bot=bot_of(page)))
        box, beside = tip.bounding_box(), page.locator(f"#board #{touched[-1]}").bounding_box()
        assert box and beside
        assert beside["y"] - box["height"] - 20 < box["y"] < beside["y"] + beside["height"] + 20
        assert page.locator("#board svg").bounding_box() == board
        page.keyboard.press("Escape")
        page.mouse.click(5, 400)
        expect(tip).to_be_hidden()


def test_it_is_said_whose_turn_it_is(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.come_by(ada.make_table("kariba", ["person", "person"]))
    ada.wait_for_turn()
    click(ben.page, str(ben.page.locator("#board [id^=hand-]").last.get_attribute("id")))
    expect(ben.page.locator("#tip")).to_have_text("It is the turn of Ada.")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", r"Put .* at the waterhole"),
        ("fr", r"Pose .* au point d’eau"),
        ("de", r"Lege .* ans Wasserloch"),
    ],
)
def test_the_prompt_names_the_very_choice(locale: str, words: str, people: People) -> None:
    ada = people.new(locale=locale)
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.page.locator("#board .can").first.click()
    expect(ada.page.locator("#prompt")).to_have_text(re.compile(words))


def test_hovering_says_what_something_is(people: People) -> None:
    ada = people.new()
    ada.make_table("crocodile", ["person", "random"], options={"setup": "picture"})
    ada.wait_for_turn()
    tip = ada.page.locator("#tip")
    box = ada.page.locator("#numbers-2").bounding_box()
    assert box
    ada.page.mouse.move(box["x"] + 20, box["y"] + 10)
    words = f"Crocodiles of {bot_of(ada.page)} still under swimmers: 1, 2, 3, 4, 5, 6"
    expect(tip).to_have_text(words)
    ada.page.locator("#tile-1").hover()
    expect(tip).to_have_text("Red: swimmer, on d2")
    ada.page.locator("#prompt").hover()
    expect(tip).to_be_hidden()


def test_where_only_one_piece_can_move_it_is_chosen_already(people: People) -> None:
    ada = people.new()
    ada.make_table("crocodile", ["person", "random"])
    ada.wait_for_turn()
    expect(ada.page.locator("#board .chosen")).to_have_count(1)
    expect(ada.page.locator("#choices button")).to_have_count(0)
    ada.page.locator("#cell-c3").click()
    expect(ada.page.locator("#log")).to_contain_text("You put a swimmer on c3")


def test_the_focus_goes_to_what_is_useful_next(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.page.locator("#board .can").first.focus()
    useful = "() => document.activeElement.matches('#board .can')"
    for turn in range(3):
        ada.page.wait_for_function(useful)
        ada.page.keyboard.press("Enter")
        ada.page.wait_for_function(useful)
        ada.page.keyboard.press("Enter")
        # The bot may have answered before anybody looks whose turn it is; the log stays.
        expect(ada.page.locator("#log li", has_text="You play")).to_have_count(turn + 1)
        ada.wait_for_turn()
    ada.page.wait_for_function(useful)
