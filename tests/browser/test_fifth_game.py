"""A game of somebody else's is playable in the browser at once: it needs Python only."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.people import OVER, People
from tests.conftest import install_package
from tests.test_third_party import PACKAGE


def test_a_fifth_game_is_played_to_its_end(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_package(tmp_path, monkeypatch, "pebbles", PACKAGE, {"pebbles": "pebbles:GAME"})
    server = Server(tmp_path)
    people = People(browser, server.address)
    try:
        ada, ben = people.new("Ada"), people.new("Ben")
        ben.come_by(ada.make_table("pebbles", ["person", "person"]))
        ada.wait_for_turn()
        ada.page.get_by_role("button", name="Hint").click()
        expect(ada.page.locator("#advice .reasons li").first).to_contain_text("It ")
        ada.page.get_by_role("button", name="Hide").click()
        for person in (ada, ben) * 20:
            if ada.is_over():
                break
            if person.wait_for_turn():
                expect(person.page.locator("#board")).to_contain_text("pebbles")
                person.take_turn()
                person.page.wait_for_selector(f"#prompt:not(.mine), {OVER}")
        expect(ben.page.locator("#ending h2")).to_contain_text("won")
        people.close()
    finally:
        server.stop()
