"""Pictures: well-formed, safe, and every choice touchable, in every language and both themes."""

import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

import waterside
from tests.pictures.scenes import CASES, ENGLISH, drawn, seats_of, some_game
from waterside.core.registry import all_games
from waterside.pictures import (
    Part,
    Picture,
    Scenery,
    drawing_of,
    last_steps,
    picture_of,
    plain,
    stylesheet,
)
from waterside.pictures.drawing import Drawing
from waterside.pictures.palette import COLOURS
from waterside.pictures.shapes import text
from waterside.text.language import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("1")</script>&amp;\x00\x1b\ud800 "\'> ' + "x" * 200


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_pictures_are_well_formed_and_safe(name, players, options):
    for position in some_game(name, players, options, most=10):
        for seat in seats_of(position):
            picture = drawn(position, seat)
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
            ElementTree.fromstring(picture.standalone())


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_every_choice_has_its_own_touches_and_all_of_them_are_drawn(name, players, options):
    for position in some_game(name, players, options, most=60):
        if not isinstance(position.actor, int):
            continue
        seen = position.seen_by(position.actor)
        parts = drawn(position, position.actor).touchable()
        touches = drawing_of(position.game).touches
        paths = sorted(touches(seen, action) for action in position.legal())
        for path in paths:
            assert path
            assert set(path) <= parts.keys()
        for one, two in pairwise(paths):
            assert two[: len(one)] != one, "a choice is finished before another that begins alike"
        assert all(each.label.strip() for each in parts.values())


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_pictures_can_be_drawn_of_all_that_is_known(name, players, options):
    for position in some_game(name, players, options, most=6):
        ElementTree.fromstring(position._repr_svg_())


@pytest.mark.parametrize("name", all_games())
def test_labels_are_said_in_every_language(name):
    position = next(p for p in some_game(name, None, {}) if isinstance(p.actor, int))
    said = {language: picture_of(position, position.actor, language).svg for language in LANGUAGES}
    assert all(svg.startswith("<svg ") for svg in said.values())


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


def test_last_steps_are_the_last_player_s_turn_without_what_a_viewer_may_not_know():
    positions = some_game("kariba", 2, {"market": True})
    position = next(p for p in positions if p.number > 30 and p.action.startswith("opens"))
    steps = {seat: last_steps(position, seat) for seat in seats_of(position)}
    mover = steps[None][0].actor
    assert "x" in steps[None][0].action
    assert {step.actor for step in steps[None]} == {mover, "chance"}
    said = {seat: [(step.actor, step.action) for step in steps[seat]] for seat in steps}
    assert said[None] == said[3 - mover]
    assert all(step.before == step.before.seen_by(seat) for seat in steps for step in steps[seat])
    seen = position.history()[-len(steps[mover]) :]
    assert [step.action for step in steps[mover]] == seen
    unseen = [None if text.startswith("draw") else text for text in seen]
    assert [step.action for step in steps[None]] == unseen


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


def test_a_game_without_a_scene_is_drawn_as_its_sketch_with_buttons():
    position = waterside.game("kariba").new(2)
    while position.actor == "chance":
        position = position.play(next(iter(position.chances())))
    seen = position.seen_by(1)
    drawing = Drawing(plain)
    picture = drawing.draw(seen, 1, ENGLISH)
    assert [drawing.touches(seen, action)[0] for action in seen.legal()] == list(
        picture.touchable()
    )
    lines = [part.text for part in picture.parts if part.id.startswith("line-")]
    assert lines == str(seen).splitlines()
    assert not drawing.draw(seen, None, ENGLISH).touchable()
    ElementTree.fromstring(picture.standalone("dark"))


@pytest.mark.parametrize("variant", ["", "x", "1x-1", "3", "101x0", "1x401", "1x1x1", "²x1"])
def test_the_plain_scene_has_no_other_sceneries(variant):
    with pytest.raises(KeyError):
        plain.scenery(variant)


def test_parts_are_painted_from_the_lowest_layer_up():
    scenery = Scenery((10, 10), ())
    picture = Picture(scenery, [Part("b", layer=1), Part("c"), Part("a", layer=1)], "")
    root = ElementTree.fromstring(picture.svg)
    assert [element.get("id") for element in root.iter() if element.get("id")] == ["c", "a", "b"]


def test_a_picture_holds_only_the_symbols_that_it_needs():
    picture = picture_of(waterside.game("kariba").new(2), 1)
    assert len(picture.svg) < len(picture.scenery.svg) / 2
    assert 'id="s.left-64"' in picture.svg
    assert 'id="s.left-63"' not in picture.svg


def test_each_language_has_labels_of_its_own():
    for name in ("kariba", "crocodile"):
        position = next(p for p in some_game(name, 2, {}) if p.actor == 1)
        labels = [
            tuple(part.label for part in picture_of(position, 1, language).touchable().values())
            for language in LANGUAGES
        ]
        assert len(set(labels)) == len(LANGUAGES)
