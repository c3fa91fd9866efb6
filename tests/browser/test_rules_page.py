"""The rules to read: in three languages, with pictures, on a page of their own and at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from waterside.core.registry import all_games
from waterside.server.site import guides

GAMES = list(all_games())


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_pictures_that_load(game: str, people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/rules/{game}")
    expect(ada.page.locator("article h1")).to_have_text(all_games()[game].title)
    pictures = ada.page.locator("article figure img")
    assert pictures.count() >= 2
    for index in range(pictures.count()):
        pictures.nth(index).scroll_into_view_if_needed()
        ada.page.wait_for_function(
            "(i) => document.querySelectorAll('article figure img')[i].naturalWidth > 0",
            arg=index,
        )
    for link in ada.page.locator(".contents a[href^='#']").all():
        assert ada.page.locator(str(link.get_attribute("href"))).count() == 1


def test_rules_are_in_the_readers_language(people: People) -> None:
    ada = people.new(locale="fr-FR")
    ada.page.goto(f"{ada.address}/rules/kariba")
    expect(ada.page.locator("article")).to_contain_text("Le jeu en une minute")
    expect(ada.page.locator("figcaption").first).to_contain_text("point d’eau")


def test_rules_can_be_read_at_the_table(people: People) -> None:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.page.click("[data-drawer=rules]")
    expect(ada.page.locator("#rules article")).to_contain_text("The game in a minute")
    assert ada.page.locator("#rules figure img").count() >= 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_guides_are_as_long_in_all_languages(game: str, language: str) -> None:
    found = guides.guide(game, language)
    assert len(found.sections) == len(guides.guide(game, "en").sections)
    assert sum(text.count("<figure>") for _, text in found.sections) >= 2


def test_a_guide_cannot_bring_elements_of_its_own() -> None:
    text = "# T\n\n<script>alert(1)</script> <img src=x onerror=y>\n\n[x](javascript:alert)\n"
    written = guides.render(guides.MARKDOWN.parse(text))
    assert "<script" not in written
    assert "<img" not in written
    assert 'href="javascript' not in written
