"""Cromado's fixed drawing: water and islands, and what bridges, stones and players are drawn by.

A viewer's home is at the bottom left and their goal at the top right, so the board comes in four
turns; the islands are numbered as the viewer sees them, from the home on around.
"""

from __future__ import annotations

from functools import cache

from waterside.games.cromado.board import (
    BRIDGES_EACH,
    FIELDS,
    ISLANDS,
    LENGTH,
    SEATS,
    SIZE,
    STONES,
)
from waterside.games.cromado.notation import COLUMNS
from waterside.pictures.numerals import numeral
from waterside.pictures.scene import Point, Scenery, symbol
from waterside.pictures.shapes import (
    Shape,
    circle,
    ellipse,
    group,
    number,
    path,
    rect,
    shape,
    text,
    use,
)
from waterside.pictures.things import (
    PIPS,
    SEAT_COLOURS,
    area,
    button,
    die,
    mark,
    panel,
    ring,
    ripples,
    tags,
)

CELL = 52
LEFT = (800 - SIZE * CELL) / 2
TOP = 134
LEDGE = 20  # how far an island reaches over the board's edge
ISLAND_MIDDLE = LEDGE / 2
OUTWARDS = ((-1, 1), (-1, -1), (1, -1), (1, 1))  # from the middle to islands 0 SW, NW, NE, SE
BEDS = ((-26, -26), (-26, 18), (18, -26), (18, 18))  # stones at home, from the island's middle
SHORE = ((55, -30), (55, 8), (8, 55), (-30, 55))  # stones on the goal, along the outer edge
ASHORE = 0.78
OWN_Y = TOP + SIZE * CELL + 38
OWN_HIGH = 152
SIZE_OF_PICTURE = (800, OWN_Y + OWN_HIGH + 8)
OTHER_WIDE = 784 / 3 - 12


@cache
def scenery(quarters: int) -> Scenery:
    """Water and islands, turned by so many quarters."""
    ground = (*water(), *coordinates(quarters), *(islet(corner) for corner in range(ISLANDS)))
    return Scenery(SIZE_OF_PICTURE, ground, (*on_board(), *on_islands(), *of_players()))


def spot(at: int, quarters: int) -> Point:
    """The middle of a field, turned for the viewer."""
    x, y = FIELDS[at]
    for _ in range(quarters):
        x, y = SIZE + 1 - y, x
    return LEFT + (x - 0.5) * CELL, TOP + (SIZE - y + 0.5) * CELL


def island_spot(corner: int) -> Point:
    """The middle of an island, by its corner as the viewer sees it."""
    right, down = OUTWARDS[corner]
    half = (SIZE / 2 - 1) * CELL
    return 400 + right * half, TOP + (SIZE / 2) * CELL + down * half


def bed(corner: int, i: int) -> Point:
    """Where a stone stands at home, from the island's middle."""
    return OUTWARDS[corner][0] * BEDS[i][0], OUTWARDS[corner][1] * BEDS[i][1]


def shore(corner: int, i: int) -> Point:
    """Where a stone stands on the goal, from the island's middle."""
    return OUTWARDS[corner][0] * SHORE[i][0], OUTWARDS[corner][1] * SHORE[i][1]


def coordinates(quarters: int) -> list[Shape]:
    """Letters and numbers along the edges, between the islands."""
    shapes = []
    for i in range(2, SIZE - 2):
        for at, is_number in ((i, False), (SIZE * i, True)):
            x, y = spot(at, quarters)
            sign = str(i + 1) if is_number else COLUMNS[i]
            below = is_number == (quarters % 2 == 1)
            where = (x, TOP + SIZE * CELL + 24) if below else (LEFT / 2, y + 7)
            shapes.append(text(where[0], where[1], sign, 20, fill="faint"))
    return shapes


def islet(corner: int) -> Shape:
    """An island, whosever it is."""
    right, down = OUTWARDS[corner]
    half = CELL + LEDGE / 2
    x, y = right * LEDGE / 2, down * LEDGE / 2
    return group(
        rect(x - half - 5, y - half - 5, 2 * half + 10, 2 * half + 10, 40, fill="foam"),
        rect(x - half, y - half, 2 * half, 2 * half, 36, fill="dune"),
        at=island_spot(corner),
    )


def on_islands() -> list[Shape]:
    """What islands have, by corner: beds of a home, marks of a goal, palms; and how they light up."""
    shapes = []
    for corner, (right, down) in enumerate(OUTWARDS):
        beds = [circle(*bed(corner, i), 15, fill="dune-deep", opacity="0.7") for i in range(STONES)]
        edge = ISLAND_MIDDLE * right - 60, ISLAND_MIDDLE * down - 60
        shapes += [
            symbol(f"beds-{corner}", beds),
            symbol(f"palm-{corner}", palm(-6 * right, -4 * down, 1)),
            symbol(f"small-palm-{corner}", palm(50 * right, 46 * down + 6, 0.5)),
            symbol(f"goal-{corner}", area(*edge, 120, 120, 34), ring(*edge, 120, 120, 34, 9)),
        ]
        for seat in range(1, SEATS + 1):
            marks = [group(mark(seat, *shore(corner, i), 24), opacity="0.5") for i in range(STONES)]
            shapes.append(symbol(f"shore-{corner}-{seat}", marks))
        for i in range(STONES):
            dx, dy = bed(corner, i)
            x, y = edge[0] - dx, edge[1] - dy
            home = area(x, y, 120, 120, 34), ring(x, y, 120, 120, 34, 9)
            shapes.append(symbol(f"home-{corner}-{i}", *home))
    return shapes


def on_board() -> list[Shape]:
    """Bridges and stones, and what can be touched."""
    cell = area(-CELL / 2, -CELL / 2, CELL, CELL)
    loop = path("M9-6A11 11 0 1 0 11 3M9-14V-5H0", line="print", stroke=4, kind="round")
    return [
        symbol("bridge", bridge()),
        symbol("bridge-ring", ring(-76, -23, 152, 46, 9, 6)),
        symbol("laid-last", rect(-80, -27, 160, 54, 9, line="coral", stroke=5)),
        symbol("gap", gap()),
        symbol("tray", area(-92, -58, 184, 116), bridge(), ring(-86, -33, 172, 66, 14)),
        symbol("field", cell, shape("circle", r=10, kind="spot")),
        symbol("end", circle(0, 0, 18, fill="print", opacity="0.34"), cell,
               ring(-18, -18, 36, 36, 18)),
        symbol("loop", circle(0, 0, 20, fill="paper"), loop, ring(-20, -20, 40, 40, 20)),
        *(symbol(f"stone-{seat}", stone(seat)) for seat in range(1, SEATS + 1)),
        symbol("stone-ring", ring(-25, -27, 50, 52, 25)),
        symbol("walked-from", circle(0, 0, 16, line="coral", stroke=5)),
    ]  # fmt: skip


def of_players() -> list[Shape]:
    """Panels, the die, what is still to be laid and what has arrived."""
    panels = (("own", 784, OWN_HIGH, 0), ("other", OTHER_WIDE, 92, 8))
    return [
        *(
            symbol(f"panel-{name}{lit}", panel(0, y, wide, high, bool(lit)))
            for name, wide, high, y in panels
            for lit in ("", "-lit")
        ),
        *(symbol(f"die-{face}", die(face, 0, 0, 64)) for face in PIPS),
        symbol("die", die(None, 0, 0, 64)),
        symbol("keep", button(314, 94)),
        *(symbol(f"stock-{left}", stock(left)) for left in range(BRIDGES_EACH + 1)),
        *(
            symbol(f"arrived-{seat}-{count}", arrived(seat, count))
            for seat in range(1, SEATS + 1)
            for count in range(STONES + 1)
        ),
        *tags(SEATS),
    ]


def stock(left: int) -> list[Shape]:
    """Bridges still to lay, from (0, 0) on."""
    return [
        group(use("bridge"), at=(40, 0), size=0.5),
        numeral(f"×{left}", 92, 0, 26, anchor="start"),
    ]


def arrived(seat: int, count: int) -> list[Shape]:
    """So many stones of a seat on the goal, in four beds, from (0, 0) on."""
    return [
        mark(seat, 13 + 34 * i, 0, 24)
        if i < count
        else circle(13 + 34 * i, 0, 11, line="faint", stroke=2.5, stroke_dasharray="5 4")
        for i in range(STONES)
    ]


def water() -> list[Shape]:
    """The water with its fields."""
    side = SIZE * CELL
    lines = "".join(
        f"M{number(LEFT + CELL * i)} {TOP}v{side}M{number(LEFT)} {TOP + CELL * i}h{side}"
        for i in range(1, SIZE)
    )
    return [
        rect(LEFT - 7, TOP - 7, side + 14, side + 14, 40, fill="foam"),
        rect(LEFT, TOP, side, side, 34, fill="water"),
        circle(400, TOP + side / 2, 350, fill="water-mid"),
        ellipse(404, TOP + side / 2 + 6, 236, 220, fill="water-deep"),
        path(lines, line="foam", stroke=2, opacity="0.45"),
        *ripples(400, TOP + side / 2, side * 0.42, side * 0.42, 14),
    ]


def palm(x: float, y: float, size: float) -> Shape:
    """A palm tree whose foot is below (x, y)."""
    return group(
        ellipse(4, 34, 26, 6, fill="dune-deep"),
        path("M-2 34C2 14 2 0-4-14L4-16C12 0 12 16 10 34Z", fill="wood-deep"),
        path(
            "M0-14C-8-34-30-36-42-22-26-24-14-20-4-10ZM0-14C-2-36 12-46 30-42 16-36 8-28 4-12Z"
            "M0-14C14-30 36-26 42-8 28-16 16-16 2-10ZM0-14C-16-16-32-6-32 10-24-2-12-8 0-10Z",
            fill="leaf",
        ),
        at=(x, y),
        size=size,
    )


def bridge() -> list[Shape]:
    """A bridge about (0, 0), across: planks over three fields, between two beams."""
    long = LENGTH * CELL
    planks = "".join(
        f"M{number(-long / 2 + CELL * part + 3 + 15.6 * i)} -20h14v40h-14Z"
        for part in range(LENGTH)
        for i in range(3)
    )
    return [
        rect(-long / 2 + 3, -18, long - 2, 46, 7, fill="shade", opacity="0.2"),
        rect(-long / 2 + 1, -23, long - 2, 46, 7, fill="wood-deep"),
        path(planks, fill="wood"),
        path(f"M{number(-long / 2 + 5)} -20h{long - 10}m0 40h-{long - 10}", line="wood-deep",
             stroke=5, kind="round"),
    ]  # fmt: skip


def gap() -> Shape:
    """Where a bridge was lifted, across, about (0, 0)."""
    long = LENGTH * CELL
    return rect(
        -long / 2 + 4, -CELL / 2 + 4, long - 8, CELL - 8, 8, line="foam", stroke=3,
        stroke_dasharray="9 8",
    )  # fmt: skip


def stone(seat: int) -> list[Shape]:
    """A stone of a seat about (0, 0), with its mark."""
    colour = SEAT_COLOURS[seat - 1]
    return [
        ellipse(2, 8, 22, 18, fill="shade", opacity="0.25"),
        circle(0, 4, 20, fill=f"{colour}-deep", line="print", stroke=2.5),
        circle(0, -1, 20, fill=colour, line="print", stroke=2.5),
        mark(seat, 0, -1, 20, fill="cream"),
    ]
