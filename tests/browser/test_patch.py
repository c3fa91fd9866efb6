"""Patching a picture gives the same as drawing it anew, and keeps what has the same id."""

from __future__ import annotations

import random

import pytest

import waterside
from tests.browser.people import People
from waterside.pictures import drawing_of, last_steps
from waterside.text.language import speaker

PICTURES = 40

PATCHED = """async ([address, pictures]) => {
  const { patch, readPicture } = await import(address);
  const box = document.body.appendChild(document.createElement("div"));
  box.append(readPicture(pictures[0]));
  const wrong = [];
  for (const [index, svg] of pictures.entries()) {
    const before = new Map([...box.querySelectorAll("[id]")].map((one) => [one.id, one]));
    patch(box.firstChild, readPicture(svg));
    if (!box.firstChild.isEqualNode(readPicture(svg))) wrong.push(`picture ${index} differs`);
    for (const one of box.querySelectorAll("[id]")) {
      const old = before.get(one.id);
      if (old && old !== one && old.nodeName === one.nodeName) wrong.push(`${one.id} is another`);
    }
  }
  box.remove();
  return wrong;
}"""


def pictures(name: str, seed: int) -> list[str]:
    """Pictures of a game played at random, now and then from another seat and backwards."""
    rng = random.Random(seed)
    game = waterside.game(name)
    position = game.new()
    found = []
    for index in range(PICTURES * 3):
        if position.is_over:
            break
        chances = position.chances()
        choices = list(chances) or position.legal()
        position = position.play(rng.choice(choices))
        seat = rng.choice([1, 1, 1, 2, None])
        if index % 3 == 0:
            last = last_steps(position, seat)
            seen = position.seen_by(seat)
            found.append(drawing_of(game).draw(seen, seat, speaker("en"), last).svg)
    return found + found[::-5]


@pytest.mark.parametrize("game", list(waterside.all_games()))
def test_patching_gives_the_same_as_drawing_anew(game: str, people: People) -> None:
    ada = people.new()
    ada.page.goto(f"{ada.address}/static/none/icon.svg")
    ada.page.goto(f"{ada.address}/t/none")
    ada.problems.clear()  # there is no such table, and the browser says so
    address = "/static/none/script/patch.js"
    for seed in range(2):
        assert ada.page.evaluate(PATCHED, [address, pictures(game, seed)]) == []


WALKED = """async ([address, pictures]) => {
  const { Stage } = await import(address);
  const box = document.body.appendChild(document.createElement("div"));
  const stage = new Stage(box);
  await stage.show(pictures[0]);
  const shown = stage.show(pictures[1]);
  const flying = stage.running.map((one) => one.effect.getKeyframes().map((frame) => frame.transform));
  stage.finish();
  await shown;
  box.remove();
  return flying;
}"""


def walking(x: int, y: int, way: str = "") -> str:
    """A picture with one thing, twice as large as its numbers say."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><g transform="scale(2)">'
        f'<g id="it" data-moves="" {way} transform="translate({x} {y})"><rect width="4" height="4"/>'
        "</g></g></svg>"
    )


def test_what_says_its_way_is_seen_walking_it(people: People) -> None:
    ada = people.new(reduced_motion="no-preference")
    ada.page.goto(f"{ada.address}/static/none/icon.svg")
    ada.page.goto(f"{ada.address}/t/none")
    ada.problems.clear()
    address = f"{ada.address}/static/none/script/motion.js"
    places = [walking(10, 10), walking(30, 20, 'data-way="30,10 30,20"')]
    flying = ada.page.evaluate(WALKED, [address, places])
    steps = next(frames for frames in flying if frames[0])
    assert steps == [f"matrix(2, 0, 0, 2, {x}, {y})" for x, y in ((20, 20), (60, 20), (60, 40))]
