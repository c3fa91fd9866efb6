"""Crocodile's scene: tiles keep their ids, go field by field along a legal way, turn in place."""

from itertools import pairwise

import waterside
from tests.pictures.scenes import motions_to, parts_of, some_game
from waterside.games.crocodile.board import A1, EMPTY, HIDDEN, SIX
from waterside.games.crocodile.notation import field
from waterside.games.crocodile.scene import crossed
from waterside.games.crocodile.scenery import CELL_SIZE
from waterside.text.narration import state

TILES = {f"tile-{number}" for number in range(1, 13)}


def after(*actions):
    position = waterside.game("crocodile").new(setup="picture")
    for action in actions:
        position = position.play(action)
    return position


def test_the_viewer_sits_at_the_bottom():
    position = after()
    for seat, lowest in ((None, "tile-1"), (1, "tile-1"), (2, "tile-7")):
        parts = parts_of(position, seat)
        assert max(TILES, key=lambda id: parts[id].y) == lowest


def test_tiles_keep_their_ids_through_a_whole_game():
    for position in some_game("crocodile", 2, {}, most=40):
        assert parts_of(position, 1).keys() >= TILES


def test_a_stack_is_drawn_with_every_tile_in_it_from_the_bottom_up():
    position = after(
        "c5-c7", "flip d10", "reveal 4", "d10xc7", "flip c4", "reveal 3", "c4xc7"
    )  # fmt: skip
    parts = parts_of(position, 1)
    layers = [parts[id].layer for id in ("tile-6", "tile-12", "tile-4")]
    assert layers == sorted(set(layers))
    assert parts["tile-4"].label == (
        "Red: crocodile 3, on c7; under it: Yellow: crocodile 4, Red: swimmer"
    )
    assert [id for id in ("tile-4", "tile-6", "tile-12") if parts[id].is_touchable] == ["tile-4"]


def moves(seeds=8):
    """Moves of random games, with the positions before and after."""
    for seed in range(seeds):
        options = {"setup": "picture", "bar": ("near", "far")[seed % 2]}
        for before, position in pairwise(some_game("crocodile", 2, options, seed)):
            if "-" in position.action or "x" in position.action:
                yield before, position


def test_CROC_21_CROC_30_CROC_31_CROC_32_CROC_33_a_move_is_shown_along_a_legal_way():
    kinds = set()
    for before, position in moves():
        s = state(before)
        way = crossed(before, position.action)
        start, _, end = position.action.replace("x", "-").partition("-")
        number = int(s.number[s.shows[A1 + field(start)]])
        assert way[0] == field(start)
        assert end == "bar" or way[-1] == field(end)
        assert all(s.shows[A1 + at] == EMPTY for at in way[1:-1])
        assert len(set(way)) == len(way), "no field twice"
        steps = [((b - a) % 6, b // 6 - a // 6, b % 6 - a % 6) for a, b in pairwise(way)]
        straight = [(up, right) for _, up, right in steps]
        assert number == 1 or all(abs(up) + abs(right) == 1 for up, right in straight)
        assert len(steps) == (number or len(steps)) <= (number or 2)
        turns = sum(one != two for one, two in pairwise(straight))
        assert turns <= (2 if number == SIX else 1)
        kinds.add((number, end == "bar"))
    assert {kind for kind, _ in kinds} == set(range(7))
    assert any(to_bar for _, to_bar in kinds)


def test_tiles_travel_field_by_field_with_their_stacks():
    carried = 0
    for _, position in moves(3):
        for seat in (1, 2):
            parts = parts_of(position, seat)
            for motion in motions_to(position, seat).values():
                old = parts_of(position.previous, seat)[motion.id]
                end = (
                    ()
                    if position.action.endswith("-bar")
                    else ((parts[motion.id].x, parts[motion.id].y),)
                )
                points = [(old.x, old.y), *motion.way, *end]
                for (x1, y1), (x2, y2) in pairwise(points):
                    assert abs(x1 - x2) < CELL_SIZE + 1
                    assert abs(y1 - y2) <= CELL_SIZE + 30, "stacks rise"
                carried += not old.is_touchable
    assert carried > 0


def test_the_trail_is_the_way_of_the_last_move():
    for _, position in moves(1):
        for seat in (1, 2):
            parts = parts_of(position, seat)
            points = [tuple(map(float, p.split())) for p in parts["trail"].path[1:].split("L")]
            steps = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairwise(points)]
            assert all(max(step) == CELL_SIZE for step in steps)
            assert len(points) == len(crossed(position.previous, position.action))


def test_a_swimmer_turns_over_where_it_lies():
    position = after("flip d2", "reveal 4")
    motions = motions_to(position, 2)
    assert {(m.id, m.how, m.back) for m in motions.values()} == {("tile-1", "turn", "face-1-0")}
    before, now = (parts_of(one, 2)["tile-1"] for one in (position.previous, position))
    assert (before.x, before.y) == (now.x, now.y)
    assert now.symbol.startswith("face-1-4")
    assert HIDDEN == 0
