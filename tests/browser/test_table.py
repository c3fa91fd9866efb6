"""What people do at a table besides playing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import OVER, PHONE, People, play_together


def test_a_friend_comes_by_link_and_the_game_begins(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    link = ada.make_table("kariba", ["person", "person"])
    expect(ada.page.locator("#before")).to_contain_text("Waiting for players")
    expect(ada.page.locator("#before .qr svg")).to_be_visible()
    assert ada.page.input_value("#link") == link
    ben.come_by(link)
    expect(ada.page.locator("#seats")).to_contain_text("Ben")
    expect(ada.page.locator("#before")).to_be_hidden()
    expect(ada.page.locator("#board svg")).to_be_visible()
    assert "/i/" not in ben.page.url, "the secret is in the address"


def test_a_stranger_is_not_let_in_without_the_link(people: People) -> None:
    ada, eve = people.new("Ada"), people.new("Eve")
    ada.make_table("kariba", ["person", "person"])
    answer = eve.page.goto(ada.page.url)
    assert answer is not None and answer.status == 403
    expect(eve.page.locator("h1")).to_have_text("By invitation only")
    eve.problems.clear()


def test_somebody_watches_a_public_table_and_sees_no_hand(people: People) -> None:
    ada, eve = people.new("Ada"), people.new("Eve")
    ada.make_table("kariba", ["person", "random"], public=True)
    ada.wait_for_turn()
    eve.page.goto(ada.page.url)
    expect(eve.page.locator("#tools")).to_contain_text("Spectating")
    assert eve.page.locator("#board .can").count() == 0
    assert eve.page.locator("#board [id^=card-][role=button]").count() == 0


def test_people_talk_and_read_what_they_missed(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.come_by(ada.make_table("kariba", ["person", "person"]))
    ada.page.click("[data-drawer=talk]")
    ada.page.fill("#words", "Hello Ben")
    ada.page.keyboard.press("Enter")
    expect(ben.page.locator("#unread")).to_have_text("1")
    ben.page.click("[data-drawer=talk]")
    expect(ben.page.locator("#chat li")).to_have_text(["▲Ada: Hello Ben"])
    expect(ben.page.locator("#unread")).to_be_hidden()


def test_the_host_mutes_a_spectator_and_lets_them_speak_again(people: People) -> None:
    ada, eve = people.new("Ada"), people.new("Eve")
    ada.make_table("kariba", ["person", "random"], public=True)
    ada.wait_for_turn()
    eve.page.goto(ada.page.url)
    eve.page.click("[data-drawer=talk]")
    words = eve.page.locator("#words")
    words.fill("First!")
    eve.page.keyboard.press("Enter")
    expect(ada.page.locator("#unread")).to_have_text("1")
    ada.page.click("[data-drawer=more]")
    ada.page.get_by_role("button", name=re.compile("^Mute ")).click()
    expect(words).to_be_disabled()
    expect(words).to_have_attribute("placeholder", "The host has muted you.")
    ada.page.reload()
    ada.page.click("[data-drawer=more]")
    expect(ada.page.get_by_role("button", name=re.compile("^Mute "))).to_have_count(0)
    ada.page.get_by_role("button", name=re.compile("^Let .* speak$")).click()
    expect(words).to_be_enabled()
    expect(words).to_have_attribute("placeholder", "Say something")
    words.fill("Sorry!")
    eve.page.keyboard.press("Enter")
    ada.page.click("[data-drawer=talk]")
    expect(ada.page.locator("#chat li")).to_contain_text(["First!", "Sorry!"])


def test_a_move_is_taken_back_at_once_or_when_the_other_agrees(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.come_by(ada.make_table("crocodile", ["person", "person"]))
    ada.wait_for_turn()
    ada.take_turn()
    undo = ada.page.locator("#undo button")
    expect(undo).to_have_text("Undo")
    where = undo.bounding_box()
    undo.click()
    expect(ada.page.locator("#log")).to_contain_text("You take your move back")
    ada.wait_for_turn()
    ada.take_turn()
    ben.wait_for_turn()
    ben.take_turn()
    ada.wait_for_turn()
    expect(undo).to_have_text("Ask Ben to undo")
    assert undo.bounding_box() == where, "it stays where it was"
    undo.click()
    expect(undo).to_be_disabled()
    expect(ada.page.locator("#questions")).to_contain_text("waiting for their answer")
    ben.page.locator("#questions").get_by_role("button", name="Yes").click()
    expect(ben.page.locator("#log")).to_contain_text("Ada takes a move back")


def test_resigning_asks_once_more_then_the_other_has_won_and_both_play_again(
    people: People,
) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.come_by(ada.make_table("crocodile", ["person", "person"]))
    ada.wait_for_turn()
    ada.page.click("[data-drawer=more]")
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Really resign?").click()
    expect(ben.page.locator("#ending h2")).to_have_text("Ada resigned. You win!")
    ben.page.get_by_role("button", name="Rematch").click()
    ada.page.locator("#questions").get_by_role("button", name="Yes").click()
    for person in (ada, ben):
        expect(person.page.locator("#ending")).to_be_hidden()
        person.page.wait_for_selector("#board svg")


def test_whoever_resigns_among_more_watches_a_bot_play_on_and_sees_its_hand_no_more(
    people: People,
) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.come_by(ada.make_table("kariba", ["person", "person", "random"]))
    ada.wait_for_turn()
    expect(ada.page.locator("#board [id^=hand-]").first).to_be_visible()
    ada.page.click("[data-drawer=more]")
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Really resign?").click()
    expect(ada.page.locator("#tools")).to_contain_text("Spectating")
    expect(ada.page.locator("#board [id^=hand-]")).to_have_count(0)
    ben.play()
    ada.page.wait_for_selector(OVER)
    assert "You" not in ada.page.inner_text("#ending h2")


def test_after_the_game_its_chance_can_be_checked_and_its_record_loaded(people: People) -> None:
    ada = people.new()
    ada.make_table("splash", ["person", "random"], options={"turn_limit": 6})
    ada.play()
    ada.page.get_by_role("button", name="Check fairness").click()
    expect(ada.page.locator("#fairness")).to_contain_text("Checked")
    with ada.page.expect_download() as record:
        ada.page.get_by_role("link", name="Download game").click()
    assert "splash" in record.value.path().read_text("utf-8")
    with ada.page.expect_download() as picture:
        ada.page.get_by_role("button", name="Save picture").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


CHANGE_KEPT = """(change) => {
  const all = JSON.parse(localStorage.getItem("waterside-chance"));
  for (const promise of Object.values(all.games)) Object.assign(promise, change);
  localStorage.setItem("waterside-chance", JSON.stringify(all));
}"""


def test_the_page_finds_out_what_was_exchanged_after_the_game(people: People) -> None:
    ada = people.new()
    ada.make_table("splash", ["person", "random"], options={"turn_limit": 6})
    ada.play()
    said, ask = ada.page.locator("#fairness"), ada.page.get_by_role("button", name="Check fairness")
    ask.click()
    expect(said).to_contain_text("Nobody could choose them")

    def check(change: dict[str, object], finding: str) -> None:
        kept = ada.page.evaluate("localStorage.getItem('waterside-chance')")
        ada.page.evaluate(CHANGE_KEPT, change)
        ask.click()
        expect(said).to_contain_text(finding)
        ada.page.evaluate("(kept) => localStorage.setItem('waterside-chance', kept)", kept)

    check({"commitment": "0" * 64}, "the server had committed to another secret")
    check({"commitments": ["0" * 64, ""]}, "the players had committed to other random numbers")
    check({"revealed": {"1": "0" * 64}}, "for seat 1 was not used")
    check({"takebacks": -1}, "you have not agreed to that")

    def exchange(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=re.sub(r"(?m)^(# draw 1: .*\n).*$", r"\1sinks", text))

    ada.page.route("**/record?game=1", exchange)
    ask.click()
    expect(said).to_contain_text("but the record has “sinks”")
    ada.page.unroute("**/record?game=1")
    ada.page.evaluate("localStorage.clear()")
    ada.page.reload()
    ask.click()
    expect(said).to_contain_text("It has kept nothing from before the game")


def test_several_people_at_one_device_cover_their_hands(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("kariba", ["person", "person"])
    ada.page.click("#before summary")
    ada.page.fill("#before input[name=name]", "Ben")
    ada.page.get_by_role("button", name="Add a player here").click()
    cover = ada.page.locator("#cover")
    for turn in range(4):
        name = ("Ada", "Ben")[turn % 2]
        if turn:
            expect(ada.page.locator("#board svg")).to_be_visible()
            ada.page.get_by_role("button", name=f"Cover and pass to {name}").click()
            expect(ada.page.locator("#board svg")).not_to_be_visible()
            expect(cover).to_contain_text(f"Pass the device to {name}")
            expect(ada.page.locator("#preview")).to_be_empty()
            expect(ada.page.locator("#log")).not_to_be_visible()
            cover.get_by_role("button").click()
        expect(ada.page.locator("#prompt")).to_contain_text(name)
        expect(cover).to_be_hidden()
        assert ada.wait_for_turn()
        ada.take_turn()


def test_without_secrets_nothing_is_covered_at_one_device(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("crocodile", ["person", "person"])
    ada.page.click("#before summary")
    ada.page.fill("#before input[name=name]", "Ben")
    ada.page.get_by_role("button", name="Add a player here").click()
    for turn in range(4):
        who = ("Ada", "Ben")[turn % 2]
        expect(ada.page.locator("#prompt")).to_contain_text(who)
        ada.wait_for_turn()
        ada.take_turn(of=who)
    assert ada.page.locator("#cover").is_hidden()


def test_the_host_puts_bots_in_free_seats(people: People) -> None:
    ada = people.new("Ada")
    ada.make_table("kariba", ["person", "person", "open"])
    ada.page.get_by_role("button", name="Put a bot in seat 2").click()
    expect(ada.page.locator("#seats")).to_contain_text("Casual")
    ada.page.get_by_role("button", name=re.compile("Start")).click()
    expect(ada.page.locator("#board svg")).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("en", "Moves"), ("fr", "Coups"), ("de", "Züge")])
def test_the_page_speaks_the_readers_language(language: str, words: str, people: People) -> None:
    ada = people.new(locale=language)
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    assert ada.page.get_attribute("html", "lang") == language
    expect(ada.page.locator("[data-drawer=moves]")).to_have_text(words)


def test_language_and_colours_can_be_switched(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    address = ada.page.url
    for choice, attribute, value in (("Deutsch", "lang", "de"), ("Dunkel", "class", "dark")):
        ada.page.click("header details:has([name=language]) summary")
        ada.page.get_by_role("button", name=choice).click()
        expect(ada.page.locator("html")).to_have_attribute(attribute, value)
    assert ada.page.url == address
    expect(ada.page.locator("#log")).to_contain_text("Die Partie beginnt")


def test_a_series_goes_on_with_the_next_game(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    link = ada.make_table("splash", ["person", "person"], options={"turn_limit": 6}, series=3)
    ben.come_by(link)
    play_together([ada, ben])
    ada.page.get_by_role("button", name="Next game").click()
    ben.page.locator("#questions").get_by_role("button", name="Yes").click()
    expect(ben.page.locator(OVER)).to_have_count(0)


def test_events_are_told_to_screen_readers_and_focus_stays(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.page.locator("#board .can").first.focus()
    ada.page.keyboard.press("Enter")
    assert ada.page.evaluate("() => document.activeElement.classList.contains('can')")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#live")).not_to_be_empty()
    unlabelled = ada.page.locator("#board [data-touch]:not([aria-label])").count()
    assert unlabelled == 0


def test_the_log_shows_where_on_the_board_it_happened(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.take_turn()
    ada.page.locator("#log li[data-parts]").first.hover()
    expect(ada.page.locator("#board .lit").first).to_be_attached()
    ada.page.locator("#prompt").hover()
    expect(ada.page.locator("#board .lit")).to_have_count(0)


def test_a_hint_marks_what_a_bot_would_touch(people: People) -> None:
    ada = people.new()
    ada.make_table("splash", ["person", "random"])
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator("#preview")).to_contain_text("Suggestion: ")
    expect(ada.page.locator("#board .hinted").first).to_be_attached()


def test_a_bot_plays_for_somebody_who_is_away_until_they_come_back(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    link = ada.make_table("kariba", ["person", "person"], away_limit=0, stand_in="random")
    ben.come_by(link)
    ben.page.wait_for_selector("#board svg")
    address = ben.page.url
    ben.page.goto(f"{ben.address}/static/none/icon.svg")
    ada.page.get_by_role("button", name="Let a bot play for Ben").click()
    expect(ada.page.locator("#seats")).to_contain_text("a bot plays meanwhile")
    ben.page.goto(address)
    ben.page.get_by_role("button", name="Return to your seat").click()
    expect(ada.page.locator("#log")).to_contain_text("Ben plays again")


def test_on_a_phone_a_drawer_opens_over_the_board_and_a_tap_closes_it(people: People) -> None:
    ada = people.new(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.make_table("crocodile", ["person", "random"], options={"setup": "picture"})
    ada.wait_for_turn()
    before = ada.page.locator("#board svg").bounding_box()
    ada.page.click("[data-drawer=moves]")
    expect(ada.page.locator("#moves")).to_be_visible()
    assert ada.page.locator("#board svg").bounding_box() == before
    ada.page.locator("#board").tap(position={"x": 200, "y": 150})
    expect(ada.page.locator("#moves")).to_be_hidden()


def test_against_bots_one_takes_back_as_often_as_one_likes(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    assert ada.wait_for_turn()
    undo = ada.page.locator("#undo button")
    expect(undo).to_be_disabled()
    where = undo.bounding_box()
    hand = ada.page.locator("#board [id^=hand-]")
    first = hand.evaluate_all("(cards) => cards.map((card) => card.id)")
    assert ada.play(3) == 3
    ada.wait_for_turn()
    taken = ada.page.locator("#log li", has_text="You take your move back")
    for times in range(1, 4):
        expect(undo).to_be_enabled()
        assert undo.bounding_box() == where
        undo.click()
        expect(taken).to_have_count(times)
        ada.wait_for_turn()
    expect(undo).to_be_disabled()
    assert hand.evaluate_all("(cards) => cards.map((card) => card.id)") == first


def test_the_whole_log_can_be_read_after_coming_back(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    assert ada.play(14) == 14
    ada.wait_for_turn()
    log = ada.page.locator("#log li")
    before = log.all_inner_texts()
    ada.page.reload()
    ada.wait_for_turn()
    assert 0 < log.count() < len(before)
    expect(log.last).to_be_in_viewport()
    recent = log.count()
    ada.page.route("**/log?*", lambda route: route.abort("connectionrefused"))
    ada.page.get_by_role("button", name="Show all from the beginning").click()
    expect(ada.page.get_by_text("nothing is lost")).to_be_visible()
    assert log.count() == recent
    ada.page.unroute("**/log?*")
    ada.page.get_by_role("button", name="Show all from the beginning").click()
    expect(log).to_have_count(len(before))
    assert log.all_inner_texts() == before
    assert "set up the table" in before[0]
    expect(ada.page.locator("#all")).to_be_hidden()
