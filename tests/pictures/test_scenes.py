"""What holds for the scenes of all games: sceneries, parts, updates, motions, and what is hidden."""

import itertools
import json
import random
import re
from itertools import chain

import pytest

from tests.pictures.scenes import (
    CASES,
    ENGLISH,
    as_sent,
    groups_of,
    motions_to,
    parts_of,
    put_together,
    seats_of,
    some_game,
)
from tests.test_hidden import exchange_cards
from waterside.engine.rng import generator
from waterside.pictures import Motion, Part, Step, drawing_of
from waterside.pictures.palette import stylesheet
from waterside.pictures.updates import by_id, changed, difference

CLASSES = re.compile(r"\.([a-z][a-z-]*)")
each_game = pytest.mark.parametrize(("name", "players", "options"), CASES)


@pytest.mark.parametrize("wide", [False, True])
@each_game
def test_every_part_has_its_own_id_and_is_drawn_by_the_scenery(name, players, options, wide):
    styled = set(CLASSES.findall(stylesheet()))
    for position in some_game(name, players, options, most=25):
        for seat in seats_of(position):
            seen = position.seen_by(seat)
            drawing = drawing_of(position.game)
            scene = drawing.scene_for(wide)
            variant = scene.variant(seen, seat)
            scenery = scene.scenery(variant)
            assert scene.scenery(variant) is drawing.scenery(variant) is scenery
            fixtures = scene.fixtures(variant, ENGLISH)
            parts = [*fixtures, *itertools.chain(*scene.parts(seen, seat, ENGLISH))]
            ids = [part.id for part in parts]
            assert len(ids) == len(set(ids))
            for part in parts:
                assert re.fullmatch(r"[a-z0-9-]+", part.id)
                assert set(part.symbol.split()) <= scenery.by_name.keys(), part
                assert isinstance(part.layer, int)
                for one in part.classes.split():
                    assert one in styled or one.startswith("run-"), one
                assert not part.is_touchable or part.label.strip()


def test_a_pool_on_its_side_has_the_same_parts_within_it():
    for position in some_game("crocodile", 2, {}, most=25):
        for seat in seats_of(position):
            seen, drawing = position.seen_by(seat), drawing_of(position.game)
            tall, wide = (drawing.scene_for(one) for one in (False, True))
            parts = list(chain.from_iterable(wide.parts(seen, seat, ENGLISH)))
            same = chain.from_iterable(tall.parts(seen, seat, ENGLISH))
            assert [(p.id, p.symbol, p.label) for p in parts] == [
                (p.id, p.symbol, p.label) for p in same
            ]
            size = wide.scenery(wide.variant(seen, seat)).size
            assert size[0] > size[1]
            assert all(0 <= part.x <= size[0] and 0 <= part.y <= size[1] for part in parts)


@each_game
def test_a_scenery_that_is_not_there_is_not_found(name, players, options):
    scene = drawing_of(some_game(name, players, options)[0].game).scene
    for variant in ("", "nothing", "../x", "red" if name != "crocodile" else "blue"):
        with pytest.raises(KeyError):
            scene.scenery(variant)


@each_game
def test_updates_put_together_are_the_parts_of_the_present(name, players, options):
    positions = some_game(name, players, options)[:250]
    for seat in seats_of(positions[0])[:3]:
        known = groups_of(positions[0], seat)
        first = by_id(known)
        client = {
            id: as_sent(Part("")._replace(**json.loads(changed(part))))
            for id, part in first.items()
        }
        for position in positions[1:]:
            now = groups_of(position, seat)
            motions = motions_to(position, seat)
            update = json.loads(json.dumps(difference(known, now, list(motions.values()))))
            client = put_together(client, update)
            present = by_id(now)
            assert client == {id: as_sent(part) for id, part in present.items()}, position.action
            known = now


@each_game
def test_motions_are_of_things_that_are_or_were_there(name, players, options):
    positions = some_game(name, players, options)[:250]
    for before, position in itertools.pairwise(positions):
        for seat in seats_of(position)[:3]:
            old, now = parts_of(before, seat), parts_of(position, seat)
            scene = drawing_of(position.game).scene
            scenery = scene.scenery(scene.variant(position.seen_by(seat), seat))
            motions = motions_to(position, seat)
            was = [motion.was for motion in motions.values() if motion.was]
            assert len(was) == len(set(was)), "nothing becomes two things"
            for motion in motions.values():
                assert motion.id in (old if motion.end else now), (position.action, motion)
                assert not motion.was or motion.was in old, (position.action, motion)
                assert not motion.start or motion.start in old, (position.action, motion)
                assert not motion.end or motion.end in now, (position.action, motion)
                assert not motion.back or motion.back in scenery.by_name
                assert motion.how in ("", "turn", "tumble", "splash")


@each_game
def test_most_steps_change_little(name, players, options):
    sizes = []
    positions = some_game(name, players, options)[:250]
    known = groups_of(positions[0], 1)
    for position in positions[1:]:
        now = groups_of(position, 1)
        update = difference(known, now, list(motions_to(position, 1).values()))
        sizes.append(len(json.dumps(update, separators=(",", ":"))))
        known = now
    assert sorted(sizes)[len(sizes) // 2] < 1_000


def step_of(position, action, seat):
    """The step that an action is, and its update, as a seat gets them."""
    after = position.play(action)
    scene = drawing_of(position.game).scene
    before, seen = position.seen_by(seat), after.seen_by(seat)
    step = Step(position.actor, action if position.is_seen_by(seat) else None, before)
    old = scene.parts(before, seat, ENGLISH)
    new = scene.parts(seen, seat, ENGLISH, [step])
    motions = scene.changes(before, seen, step, seat)
    return json.dumps(difference(old, new, motions))


@each_game
def test_worlds_that_look_alike_have_the_same_parts(name, players, options):
    rng = random.Random(1)
    for position in some_game(name, players, options, most=10):
        for seat in seats_of(position):
            seen = position.seen_by(seat)
            world = seen.imagine(generator(rng.getrandbits(40))).seen_by(seat)
            parts = drawing_of(position.game).scene.parts
            assert parts(seen, seat, ENGLISH) == parts(world, seat, ENGLISH)


def test_a_hidden_card_drawn_makes_the_same_update_whatever_it_is():
    rng = random.Random(7)
    compared = 0
    for position in some_game("kariba", 3, {"market": True}):
        if position.actor != "chance" or position.witness is None:
            continue
        for seat in seats_of(position):
            other = exchange_cards(position, seat, rng)
            if seat == position.witness or other is None:
                continue
            draws = [*position.chances()], [*other.chances()]
            steps = {step_of(one, a, seat) for one, all_ in zip((position, other), draws, strict=True)
                     for a in all_}  # fmt: skip
            assert len(steps) == 1
            compared += 1
    assert compared > 40


def test_cards_played_make_the_same_update_whatever_else_is_held():
    rng = random.Random(8)
    compared = 0
    for position in some_game("kariba", 3, {"market": True}):
        if not isinstance(position.actor, int):
            continue
        for seat in seats_of(position):
            other = exchange_cards(position, seat, rng)
            if seat == position.actor or other is None:
                continue
            for action in {*position.legal()} & {*other.legal()}:
                assert step_of(position, action, seat) == step_of(other, action, seat)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("players", [3, 6])
def test_a_secret_colour_makes_no_difference_to_updates_of_others(players):
    rng = random.Random(9)
    compared = 0
    for position in some_game("splash", players, {}, seed=2):
        if position.actor is None:
            continue
        for seat in seats_of(position):
            world = position.seen_by(seat).imagine(generator(rng.getrandbits(40)))
            if world.actor != position.actor or seat == position.actor:
                continue
            both = {*position.legal(), *position.chances()} & {*world.legal(), *world.chances()}
            for action in sorted(both):
                ends = [one.play(action).seen_by(seat) for one in (position, world)]
                if ends[0] == ends[1]:
                    assert step_of(position, action, seat) == step_of(world, action, seat)
                    compared += 1
    assert compared > 50


def test_a_thing_that_takes_the_place_of_another_is_not_taken_for_it():
    before = {"a": Part("a", "x", 1), "b": Part("b", "x", 2), "c": Part("c", "x", 3)}
    after = [Part("a", "x", 2), Part("d", "x", 1), Part("b", "y", 9)]
    motions = [Motion("a", was="b"), Motion("d", was="a")]
    update = difference([list(before.values())], [after], motions)
    assert update == {
        "parts": [
            {"id": "a", "was": "b"},
            {"id": "d", "was": "a"},
            {"id": "b", "symbol": "y", "x": 9},
        ],
        "gone": ["c"],
    }
    sent = put_together(before, update)
    assert list(sent.values()) == after


def test_nothing_is_sent_where_nothing_changes():
    groups = [[Part("a", "x", 1.004)]]
    assert difference(groups, groups) == {}
    assert difference(groups, [[Part("a", "x", 1.004)]]) == {}
    assert difference([(), *groups], groups) == {}


def test_a_thing_that_stays_as_it_is_can_still_go_on_as_another_or_move():
    stone, die = [Part("a", "x", 1)], [Part("die", "die-3")]
    ghost = [Part("b", "x", 2)]
    was = Motion("b", was="a")
    assert difference([stone, die], [stone, die, ghost], [was]) == {
        "parts": [{"id": "a", "symbol": "x", "x": 1}, {"id": "b", "x": 2, "was": "a"}]
    }
    tumbles = Motion("die", how="tumble", back="die")
    moves = [{"id": "die", "how": "tumble", "back": "die"}]
    assert difference([stone, die], [stone, die], [tumbles]) == {"moves": moves}
