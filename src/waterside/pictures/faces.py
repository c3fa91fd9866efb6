"""The faces of bots: swimmers of tin at the pool, each with a head, a colour and a hat of its own."""

from __future__ import annotations

from functools import cache

from waterside.pictures.poster import poster
from waterside.pictures.shapes import Shape, circle, ellipse, path, rect

SIZE = (64, 64)
TINTS = ("coral", "lemon", "leaf", "sky", "plum", "wood")
GROUNDS = ("water", "foam", "dune", "sun", "water-mid")


@cache
def face_of(number: int) -> str:
    """The face of this number as an SVG file, the same by day and by night."""
    ground = GROUNDS[number % len(GROUNDS)]
    tint = TINTS[number % len(TINTS)]
    hat = HATS[(number // 2 + number // 6) % len(HATS)]
    shapes = [
        circle(32, 32, 32, fill=ground),
        path("M10 60q4-14 22-14t22 14a32 32 0 0 1-44 0z", fill=f"{deep(tint)}"),
        *head(number, tint),
        *eyes(number),
        *mouth(number),
        *hat(deep(tint)),
    ]
    return poster(SIZE, shapes, theme="light")


def deep(tint: str) -> str:
    """The darker neighbour of a colour."""
    return f"{tint}-deep"


def head(number: int, tint: str) -> list[Shape]:
    """A round, a square or an egg-shaped head, with its ears."""
    look: dict[str, str | int | float | None] = {"fill": tint, "line": "print", "stroke": 2}
    ears = rect(10, 31, 44, 9, 4, fill=deep(tint), line="print", stroke=2)
    form = number % 3
    if form == 0:
        shell = rect(15, 18, 34, 33, 11, **look)
    elif form == 1:
        shell = circle(32, 34, 18, **look)
    else:
        shell = path("M15 32q0-15 17-15t17 15q0 20-17 20T15 32z", **look)
    return [ears, shell, rect(19, 26, 26, 14, 7, fill="cream", line="print", stroke=1.5)]


def eyes(number: int) -> list[Shape]:
    """Open, laughing or sleepy eyes."""
    kind = (number // 3) % 3
    if kind == 0:
        return [circle(26, 33, 3, fill="print"), circle(38, 33, 3, fill="print")]
    curve = "q3-5 6 0" if kind == 1 else "q3 4 6 0"
    top = 35 if kind == 1 else 32
    return [path(f"M{x} {top}{curve}", line="print", stroke=2.4, kind="round") for x in (23, 35)]


def mouth(number: int) -> list[Shape]:
    """A smile, a small one, or an open mouth."""
    kind = (number // 4) % 3
    if kind == 0:
        return [path("M25 44q7 6 14 0", line="print", stroke=2.4, kind="round")]
    if kind == 1:
        return [path("M28 45h8", line="print", stroke=2.4, kind="round")]
    return [path("M27 43h10q-1 6-5 6t-5-6z", fill="print")]


def straw_hat(tint: str) -> list[Shape]:
    """A straw hat with a band."""
    return [
        ellipse(32, 20, 25, 5, fill="lemon", line="print", stroke=2),
        path("M19 19q1-14 13-14t13 14z", fill="lemon", line="print", stroke=2),
        path("M19 17q13 4 26 0", line=tint, stroke=3.5),
    ]


def bathing_cap(tint: str) -> list[Shape]:
    """A bathing cap with a stripe."""
    return [
        path("M14 24q1-17 18-17t18 17q-18-5-36 0z", fill="cream", line="print", stroke=2),
        path("M27 8q5-2 10 0v12q-5-1-10 0z", fill=tint),
    ]


def antenna(tint: str) -> list[Shape]:
    """An antenna with a little sun on it."""
    return [
        path("M32 18V9", line="print", stroke=2.5, kind="round"),
        circle(32, 7, 4.5, fill="sun", line="print", stroke=2),
    ]


def snorkel(tint: str) -> list[Shape]:
    """Diving goggles and a snorkel."""
    return [
        rect(17, 24, 30, 17, 8, line="print", stroke=3),
        path("M50 46q6-2 6-10V12", line="coral", stroke=4.5, kind="round"),
    ]


def flower(tint: str) -> list[Shape]:
    """A flower behind the ear."""
    petals = [(45, 12), (51, 17), (49, 24), (41, 24), (39, 17)]
    return [
        *(circle(x, y, 4.6, fill="coral", line="print", stroke=1.2) for x, y in petals),
        circle(45, 18.5, 3.6, fill="lemon"),
    ]


def bow(tint: str) -> list[Shape]:
    """A headband with a bow."""
    return [
        path("M16 24q16-10 32 0", line="cream", stroke=5, kind="round"),
        path("M24 13l8 5 8-5v10l-8-5-8 5z", fill="coral", line="print", stroke=1.6, kind="round"),
    ]


HATS = (straw_hat, antenna, bathing_cap, flower, snorkel, bow)
