"""The tiles and the pool deck of Crocodile Pool Party, as shapes."""

from __future__ import annotations

import math

from waterside.pictures import add_colours
from waterside.pictures.numerals import numeral
from waterside.pictures.shapes import (
    Shape,
    circle,
    ellipse,
    group,
    path,
    polygon,
    rect,
)
from waterside.pictures.things import mark, tile

add_colours(
    red_tile=("#EC6A45", "#E8663F"),
    red_edge=("#A8361A", "#8E2C13"),
    yellow_tile=("#F5CB45", "#EDC03A"),
    yellow_edge=("#B0820E", "#94700F"),
    tile_water=("#DDF4F1", "#CDE7E4"),
    skin=("#C08457", "#B0764B"),
    coral_print=("#D2462A", "#C23F25"),
    croc=("#1F5B43", "#184A37"),
    croc_light=("#3F9169", "#367E5B"),
    deck=("#EBCFA0", "#2B3C46"),
    deck_line=("#D9B881", "#213038"),
    rim=("#FFF9EA", "#C9D6D3"),
    rim_line=("#D3C6A4", "#9AAAA8"),
)

GROUNDS = ("red-tile", "yellow-tile")
EDGES = ("red-edge", "yellow-edge")


def swimmer_tile(player: int) -> list[Shape]:
    """A tile with the swimmer up, 100 by 104, from (0, 0)."""
    return [
        tile(
            0, 0, 100, GROUNDS[player], EDGES[player],
            ellipse(50, 66, 38, 17, fill="cream"),
            ellipse(50, 62, 22, 8, fill="print", opacity="0.35"),
            path("M34 66C31 50 40 45 50 45S69 50 66 66C60 71 40 71 34 66Z", fill="skin"),
            circle(50, 31, 17.5, fill="skin"),
            path("M31 30C31 17 39 10 50 10S69 17 69 30C62 24 38 24 31 30Z", fill=EDGES[player]),
            path("M32 33H68", line="print", stroke=4),
            rect(35.5, 28, 13, 10, 5, fill="print"),
            rect(51.5, 28, 13, 10, 5, fill="print"),
            path("M44 43q6 4 12 0", line="print", stroke=2.6, kind="round"),
            path("M12 66C14 90 86 90 88 66 88 62 84 57 77 54 74 68 26 68 23 54 16 57 12 62 12 66Z",
                 fill="cream"),
            path("M21 78 28 65M42 84 44 69M58 84 56 69M79 78 72 65", line="coral-print", stroke=8),
            path("M0 82q8.3-10 16.6 0t16.6 0 16.8 0 16.6 0 16.6 0 16.8 0V85a12 12 0 0 1-12 12H12"
                 "a12 12 0 0 1-12-12Z", fill="tile-water"),
            mark(player + 1, 17, 18, 21, fill="cream"),
        )
    ]  # fmt: skip


def crocodile_tile(player: int, number: int) -> list[Shape]:
    """A tile with the crocodile up."""
    return [
        tile(
            0, 0, 100, GROUNDS[player], EDGES[player],
            *crocodile(),
            circle(66, 32, 29, fill="cream", line="print", stroke=3),
            numeral(number, 66, 32, 43, fill="print", weight=22),
            mark(player + 1, 16, 17, 19, fill="cream"),
        )
    ]  # fmt: skip


def crocodile() -> list[Shape]:
    """A crocodile's head in profile, its mouth open, within the lower half of a tile."""
    return [
        path("M3 82C2 62 10 50 20 46 22 36 36 35 39 45L46 53 84 60C94 62 99 68 96 73L58 77"
             " 92 80C98 84 94 93 84 93H18C8 93 3 90 3 82Z", fill="croc"),
        path("M50 72 54 66 58 72.5 63 66 67 72 72 66 76 72 81 66 85 72 90 67 93 72 60 77Z"
             "M56 78 60 84 64 78.6 68 84 72 79 76 84.5 80 79.4 84 85 88 80Z", fill="cream"),
        circle(29, 46, 5.5, fill="cream"),
        circle(30.5, 46, 2.7, fill="print"),
        path("M88 61q2-6 6 0", line="croc", stroke=5, kind="round"),
        path("M10 66l6-6M10 78l8-7M20 82l8-7M24 66l6-5", line="croc-light", stroke=3.4, kind="round"),
    ]  # fmt: skip


def bar(player: int, wide: int = 184, high: int = 92) -> list[Shape]:
    """A pool bar from (0, 0): a wooden counter under a striped awning."""
    planks = "".join(f"M{x} 30V{high - 4}" for x in range(24, wide, 20))
    stripes = [
        path(f"M{x} 4H{x + 23}V30a11.5 11.5 0 0 1-23 0Z",
             fill=GROUNDS[player] if i % 2 == 0 else "cream")
        for i, x in enumerate(range(0, wide, 23))
    ]  # fmt: skip
    return [
        rect(2, 20, wide - 4, high - 22, 8, fill="wood"),
        path(planks, line="wood-deep", stroke=2, opacity="0.5"),
        rect(2, high - 18, wide - 4, 16, 6, fill="wood-deep"),
        *stripes,
        rect(0, 0, wide, 9, 4, fill=EDGES[player]),
    ]


def parasol(x: float, y: float, radius: float, colours: tuple[str, str]) -> Shape:
    """A parasol from above."""
    slices = []
    for i in range(10):
        corners = [(math.sin(math.pi * k / 5) * radius, -math.cos(math.pi * k / 5) * radius)
                   for k in (i, i + 1)]  # fmt: skip
        slices.append(polygon((0, 0), *corners, fill=colours[i % 2]))
    return group(
        circle(5, 9, radius, fill="shade", opacity="0.16"),
        *slices,
        circle(0, 0, radius * 0.12, fill="print"),
        at=(x, y),
    )


def lounger(x: float, y: float, colour: str, turn: float = 0) -> Shape:
    """A sun lounger with a towel, from above."""
    return group(
        rect(-24, -50, 52, 108, 9, fill="shade", opacity="0.14"),
        rect(-26, -54, 52, 108, 9, fill="cream", line="rim-line", stroke=2),
        rect(-20, -22, 40, 70, 5, fill=colour),
        path("M-20-8H20M-20 34H20", line="cream", stroke=5),
        rect(-19, -49, 38, 20, 8, fill="foam"),
        at=(x, y),
        turn=turn,
    )


def palm(x: float, y: float, size: float) -> Shape:
    """A palm from above: leaves around a trunk."""
    leaf = path("M0 0C14-10 40-14 62 2 40 8 14 10 0 0Z", fill="leaf")
    rib = path("M4 0C20-2 40-2 54 1", line="leaf-deep", stroke=2.5, kind="round")
    return group(
        circle(4, 8, 46, fill="shade", opacity="0.12"),
        *(group(leaf, rib, turn=51.4 * i + 12) for i in range(7)),
        circle(0, 0, 7, fill="wood-deep"),
        at=(x, y),
        size=size,
    )


def turn_over() -> list[Shape]:
    """A tile that turns: half swimmer's water, half crocodile; 96 by 96 about (0, 0)."""
    return [
        rect(-48, -48, 96, 96, 22, fill="cream", line="print", stroke=3),
        group(*crocodile(), at=(-33, -38), size=0.66),
        path("M-32-6C-30-34 20-40 30-16", line="print", stroke=7, kind="round"),
        path("M36-30 31-13 15-19", line="print", stroke=7, kind="round"),
    ]
