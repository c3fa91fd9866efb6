"""Crocodile Pool Party's fixed drawing: pool, rim and deck, and what tiles and bars are drawn by."""

from __future__ import annotations

from functools import cache

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
LEFT, TOP = 124, 106
WIDE, HIGH = COLUMNS * CELL_SIZE, ROWS * CELL_SIZE
SIZE = (800, TOP + HIGH + 112)
NUMBERS = range(1, EACH + 1)
STEPS = {"a2": "down", "b2": "down", "c1": "left", "e13": "up", "f13": "up", "d14": "right"}


def corner(place: str, near: int) -> tuple[int, int]:
    """The upper left corner of a field, as it lies for the player whose end is near."""
    number = field(place)
    column, row = number % COLUMNS, number // COLUMNS
    if near == RED:
        return LEFT + CELL_SIZE * column, TOP + CELL_SIZE * (ROWS - 1 - row)
    return LEFT + CELL_SIZE * (COLUMNS - 1 - column), TOP + CELL_SIZE * row


def centre(place: str, near: int) -> tuple[float, float]:
    """The middle of a field."""
    x, y = corner(place, near)
    return x + CELL_SIZE / 2, y + CELL_SIZE / 2


@cache
def scenery(near: int) -> Scenery:
    """Deck and pool, for the player whose end is near."""
    return Scenery(SIZE, (*deck(), *water(near)), (*tile_symbols(), *other_symbols()))


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


def other_symbols() -> list[Shape]:
    """Fields, bars, the last move, players and what they can do."""
    half = CELL_SIZE / 2
    return [
        symbol(
            "field",
            area(0, 0, CELL_SIZE, CELL_SIZE, 6),
            circle(half, half, 13, kind="spot"),
            ring(7, 7, CELL_SIZE - 14, CELL_SIZE - 14, 16, 6),
        ),
        *(symbol(f"bar-{p + 1}", bar(p), ring(4, 4, 176, 84, 14, 6)) for p in range(2)),
        *(symbol(f"on-bar-{n}", badge(n, 92, 58, 52, "cream", "print")) for n in range(TILES + 1)),
        symbol("moved-here", rect(3, 3, 86, 86, 20, line="coral", stroke=5)),
        symbol("moved-from", circle(0, 0, 30, line="coral", stroke=5, stroke_dasharray="9 8")),
        *(symbol(f"player{lit}", panel(0, 0, SIZE[0] - 16, 68, bool(lit))) for lit in ("", "-lit")),
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


def deck() -> list[Shape]:
    """Planks around the pool, parasols, loungers and palms."""
    planks = "".join(f"M0 {y}H{SIZE[0]}" for y in range(46, SIZE[1], 46))
    right = LEFT + WIDE
    return [
        rect(0, 0, *SIZE, fill="deck"),
        path(planks, line="deck-line", stroke=2),
        lounger(54, 560, "coral", -8),
        parasol(52, 668, 50, ("coral", "cream")),
        lounger(56, 790, "sky", 6),
        lounger(right + 68, 600, "lemon", 8),
        parasol(right + 70, 712, 50, ("sky", "cream")),
        lounger(right + 66, 832, "leaf", -6),
        palm(58, 910, 0.8),
        palm(right + 68, 486, 0.8),
    ]


def water(near: int) -> list[Shape]:
    """The water with steps and names of rows and columns."""
    middle = LEFT + WIDE / 2
    return [
        rect(LEFT - 16, TOP - 8, WIDE + 36, HIGH + 30, 26, fill="shade", opacity="0.16"),
        rect(LEFT - 20, TOP - 20, WIDE + 40, HIGH + 40, 26, fill="rim", line="rim-line", stroke=2),
        rect(LEFT, TOP, WIDE, HIGH, 8, fill="water"),
        *(depth(row) for row in range(1, ROWS - 1)),
        *ripples(middle, TOP + HIGH / 2, WIDE * 0.46, HIGH * 0.48, 26),
        path(grid(), line="foam", stroke=2, opacity="0.55"),
        *coordinates(near),
        *(steps(place, way, near) for place, way in STEPS.items()),
    ]  # fmt: skip


def coordinates(near: int) -> list[Shape]:
    """Letters and numbers on the rim."""
    shapes = []
    for column in "abcdef":
        x, _ = centre(f"{column}1", near)
        shapes.append(text(x, TOP + HIGH + 14, column, 18, fill="print"))
    for row in range(1, ROWS + 1):
        _, y = centre(f"a{row}", near)
        shapes.append(numeral(row, LEFT - 10, y, 13, fill="print"))
    return shapes


def steps(place: str, way: str, near: int) -> Shape:
    """Steps from the water up to a bar."""
    x, y = centre(place, near)
    turn = {"down": 0, "left": 90, "up": 180, "right": 270}[way]
    half = CELL_SIZE / 2
    return group(
        *(
            rect(-30 + 5 * i, half - 9 - 9 * i, 60 - 10 * i, 6, 3, fill="rim", opacity="0.85")
            for i in range(3)
        ),
        at=(x, y),
        turn=turn if near == RED else turn + 180,
    )


def depth(row: int) -> Shape:
    """The water of a row, deeper towards the middle of the pool."""
    deep = min(row, ROWS - 1 - row)
    y = TOP + CELL_SIZE * row
    return rect(LEFT, y, WIDE, CELL_SIZE, fill="water-deep", opacity=f"{0.09 * deep:.2f}")


def grid() -> str:
    """The lines between the fields."""
    down = "".join(f"M{LEFT + CELL_SIZE * i} {TOP}V{TOP + HIGH}" for i in range(1, COLUMNS))
    across = "".join(f"M{LEFT} {TOP + CELL_SIZE * i}H{LEFT + WIDE}" for i in range(1, ROWS))
    return down + across
