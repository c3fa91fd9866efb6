"""Small pictures that stand alone, with no more of the stylesheet in them than they use."""

from __future__ import annotations

import re

from waterside.pictures.palette import COLOURS, THEMES
from waterside.pictures.shapes import Shapes, shape

COVER = (480, 360)
"""The size of a game's cover."""
USED = re.compile(r"\b[fs]-([a-z-]+)")


def poster(size: tuple[int, int], *shapes: Shapes, theme: str | None = None) -> str:
    """An SVG file of these shapes; without a theme its colours follow the reader's system."""
    wide, high = size
    drawn = shape("g", *shapes)
    used = sorted(set(USED.findall(str(drawn))))
    root = shape(
        "svg", shape("style", style(used, theme)), drawn,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide} {high}",
    )  # fmt: skip
    return str(root)


def style(used: list[str], theme: str | None) -> str:
    """The rules that give these colours, in one theme or in that of the reader's system."""
    if theme is not None:
        return rules(used, THEMES.index(theme)) + ROUND
    dark = rules(used, 1)
    return f"{rules(used, 0)}@media (prefers-color-scheme:dark){{{dark}}}{ROUND}"


def rules(used: list[str], index: int) -> str:
    """The rules that fill and line shapes with these colours."""
    return "".join(
        f".f-{name}{{fill:{COLOURS[name][index]}}}.s-{name}{{stroke:{COLOURS[name][index]}}}"
        for name in used
    )


ROUND = ".round{stroke-linecap:round;stroke-linejoin:round}"
