"""Motion tells the truth: where things are while they move, sampled through real steps of games.

The animations are stopped and set to chosen times, so that nothing depends on how fast a machine is.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import waterside
from tests.browser.people import People, Person
from waterside.core.position import Position
from waterside.pictures.updates import by_id
from waterside.server.domain.round import Step
from waterside.server.views.scenes import Sight, turn_before
from waterside.text.language import speaker

SAMPLES = 24
CLOSE = 1.5  # units of a board that is 800 wide
ENGLISH = speaker()

STAGE = """async (scene) => {
  const { Stage } = await import("/static/none/script/scene.js");
  const box = document.body.appendChild(document.createElement("div"));
  box.style.width = "400px";
  window.stage = new Stage(box);
  await window.stage.show(scene);
}"""

SAMPLED = """async ([step, samples]) => {
  const { stage } = window;
  const done = stage.step(step);
  const running = [...stage.running];
  const ends = running.map((one) => one.effect.getComputedTiming().endTime);
  const last = Math.max(0, ...ends);
  for (const one of running) one.pause();
  const root = stage.picture;
  const found = [];
  for (let i = 0; i <= samples; i += 1) {
    for (const one of running) one.currentTime = Math.min(last, (last * i) / samples);
    const inverse = root.getScreenCTM().inverse();
    const frame = {};
    for (const element of stage.layers.children) {
      const { e, f } = inverse.multiply(element.getScreenCTM());
      const looks = [...element.children].map((look) => [
        look.getAttribute("href") ?? "", Number(getComputedStyle(look).opacity)]);
      const id = element.id || `leaving-${[...stage.layers.children].indexOf(element)}`;
      frame[id] = { x: e, y: f, opacity: Number(getComputedStyle(element).opacity), looks,
        leaves: !element.id };
    }
    found.push(frame);
  }
  stage.finish();
  await done;
  return { frames: found, lasts: last };
}"""

Frame = dict[str, dict[str, Any]]
Point = tuple[float, float]


class Theatre:
    """A stage in a browser where the steps of a game are shown to one seat."""

    def __init__(self, page: Page, position: Position, seat: int | None) -> None:
        self.page = page
        self.sight = Sight.from_seat(seat, ENGLISH, ["Ada", "Ben", "Cleo", "Dora"])
        self.position = position
        self.groups = self.sight.parts(position, turn_before(position))
        self.parts = by_id(self.groups)
        page.evaluate(STAGE, self.sight.whole(position, self.groups))

    def play(self, action: str, samples: int = SAMPLES) -> tuple[dict[str, Any], list[Frame]]:
        """Shows an action: its step as it is sent, and where everything was during it."""
        after = self.position.play(action)
        groups = self.sight.parts(after, turn_before(after))
        step = self.sight.step(self.groups, groups, [Step(self.position, after)], "")
        self.groups, self.position = groups, after
        self.before, self.parts = self.parts, by_id(groups)
        shown = self.page.evaluate(SAMPLED, [step, samples])
        assert shown["lasts"] <= 2_000, "all of it under two seconds"
        return step, shown["frames"]


@pytest.fixture
def page(people: People) -> Page:
    ada = people.new(reduced_motion="no-preference")
    ada.page.goto(f"{ada.address}/static/none/icon.svg")
    ada.page.goto(f"{ada.address}/t/none")
    ada.problems.clear()  # there is no such table, and the browser says so
    return ada.page


def after(name: str, *actions: str, players: int | None = None, **options: Any) -> Position:
    position = waterside.game(name).new(players, **options)
    for action in actions:
        position = position.play(action)
    return position


def places(frames: Sequence[Frame], id: str) -> list[Point]:
    return [(frame[id]["x"], frame[id]["y"]) for frame in frames if id in frame]


def distance(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def off_the_way(point: Point, way: Sequence[Point]) -> float:
    """How far a point is from the line through some points."""
    if len(way) == 1:
        return distance(point, way[0])
    found = []
    for (x1, y1), (x2, y2) in pairwise(way):
        long = (x2 - x1) ** 2 + (y2 - y1) ** 2
        share = ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / long if long else 0
        share = min(1, max(0, share))
        found.append(distance(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1))))
    return min(found)


DEALT = [f"draw {animal}" for animal in (3, 3, 5, 6, 7, 3, 8, 8, 2, 1)]
"""Two hands of Kariba: seat 1 has 3 3 5 6 7, seat 2 has 3 8 8 2 1."""


def test_a_card_that_an_opponent_plays_comes_from_the_opponent(page: Page) -> None:
    theatre = Theatre(page, after("kariba", *DEALT, starter=2), seat=1)
    held = {(p.x, p.y) for id, p in theatre.parts.items() if id.startswith("held-2-")}
    own = {id: (p.x, p.y) for id, p in theatre.parts.items() if id.startswith("hand-")}
    assert "hand-3-1" in own, "the viewer holds the same animal"
    _, frames = theatre.play("3x1")
    flight = places(frames, "hole-3-1")
    assert min(distance(flight[0], place) for place in held) < CLOSE
    goal = theatre.parts["hole-3-1"]
    assert distance(flight[-1], (goal.x, goal.y)) < CLOSE
    for frame in frames:
        for id, place in own.items():
            assert distance((frame[id]["x"], frame[id]["y"]), place) < CLOSE, id
    looks = [dict(frame["hole-3-1"]["looks"]) for frame in (frames[0], frames[-1])]
    assert looks[0]["#s.card-back"] == 1 and looks[0]["#s.card-3"] == 0
    assert looks[1]["#s.card-back"] == 0 and looks[1]["#s.card-3"] == 1


def test_own_cards_fly_from_the_hand_and_then_chased_ones_to_the_stack(page: Page) -> None:
    dealt = [f"draw {animal}" for animal in (5, 5, 5, 1, 2, 3, 8, 8, 2, 1)]
    theatre = Theatre(page, after("kariba", *dealt, "3x1", "draw 4", starter=2), seat=1)
    hand = [(p.x, p.y) for id, p in theatre.parts.items() if id.startswith("hand-5-")]
    chased = theatre.parts["hole-3-1"]
    _, frames = theatre.play("5x3")
    flights = [places(frames, f"hole-5-{i}") for i in (1, 2, 3)]
    for flight in flights:
        assert min(distance(flight[0], place) for place in hand) < CLOSE
    stack = theatre.parts["won-1"]
    leaving = [next(iter(one for one in frame.values() if one["leaves"]), None) for frame in frames]
    away = [(one["x"], one["y"]) for one in leaving if one]
    arrived = next(i for i, at in enumerate(flights[0]) if distance(at, flights[0][-1]) < CLOSE)
    for point in away[: arrived - 1]:
        assert distance(point, (chased.x, chased.y)) < CLOSE, "it waits until they have come"
    assert distance(away[-1], (stack.x, stack.y)) < CLOSE


def test_a_crocodile_turns_over_where_it_lies(page: Page) -> None:
    theatre = Theatre(page, after("crocodile", "flip d2", setup="picture"), seat=2)
    tile = theatre.parts["tile-1"]
    _, frames = theatre.play("reveal 4")
    for frame in frames:
        assert distance((frame["tile-1"]["x"], frame["tile-1"]["y"]), (tile.x, tile.y)) < CLOSE
    first, last = (dict(frames[i]["tile-1"]["looks"]) for i in (0, -1))
    assert first["#s.face-1-0"] == 1 and first["#s.face-1-4"] == 0
    assert last["#s.face-1-4"] == 1 and last["#s.face-1-0"] == 0


@pytest.mark.parametrize("seat", [1, 2])
def test_a_crocodile_travels_field_by_field_and_the_trail_shows_its_way(
    page: Page, seat: int
) -> None:
    theatre = Theatre(page, after("crocodile", "flip d2", "reveal 4", setup="picture"), seat)
    tile = theatre.parts["tile-1"]
    step, frames = theatre.play("d2-e5")
    goal = theatre.parts["tile-1"]
    (move,) = [one for one in step["moves"] if one["id"] == "tile-1"]
    way = [(tile.x, tile.y), *zip(move["way"][::2], move["way"][1::2], strict=True),
           (goal.x, goal.y)]  # fmt: skip
    assert len(way) == 5, "four fields"
    flight = places(frames, "tile-1")
    assert all(off_the_way(point, way) < CLOSE for point in flight)
    for corner in way:
        assert min(distance(point, corner) for point in flight) < 35, "it comes by every field"
    trail = [
        tuple(map(float, point.split())) for point in theatre.parts["trail"].path[1:].split("L")
    ]
    shifted = [(x - way[0][0], y - way[0][1]) for x, y in way]
    drawn = [(x - trail[0][0], y - trail[0][1]) for x, y in trail]
    assert all(distance(one, two) < CLOSE for one, two in zip(shifted, drawn, strict=True))


LAID = ("c1h", "c2h", "f1h", "f4h", "i1h", "i4h", "f7h", "i7h", "f10h", "i10h")


@pytest.mark.parametrize("seat", [1, 2])
def test_a_die_tumbles_then_shows_and_a_stone_walks_its_way(page: Page, seat: int) -> None:
    theatre = Theatre(page, after("cromado", *(f"lay {place}" for place in LAID)), seat)
    _, frames = theatre.play("roll 5")
    die = theatre.parts["die"]
    for frame in frames:
        assert distance((frame["die"]["x"], frame["die"]["y"]), (die.x, die.y)) < CLOSE
    shown = [dict(frame["die"]["looks"])["#s.die-5"] for frame in frames]
    assert shown[0] == 0 and shown[len(shown) // 2] == 0 and shown[-1] == 1
    stone = "stone-1-1"
    start = theatre.parts[stone]
    step, frames = theatre.play("home-g1")
    (move,) = [one for one in step["moves"] if one["id"] == stone]
    goal = theatre.parts[stone]
    way = [(start.x, start.y), *zip(move["way"][::2], move["way"][1::2], strict=True),
           (goal.x, goal.y)]  # fmt: skip
    assert len(way) == 6
    flight = places(frames, stone)
    assert all(off_the_way(point, way) < CLOSE for point in flight)


def test_whoever_is_pushed_falls_in_when_the_other_has_come(page: Page) -> None:
    colours = ["red", "yellow", "green", "blue", "purple", "black"]
    position = waterside.game("splash").new(3)
    for place in range(18):
        position = position.play(f"stand {colours[place % 6]}")
    for colour in colours[:3]:
        position = position.play(f"token {colour}")
    theatre = Theatre(page, position.play("take 4").play("shows 2"), seat=1)
    stood = theatre.parts["meeple-black-at-6"]
    _, frames = theatre.play("cw")
    moving, falling = places(frames, "meeple-blue-2"), places(frames, "swimmer-black-1")
    arrived = next(i for i, point in enumerate(moving) if distance(point, moving[-1]) < CLOSE)
    assert arrived > 2
    for point in falling[: arrived - 1]:
        assert distance(point, (stood.x, stood.y)) < CLOSE
    goal = theatre.parts["swimmer-black-1"]
    assert distance(falling[-1], (goal.x, goal.y)) < CLOSE


def steps_of(name: str, seed: int, most: int) -> Iterator[Position]:
    rng = random.Random(f"{name} {seed}")
    position = waterside.game(name).new()
    for _ in range(most):
        if position.is_over:
            return
        chances = position.chances()
        position = position.play(rng.choice(list(chances) if chances else position.legal()))
        yield position


@pytest.mark.parametrize("name", ["crocodile", "cromado", "splash", "kariba"])
@pytest.mark.parametrize("seat", [None, 1])
def test_nothing_is_ever_seen_anywhere_but_on_its_way(
    page: Page, name: str, seat: int | None
) -> None:
    theatre = None
    for position in steps_of(name, 5, 32):
        if theatre is None:
            assert position.previous is not None
            theatre = Theatre(page, position.previous, seat)
        assert position.action is not None
        step, frames = theatre.play(position.action, 6)
        moves = {move["id"]: move for move in step.get("moves", [])}
        was = {part["id"]: part.get("was") for part in step.get("parts", [])}
        for id, part in theatre.parts.items():
            move = moves.get(id, {})
            old = theatre.before.get(was.get(id) or id) if id in was else part
            source = old or theatre.before.get(move.get("from", ""))
            numbers = move.get("way", [])
            way = [(source.x, source.y)] if source else []
            way += [*zip(numbers[::2], numbers[1::2], strict=True), (part.x, part.y)]
            for point in places(frames, id):
                assert off_the_way(point, way) < CLOSE, (position.action, id, point, way)


RECORD = """() => {
  window.frames_seen = [];
  const look = () => {
    const picture = document.querySelector("#board svg");
    if (picture) {
      const inverse = picture.getScreenCTM().inverse();
      const frame = {};
      for (const part of picture.querySelectorAll(".part[id]")) {
        const { e, f } = inverse.multiply(part.getScreenCTM());
        const [x, y] = (part.style.translate || "0px 0px").split(" ").map(parseFloat);
        frame[part.id] = [e, f, part.classList.contains("dropped"), x || 0, y || 0];
      }
      window.frames_seen.push(frame);
    }
    window.looking = requestAnimationFrame(look);
  };
  look();
}"""


def middle_of(person: Person, id: str) -> Point:
    box = person.page.locator(f"#board #{id}").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_dropped_card_stays_where_it_was_dropped(people: People) -> None:
    ada, ben = people.new("Ada", reduced_motion="no-preference"), people.new("Ben")
    ben.come_by(ada.make_table("kariba", ["person", "person"]))
    assert ada.wait_for_turn()
    ada.page.wait_for_selector("#board .can")
    card = ada.page.locator("#board .can[id^=hand-]").last.get_attribute("id")
    assert card is not None
    animal = card.split("-")[1]
    where = """(id) => { const root = document.querySelector("#board svg").getScreenCTM().inverse();
      const { e, f } = root.multiply(document.getElementById(id).getScreenCTM()); return [e, f]; }"""
    hand, place = ada.page.evaluate(where, card), ada.page.evaluate(where, f"place-{animal}")
    mouse = ada.page.mouse
    mouse.move(*middle_of(ada, card))
    mouse.down()
    goal = middle_of(ada, f"place-{animal}")
    mouse.move(goal[0] - 40, goal[1] - 30, steps=6)
    mouse.move(*goal, steps=4)
    ada.page.evaluate(RECORD)
    mouse.up()
    expect(ada.page.locator("#log")).to_contain_text("You play")
    ada.page.wait_for_function("() => document.querySelector('#board [id^=hole-]')")
    ada.page.wait_for_timeout(300)
    frames = ada.page.evaluate(
        "() => { cancelAnimationFrame(window.looking); return window.frames_seen; }"
    )
    away = distance(hand, place)
    seen = 0
    for frame in frames:
        at = frame.get(f"hole-{animal}-1") or frame.get(card)
        is_other = f"hole-{animal}-1" in frame or (at and at[2])
        if at and is_other:
            seen += 1
            assert distance((at[0], at[1]), place) < away / 3, "it never goes back to the hand"
    assert seen > 2


def test_no_trail_of_a_move_that_was_taken_back(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    options = {"setup": "picture"}
    ben.come_by(ada.make_table("crocodile", ["person", "person"], options=options))
    assert ada.wait_for_turn()
    ada.page.locator("#board #tile-1").click()
    ada.page.locator("#board .can[id^=cell-]").first.click()
    for person in (ada, ben):
        person.page.wait_for_selector("#board #moved-here", state="attached")
    ada.page.get_by_role("button", name="Undo", exact=True).click()
    for person in (ada, ben):
        person.page.wait_for_selector("#board #moved-here", state="detached")
        assert person.page.locator("#board #trail").count() == 0
