"""What can be touched and what is chosen stands out on every ground, by day and by night."""

import re
from pathlib import Path

import pytest

import waterside.pictures
from waterside.core.registry import all_games
from waterside.pictures.palette import COLOURS, THEMES

RULES = (Path(waterside.pictures.__file__).parent / "touch.css").read_text("utf-8")
GROUNDS = (
    "water", "water-mid", "water-deep", "dune", "dune-deep", "sand", "panel", "paper", "wood", "deck",
    "red-tile", "yellow-tile", "tile-water", "mouse", "meerkat", "zebra", "giraffe", "ostrich", "cheetah",
    "rhino", "elephant",
)  # fmt: skip
"""What pieces lie on that can be chosen, and the faces of those that lie side by side."""
ENOUGH = 3.0


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """As WCAG 2.2 has it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ring(selector):
    """The colours of a ring and of its rim."""
    (rule,) = re.findall(rf"^{re.escape(selector)} \{{(.*)\}}$", RULES, re.MULTILINE)
    return re.search(r"--lit: var\(--([a-z-]+)\)", rule)[1], re.search(
        r"--lit-rim: var\(--([a-z-]+)\)", rule
    )[1]


def weak(selector, theme, grounds):
    """The grounds on which neither a ring nor its rim stands out, with their contrast."""
    all_games()  # a game adds its own colours when it is loaded
    shades = {name: pair[THEMES.index(theme)] for name, pair in COLOURS.items()}
    inner, rim = (shades[name] for name in ring(selector))
    assert contrast(inner, rim) >= ENOUGH
    best = {
        ground: max(contrast(inner, shades[ground]), contrast(rim, shades[ground]))
        for ground in grounds
    }
    return {ground: round(found, 2) for ground, found in best.items() if found < ENOUGH}


@pytest.mark.parametrize("theme", THEMES)
def test_what_can_be_touched_has_a_ring_of_three_to_one_on_every_colour(theme):
    all_games()
    assert weak(".part.can", theme, COLOURS) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_chosen_has_a_ring_of_three_to_one_on_every_ground(theme):
    assert weak(".part.chosen, .part.along", theme, GROUNDS) == {}
