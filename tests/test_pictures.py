"""Pictures: well-formed, safe, the same for whoever sees the same, and every choice touchable."""

import random
import xml.etree.ElementTree as ElementTree
from functools import cache
from itertools import pairwise

import pytest

import waterside
from tests.test_hidden import exchange_cards
from waterside.core.registry import all_games
from waterside.engine.rng import generator
from waterside.pictures import Picture, drawing_of, last_steps, picture_of, plain, stylesheet
from waterside.pictures.palette import COLOURS
from waterside.pictures.shapes import text
from waterside.text.language import LANGUAGES, speaker

SVG = "{http://www.w3.org/2000/svg}"
ENGLISH = speaker()
OPTIONS = {"kariba": [{"market": True}], "crocodile": [{"setup": "picture", "bar": "near"}]}
CASES = [
    (name, players, options)
    for name, game in all_games().items()
    for players in range(game.seats[0], game.seats[1] + 1)
    for options in ({}, *OPTIONS.get(name, ()))
]
NASTY = '<script>alert("1")</script>&amp;\x00\x1b\ud800 "\'> ' + "x" * 200


@cache
def random_game(name, players, options, seed):
    """All positions of a random game."""
    rng = random.Random(f"{name} {players} {options} {seed}")
    positions = [waterside.game(name).new(players, **dict(options))]
    while not positions[-1].is_over:
        chances = positions[-1].chances()
        if chances:
            action = rng.choices(list(chances), list(chances.values()))[0]
        else:
            action = rng.choice(positions[-1].legal())
        positions.append(positions[-1].play(action))
    return positions


def some_game(name, players, options, seed=0, most=None):
    """The positions of a random game, or some of them with the last, from the start on."""
    positions = random_game(name, players, tuple(options.items()), seed)
    if most is None or most >= len(positions):
        return positions
    picked = random.Random(seed).sample(range(len(positions) - 1), most)
    return [positions[index] for index in sorted(picked)] + positions[-1:]


def seats_of(position):
    return (None, *range(1, position.players + 1))


def drawn(position, seat, names=()):
    draw = drawing_of(position.game).draw
    return draw(position.seen_by(seat), seat, ENGLISH, last_steps(position, seat), names)


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_pictures_are_well_formed_and_safe(name, players, options):
    for position in some_game(name, players, options, most=10):
        for seat in seats_of(position):
            picture = drawn(position, seat)
            before = drawn(position.previous or position, seat).ids()
            root = ElementTree.fromstring(picture.svg)
            assert root.tag == f"{SVG}svg"
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)
            for element in root.iter():
                assert element.tag not in (f"{SVG}script", f"{SVG}style", f"{SVG}image")
                assert not [a for a in element.attrib if a == "style" or a.startswith("on")]
                if element.tag == f"{SVG}use":
                    assert element.get("href").removeprefix("#") in ids
                for word in element.get("class", "").split():
                    if word.startswith(("f-", "s-")):
                        assert word[2:] in COLOURS, word
                if "data-from" in element.attrib:
                    assert element.get("data-from") in (*ids, *before)
            ElementTree.fromstring(picture.standalone())


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_every_choice_has_its_own_touches_and_all_of_them_are_drawn(name, players, options):
    for position in some_game(name, players, options, most=60):
        if not isinstance(position.actor, int):
            continue
        seen = position.seen_by(position.actor)
        parts = drawn(position, position.actor).parts()
        touches = drawing_of(position.game).touches
        paths = sorted(touches(seen, action) for action in position.legal())
        for path in paths:
            assert path
            assert set(path) <= parts.keys()
        for one, two in pairwise(paths):
            assert two[: len(one)] != one, "a choice is finished before another that begins alike"
        assert all(each.label.strip() for each in parts.values())


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_worlds_that_look_alike_have_the_same_picture(name, players, options):
    rng = random.Random(1)
    for position in some_game(name, players, options, most=10):
        for seat in seats_of(position):
            seen = position.seen_by(seat)
            world = seen.imagine(generator(rng.getrandbits(40))).seen_by(seat)
            draw = drawing_of(position.game).draw
            assert draw(seen, seat, ENGLISH).svg == draw(world, seat, ENGLISH).svg


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_pictures_can_be_drawn_of_all_that_is_known(name, players, options):
    for position in some_game(name, players, options, most=6):
        ElementTree.fromstring(position._repr_svg_())


@pytest.mark.parametrize("name", all_games())
def test_labels_are_said_in_every_language(name):
    position = next(p for p in some_game(name, None, {}) if isinstance(p.actor, int))
    said = {
        language: tuple(
            part.label for part in picture_of(position, position.actor, language).parts().values()
        )
        for language in LANGUAGES
    }
    assert all(label.strip() for labels in said.values() for label in labels)
    assert {len(labels) for labels in said.values()} == {len(said["en"])} != {0}
    assert len(set(said.values())) == len(LANGUAGES)


@pytest.mark.parametrize("name", all_games())
def test_names_are_written_as_they_are_and_open_nothing(name):
    position = next(p for p in some_game(name, None, {}) if isinstance(p.actor, int))
    names = [NASTY] * position.players
    calm = ElementTree.fromstring(drawn(position, 1, ["Ada"] * position.players).svg)
    nasty = ElementTree.fromstring(drawn(position, 1, names).svg)
    assert [e.tag for e in nasty.iter()] == [e.tag for e in calm.iter()]


def test_text_and_attributes_are_escaped():
    written = str(text(0, 0, "a < b & \x07c", kind='"><script>'))
    element = ElementTree.fromstring(written)
    assert element.text == "a < b &  c"
    assert element.get("class") == 'f-ink "><script>'


def test_hidden_cards_of_kariba_do_not_show_in_pictures():
    rng = random.Random(5)
    pairs = 0
    for position in some_game("kariba", 3, {}, most=25):
        for seat in seats_of(position):
            other = exchange_cards(position, seat, rng)
            if other is not None:
                pairs += 1
                draw = drawing_of(position.game).draw
                one, two = (
                    draw(world.seen_by(seat), seat, ENGLISH).svg for world in (position, other)
                )
                assert one == two
    assert pairs > 40


def test_last_steps_are_the_last_player_s_turn_without_what_a_viewer_may_not_know():
    positions = some_game("kariba", 2, {"market": True})
    position = next(p for p in positions if p.number > 30 and p.action.startswith("opens"))
    steps = {seat: last_steps(position, seat) for seat in seats_of(position)}
    mover = steps[None][0].actor
    assert "x" in steps[None][0].action
    assert {step.actor for step in steps[None]} == {mover, "chance"}
    assert steps[None] == steps[3 - mover]
    seen = position.history()[-len(steps[mover]) :]
    assert [step.action for step in steps[mover]] == seen
    unseen = [None if text.startswith("draw") else text for text in seen]
    assert [step.action for step in steps[None]] == unseen


def places_of(picture):
    """Where each thing that keeps its id is drawn."""
    return {
        shape.attributes["id"]: shape.attributes.get("transform")
        for shape in picture.walk()
        if "data-moves" in shape.attributes
    }


def test_a_card_keeps_its_id_from_hand_to_waterhole_to_stack():
    played = chased = 0
    for position in some_game("kariba", 2, {}, seed=3):
        if position.actor != 1:
            continue
        for action in position.legal():
            after = position.play(action)
            before_ids = places_of(drawn(position, 1))
            picture = drawn(after, 1)
            animal, count = map(int, action.split("x"))
            inside = next(s for s in picture.walk() if s.attributes.get("id") == f"place-{animal}")
            there = {s.attributes["id"] for s in inside.walk() if "data-moves" in s.attributes}
            assert len(there & before_ids.keys()) == len(there)
            vanished = {i for i in before_ids.keys() - places_of(picture).keys() if "card" in i}
            won = next(s for s in picture.walk() if s.attributes.get("id") == "won-1")
            assert vanished <= set(won.attributes.get("data-takes", "").split())
            played += count
            chased += len(vanished)
    assert played > 50
    assert chased > 5


def test_colours_follow_the_reader_or_are_filled_in():
    both = stylesheet()
    assert "prefers-color-scheme:dark" in both
    assert ":root.dark" in both
    for theme, index in (("light", 0), ("dark", 1)):
        rules = stylesheet(theme)
        assert "var(" not in rules
        assert f".f-water{{fill:{COLOURS['water'][index]}}}" in rules


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, two):
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        ("ink", "sand", 4.5),
        ("ink", "panel", 4.5),
        ("faint", "sand", 4.5),
        ("faint", "panel", 4.5),
        ("print", "paper", 4.5),
        ("print", "sun", 4.5),
        *(("print", animal, 4.5) for animal in ("mouse", "rhino", "elephant", "ostrich")),
        *(("print", colour, 3) for colour in ("coral", "lemon", "leaf", "sky")),
    ],
)
def test_colours_stand_out_from_what_they_lie_on(front, back, least, theme):
    assert contrast(COLOURS[front][theme], COLOURS[back][theme]) >= least


def test_a_game_without_a_picture_is_drawn_as_its_sketch_with_buttons():
    position = waterside.game("kariba").new(2)
    while position.actor == "chance":
        position = position.play(next(iter(position.chances())))
    seen = position.seen_by(1)
    picture = plain.draw(seen, 1, ENGLISH)
    assert [plain.touches(seen, action)[0] for action in seen.legal()] == list(picture.parts())
    assert isinstance(picture, Picture)
    assert not plain.draw(seen, None, ENGLISH).parts()


def test_the_viewer_sits_at_the_bottom():
    position = waterside.game("crocodile").new(setup="picture")
    for seat, lowest in ((None, "tile-1"), (1, "tile-1"), (2, "tile-7")):
        places = places_of(drawn(position, seat))
        high = {i: float(place.split()[1].rstrip(")")) for i, place in places.items()}
        assert max(high, key=high.get) == lowest


def test_tiles_keep_their_ids_through_a_whole_game():
    for position in some_game("crocodile", 2, {}, most=40):
        ids = places_of(drawn(position, 1)).keys()
        assert ids == {f"tile-{number}" for number in range(1, 13)}


def test_a_stack_is_drawn_with_every_tile_in_it_from_the_bottom_up():
    position = waterside.game("crocodile").new(setup="picture")
    for action in "c5-c7", "flip d10", "reveal 4", "d10xc7", "flip c4", "reveal 3", "c4xc7":
        position = position.play(action)
    order = list(places_of(drawn(position, 1)))
    mover, eater, eaten = order[-1], order[-2], order[-3]
    stack = [i for i in order if i in ("tile-4", "tile-6", "tile-12")]
    assert stack == ["tile-6", "tile-12", "tile-4"], (mover, eater, eaten)
    label = drawn(position, 1).parts()["tile-4"].label
    assert label == "Red: crocodile 3, on c7, a stack of 3"
