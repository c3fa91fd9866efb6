"""Crocodile Pool Party's fixed drawing: pool, rim and deck, and what tiles and bars are drawn by."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from waterside.games.crocodile.board import COLUMNS, EACH, RED, ROWS, TILES
from waterside.games.crocodile.notation import field
from waterside.games.crocodile.tiles import (
    EDGES,
    GROUNDS,
    bar,
    crocodile_tile,
    lounger,
    palm,
    parasol,
    swimmer_tile,
    turn_over,
)
from waterside.pictures.numerals import numeral
from waterside.pictures.scene import Scenery, symbol
from waterside.pictures.shapes import Shape, circle, group, path, rect, text
from waterside.pictures.things import area, badge, button, panel, ring, ripples, tags

CELL_SIZE = 92
LONG, SHORT = ROWS * CELL_SIZE, COLUMNS * CELL_SIZE
RIM = 20
BAND = 124  # of deck beside the pool, for tiles out of the water
PANEL_HIGH = 68
NUMBERS = range(1, EACH + 1)
STEPS = {"a2": "down", "b2": "down", "c1": "left", "e13": "up", "f13": "up", "d14": "right"}


class View(NamedTuple):
    """How the pool lies: whose end is near, and whether that is to the left instead of below."""

    near: int
    sideways: bool = False

    @property
    def left(self) -> int:
        """Where the water begins, across."""
        return 2 * RIM if self.sideways else BAND

    @property
    def top(self) -> int:
        """Where the water begins, down."""
        return BAND + RIM if self.sideways else 106

    @property
    def wide(self) -> int:
        """How wide the water is."""
        return LONG if self.sideways else SHORT

    @property
    def high(self) -> int:
        """How high the water is."""
        return SHORT if self.sideways else LONG

    @property
    def size(self) -> tuple[int, int]:
        """How large the picture is."""
        if self.sideways:
            return 2 * self.left + LONG, 2 * self.top + SHORT
        return 2 * self.left + SHORT, self.top + LONG + 112

    @property
    def panel(self) -> tuple[int, int]:
        """Where the panels of players begin, and how wide they are."""
        return (324, 720) if self.sideways else (8, self.size[0] - 16)


def corner(place: str, view: View) -> tuple[int, int]:
    """The upper left corner of a field."""
    number = field(place)
    across, down = number % COLUMNS, ROWS - 1 - number // COLUMNS
    if view.near != RED:
        across, down = COLUMNS - 1 - across, ROWS - 1 - down
    if view.sideways:
        across, down = ROWS - 1 - down, across
    return view.left + CELL_SIZE * across, view.top + CELL_SIZE * down


def centre(place: str, view: View) -> tuple[float, float]:
    """The middle of a field."""
    x, y = corner(place, view)
    return x + CELL_SIZE / 2, y + CELL_SIZE / 2


@cache
def scenery(view: View) -> Scenery:
    """Deck and pool, as they lie for a viewer."""
    symbols = *tile_symbols(), *other_symbols(view)
    return Scenery(view.size, (*deck(view), *water(view)), symbols)


def tile_symbols() -> list[Shape]:
    """The upper sides of all tiles, what marks them, and how high stacks are."""
    return [
        *(
            symbol(
                f"face-{player + 1}-{n}", crocodile_tile(player, n) if n else swimmer_tile(player)
            )
            for player in range(2)
            for n in range(EACH + 1)
        ),
        symbol("tile-ring", ring(-3, -3, 106, 110, 19, 8)),
        symbol("must-move", rect(-4, -4, 108, 112, 20, line="ink", stroke=6)),
        *(symbol(f"stack-{n}", badge(n, 86, 88, 40, "panel", "ink")) for n in range(2, TILES + 1)),
    ]


def other_symbols(view: View) -> list[Shape]:
    """Fields, bars, the last move, players and what they can do."""
    half = CELL_SIZE / 2
    wide, high = (92, 184) if view.sideways else (184, 92)
    return [
        symbol(
            "field",
            area(0, 0, CELL_SIZE, CELL_SIZE, 6),
            circle(half, half, 13, kind="spot"),
            ring(7, 7, CELL_SIZE - 14, CELL_SIZE - 14, 16, 6),
        ),
        *(
            symbol(f"bar-{p + 1}", bar(p, wide, high), ring(4, 4, wide - 8, high - 8, 14, 6))
            for p in range(2)
        ),
        *(
            symbol(f"on-bar-{n}", badge(n, wide / 2, high / 2 + 12, 52, "cream", "print"))
            for n in range(TILES + 1)
        ),
        symbol("moved-here", rect(3, 3, 86, 86, 20, line="coral", stroke=5)),
        symbol("moved-from", circle(0, 0, 30, line="coral", stroke=5, stroke_dasharray="9 8")),
        *(
            symbol(f"player{lit}", panel(0, 0, view.panel[1], PANEL_HIGH, bool(lit)))
            for lit in ("", "-lit")
        ),
        *(symbol(f"hidden-{p + 1}-{n}", still_hidden(p, n)) for p in range(2) for n in NUMBERS),
        *(symbol(f"shown-{n}", shown(n)) for n in NUMBERS),
        symbol("flip", turn_over(), ring(-51, -51, 102, 102, 24)),
        symbol("pass", button(96, 92)),
        *tags(2),
    ]


def still_hidden(player: int, number: int) -> list[Shape]:
    """A number that is still under a swimmer, in the row of all six."""
    x = 54 * (number - 1)
    ground = rect(x - 22, -22, 44, 44, 11, fill=GROUNDS[player], line=EDGES[player], stroke=2)
    return [ground, numeral(number, x, 0, 24, fill="print")]


def shown(number: int) -> list[Shape]:
    """A number that has been turned up, likewise."""
    x = 54 * (number - 1)
    frame = rect(x - 22, -22, 44, 44, 11, line="faint", stroke=2, stroke_dasharray="4 5")
    return [frame, numeral(number, x, 0, 24, fill="faint")]


def deck(view: View) -> list[Shape]:
    """Planks around the pool, parasols, loungers and palms."""
    wide, high = view.size
    planks = "".join(f"M0 {y}H{wide}" for y in range(46, high, 46))
    ground = [rect(0, 0, *view.size, fill="deck"), path(planks, line="deck-line", stroke=2)]
    if view.sideways:
        below = high - BAND / 2
        return [
            *ground,
            lounger(240, 62, "coral", 82),
            parasol(150, 64, 48, ("coral", "cream")),
            lounger(1130, 62, "sky", 96),
            palm(240, below, 0.8),
            lounger(1112, below, "lemon", 98),
            parasol(1204, below, 48, ("sky", "cream")),
            palm(1306, below, 0.8),
        ]
    right = view.left + view.wide
    return [
        *ground,
        lounger(54, 560, "coral", -8),
        parasol(52, 668, 50, ("coral", "cream")),
        lounger(56, 790, "sky", 6),
        lounger(right + 68, 600, "lemon", 8),
        parasol(right + 70, 712, 50, ("sky", "cream")),
        lounger(right + 66, 832, "leaf", -6),
        palm(58, 910, 0.8),
        palm(right + 68, 486, 0.8),
    ]


def water(view: View) -> list[Shape]:
    """The water with steps and names of rows and columns."""
    x, y, wide, high = view.left, view.top, view.wide, view.high
    return [
        rect(x - 16, y - 8, wide + 36, high + 30, 26, fill="shade", opacity="0.16"),
        rect(x - RIM, y - RIM, wide + 2 * RIM, high + 2 * RIM, 26, fill="rim", line="rim-line",
             stroke=2),
        rect(x, y, wide, high, 8, fill="water"),
        *(depth(row, view) for row in range(1, ROWS - 1)),
        *ripples(x + wide / 2, y + high / 2, wide * 0.46, high * 0.48, 26),
        path(grid(view), line="foam", stroke=2, opacity="0.55"),
        *coordinates(view),
        *(steps(place, way, view) for place, way in STEPS.items()),
    ]  # fmt: skip


def coordinates(view: View) -> list[Shape]:
    """Letters and numbers on the rim."""
    left, below = view.left - 10, view.top + view.high
    shapes = []
    for column in "abcdef":
        x, y = centre(f"{column}1", view)
        x, y = (left, y + 6) if view.sideways else (x, below + 14)
        shapes.append(text(x, y, column, 18, fill="print"))
    for row in range(1, ROWS + 1):
        x, y = centre(f"a{row}", view)
        x, y = (x, below + 10) if view.sideways else (left, y)
        shapes.append(numeral(row, x, y, 13, fill="print"))
    return shapes


def steps(place: str, way: str, view: View) -> Shape:
    """Steps from the water up to a bar."""
    x, y = centre(place, view)
    turn = {"down": 0, "left": 90, "up": 180, "right": 270}[way]
    turn += (0 if view.near == RED else 180) + (90 if view.sideways else 0)
    half = CELL_SIZE / 2
    return group(
        *(
            rect(-30 + 5 * i, half - 9 - 9 * i, 60 - 10 * i, 6, 3, fill="rim", opacity="0.85")
            for i in range(3)
        ),
        at=(x, y),
        turn=turn,
    )


def depth(row: int, view: View) -> Shape:
    """The water of a row, deeper towards the middle of the pool."""
    deep = min(row, ROWS - 1 - row)
    along = CELL_SIZE * row
    where = (
        (view.left + along, view.top, CELL_SIZE, view.high)
        if view.sideways
        else (view.left, view.top + along, view.wide, CELL_SIZE)
    )
    return rect(*where, fill="water-deep", opacity=f"{0.09 * deep:.2f}")


def grid(view: View) -> str:
    """The lines between the fields."""
    x, y, wide, high = view.left, view.top, view.wide, view.high
    down = "".join(f"M{x + i} {y}V{y + high}" for i in range(CELL_SIZE, wide, CELL_SIZE))
    across = "".join(f"M{x} {y + i}H{x + wide}" for i in range(CELL_SIZE, high, CELL_SIZE))
    return down + across
