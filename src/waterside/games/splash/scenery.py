"""Splash Party's fixed drawing: deck and pool, and what meeples, tokens and players are drawn by."""

from __future__ import annotations

import math
from functools import cache

from waterside.games.splash.board import COLOURS, EACH, PLACES
from waterside.pictures.numerals import numeral
from waterside.pictures.scene import Point, Scenery, symbol
from waterside.pictures.shapes import Shape, circle, ellipse, group, number, path, rect
from waterside.pictures.things import (
    SEAT_COLOURS,
    area,
    badge,
    mark,
    meeple,
    panel,
    rim,
    ring,
    ripples,
)

MIDDLE = (400.0, 492.0)
HALF = (310.0, 286.0)  # from the middle to the places
CORNER = 150.0
DECK = 82  # from the places outwards
NUMBER = 72  # from the places outwards: beyond the ring of a place
EDGE = 58  # from the places inwards to the water
LANE = 79
FLOOR = 0.5 * math.pi * CORNER
OWN_Y = 862
OWN_HIGH = 186
SIZE = (800, OWN_Y + OWN_HIGH + 8)
OTHERS_HIGH = 112
MOST_BESIDE = 5  # other players along the upper edge
BUBBLE = (
    "M-30-30H30A10 10 0 0 1 40-20V14A10 10 0 0 1 30 24H4L-14 40V24H-30A10 10 0 0 1-40 14V-20"
    "A10 10 0 0 1-30-30Z"
)


@cache
def scenery() -> Scenery:
    """The pool, which is the same for all."""
    lanes = [group(mark(c + 1, lane(c), 700, 22), opacity="0.85") for c in range(COLOURS)]
    spots = [spot(place) for place in range(PLACES)]
    symbols = (*of_meeples(), *of_places(), *of_players())
    return Scenery(SIZE, (*pool(), *lanes, diving_board(), *spots), symbols)


def lane(colour: int) -> float:
    """Where the swimmers of a colour are, across."""
    return MIDDLE[0] + LANE * (colour - COLOURS / 2 + 0.5)


def spot(place: int) -> Shape:
    """Where one can stand, with its number; the first is on the diving board."""
    x, y = along(place)
    outside = along(place, -NUMBER)
    return group(
        circle(0, 4, 43, fill="sand", line="dune-deep", stroke=3) if place else None,
        numeral(place + 1, outside[0] - x, outside[1] - y, 19, fill="faint"),
        at=(x, y),
    )


def of_meeples() -> list[Shape]:
    """Meeples that stand and meeples that swim, with their numbers."""
    colours = range(1, COLOURS + 1)
    numbers = range(1, EACH + 1)
    return [
        *(symbol(f"meeple-face-{c}", meeple(c, 0, 0, 100)) for c in colours),
        *(symbol(f"swimmer-face-{c}", swimmer(c)) for c in colours),
        *(symbol(f"shows-{n}", badge(n, 34, 34, 44, "paper", "print")) for n in numbers),
        *(symbol(f"swims-{n}", badge(n, 32, 20, 44, "paper", "print")) for n in numbers),
        *(symbol(f"drowned-{c}", group(swimmer(c), opacity="0.55")) for c in colours),
    ]


def of_places() -> list[Shape]:
    """Places to touch, and those that the last move was about."""
    return [
        symbol("place", circle(0, 0, 55, fill_opacity="0"), ring(-52, -54, 104, 108, 52)),
        symbol("moved-spot", circle(0, 4, 43, fill="sand", line="coral", stroke=6)),
        symbol("moved-board", circle(0, 4, 43, fill="paper", line="coral", stroke=6)),
    ]


def of_players() -> list[Shape]:
    """Panels, tokens, what was said and can be said."""
    shapes = [
        symbol(f"panel-own{lit}", panel(0, 0, 784, OWN_HIGH, bool(lit))) for lit in ("", "-lit")
    ]
    for beside in range(3, MOST_BESIDE + 1):
        wide = other_wide(beside)
        shapes += [
            symbol(f"panel-{beside}{lit}", panel(0, 8, wide, OTHERS_HIGH, bool(lit)))
            for lit in ("", "-lit")
        ]
        shapes.append(symbol(f"panel-ring-{beside}", ring(0, 8, wide, OTHERS_HIGH, 16)))
    shapes.append(symbol("token", token(None, 96)))
    for colour in range(1, COLOURS + 1):
        face = token(colour, 96)
        light = ring(-38, -38, 76, 76, 38)
        shapes += [
            symbol(f"token-{colour}", face),
            symbol(f"not-{colour}", not_colour(colour)),
            symbol(f"said-{colour}", said(colour)),
            symbol(
                f"say-{colour}", area(-43, -112, 86, 120), named(colour), group(light, at=(0, -66))
            ),
            symbol(f"unsaid-{colour}", group(named(colour), opacity="0.3")),
        ]
    dots = [circle(16 * i, -3, 5, fill="print") for i in (-1, 0, 1)]
    bubble = path(BUBBLE, fill="paper", line="print", stroke=4, kind="round")
    silent = area(-46, -46, 92, 120), bubble, dots, ring(-46, -42, 92, 88, 20)
    return [*shapes, symbol("silent", group(*silent, at=(0, -66)))]


def other_wide(beside: int) -> float:
    """How wide the panel of another player is, where so many share the upper edge."""
    return 784 / beside - 10


def named(colour: int) -> Shape:
    """A token above the name of its colour."""
    return group(token(colour, 72), at=(0, -66))


def not_colour(colour: int) -> list[Shape]:
    """A colour that a player has not."""
    return [
        mark(colour, 0, 0, 30),
        path("M-17 17 17-17", line="panel", stroke=7, kind="round"),
        path("M-17 17 17-17", line="ink", stroke=3.5, kind="round"),
    ]


def said(colour: int) -> list[Shape]:
    """The colour that a player was said to have."""
    bubble = path(BUBBLE, fill="paper", line="coral", stroke=5, kind="round")
    return [bubble, mark(colour, 0, -4, 36)]


def along(steps: float, inwards: float = 0) -> tuple[float, float]:
    """The point so many places clockwise from the diving board, moved towards the water."""
    wide, high = HALF[0] - CORNER, HALF[1] - CORNER
    edges = (wide, FLOOR, 2 * high, FLOOR, 2 * wide, FLOOR, 2 * high, FLOOR, wide)
    rest = (steps % PLACES) / PLACES * sum(edges)
    leg = 0
    while leg < len(edges) - 1 and rest > edges[leg]:
        rest -= edges[leg]
        leg += 1
    quarter, is_corner = (leg + 1) // 2, leg % 2 == 1
    turned = (quarter - 1) * math.pi / 2 + rest / CORNER if is_corner else quarter * math.pi / 2
    if is_corner:
        right, down = ((1, -1), (1, 1), (-1, 1), (-1, -1))[quarter - 1]
        x, y = right * wide, down * high
    else:
        x, y = (
            (rest, -high), (wide, rest - high), (wide - rest, high), (-wide, high - rest),
            (rest - wide, -high),
        )[quarter]  # fmt: skip
    far = CORNER - inwards
    return MIDDLE[0] + x + far * math.sin(turned), MIDDLE[1] + y - far * math.cos(turned)


def way(start: float, end: float) -> str:
    """An arrow along the edge of the water; clockwise if it ends later than it starts."""
    end -= 0.22 if end > start else -0.22
    count = max(2, round(abs(end - start) * 5))
    dots = [along(start + (end - start) * i / count, EDGE - 5) for i in range(count + 1)]
    (x0, y0), (x1, y1) = dots[-2:]
    long = math.hypot(x1 - x0, y1 - y0)
    right, down = (x1 - x0) / long, (y1 - y0) / long
    head = [
        (x1 + right * ahead - down * aside, y1 + down * ahead + right * aside)
        for ahead, aside in ((-16, -14), (4, 0), (-16, 14))
    ]
    return line(dots) + line(head)


def line(points: list[Point]) -> str:
    """A line through these points."""
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def pool() -> list[Shape]:
    """The deck, the water and six lanes."""
    x, y = MIDDLE
    (wide, high), out = HALF, DECK
    shapes = [
        rect(x - wide - out, y - high - out, 2 * (wide + out), 2 * (high + out), CORNER + out,
             fill="dune"),
        rect(x - wide - 52, y - high - 52, 2 * wide + 104, 2 * high + 104, CORNER + 52,
             line="dune-deep", stroke=3, opacity="0.5"),
    ]  # fmt: skip
    for inset, colour in (
        (EDGE - 14, "paper"),
        (EDGE, "water"),
        (EDGE + 26, "water-mid"),
        (EDGE + 70, "water-deep"),
    ):
        shapes.append(
            rect(x - wide + inset, y - high + inset, 2 * (wide - inset), 2 * (high - inset),
                 CORNER - inset, fill=colour)
        )  # fmt: skip
    ropes = "".join(
        f"M{number(x + LANE * (i - COLOURS / 2))} {number(y - 118)}v330" for i in range(1, COLOURS)
    )
    return [
        parasol(44, 166, "coral"),
        parasol(756, 818, "sun"),
        towel(756, 164, 45, "sky"),
        towel(44, 820, 45, "leaf"),
        *shapes,
        path(ropes, line="foam", stroke=5, kind="round", stroke_dasharray="1 15", opacity="0.8"),
        *ripples(x, y - 160, 170, 40, 5),
        *ripples(x, y + 80, 210, 110, 8),
    ]


def parasol(x: float, y: float, colour: str) -> Shape:
    """A parasol from above."""
    wedges = "".join(
        f"M0 0L{number(42 * math.sin(a))} {number(-42 * math.cos(a))}"
        f"L{number(42 * math.sin(a + math.pi / 5))} {number(-42 * math.cos(a + math.pi / 5))}Z"
        for a in (math.pi * 2 * i / 5 for i in range(5))
    )
    return group(
        circle(5, 8, 42, fill="shade", opacity="0.15"),
        circle(0, 0, 42, fill="cream"),
        path(wedges, fill=colour),
        circle(0, 0, 5, fill="print"),
        at=(x, y),
    )


def towel(x: float, y: float, turn: float, colour: str) -> Shape:
    """A striped towel to lie on."""
    return group(
        rect(-22, -40, 50, 88, 4, fill="shade", opacity="0.15"),
        rect(-25, -44, 50, 88, 4, fill="cream"),
        *(rect(-25, -36 + 22 * i, 50, 11, fill=colour) for i in range(4)),
        at=(x, y),
        turn=turn,
    )


def diving_board() -> Shape:
    """The diving board, from the first place out over the water."""
    x, y = along(0)
    return group(
        rect(-32, -60, 64, 206, 16, fill="shade", opacity="0.2"),
        rect(-40, -74, 80, 208, 16, fill="paper", line="print", stroke=3),
        *(rect(-38.5, 58 + 24 * i, 77, 12, fill="coral") for i in range(3)),
        path("M-54-50V30M54-50V30", line="print", stroke=7, kind="round"),
        at=(x, y),
    )


def swimmer(colour: int) -> list[Shape]:
    """A meeple of a colour (from 1 on) up to its waist in the water, about (0, 0)."""
    body = (
        "M0-46C12-46 20-37 19-26 19-20 16-16 14-13 26-10 42-4 46 4 48 11 40 16 30 14L22 12 24 24"
        "H-24L-22 12-30 14C-40 16-48 11-46 4-42-4-26-10-14-13-16-16-19-20-19-26-20-37-12-46 0-46Z"
    )
    return [
        ellipse(0, 24, 46, 13, fill="water"),
        path(body, fill=SEAT_COLOURS[colour - 1], line=rim(colour), stroke=4, kind="round"),
        mark(colour, 0, 7, 24, fill="cream"),
        path("M-44 24q11-9 22 0t22 0 22 0 22 0", line="foam", stroke=7, kind="round"),
    ]


def token(colour: int | None, size: float) -> Shape:
    """A round token about (0, 0): face down, or of a colour from 1 on."""
    if colour is None:
        face: list[Shape] = [
            circle(0, 0, 46, fill="back", line="print", stroke=4),
            circle(0, 0, 36, line="back-light", stroke=3.5),
            path("M-22-10q11-13 22 0t22 0M-22 12q11-13 22 0t22 0", line="back-light", stroke=6,
                 kind="round"),
        ]  # fmt: skip
    else:
        face = [
            circle(0, 0, 46, fill=SEAT_COLOURS[colour - 1], line=rim(colour), stroke=4),
            circle(0, 0, 36, line="cream", stroke=3, opacity="0.8"),
            mark(colour, 0, 0, 44, fill="cream"),
        ]
    return group(circle(3, 6, 47, fill="shade", opacity="0.2"), *face, size=size / 96)
