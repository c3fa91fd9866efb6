"""What can be touched and what is chosen stands out on every ground, by day and by night."""

import re
from pathlib import Path

import pytest

import waterside.pictures
from waterside.core.registry import all_games
from waterside.pictures.palette import COLOURS, THEMES

RULES = (Path(waterside.pictures.__file__).parent / "touch.css").read_text("utf-8")
GROUNDS = (
    "water", "water-mid", "water-deep", "dune", "sand", "panel", "paper", "wood", "deck",
    "red-tile", "yellow-tile",
)  # fmt: skip
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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("selector", [".part.can", ".part.chosen, .part.along"])
def test_rings_have_a_contrast_of_three_to_one(selector, theme):
    all_games()  # a game adds its own colours when it is loaded
    shades = {name: pair[THEMES.index(theme)] for name, pair in COLOURS.items()}
    inner, rim = (shades[name] for name in ring(selector))
    assert contrast(inner, rim) >= ENOUGH
    weak = {
        ground: round(max(contrast(inner, shades[ground]), contrast(rim, shades[ground])), 2)
        for ground in GROUNDS
        if max(contrast(inner, shades[ground]), contrast(rim, shades[ground])) < ENOUGH
    }
    assert weak == {}
