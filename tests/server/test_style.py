"""The colours of the pages: what is written and what can be pressed is seen, by day and by night."""

import re
from pathlib import Path

import pytest

import waterside.server.site
from tests.pictures.contrast import contrast
from waterside.pictures.palette import COLOURS, THEMES

STYLE = (Path(waterside.server.site.__file__).parent / "static" / "style.css").read_text("utf-8")
PAIR = re.compile(r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
OWN = {name: (light, dark) for name, light, dark in PAIR.findall(STYLE)}
TEXT, SHAPE = 4.5, 3.0
LEAST = {"fine": TEXT, "link": TEXT, "alarm": TEXT, "edge": SHAPE, "accent": SHAPE}
"""Small print and placeholders, links, warnings; the outlines of buttons and fields, what is ticked."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", LEAST)
def test_a_colour_stands_out_on_pages_and_on_panels(name, theme):
    at = THEMES.index(theme)
    found = {ground: contrast(OWN[name][at], COLOURS[ground][at]) for ground in ("sand", "panel")}
    assert min(found.values()) >= LEAST[name], found


def test_buttons_fields_and_placeholders_have_these_colours():
    assert STYLE.count("border: 2px solid var(--edge)") == 2
    assert "::placeholder { color: var(--fine); opacity: 1; }" in STYLE
    assert "accent-color: var(--accent)" in STYLE
