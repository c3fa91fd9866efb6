"""The end of a game as one picture to share: who has won, the ranking, and the last position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from waterside.pictures.palette import stylesheet
from waterside.pictures.picture import Picture
from waterside.pictures.shapes import Shape, circle, path, rect, shape, text
from waterside.pictures.things import mark

WIDE = 1080
HEAD = 250
ROW = 62
FOOT = 70
MARGIN = 40
BOARD = 1100
"""The most that the board may be high."""


@dataclass(frozen=True)
class Place:
    """A line of the ranking."""

    place: int
    name: str
    score: int
    seat: int
    has_mark: bool
    won: bool


def result_picture(
    board: Picture, game: str, lines: Sequence[str], ranking: Sequence[Place], theme: str
) -> str:
    """The picture as an SVG file; of ``lines`` the first says who has won, the second why."""
    wide, high = board.size
    scale = min((WIDE - 2 * MARGIN) / wide, BOARD / high)
    top = HEAD + ROW * len(ranking) + 30
    whole = round(top + high * scale + FOOT)
    inside = board.nested(
        x=(WIDE - wide * scale) / 2, y=top, width=wide * scale, height=high * scale
    )
    root = shape(
        "svg",
        shape("style", stylesheet(theme)),
        rect(0, 0, WIDE, whole, fill="sand"),
        *sky(),
        text(MARGIN, 70, game, 34, "start", fill="print" if theme == "light" else "ink"),
        *headline(lines),
        *(one for row, place in enumerate(ranking) for one in line(row, place)),
        inside,
        text(WIDE / 2, whole - 24, "Waterside", 30, fill="faint"),
        kind="picture",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {whole}",
        width=WIDE,
        height=whole,
    )
    return str(root)


def sky() -> list[Shape]:
    """Sun over a strip of water."""
    wave = "".join("q22.5-14 45 0t45 0" for _ in range(12))
    return [
        path(f"M0 96{wave}V0H0z", fill="water", opacity=0.35),
        circle(WIDE - 110, 62, 44, fill="sun"),
    ]


def headline(lines: Sequence[str]) -> list[Shape]:
    """Who has won, as large as it fits, and what decided it."""
    first, decided = lines[0], lines[1] if len(lines) > 1 else ""
    large = min(60.0, 1.45 * (WIDE - 2 * MARGIN) / max(1, len(first)))
    small = min(34.0, 1.5 * (WIDE - 2 * MARGIN) / max(1, len(decided)))
    return [
        text(MARGIN, 165, first, large, "start"),
        text(MARGIN, 216, decided, small, "start", fill="faint"),
    ]


def line(row: int, one: Place) -> list[Shape]:
    """A player with place, name and score."""
    y = HEAD + ROW * row
    drawn = [rect(MARGIN, y, WIDE - 2 * MARGIN, ROW - 10, 16, fill="panel")]
    if one.won:
        drawn.append(rect(MARGIN, y, WIDE - 2 * MARGIN, ROW - 10, 16, line="sun", stroke=5))
    name_at = MARGIN + 90
    if one.has_mark:
        drawn.append(mark(one.seat, name_at + 12, y + 26, 30))
        name_at += 44
    return [
        *drawn,
        text(MARGIN + 26, y + 37, f"{one.place}.", 32, "start"),
        text(name_at, y + 37, one.name, 32, "start"),
        text(WIDE - MARGIN - 26, y + 37, str(one.score), 34, "end"),
    ]
