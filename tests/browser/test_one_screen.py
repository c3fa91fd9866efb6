"""Board, whose turn it is, prompt and actions are seen together, on every screen and at any time."""

from __future__ import annotations

import pytest

from tests.browser.people import People
from waterside.core.registry import all_games

SIZES = [(360, 640), (390, 844), (768, 1024), (844, 390), (1280, 800), (1920, 1080), (640, 360)]
SHORT: dict[str, dict[str, str | int]] = {
    "crocodile": {"setup": "picture", "patience": 12},
    "cromado": {"turn_limit": 6},
    "splash": {"turn_limit": 10},
}
LOCALES = ("en-GB", "fr-FR", "de-DE")
GAMES = [
    (name, seats, LOCALES[number % len(LOCALES)])
    for number, (name, seats) in enumerate(
        (name, seats) for name, game in all_games().items() for seats in sorted({*game.seats})
    )
]

WRONG = """() => {
  const found = [];
  const rect = (one) => one.getBoundingClientRect();
  const inside = (one, what) => {
    const { left, right, top, bottom } = rect(one);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`${what} is not on the screen: ${[left, top, right, bottom].map(Math.round)}`);
  };
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push("the page scrolls");
  inside(document.querySelector("#board svg"), "the board");
  for (const part of document.querySelectorAll("#board .can")) inside(part, part.id);
  const prompt = document.querySelector("#prompt");
  inside(prompt, "the prompt");
  const words = document.createRange();
  words.selectNodeContents(prompt);
  if (rect(words).height > prompt.clientHeight + 3) found.push(`cut: ${prompt.textContent}`);
  const preview = document.querySelector("#preview");
  if (preview.checkVisibility() && preview.scrollHeight > preview.clientHeight + 3) found.push(`cut: ${preview.textContent}`);
  const seats = [...document.querySelectorAll("#seats .seat")];
  seats.forEach((seat, i) => inside(seat, `player ${i + 1}`));
  for (const knob of document.querySelectorAll(".now button, .drawer-bar button")) {
    inside(knob, knob.textContent);
    if (knob.scrollWidth > knob.clientWidth + 1 || knob.scrollHeight > knob.clientHeight + 3)
      found.push(`cut: ${knob.textContent}`);
    const { left, top, width, height } = rect(knob);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit?.closest("button") !== knob) found.push(`covered: ${knob.textContent}`);
  }
  for (const name of document.querySelectorAll("#seats .name")) {
    if (name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
      found.push(`the name ${name.textContent} is cut`);
    const text = document.querySelector("#board").textContent;
    if (name.textContent.length > 4 && text.includes(name.textContent))
      found.push(`${name.textContent} stands on the board too`);
  }
  const boxes = [".play", ".seats", ".now", ".drawer-bar"].map((one) => [one, rect(document.querySelector(one))]);
  boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${one} and ${other} overlap by ${wide} x ${high}`);
  }));
  const picture = rect(document.querySelector("#board svg"));
  if (Math.min(picture.width, picture.height) < 200) found.push(`the board is ${picture.width} x ${picture.height}`);
  return found;
}"""


ENDING_WRONG = """() => {
  const found = [];
  for (const part of document.querySelectorAll("#ending, #ending h2, #ending .main")) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`${part.textContent.slice(0, 20)}: ${[left, top, right, bottom].map(Math.round)}`);
  }
  return found;
}"""


@pytest.mark.parametrize(("game", "seats", "locale"), GAMES)
def test_all_of_it_is_on_the_screen_at_every_state(
    game: str, seats: int, locale: str, people: People
) -> None:
    ada = people.new("Annegret Sonnenschein", has_touch=True, is_mobile=True, locale=locale)
    ada.make_table(game, ["person", *["random"] * (seats - 1)], options=SHORT.get(game, {}))
    turns = 0
    while ada.wait_for_turn() and turns < 4 * len(SIZES):
        width, height = SIZES[turns % len(SIZES)]
        ada.resize({"width": width, "height": height})
        ada.wait_for_turn()
        for _ in range(4):  # a piece, where it goes, and to confirm that
            if not ada.is_on_turn():
                break
            assert ada.page.evaluate(WRONG) == [], (width, height, ada.page.inner_text("#prompt"))
            ada.touch()
        turns += 1
        if ada.is_on_turn():
            ada.take_turn()
    assert turns > 0
    for width, height in SIZES if ada.is_over() else []:
        ada.resize({"width": width, "height": height})
        assert ada.page.evaluate(ENDING_WRONG) == [], (width, height)
