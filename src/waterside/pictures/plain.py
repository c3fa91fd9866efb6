"""The scene of a game that brings none: its text sketch, and a button for every choice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from waterside.core.position import Position
from waterside.pictures.scene import TOUCH, Group, Motion, Part, Scenery, Step, symbol
from waterside.pictures.shapes import rect
from waterside.pictures.things import button
from waterside.text.language import Say

WIDE = 800
LINE = 34
LETTERS = 30  # of the usual size that fit into a line
BUTTON = (240, 68)
ROW = 92
MOST_LINES, MOST_ROWS = 100, 400


def variant(seen: Position, seat: int | None) -> str:
    """How many lines the sketch has, and how many rows of buttons are under it."""
    rows = -(-len(choices(seen, seat)) // 3)
    return f"{min(len(lines(seen)), MOST_LINES)}x{min(rows, MOST_ROWS)}"


@cache
def scenery(variant: str) -> Scenery:
    """Paper for so many lines, and room for so many rows of buttons."""
    count, _, rows = variant.partition("x")
    if not (count.isdecimal() and rows.isdecimal()):
        raise KeyError(variant)
    if int(count) > MOST_LINES or int(rows) > MOST_ROWS:
        raise KeyError(variant)
    high = LINE * int(count) + 60
    paper = rect(16, 16, WIDE - 32, high - 10, 18, fill="panel", line="dune-deep", stroke=2)
    return Scenery(
        (WIDE, high + 40 + ROW * int(rows)), (paper,), (symbol("button", button(*BUTTON)),)
    )


def title(seen: Position, say: Say) -> str:
    """The game's title."""
    return seen.game.title


def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """Nothing is there all the time."""
    return ()


def parts(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """The lines of the sketch; below them what the viewer may choose from."""
    written = lines(seen)
    longest = max(LETTERS, *map(len, written))
    size = min(26.0, (WIDE - 80) / (0.62 * longest)) / 20
    high = LINE * len(written) + 60
    found = [
        Part(
            f"line-{i + 1}",
            x=40,
            y=70 + LINE * i,
            scale=size,
            classes="small-text typed",
            text=line,
        )
        for i, line in enumerate(written)
    ]
    label = seen.game.text.label
    for i, action in enumerate(choices(seen, seat)):
        said = label(seen, action, say)
        x = 20 + (BUTTON[0] + 20) * (i % 3) + BUTTON[0] / 2
        y = high + 30 + ROW * (i // 3) + BUTTON[1] / 2 + 8
        classes = f"{TOUCH} centred"
        found.append(Part(f"choose-{i + 1}", "button", x, y, 0, 1, 1, classes, said, said))
    return [found]


def changes(before: Position, after: Position, step: Step, seat: int | None) -> list[Motion]:
    """Text does not move."""
    return []


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """The button of this action."""
    return (f"choose-{seen.legal().index(action) + 1}",)


def lines(seen: Position) -> list[str]:
    """The sketch, line by line."""
    return str(seen).splitlines()[:MOST_LINES] or [""]


def choices(seen: Position, seat: int | None) -> list[str]:
    """What the viewer may choose from."""
    return seen.legal() if seat is not None and seat == seen.actor else []
