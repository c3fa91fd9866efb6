"""What can be touched and what is chosen stands out on every colour, by day and by night."""

import re
from pathlib import Path

import pytest

import waterside.pictures
from tests.pictures.contrast import contrast
from waterside.core.registry import all_games
from waterside.pictures.palette import COLOURS, THEMES
from waterside.pictures.things import ring

RULES = (Path(waterside.pictures.__file__).parent / "touch.css").read_text("utf-8")
ENOUGH = 3.0
TONES = {"ring": "--lit", "rim": "--lit-rim", "core": "--lit-core"}
"""The lines that a ring is drawn of, and what colours them."""


def tones(selector):
    """The colours of the lines of a ring, by name."""
    (rule,) = re.findall(rf"^{re.escape(selector)} \{{(.*)\}}$", RULES, re.MULTILINE)
    return {
        name: found[1]
        for name, variable in TONES.items()
        if (found := re.search(rf"{variable}: var\(--([a-z-]+)\)", rule))
    }


def weak(selector, theme):
    """The colours on which no line of a ring stands out, with their contrast."""
    all_games()  # a game adds its own colours when it is loaded
    shades = {name: pair[THEMES.index(theme)] for name, pair in COLOURS.items()}
    lines = {name: shades[colour] for name, colour in tones(selector).items()}
    assert contrast(lines["ring"], lines["rim"]) >= ENOUGH
    best = {
        ground: max(contrast(line, shade) for line in lines.values())
        for ground, shade in shades.items()
    }
    return {ground: round(found, 2) for ground, found in best.items() if found < ENOUGH}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("selector", [".part.can", ".part.chosen, .part.along"])
def test_a_ring_has_three_to_one_on_every_colour(selector, theme):
    assert weak(selector, theme) == {}


def test_what_is_chosen_differs_from_what_can_be_touched_in_more_than_colour():
    assert "core" in tones(".part.chosen, .part.along")
    assert "core" not in tones(".part.can")


def test_a_ring_is_drawn_of_a_rim_the_ring_and_a_core_one_above_the_other():
    drawn = re.findall(
        r'class="(rim|ring|core)"[^>]*stroke-width="(\d+)"', str(ring(0, 0, 9, 9, 3))
    )
    assert [name for name, _ in drawn] == ["rim", "ring", "core"]
    rim, lit, core = (int(width) for _, width in drawn)
    assert rim > lit > core >= 3
