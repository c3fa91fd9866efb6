"""Numerals drawn as shapes: round and bold like a poster's, the same on every machine."""

from __future__ import annotations

from waterside.pictures.shapes import Number, Shape, group, path

WIDTH, HEIGHT = 60, 100  # of the box that a digit is drawn in; lines are 20 wide

DIGITS = {
    "0": "M30 10C46 10 50 28 50 50S46 90 30 90 10 72 10 50 14 10 30 10Z",
    "1": "M14 26 34 10V90",
    "2": "M11 30C12 16 20 10 30 10 42 10 49 18 49 30 49 42 41 51 31 61L11 82V90H50",
    "3": "M11 20C16 13 22 10 30 10 41 10 48 17 48 28S40 46 27 47C41 48 50 56 50 68 50 81 41 90 29 90 20 90 14 86 9 79",
    "4": "M37 10 9 65H52M41 40V90",
    "5": "M47 10H16L13 46C18 42 24 40 30 40 42 40 50 50 50 64S42 90 28 90C20 90 14 87 9 80",
    "6": "M45 15C39 11 35 10 31 10 18 10 10 26 10 52 10 78 17 90 30 90 42 90 50 81 50 66S42 43 31 43C20 43 11 51 10 64",
    "7": "M10 10H50L25 90",
    "8": "M30 10C41 10 48 17 48 28S41 47 30 47 12 39 12 28 19 10 30 10ZM30 47C42 47 50 56 50 68 50 81 42 90 30 90S10 81 10 68 18 47 30 47Z",
    "9": "M15 85C21 89 25 90 29 90 42 90 50 74 50 48 50 22 43 10 30 10 18 10 10 19 10 34S18 57 29 57C40 57 49 49 50 36",
    "×": "M12 40 48 76M48 40 12 76",
    "+": "M30 32V84M4 58H56",
    "-": "M12 56H48",
}


def numeral(
    value: int | str,
    x: Number,
    y: Number,
    height: Number,
    fill: str = "ink",
    anchor: str = "middle",
    halo: str | None = None,
    weight: Number = 20,
) -> Shape:
    """A number (with ``×``, ``+``, ``-``) whose middle is at the given height; ``halo`` is the
    colour of a rim around it.
    """
    signs = str(value)
    size = height / HEIGHT
    step = WIDTH + 14
    length = step * len(signs) - 14
    start = {"middle": -length / 2, "start": 0.0, "end": -float(length)}[anchor]
    lines = []
    for colour, thick in ((halo, weight + 16), (fill, weight)):
        if colour:
            lines += [
                group(path(DIGITS[sign], line=colour, stroke=thick, kind="round"), at=(step * i, 0))
                for i, sign in enumerate(signs)
            ]
    return group(group(*lines, at=(start, -HEIGHT / 2)), at=(x, y), size=size)
