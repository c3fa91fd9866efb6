"""A game once more: step by step, by itself, from a moment's link, from a chosen viewpoint."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import BOARD_OUTSIDE, SCREENS, People, Person, set_size
from waterside.core.record import Record
from waterside.server.views.replay import OPEN, WATCHING, Replay
from waterside.text.language import speaker

DEAL = "draw 1, draw 1, draw 1, draw 4, draw 7, draw 8, draw 8, draw 2, draw 5, draw 3"
PLAYED = "4x1, draw 6, 8x2, draw 3, draw 5, 1x3, draw 2, draw 2, draw 2"
HEADERS = "Game: kariba\nPlayers: 2\nSeat 1: <b>Ada</b>\nSeat 2: Ben\n"
RECORD = f"Waterside record 1\n{HEADERS}\n" + f"{DEAL}, {PLAYED}".replace(", ", "\n") + "\n"


@pytest.fixture
def ada(people: People) -> Person:
    ada = people.new()
    ada.page.goto(f"{ada.address}/replay")
    ada.page.fill("#text", RECORD)
    ada.page.click("#upload button.main")
    ada.page.wait_for_url("**/replay/*")
    ada.page.wait_for_selector("#board svg")
    return ada


def at(person: Person) -> int:
    return int(person.page.locator("#slider").input_value())


def test_the_whole_board_is_seen_on_every_screen(ada: Person) -> None:
    for size in SCREENS:
        set_size(ada.page, size["width"], size["height"])
        assert ada.page.evaluate(BOARD_OUTSIDE) is None, size
        box = ada.page.locator("#board svg").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 200, size
        wide = ada.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= size["width"], "the page is wider than the screen"


def test_a_pasted_record_is_watched_step_by_step(ada: Person) -> None:
    expect(ada.page.locator("#log li")).to_have_count(4)
    ada.page.click("#next")
    expect(ada.page.locator("#said")).to_contain_text("plays")
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator("#at")).to_have_text("2 of 3")
    ada.page.keyboard.press("ArrowLeft")
    expect(ada.page.locator("#at")).to_have_text("1 of 3")
    ada.page.click("#log li:nth-child(4) button")
    expect(ada.page.locator("#at")).to_have_text("3 of 3")
    expect(ada.page.locator("#next")).to_be_disabled()
    ada.page.locator("#slider").fill("0")
    expect(ada.page.locator("#at")).to_have_text("0 of 3")
    assert "<b>Ada</b>" in ada.page.inner_text("h1")


def test_a_moment_has_its_own_link(ada: Person) -> None:
    ada.page.click("#next")
    ada.page.click("#next")
    expect(ada.page).to_have_url(re.compile(r"#2$"))
    address = ada.page.url.partition("#")[0]
    ada.page.goto("about:blank")
    ada.page.goto(f"{address}?at=2")
    expect(ada.page.locator("#at")).to_have_text("2 of 3")


def test_it_plays_by_itself_to_the_end(ada: Person) -> None:
    ada.page.click("#run")
    expect(ada.page.locator("#at")).to_have_text("3 of 3")
    expect(ada.page.locator("#run")).to_have_attribute("aria-pressed", "false")


def test_a_viewpoint_is_chosen(ada: Person) -> None:
    expect(ada.page.locator("#viewpoint option")).to_have_count(4)
    everything = ada.page.locator("#board svg").inner_html()
    ada.page.select_option("#viewpoint", "2")
    expect(ada.page.locator("#log li:nth-child(3)")).to_contain_text("You play")
    ada.page.wait_for_function(
        "(old) => document.querySelector('#board svg').innerHTML !== old", arg=everything
    )


def test_what_is_no_record_is_refused_in_words(people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/replay")
    ada.page.fill("#text", RECORD.replace("8x2", "8x3"))
    ada.page.click("#upload button.main")
    expect(ada.page.locator("#trouble")).to_contain_text("8x3")
    ada.problems = [one for one in ada.problems if "400" not in one]


def test_a_game_at_a_table_is_watched_after_its_end(people: People) -> None:
    ada = people.new()
    ada.make_table("splash", ["person", "random"], options={"turn_limit": 8})
    ada.play()
    ada.page.click("#ending a[href*=replay]")
    ada.page.wait_for_selector("#board svg")
    ada.page.click("#last")
    expect(ada.page.locator("#said")).to_contain_text(re.compile("won|draw"))
    ada.page.click("#check")
    expect(ada.page.locator("#fairness")).to_contain_text("Nobody could choose them")
    with ada.page.expect_download() as download:
        ada.page.click("a[download]")
    record = Record.loads(download.value.path().read_text("utf-8"))
    assert record.game == "splash"
    ada.page.click("a:has-text('To the table')")
    expect(ada.page.locator("#ending")).to_be_visible()
    with ada.page.expect_download() as picture:
        ada.page.click("#ending button:has-text('Picture')")
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_game_that_goes_on_is_seen_from_ones_own_viewpoint_only(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    link = ada.make_table("kariba", ["person", "person"], public=True)
    ben.come_by(link)
    ada.wait_for_turn()
    ada.take_turn()
    ben.wait_for_turn()
    ask = "(address) => fetch(address).then((answer) => answer.text())"
    page = f"{ben.page.url}/replay/1/scenes?from=1&viewpoint="
    own = ben.page.evaluate(ask, page + "2")
    for viewpoint in ("1", OPEN, WATCHING, "x"):
        assert ben.page.evaluate(ask, page + viewpoint) == own
    assert ada.page.evaluate(ask, page + "2") == ada.page.evaluate(ask, page + "1") != own
    guest = people.new("Guest")
    guest.page.goto(guest.address)
    seen = guest.page.evaluate(ask, page + "1")
    assert seen == guest.page.evaluate(ask, page + WATCHING)
    assert seen not in (own, ada.page.evaluate(ask, page + "1"))


def test_a_replay_says_to_each_viewer_what_they_could_know() -> None:
    replay = Replay(Record.loads(RECORD))
    say = speaker("en")
    told = {viewpoint: " ".join(one["text"] for one in replay.log(viewpoint, say)) for viewpoint in
            (OPEN, WATCHING, "1", "2")}  # fmt: skip
    assert "You draw: cheetah (6)" in told["1"] or "cheetah" in told["1"]
    assert "cheetah" not in told["2"]
    assert "cheetah" not in told[WATCHING]
    assert "cheetah" in told[OPEN]
