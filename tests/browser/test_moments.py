"""Around the moves: bots that are somebody, speed, sounds, endings, being out, one device."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import MY_TURN, OVER, PHONE, People, Person
from waterside.server.domain.bot_names import NAMES

TABLE = "() => import(document.querySelector('script[src*=table]').src).then(({ table }) => %s)"
SHORT = {"crocodile": {"setup": "picture", "patience": 12}, "cromado": {"turn_limit": 8}}
FEW = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def at_table(person: Person, expression: str) -> Any:
    """Something that the page knows of its table."""
    return person.page.evaluate(TABLE % expression)


def play(person: Person, choose: str) -> None:
    """Plays the first legal action that JavaScript's ``choose(action)`` finds, else the first."""
    at_table(
        person,
        f"table.play(table.state.game.legal.findLast(({{ action }}) => ({choose})(action))"
        f" ?? table.state.game.legal[0])",
    )


def test_bots_have_names_faces_and_a_badge(people: People) -> None:
    ada = people.new("Ada", locale="de-DE")
    ada.make_table("kariba", ["person", "casual", "casual"])
    ada.page.wait_for_selector(".seat.turn")
    names = ada.page.locator(".seat .name").all_inner_texts()
    assert names[0] == "Ada"
    assert names[1] != names[2]
    assert set(names[1:]) <= set(NAMES)
    assert ada.page.locator(".seat .level").all_inner_texts() == ["Hobby", "Hobby"]
    sizes = "(faces) => Promise.all(faces.map(async (one) => { await one.decode(); return one.naturalWidth; }))"
    assert all(ada.page.locator(".seat img.face").evaluate_all(sizes))
    ada.wait_for_turn()
    ada.take_turn()
    ada.wait_for_turn()
    log = ada.page.locator("#log").inner_text()
    assert f"{names[1]} spielt" in log
    assert "Gelegentlich" not in log


def test_bots_and_animations_are_as_fast_as_the_player_wants(people: People) -> None:
    ada = people.new("Ada", reduced_motion="no-preference")
    sent: list[str] = []
    ada.page.on("websocket", lambda line: line.on("framesent", lambda one: sent.append(str(one))))
    ada.make_table("kariba", ["person", "beginner"])
    ada.wait_for_turn()
    assert not any('"pace"' in one for one in sent)
    ada.page.click("#preferences summary")
    ada.page.get_by_label("No animation").check()
    ada.page.click("#preferences summary")
    ada.page.evaluate(
        "() => { window.animated = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...how) { window.animated += 1;"
        " return animate.apply(this, how); }; }"
    )
    ada.take_turn()
    ada.wait_for_turn()
    assert ada.page.evaluate("window.animated") == 0
    assert [one for one in sent if '"pace"' in one and '"none"' in one]
    ada.page.reload()
    expect(ada.page.get_by_label("No animation")).to_be_checked()


def test_motion_can_be_skipped_by_a_button(people: People) -> None:
    ada = people.new("Ada", reduced_motion="no-preference")
    ada.make_table("kariba", ["person", "beginner"])
    ada.page.evaluate("localStorage.setItem('waterside-speed', 'slow')")
    ada.wait_for_turn()
    play(ada, "() => true")
    ada.page.locator("#skip").click()
    expect(ada.page.locator("#skip")).to_be_hidden()
    ada.wait_for_turn()


@pytest.mark.parametrize(("game", "sound"), [("kariba", "card"), ("crocodile", "water")])
def test_sounds_are_off_until_asked_for_and_belong_to_the_game(
    game: str, sound: str, people: People
) -> None:
    ada = people.new("Ada")
    ada.make_table(game, ["person", "beginner"], options=SHORT.get(game, {}))
    ada.wait_for_turn()
    ada.take_turn()
    ada.wait_for_turn()
    root = ada.page.locator("html")
    assert root.get_attribute("data-sound") is None
    ada.page.click("#preferences summary")
    ada.page.get_by_label("Play sounds").check()
    expect(root).to_have_attribute("data-sound", "turn")
    ada.page.get_by_label("Volume").fill("20")
    expect(root).to_have_attribute("data-sound", sound)
    assert ada.page.evaluate("localStorage.getItem('waterside-volume')") == "20"


@pytest.mark.parametrize("game", ["kariba", "crocodile", "cromado"])
def test_an_ending_ranks_the_players_and_says_what_decided(game: str, people: People) -> None:
    ada = people.new("Ada", **FEW)
    ada.make_table(game, ["person", "random"], options=SHORT.get(game, {}))
    ada.play()
    ending = ada.page.locator("#ending")
    places = ending.locator(".ranking li")
    expect(places).to_have_count(2)
    expect(places.first.locator(".place")).to_have_text("1.")
    decided = ending.locator(".decided").inner_text()
    assert re.search(r"ahead of|Equal|across first|decide", decided), decided
    winner = places.first.locator(".who").inner_text()
    mood = (ending.get_attribute("class") or "").split()[-1]
    equal = places.nth(1).locator(".place").inner_text() == "1."
    assert mood == ("watched" if equal else "won" if winner == "Ada" else "lost")
    for name in ("Replay", "Another game"):
        expect(ending.get_by_role("link", name=name)).to_be_visible()
    expect(ending.get_by_role("button", name="Rematch")).to_be_visible()


def test_the_result_is_saved_as_a_picture_with_the_names(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("crocodile", ["person", "random"], options=SHORT["crocodile"])
    ada.play()
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == "crocodile-1.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    table = ada.page.url.rpartition("/")[2]
    svg = ada.page.evaluate("(id) => fetch(`/t/${id}/result.svg`).then((a) => a.text())", table)
    names = ada.page.locator(".ranking .who").all_inner_texts()
    assert all(f">{name}</text>" in svg for name in names)
    assert "Crocodile Pool Party" in svg


def test_another_game_begins_at_another_level(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("crocodile", ["person", "random"], options=SHORT["crocodile"])
    ada.play()
    ada.page.get_by_label("Other bot level").select_option("beginner")
    expect(ada.page.locator(OVER)).to_have_count(0)
    expect(ada.page.locator(".seat .level")).to_have_text("Beginner")
    ada.page.wait_for_selector(".seat.turn")


def test_who_is_out_sees_why_and_skips_to_the_end(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("splash", ["person", "random", "random", "random", "random"])
    out = ada.page.locator("#out")
    while out.is_hidden():
        assert ada.wait_for_turn(), "out before the end"
        before = at_table(ada, "table.state.game.actions")
        play(ada, "(action) => action.startsWith('accuse')")
        ada.page.wait_for_function(
            "(before) => import(document.querySelector('script[src*=table]').src).then(({ table }) =>"
            " table.state.game.actions > before && !table.showing)",
            arg=before,
        )
        ada.page.wait_for_selector(f"{MY_TURN}, {OVER}, #out:not([hidden])")
    expect(out).to_contain_text("You are out")
    expect(out).to_contain_text(re.compile("You say|says: you are|You were"))
    out.get_by_role("button", name="Skip to the end").click()
    ada.page.wait_for_selector(OVER)
    expect(out).to_be_hidden()
    expect(ada.page.locator("#ending .ranking li")).to_have_count(5)


RUNS = TABLE.replace("%s", "table.state.game.clock.stopped === false")


def share_a_device(ada: Person, **wish: Any) -> None:
    ada.make_table("kariba", ["person", "person"], **wish)
    ada.page.click("#before summary")
    ada.page.fill("#before input[name=name]", "Ben")
    ada.page.get_by_role("button", name="Add a player here").click()


def test_loading_the_page_again_uncovers_no_hand(people: People) -> None:
    ada = people.new("Ada")
    share_a_device(ada)
    ada.wait_for_turn()
    for _ in range(2):
        ada.page.reload()
        cover = ada.page.locator("#cover")
        expect(cover).to_contain_text("Pass the device to Ada")
        expect(ada.page.locator("#board svg")).not_to_be_visible()
        assert at_table(ada, "table.state.you.seat") is None
        assert at_table(ada, "table.state.game.legal.length") == 0
    cover.get_by_role("button").click()
    assert ada.wait_for_turn()
    assert at_table(ada, "table.state.game.legal.length") > 0


def test_the_mover_sees_the_result_before_the_cover_and_the_clock_waits(people: People) -> None:
    ada = people.new("Ada")
    share_a_device(ada, turn_time=300)
    ada.wait_for_turn()
    ada.page.wait_for_function(RUNS)
    play(ada, "() => true")
    cover = ada.page.locator("#cover")
    passing = ada.page.locator("#pass")
    expect(passing).to_contain_text("You play")
    at_table(ada, "clearTimeout(table.cover.timer)")
    expect(ada.page.locator("#board svg")).to_be_visible()
    assert at_table(ada, "table.state.game.clock.stopped") is True
    passing.get_by_role("button", name="Cover and pass to Ben").click()
    expect(cover).to_contain_text("The clock waits.")
    cover.get_by_role("button", name="I am Ben").click()
    expect(cover).to_be_hidden()
    ada.page.wait_for_function(RUNS)


def test_the_number_of_players_keeps_the_rest_of_the_form(people: People) -> None:
    ada = people.new("Ada")
    ada.page.goto(f"{ada.address}/new/kariba")
    ada.page.fill("[name=name-1]", "Ada")
    ada.page.select_option("#seat-2", "here")
    ada.page.fill("[name=name-2]", "Ben")
    ada.page.get_by_label("Everyone").check()
    ada.page.select_option("#turn", "300")
    ada.page.get_by_label("Allow hints").uncheck()
    ada.page.click("summary:has-text('House rules')")
    ada.page.fill("#title", "By the lake")
    ada.page.get_by_role("link", name="3", exact=True).click()
    expect(ada.page.locator(".seat-wish")).to_have_count(3)
    expect(ada.page.locator("[name=name-2]")).to_have_value("Ben")
    expect(ada.page.locator("[name=name-2]")).to_be_visible()
    expect(ada.page.locator("#seat-2")).to_have_value("here")
    expect(ada.page.get_by_label("Everyone")).to_be_checked()
    expect(ada.page.locator("#turn")).to_have_value("300")
    expect(ada.page.get_by_label("Allow hints")).not_to_be_checked()
    expect(ada.page.locator("#title")).to_have_value("By the lake")
