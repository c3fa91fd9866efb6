"""The first page: a game against bots in one click, a table with friends, and the way back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

import waterside
from tests.browser.conftest import Server
from tests.browser.people import PHONE, WIDE, People, Person
from tests.conftest import install_package
from tests.test_third_party import PACKAGE

FIRST_LOAD = 150_000
GAMES = list(waterside.all_games())
EVIL = "<img src=x onerror=alert(1)>\"'><svg onload=alert(2)>"


@pytest.mark.parametrize("game", GAMES)
def test_one_click_plays_against_a_bot(game: str, people: People) -> None:
    ada = people.new()
    ada.page.goto(ada.address)
    ada.page.click(f".play-now[data-game={game}] button")
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_for_turn()


def test_a_click_before_the_scripts_are_there_counts(people: People) -> None:
    ada = people.new()
    held: list[Route] = []
    ada.page.route("**/home.js*", lambda route: held.append(route))
    with ada.page.expect_request("**/home.js*"):
        ada.page.goto(ada.address, wait_until="commit")
    ada.page.click(".play-now[data-game=crocodile] button", no_wait_after=True)
    held[0].continue_()
    ada.page.wait_for_url("**/t/*")
    assert ada.wait_for_turn()


def test_the_number_and_the_strength_of_bots_are_chosen(people: People) -> None:
    ada = people.new()
    ada.page.goto(ada.address)
    ada.page.fill("#name", "Ada")
    ada.page.select_option("#level", "beginner")
    form = ada.page.locator(".play-now[data-game=kariba]")
    form.locator("select").select_option("3")
    form.locator("button").click()
    expect(ada.page.locator("#seats > li")).to_have_count(4)
    expect(ada.page.locator("#seats")).to_contain_text("Ada")
    expect(ada.page.locator("#seats")).to_contain_text("Beginner")
    ada.page.goto(ada.address)
    expect(ada.page.locator("#name")).to_have_value("Ada")
    expect(ada.page.locator("#level")).to_have_value("beginner")


def test_own_tables_and_open_tables_are_listed(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ada.make_table("kariba", ["person", "person"], title="Ours in the list", public=True)
    ada.page.goto(ada.address)
    ada.page.click(".table-row:has-text('Ours in the list')")
    ada.page.wait_for_url("**/t/*")
    ben.page.goto(ben.address)
    row = ben.page.locator(".table-row:has-text('Ours in the list')")
    expect(row).to_contain_text("Ada")
    expect(row).to_contain_text("1 seat free")
    row.click()
    expect(ben.page.locator("#before")).to_be_visible()


def test_a_table_that_is_not_public_is_listed_for_nobody_else(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ada.make_table("kariba", ["person", "person"], title="Just for us")
    ben.page.goto(ben.address)
    expect(ben.page.locator("main")).not_to_contain_text("Just for us")


def test_a_table_with_friends_is_set_up(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ada.page.goto(f"{ada.address}/new/cromado")
    ada.page.click(".pills a:has-text('3')")
    ada.page.fill("[name=name-1]", "Ada")
    ada.page.select_option("#seat-3", "beginner")
    ada.page.select_option("#turn", "300")
    ada.page.click("summary:has-text('House rules')")
    ada.page.select_option("[data-option=reroll_any]", "on")
    ada.page.fill("[data-option=rolls]", "5")
    ada.page.click("button.main")
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator("#before")).to_be_visible()
    link = ada.page.locator("#link").input_value()
    assert "/i/" in link
    ben.come_by(link)
    ben.page.wait_for_selector(".seat.turn")
    table = ben.page.url.rpartition("/")[2]
    view = ben.page.evaluate("(id) => fetch(`/api/tables/${id}`).then((a) => a.json())", table)
    assert view["phase"] == "playing"
    assert view["table"]["options"]["rolls"] == 5
    assert view["table"]["options"]["reroll_any"] is True
    assert view["table"]["turn_time"] == 300


def test_several_people_at_one_device(people: People) -> None:
    ada = people.new("Ada")
    ada.page.goto(f"{ada.address}/new/kariba")
    ada.page.fill("[name=name-1]", "Ada")
    ada.page.select_option("#seat-2", "here")
    ada.page.fill("[name=name-2]", "Ben")
    ada.page.click("button.main")
    ada.page.wait_for_url("**/t/*")
    ada.page.get_by_role("button", name="I am Ada").click()
    assert ada.wait_for_turn()
    ada.take_turn()
    expect(ada.page.locator("#pass")).to_contain_text("Ben")


def test_the_language_can_be_changed(people: People) -> None:
    ada = people.new(locale="de-DE")
    ada.page.goto(ada.address)
    expect(ada.page.locator("h1")).to_have_text("Welches Spiel heute?")
    ada.page.click("header summary")
    ada.page.click("button[name=language][value=fr]")
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ada.page.locator(".play-now button").first).to_have_text("Jouer")


@pytest.mark.parametrize("page", ["", "/new/splash", "/rules/cromado", "/tour/kariba", "/replay"])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_no_page_is_wider_than_a_phone(page: str, locale: str, people: People) -> None:
    ada = people.new(viewport=PHONE, is_mobile=True, has_touch=True, locale=locale)
    ada.page.goto(ada.address + page, wait_until="networkidle")
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("page", ["", "/new/splash", "/rules/kariba", "/tour/kariba", "/replay"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: str, scheme: str, people: People) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    ada = people.new(color_scheme=scheme, bypass_csp=True)
    ada.page.goto(ada.address + page, wait_until="networkidle")
    found = axe.Axe().run(ada.page).response["violations"]
    serious = [
        (one["id"], one["nodes"][0]["html"], one["nodes"][0].get("failureSummary"))
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_the_first_load_is_light_and_all_from_here(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address, wait_until="networkidle")
    page.click(".play-now[data-game=crocodile] button")
    page.wait_for_selector("#board svg")
    context.close()
    assert asked, "nothing was loaded"
    assert [url for url in asked if not url.startswith(server.address)] == []
    assert 10_000 < sum(sizes) < FIRST_LOAD


def test_the_page_can_be_installed(people: People) -> None:
    ada = people.new()
    ada.page.goto(ada.address)
    manifest = ada.page.evaluate(
        """async () => {
          const link = document.querySelector("link[rel=manifest]").href;
          const manifest = await (await fetch(link)).json();
          const icons = await Promise.all(manifest.icons.map(async (icon) => {
            const answer = await fetch(new URL(icon.src, link));
            return [answer.status, answer.headers.get("content-type"), icon.type];
          }));
          return { ...manifest, icons };
        }"""
    )
    assert manifest["start_url"] == "/"
    assert manifest["icons"]
    for status, kind, told in manifest["icons"]:
        assert status == 200
        assert kind.startswith(told)


def test_titles_and_names_are_only_text(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.page.goto(ben.address)
    ada.make_table("kariba", ["person", "person"], title=EVIL[:60], name=EVIL[:32], public=True)
    ben.page.goto(ben.address)
    assert EVIL[:28] in ben.page.inner_text("main")
    assert ben.page.locator("img[onerror], svg[onload], img[src=x]").count() == 0
    assert ben.dialogs == 0


def test_a_game_of_somebody_elses_is_at_once_playable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    install_package(tmp_path, monkeypatch, "pebbles", PACKAGE, {"pebbles": "pebbles:GAME"})
    server = Server(tmp_path)
    people = People(browser, server.address)
    try:
        ada: Person = people.new()
        ada.page.goto(ada.address)
        expect(ada.page.locator("#game-pebbles")).to_have_text("Pebbles")
        ada.page.click(".play-now[data-game=pebbles] button")
        ada.page.wait_for_url("**/t/*")
        assert ada.play() > 1
        expect(ada.page.locator("#ending .ranking li")).to_have_count(2)
        ada.page.goto(f"{ada.address}/new/pebbles")
        expect(ada.page.locator("[data-option=heap]")).to_have_value("7")
        answers = [ada.page.goto(f"{ada.address}/{page}/pebbles") for page in ("rules", "tour")]
        assert [answer.status for answer in answers if answer] == [404, 404]
        ada.problems = [one for one in ada.problems if "404" not in one]
    finally:
        people.close()
        server.stop()


def test_the_room_opens_and_is_found_again(tmp_path: Path) -> None:
    opener = shutil.which("true") or "/bin/true"
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path),
        "WATERSIDE_INTERPRETED": "1",
        "BROWSER": opener,
    }
    command = [sys.executable, "-m", "waterside", "--no-browser", "--port"]
    room = subprocess.Popen([*command, "0"], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert room.stdout is not None
        said = room.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said
        again = subprocess.run(
            [*command, found[1]], capture_output=True, text=True, env=environment, timeout=600
        )
        assert (again.returncode, again.stderr) == (0, "")
        assert "open already" in again.stdout
    finally:
        room.send_signal(2)
        rest, _ = room.communicate(timeout=600)
    assert room.returncode == 0
    assert "closed" in rest
    assert (tmp_path / "waterside" / "tables.db").exists()
