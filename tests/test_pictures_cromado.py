"""Cromado's picture: turned for its viewer, light, and bridges and stones that keep their ids."""

import re
from itertools import pairwise

import pytest

import waterside
from waterside.pictures import drawing_of, last_steps
from waterside.text.language import speaker

LAID = ("c1h", "c2h", "f1h", "f4h", "i1h", "i4h", "f7h", "i7h", "f10h", "i10h")


def drawn(position, seat):
    draw = drawing_of(position.game).draw
    return draw(position.seen_by(seat), seat, speaker(), last_steps(position, seat))


def place_of(picture, id):
    """Where a thing is drawn, if it is drawn on its own."""
    found = next(s for s in picture.walk() if s.attributes.get("id") == id)
    numbers = re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", found.attributes["transform"])
    return float(numbers[1]), float(numbers[2])


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
    x, y = place_of(drawn(position, seat), f"stone-{seat}-1")
    assert x < wide / 4
    assert y > high / 2
    x, y = place_of(drawn(position, seat), f"stone-{(seat + 1) % 4 + 1}-1")
    assert x > wide * 3 / 4
    assert y < high / 4


def test_the_board_is_turned_and_not_mirrored():
    position = waterside.game("cromado").new(4)
    spots = set()
    for seat, field in enumerate(("c2", "b12", "l13", "m3"), 1):
        spots.add(place_of(drawn(position, seat), f"cell-{field}"))
        position = position.play(f"lay {'efgh'[seat - 1]}8v")
    assert len(spots) == 1, "the same field right of everybody's home"


def test_the_widest_choice_is_still_a_light_picture():
    position = waterside.game("cromado").new(4)
    picture = drawn(position, 1)
    assert len(position.legal()) > 280
    assert len(picture.svg.encode()) < 60_000
    assert not [id for id in drawn(position, 2).parts() if id.startswith(("cell", "tray"))]


def test_a_bridge_is_taken_into_the_hand_and_put_down_under_the_same_id():
    before = played("roll 6")
    lifted = before.play("take i10h")
    bridge = drawing_of(before.game).touches(before.seen_by(1), "take i10h")[0]
    own, other = drawn(lifted, 1), drawn(lifted, 2)
    tray = next(s for s in own.walk() if s.attributes.get("id") == "tray-h")
    assert bridge in [s.attributes.get("id") for s in tray.walk()]
    assert bridge in other.ids()
    put = lifted.play("put i11v")
    assert place_of(drawn(put, 1), bridge) != place_of(drawn(before, 1), bridge)
    assert {"keep", bridge} <= drawn(before, 1).parts().keys()


def test_a_walk_in_a_circle_has_a_part_of_its_own_to_touch():
    position = played("roll 1", "keep", "home-c1", "roll 2", "roll 2", "roll 2")
    position = position.play("roll 4")
    assert "c1-c1" in position.legal()
    stone, loop = drawing_of(position.game).touches(position.seen_by(1), "c1-c1")
    assert {stone, loop} <= drawn(position, 1).parts().keys()
    assert loop != "cell-c1"


def test_a_stone_keeps_its_id_from_home_to_bridge():
    before = played("roll 1", "keep")
    after = before.play("home-c1")
    stone, field = drawing_of(before.game).touches(before.seen_by(1), "home-c1")
    assert place_of(drawn(after, 1), stone) == place_of(drawn(before, 1), field)
    others = [f"stone-1-{i}" for i in range(1, 5) if f"stone-1-{i}" != stone]
    for other in others:
        assert place_of(drawn(after, 2), other) == place_of(drawn(before, 2), other)


def test_a_stone_says_which_way_it_has_walked():
    before = played("roll 5")
    after = before.play("home-g1")
    stone, _ = drawing_of(before.game).touches(before.seen_by(1), "home-g1")
    picture = drawn(after, 1)
    shapes = {s.attributes["id"]: s for s in picture.walk() if "id" in s.attributes}
    way = shapes[stone].attributes["data-way"].split(" ")
    walked = [tuple(map(float, point.split(","))) for point in way]
    assert walked[-1] == place_of(picture, stone)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(walked)]
    assert len(set(steps)) == 1, "c1 to g1 is one straight line of equal steps"
    assert len(walked) == 5
    assert [id for id, s in shapes.items() if "data-way" in s.attributes] == [stone]


def test_the_die_shows_the_last_roll_even_if_it_was_in_vain():
    assert "die" not in drawn(laid(), 1).ids()
    in_vain = played("roll 1", "keep", "home-c1", "roll 2", "roll 2", "roll 3")
    assert in_vain.actor == "chance"
    for position, number, roller in ((played("roll 5"), 5, 1), (in_vain, 3, 2)):
        for seat in (1, 2):
            picture = drawn(position, seat)
            face = next(s for s in picture.walk() if s.attributes.get("id") == "die")
            assert face.attributes["aria-label"] == f"the die shows {number}"
            size = float(face.attributes["transform"].partition("scale(")[2].rstrip(")"))
            assert (size > 1) == (seat == roller), "on the own side it is large"
