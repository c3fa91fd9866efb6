"""Splash Party's scene: meeples that keep their ids, numbers, tokens, accusations."""

import random
import re

import waterside
from tests.pictures.scenes import ENGLISH, drawn, motions_to, parts_of
from waterside.games.splash.board import WAY
from waterside.pictures import drawing_of, last_steps
from waterside.pictures.updates import by_id
from waterside.text.narration import state

COLOURS = ["red", "yellow", "green", "blue", "purple", "black"]
NUMBERED = re.compile(rf"meeple-({'|'.join(COLOURS)})-\d")


def started(players=3):
    """Meeples in order of colour around the pool; seat 1 is red, seat 2 yellow, ..."""
    position = waterside.game("splash").new(players)
    for place in range(18):
        position = position.play(f"stand {COLOURS[place % 6]}")
    for seat in range(players):
        position = position.play(f"token {COLOURS[seat]}")
    return position


def played(*actions, players=3):
    position = started(players)
    for action in actions:
        position = position.play(action)
    return position


def parts_without_memory(position, seat):
    """What a viewer sees who is not reminded of numbers seen before."""
    seen = position.seen_by(seat).forgotten()
    parts = drawing_of(position.game).scene.parts(seen, seat, ENGLISH, last_steps(position, seat))
    return by_id(parts)


def at_place(parts, place):
    """The ids of meeples that stand on a place."""
    where = parts[f"place-{place}"]
    return [
        id
        for id, part in parts.items()
        if id.startswith("meeple-") and part.x == where.x and abs(part.y - where.y) < 30
    ]


def test_a_meeple_keeps_its_id_on_its_way_and_into_the_pool():
    before = played("take 4", "shows 2")
    assert motions_to(before, 1)["meeple-blue-2"].was == "meeple-blue-at-4"
    assert at_place(parts_of(before, 1), 4) == ["meeple-blue-2"]
    after = before.play("cw")
    assert at_place(parts_of(after, 1), 6) == ["meeple-blue-2"]
    assert at_place(parts_of(after, 1), 4) == []
    fall = motions_to(after, 1)["swimmer-black-1"]
    assert (fall.was, fall.how, fall.late) == ("meeple-black-at-6", "splash", True)
    sunk = after.play("sinks 3")
    assert motions_to(sunk, 2)["meeple-black-3"].was == "swimmer-black-1"
    assert "swimmer-black-1" not in parts_of(sunk, 2)


def test_a_meeple_goes_along_the_edge_from_place_to_place():
    after = played("take 4", "shows 2", "cw")
    places = parts_of(after, 1)
    motion = motions_to(after, 1)["meeple-blue-2"]
    assert len(motion.way) == 3
    x, y = motion.way[1]
    assert (x, y + 6) == (places["place-5"].x, places["place-5"].y), "it comes by the place between"


def test_meeples_that_nobody_has_taken_keep_theirs():
    rng = random.Random(4)
    position = started(2)
    known = set(parts_of(position, 1))
    while not position.is_over and position.number < 60:
        chances = position.chances()
        position = position.play(rng.choice(list(chances) if chances else position.legal()))
        ids = {id for id in parts_of(position, 1) if "-at-" in id}
        assert ids <= known
        known = ids | (known - {id for id in known if "-at-" in id})


def test_the_two_ways_are_the_places_where_the_meeple_would_stop():
    position = played("take 1", "shows 3")
    touches = drawing_of(position.game).touches
    assert touches(position.seen_by(1), "cw") == ("meeple-red-3", "place-4")
    assert touches(position.seen_by(1), "ccw") == ("meeple-red-3", "place-16")


def test_without_memory_a_number_is_seen_only_while_its_meeple_is_taken():
    taken = played("take 4", "shows 2")
    assert at_place(parts_without_memory(taken, 2), 4) == ["meeple-blue-2"]
    moved = taken.play("cw").play("sinks")
    assert at_place(parts_of(moved, 2), 6) == ["meeple-blue-2"]
    forgotten = parts_without_memory(moved, 2)
    assert not [id for id in forgotten if NUMBERED.fullmatch(id)]
    assert forgotten["place-6"].label == "place 6: blue ◆, its number does not show"
    assert parts_of(moved, 2)["place-6"].label == "place 6: blue ◆, goes 2 places"


def test_without_memory_no_place_tells_a_number_in_a_whole_game():
    rng = random.Random(9)
    position = started(4)
    known = 0
    while not position.is_over:
        s = state(position)
        parts = parts_without_memory(position, 2)
        for place in range(18):
            is_taken = s.phase == WAY and s.place == place
            known += bool(s.number[place]) and not is_taken
            assert is_taken or not any(map(NUMBERED.fullmatch, at_place(parts, place + 1)))
        chances = position.chances()
        position = position.play(rng.choice(list(chances) if chances else position.legal()))
    assert known > 50


def test_the_own_token_shows_and_others_lie_face_down_until_they_are_out():
    position = played("take 18", "shows 1", "cw", "sinks")
    assert position.actor == 1
    for seat in (1, 3):
        parts = parts_of(position, seat)
        assert parts["seat-2"].label == "Seat 2: a secret colour"
        assert parts["token-2"].symbol == "token"
        assert parts[f"token-{seat}"].symbol == f"token-{seat}"
    right = position.play("accuse 2 yellow")
    assert parts_of(right, 1)["seat-2"].label == "Seat 2: yellow ●, out"
    assert motions_to(right, 1)["token-2"].how == "turn"
    wrong = position.play("accuse 2 green")
    assert parts_of(wrong, 3)["seat-1"].label == "Seat 1: red ▲, out"


def test_who_may_name_a_colour_touches_a_player_and_then_the_colour():
    position = played("take 18", "shows 1", "cw", "sinks")
    touches = drawing_of(position.game).touches
    assert touches(position.seen_by(1), "accuse 3 blue") == ("seat-3", "colour-blue")
    parts = drawn(position, 1).touchable()
    assert {"seat-2", "seat-3", "colour-blue", "silent"} <= parts.keys()
    assert "colour-red" not in parts, "the own colour is not named"
    assert not {"seat-2", "silent"} & drawn(position, 3).touchable().keys()
