"""Things that lie on every table: cards, marks, badges, meeples, dice, panels, water."""

from __future__ import annotations

import math
from functools import lru_cache

from waterside.pictures.numerals import numeral
from waterside.pictures.scene import Part, symbol
from waterside.pictures.shapes import (
    Number,
    Shape,
    Shapes,
    circle,
    ellipse,
    group,
    number,
    path,
    polygon,
    rect,
)

SEAT_COLOURS = ("coral", "lemon", "leaf", "sky", "plum", "coal")
"""The colour of each seat and of each meeple, from seat 1 on; each has its own mark."""

CARD = (100, 140)


def mark(seat: int, x: Number, y: Number, size: Number = 20, fill: str | None = None) -> Shape:
    """The mark of a seat (or a colour, from 1 on): ▲●■◆★⬢, in its colour with a dark rim."""
    half = size / 2
    colour = fill or SEAT_COLOURS[seat - 1]
    look: dict[str, str | Number | None] = {
        "fill": colour,
        "line": rim(seat),
        "stroke": size / 11,
        "kind": "round",
    }
    kind = (seat - 1) % 6
    if kind == 0:
        return polygon(
            (x, y - half), (x + half, y + half * 0.8), (x - half, y + half * 0.8), **look
        )
    if kind == 1:
        return circle(x, y, half * 0.92, **look)
    if kind == 2:
        side = half * 0.86
        return polygon(
            (x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side),
            **look,
        )  # fmt: skip
    if kind == 3:
        return polygon((x, y - half), (x + half, y), (x, y + half), (x - half, y), **look)
    if kind == 4:
        rays = [
            (
                x + half * 1.1 * (1 if i % 2 == 0 else 0.48) * math.sin(math.pi * i / 5),
                y - half * 1.1 * (1 if i % 2 == 0 else 0.48) * math.cos(math.pi * i / 5),
            )
            for i in range(10)
        ]
        return polygon(*rays, **look)
    return polygon(
        *((x + half * math.sin(math.pi * i / 3), y - half * math.cos(math.pi * i / 3))
          for i in range(6)),
        **look,
    )  # fmt: skip


def rim(colour: int) -> str:
    """The outline of what has a colour (from 1 on): dark, but around black light where it is dark."""
    return "coal-rim" if SEAT_COLOURS[(colour - 1) % 6] == "coal" else "print"


def shadow(x: Number, y: Number, width: Number, height: Number, corner: Number = 10) -> Shape:
    """The soft shadow of something flat that lies on the table."""
    return rect(x + 2, y + 4, width, height, corner, fill="shade", opacity="0.2")


def card(*face: Shapes, ground: str = "paper") -> list[Shape]:
    """A card from (0, 0), 100 by 140, its face up; the face may use the inside from 6 on."""
    wide, high = CARD
    return [
        shadow(0, 0, wide, high),
        rect(0.75, 0.75, wide - 1.5, high - 1.5, 10, fill="paper", line="paper-edge", stroke=1.5),
        rect(6, 6, wide - 12, high - 12, 6, fill=ground),
        group(*face),
    ]


def card_back() -> list[Shape]:
    """A card from (0, 0), 100 by 140, its face down: waves."""
    wide, high = CARD
    waves = "".join(f"M8 {y}q10.5 -14 21 0t21 0 21 0 21 0" for y in range(24, high - 10, 18))
    return [
        shadow(0, 0, wide, high),
        rect(0.75, 0.75, wide - 1.5, high - 1.5, 10, fill="paper", line="paper-edge", stroke=1.5),
        rect(6, 6, wide - 12, high - 12, 6, fill="back"),
        path(waves, line="back-light", stroke=4.5, kind="round", opacity="0.75"),
        circle(50, 70, 22, fill="back", line="back-light", stroke=4.5),
        path("M36 72q7 -9 14 0t14 0", line="back-light", stroke=5, kind="round"),
    ]


def badge(
    value: int | str, x: Number, y: Number, size: Number = 34, fill: str = "panel", ink: str = "ink"
) -> Shape:
    """A number in a round label, centred there."""
    signs = str(value)
    wide = size * (1 if len(signs) < 3 else 0.62 * len(signs) - 0.62)
    return group(
        rect(x - wide / 2, y - size / 2, wide, size, size / 2, fill=fill, line=ink,
             stroke=size / 14),
        numeral(signs, x, y, size * (0.56 if len(signs) < 2 else 0.46), fill=ink),
    )  # fmt: skip


def panel(x: Number, y: Number, width: Number, height: Number, active: bool = False) -> Shape:
    """A panel for a player; with the sun around it when it is their turn."""
    return rect(
        x, y, width, height, 16, fill="panel", line="sun" if active else "dune-deep",
        stroke=6 if active else 2,
    )  # fmt: skip


LARGE, USUAL = 26, 22
"""Sizes of names, as the stylesheet has them."""


def tags(seats: int) -> list[Shape]:
    """The marks beside names, in both sizes: symbols ``tag-1`` and ``tag-large-1`` and so on."""
    return [
        symbol(f"tag-{kind}{seat}", mark(seat, -0.9 * size, -0.35 * size, size * 1.05))
        for kind, size in (("", USUAL), ("large-", LARGE))
        for seat in range(1, seats + 1)
    ]


@lru_cache(1 << 12)
def name_tag(
    seat: int,
    name: str,
    x: Number,
    y: Number,
    width: Number,
    layer: int,
    large: bool = False,
    plain: bool = False,
) -> Part:
    """A player's mark and name, cut to the room there is, from x on; ``plain`` without the mark."""
    size = LARGE if large else USUAL
    room = max(1, int((width - size * 1.5) / (size * 0.62)))
    shown = name if len(name) <= room else name[: room - 1] + "…"
    kind = "large-" if large else ""
    return Part(
        f"name-{seat}",
        "" if plain else f"tag-{kind}{seat}",
        x + size * 1.45,
        y + size * 0.35,
        layer=layer,
        classes="large-text" if large else "",
        text=shown,
    )


def button(wide: Number, high: Number) -> list[Shape]:
    """What words to touch lie on, about (0, 0): for the few choices that no thing stands for.

    The words are the part's text; their line is 8 below the middle.
    """
    x, y = -wide / 2, -high / 2 - 8
    return [
        rect(x, y, wide, high, high / 2, fill="panel", line="ink", stroke=3),
        ring(x - 5, y - 5, wide + 10, high + 10, high / 2 + 5),
    ]


def ring(
    x: Number, y: Number, width: Number, height: Number, corner: Number, stroke: Number = 7
) -> Shape:
    """The outline that lights up around a part: with a rim, and of what is chosen with a core of a
    third tone, so that it shows on any ground.
    """
    return group(
        rect(x, y, width, height, corner, kind="rim", stroke=stroke + 4),
        rect(x, y, width, height, corner, kind="ring", stroke=stroke),
        rect(x, y, width, height, corner, kind="core", stroke=3),
    )


def area(x: Number, y: Number, width: Number, height: Number, corner: Number = 0) -> Shape:
    """A rectangle that nobody sees, to be touched."""
    return rect(x, y, width, height, corner, fill_opacity="0")


MEEPLE = (
    "M50 4C62 4 70 13 69 24 69 30 66 34 64 37 76 40 92 46 96 54 98 61 90 66 80 64L72 62"
    "C76 72 84 82 86 90 87 96 84 98 78 98H60C56 98 55 96 54 92L50 80 46 92C45 96 44 98 40 98H22"
    "C16 98 13 96 14 90 16 82 24 72 28 62L20 64C10 66 2 61 4 54 8 46 24 40 36 37 "
    "34 34 31 30 31 24 30 13 38 4 50 4Z"
)


def meeple(colour: int, x: Number, y: Number, size: Number = 60, fill: str | None = None) -> Shape:
    """A little figure of a colour (from 1 on) with its mark, centred there."""
    return group(
        ellipse(52, 97, 40, 7, fill="shade", opacity="0.22"),
        path(
            MEEPLE, fill=fill or SEAT_COLOURS[colour - 1], line=rim(colour), stroke=4, kind="round"
        ),
        mark(colour, 50, 58, 24, fill="cream"),
        at=(x - size / 2, y - size / 2),
        size=size / 100,
    )


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(face: int | Shape | None, x: Number, y: Number, size: Number = 64) -> Shape:
    """A die centred there: pips, a shape of its own about (0, 0), or an empty face."""
    half = size / 2
    if isinstance(face, int):
        shown: Shapes = [
            circle(px * size * 0.27, py * size * 0.27, size * 0.09, fill="print")
            for px, py in PIPS[face]
        ]
    else:
        shown = face
    return group(
        shadow(-half, -half, size, size, size * 0.2),
        rect(-half, -half, size, size, size * 0.2, fill="paper", line="print",
             stroke=size / 26),
        shown,
        at=(x, y),
    )  # fmt: skip


def tile(x: Number, y: Number, size: Number, ground: str, edge: str, *face: Shapes) -> Shape:
    """A thick square tile whose top left corner is there; the face is drawn within 100 by 100."""
    return group(
        shadow(0, 4, 100, 100, 16),
        rect(0.75, 7, 98.5, 96, 16, fill=edge, line="print", stroke=1.5),
        rect(0, 0, 100, 97, 16, fill=ground),
        *face,
        at=(x, y),
        size=size / 100,
    )


def ripples(x: Number, y: Number, rx: Number, ry: Number, count: int = 3) -> list[Shape]:
    """Short curved lines on water, spread over an ellipse in a fixed irregular order."""
    lines = []
    for i in range(count):
        angle = i * 2.399  # the golden angle: never in rows
        far = math.sqrt((i + 0.5) / count)
        px, py = x + rx * far * math.cos(angle), y + ry * far * math.sin(angle)
        long = 16 + 9 * (i % 3)
        lines.append(
            path(
                f"M{number(px - long)} {number(py)}q{number(long / 2)} -8 {long} 0t{long} 0",
                line="foam", stroke=3, kind="round", opacity="0.7",
            )
        )  # fmt: skip
    return lines
