"""Cromado's scene: turned for its viewer, bridges and stones that keep their ids, walks of all pips."""

from itertools import pairwise

import pytest

import waterside
from tests.pictures.scenes import drawn, motions_to, parts_of, some_game
from waterside.games.cromado.board import FIELDS, GOAL, HOME, NONE, island_at
from waterside.games.cromado.notation import field
from waterside.games.cromado.ways import way
from waterside.pictures import drawing_of
from waterside.text.narration import state

LAID = ("c1h", "c2h", "f1h", "f4h", "i1h", "i4h", "f7h", "i7h", "f10h", "i10h")


def place_of(parts, id):
    """Where a part is drawn."""
    return parts[id].x, parts[id].y


def laid():
    """All bridges lie, two of them side by side at the first player's home; the first rolls."""
    position = waterside.game("cromado").new(2)
    for place in LAID:
        position = position.play(f"lay {place}")
    return position


def played(*actions):
    position = laid()
    for action in actions:
        position = position.play(action)
    return position


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_everybody_starts_at_the_bottom_left_and_goes_to_the_top_right(seat):
    position = waterside.game("cromado").new(4)
    wide, high = drawn(position, seat).size
    x, y = place_of(parts_of(position, seat), f"stone-{seat}-1")
    assert x < wide / 4
    assert y > high / 2
    x, y = place_of(parts_of(position, seat), f"stone-{(seat + 1) % 4 + 1}-1")
    assert x > wide * 3 / 4
    assert y < high / 4


def test_the_board_is_turned_and_not_mirrored():
    position = waterside.game("cromado").new(4)
    spots = set()
    for seat, place in enumerate(("c2", "b12", "l13", "m3"), 1):
        spots.add(place_of(drawn(position, seat).by_id, f"cell-{place}"))
        position = position.play(f"lay {'efgh'[seat - 1]}8v")
    assert len(spots) == 1, "the same field right of everybody's home"


def test_a_bridge_that_its_player_holds_is_the_one_in_the_tray():
    before = played("roll 6")
    lifted = before.play("take i10h")
    bridge = drawing_of(before.game).touches(before.seen_by(1), "take i10h")[0]
    assert {"keep", bridge} <= drawn(before, 1).touchable().keys()
    assert motions_to(lifted, 1)["tray-h"].was == bridge
    assert bridge not in parts_of(lifted, 1)
    assert bridge in parts_of(lifted, 2), "others see it in the air"
    put = lifted.play("put i11v")
    assert motions_to(put, 1)[bridge].was == "tray-v"
    assert place_of(parts_of(put, 1), bridge) != place_of(parts_of(before, 1), bridge)
    assert not motions_to(put, 2), "it goes where it is laid"


def test_a_bridge_comes_from_who_lays_it():
    position = waterside.game("cromado").new(2).play("lay f4h")
    assert motions_to(position, 1)["bridge-1"].was == "tray-h"
    assert motions_to(position, 2)["bridge-1"].start == "stock-1"
    assert motions_to(position, None)["bridge-1"].start == "stock-1"


def test_a_walk_in_a_circle_has_a_part_of_its_own_to_touch():
    position = played("roll 1", "keep", "home-c1", "roll 2", "roll 2", "roll 2")
    position = position.play("roll 4")
    assert "c1-c1" in position.legal()
    stone, loop = drawing_of(position.game).touches(position.seen_by(1), "c1-c1")
    assert {stone, loop} <= drawn(position, 1).touchable().keys()
    motion = motions_to(position.play("c1-c1"), 1)[stone]
    assert len(motion.way) == 3, "it walks all the way round"


def test_a_stone_keeps_its_id_from_home_to_bridge():
    before = played("roll 1", "keep")
    after = before.play("home-c1")
    stone, end = drawing_of(before.game).touches(before.seen_by(1), "home-c1")
    assert place_of(parts_of(after, 1), stone) == place_of(parts_of(before, 1), end)
    others = [f"stone-1-{i}" for i in range(1, 5) if f"stone-1-{i}" != stone]
    for other in others:
        assert place_of(parts_of(after, 2), other) == place_of(parts_of(before, 2), other)


def test_a_stone_walks_field_by_field():
    before = played("roll 5")
    after = before.play("home-g1")
    stone, _ = drawing_of(before.game).touches(before.seen_by(1), "home-g1")
    for seat in (1, 2):
        (motion,) = motions_to(after, seat).values()
        assert motion.id == stone
        points = [*motion.way, place_of(parts_of(after, seat), stone)]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
        assert len(set(steps)) == 1, "c1 to g1 is one straight line of equal steps"
        assert len(points) == 5


def test_CROM_20_CROM_21_CROM_22_CROM_23_CROM_25_CROM_26_a_walk_takes_all_pips_over_bridges_and_never_goes_straight_back():
    walked = {"home": 0, "goal": 0, "circle": 0, "other": 0}
    for seed in range(8):
        for before, position in pairwise(some_game("cromado", 2, {"turn_limit": 300}, seed)):
            if "-" not in position.action:
                continue
            s = state(before)
            start, _, end = position.action.partition("-")
            first = HOME if start == "home" else field(start)
            final = GOAL if end == "goal" else field(end)
            fields = way(s, first, final)
            pips = len(fields) - 1 + (first == HOME) + (final == GOAL)
            assert pips == s.roll
            assert all(s.bridge_at[at] != NONE for at in fields)
            for one, two in pairwise(fields):
                (x1, y1), (x2, y2) = FIELDS[one], FIELDS[two]
                assert abs(x1 - x2) + abs(y1 - y2) == 1
            assert all(a != c for a, c in zip(fields, fields[2:], strict=False))
            home = int(s.corner[s.player])
            if first == HOME:
                assert touches_island(fields[0], home)
            else:
                assert fields[0] == first
            if final == GOAL:
                assert touches_island(fields[-1], (home + 2) % 4)
            else:
                assert fields[-1] == final
            kind = "circle" if start == end else start if first == HOME else end
            walked[kind if kind in walked else "other"] += 1
    assert walked["home"] > 20
    assert walked["other"] > 200


def touches_island(at, island):
    x, y = FIELDS[at]
    around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return any(island_at(*there) == island for there in around)


def test_the_die_tumbles_and_shows_the_last_roll_even_if_it_was_in_vain():
    assert "die" not in parts_of(laid(), 1)
    in_vain = played("roll 1", "keep", "home-c1", "roll 2", "roll 2", "roll 3")
    assert in_vain.actor == "chance"
    for position, number, roller in ((played("roll 5"), 5, 1), (in_vain, 3, 2)):
        for seat in (1, 2):
            die = parts_of(position, seat)["die"]
            assert die.label == f"the die shows {number}"
            assert (die.scale > 1) == (seat == roller), "on the own side it is large"
            assert motions_to(position, seat)["die"].how == "tumble"
