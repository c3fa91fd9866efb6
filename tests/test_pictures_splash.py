"""Splash Party's picture: meeples that keep their ids, numbers, tokens, accusations."""

import random
import re

import waterside
from waterside.games.splash.board import WAY
from waterside.pictures import drawing_of, last_steps
from waterside.text.language import speaker
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


def drawn(position, seat, remember=True):
    seen = position.seen_by(seat)
    shown = seen if remember else seen.forgotten()
    return drawing_of(position.game).draw(shown, seat, speaker(), last_steps(position, seat))


def part_of(picture, id):
    return next(s for s in picture.walk() if s.attributes.get("id") == id)


def held(picture, id):
    """The ids within a part."""
    return [s.attributes["id"] for s in part_of(picture, id).walk() if "id" in s.attributes][1:]


def test_a_meeple_keeps_its_id_on_its_way_and_into_the_pool():
    before = played("take 4", "shows 2")
    assert held(drawn(before, 1), "place-4") == ["meeple-blue-2"]
    after = before.play("cw")
    assert held(drawn(after, 1), "place-6") == ["meeple-blue-2"]
    assert held(drawn(after, 1), "place-4") == []
    swimmer = part_of(drawn(after, 1), "swimmer-black-1")
    assert swimmer.attributes["data-from"] == "place-6"
    sunk = after.play("sinks 3")
    assert "meeple-black-3" in drawn(sunk, 2).ids()
    assert "swimmer-black-1" not in drawn(sunk, 2).ids()


def test_meeples_that_nobody_has_taken_keep_theirs():
    rng = random.Random(4)
    position = started(2)
    known = set(drawn(position, 1).ids())
    while not position.is_over and position.number < 60:
        chances = position.chances()
        position = position.play(rng.choice(list(chances) if chances else position.legal()))
        ids = {id for id in drawn(position, 1).ids() if "-at-" in id}
        assert ids <= known
        known = ids | (known - {id for id in known if "-at-" in id})


def test_the_two_ways_are_the_places_where_the_meeple_would_stop():
    position = played("take 1", "shows 3")
    touches = drawing_of(position.game).touches
    assert touches(position.seen_by(1), "cw") == ("place-4",)
    assert touches(position.seen_by(1), "ccw") == ("place-16",)


def test_without_memory_a_number_is_seen_only_while_its_meeple_is_taken():
    taken = played("take 4", "shows 2")
    assert held(drawn(taken, 2, remember=False), "place-4") == ["meeple-blue-2"]
    moved = taken.play("cw").play("sinks")
    assert held(drawn(moved, 2), "place-6") == ["meeple-blue-2"]
    forgotten = drawn(moved, 2, remember=False)
    assert not [id for id in forgotten.ids() if NUMBERED.fullmatch(id)]
    assert forgotten.parts()["place-6"].label == "place 6: blue ◆"
    assert drawn(moved, 2).parts()["place-6"].label == "place 6: blue ◆ 2"


def test_without_memory_no_place_tells_a_number_in_a_whole_game():
    rng = random.Random(9)
    position = started(4)
    known = 0
    while not position.is_over:
        s = state(position)
        picture = drawn(position, 2, remember=False)
        for place in range(18):
            ids = held(picture, f"place-{place + 1}")
            is_taken = s.phase == WAY and s.place == place
            known += bool(s.number[place]) and not is_taken
            assert is_taken or not any(map(NUMBERED.fullmatch, ids))
        chances = position.chances()
        position = position.play(rng.choice(list(chances) if chances else position.legal()))
    assert known > 50


def test_the_own_token_shows_and_others_lie_face_down_until_they_are_out():
    position = played("take 18", "shows 1", "cw", "sinks")
    assert position.actor == 1
    label = {seat: part_of(drawn(position, seat), "seat-2").attributes for seat in (1, 3)}
    assert label[1]["aria-label"] == "Seat 2: a secret colour"
    assert label[3]["aria-label"] == "Seat 2: a secret colour"
    right = position.play("accuse 2 yellow")
    assert part_of(drawn(right, 1), "seat-2").attributes["aria-label"] == "Seat 2: yellow ●, out"
    wrong = position.play("accuse 2 green")
    assert part_of(drawn(wrong, 3), "seat-1").attributes["aria-label"] == "Seat 1: red ▲, out"


def test_who_may_name_a_colour_touches_a_player_and_then_the_colour():
    position = played("take 18", "shows 1", "cw", "sinks")
    touches = drawing_of(position.game).touches
    assert touches(position.seen_by(1), "accuse 3 blue") == ("seat-3", "colour-blue")
    parts = drawn(position, 1).parts()
    assert {"seat-2", "seat-3", "colour-blue", "silent"} <= parts.keys()
    assert "colour-red" not in parts, "the own colour is not named"
    assert not {"seat-2", "silent"} & drawn(position, 3).parts().keys()
