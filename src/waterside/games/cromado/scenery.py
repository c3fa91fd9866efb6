"""What Cromado's picture is made of: water, islands, bridges, stones."""

from __future__ import annotations

from waterside.games.cromado.board import LENGTH, SIZE
from waterside.pictures.shapes import Shape, circle, ellipse, group, number, path, rect
from waterside.pictures.things import SEAT_COLOURS, mark, ripples

CELL = 52
LEFT = (800 - SIZE * CELL) / 2
TOP = 134
LEDGE = 20  # how far an island reaches over the board's edge
ISLAND_MIDDLE = LEDGE / 2
OUTWARDS = ((-1, 1), (-1, -1), (1, -1), (1, 1))  # from the middle to islands 0 SW, NW, NE, SE
BEDS = ((-26, -26), (-26, 18), (18, -26), (18, 18))  # stones at home, from the island's middle
SHORE = ((55, -30), (55, 8), (8, 55), (-30, 55))  # stones on the goal, along the outer edge
ASHORE = 0.78


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


def island(right: int, down: int, home: int | None, guest: int | None) -> list[Shape]:
    """An island about (0, 0): home of one seat, goal of the one opposite, or neither."""
    half = CELL + LEDGE / 2
    x, y = right * LEDGE / 2, down * LEDGE / 2
    shapes = [
        rect(x - half - 5, y - half - 5, 2 * half + 10, 2 * half + 10, 40, fill="foam"),
        rect(x - half, y - half, 2 * half, 2 * half, 36, fill="dune"),
    ]
    if home is None:
        shapes.append(palm(-6 * right, -4 * down, 1))
    else:
        shapes += [
            circle(right * dx, down * dy, 15, fill="dune-deep", opacity="0.7") for dx, dy in BEDS
        ]
        if guest is None:
            shapes.append(palm(50 * right, 46 * down + 6, 0.5))
    if guest is not None:
        shapes += [group(mark(guest, right * dx, down * dy, 24), opacity="0.5") for dx, dy in SHORE]
    return shapes


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
