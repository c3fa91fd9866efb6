"""Where tiles can go, and which fields they need free for it: tables made once from the rules.

Seen from the tile, a way is the same on every row, so the tables go by kind of tile and column. The
61 fields around the tile form a window, a mask with the field ``delta`` further on (six to a row) at
bit ``MIDDLE + delta``. A way is the mask of the fields it passes; it is open when none is occupied.
"""

from __future__ import annotations

from collections.abc import Iterator

from waterside.core.compile import rule, table
from waterside.games.crocodile.board import COLUMNS

MIDDLE = 30
SWIMMER = 0
SIX = 6

Step = tuple[int, int]
STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def walks(steps: int, turns: int, way: tuple[Step, ...] = ((0, 0),)) -> Iterator[tuple[Step, ...]]:
    """All walks of so many steps with at most so many right-angle turns, no field twice."""
    if steps == 0:
        yield way
        return
    x, y = way[-1]
    before = (x - way[-2][0], y - way[-2][1]) if len(way) > 1 else None
    for dx, dy in STRAIGHT:
        turned = before is not None and before != (dx, dy)
        field = (x + dx, y + dy)
        if field not in way and not (turned and turns == 0):
            yield from walks(steps - 1, turns - turned, (*way, field))


def ways_of(kind: int) -> list[tuple[Step, ...]]:
    """CROC-21 and CROC-30 to 33: every way of a swimmer (0) or of a crocodile with this number."""
    if kind == SWIMMER:
        return [*walks(1, 1), *walks(2, 1)]
    if kind == 1:
        return [((0, 0), step) for step in STRAIGHT + DIAGONAL]
    return list(walks(kind, 2 if kind == SIX else 1))


def mask(fields: tuple[Step, ...]) -> int:
    """The fields as bits of the window."""
    return sum(1 << (MIDDLE + COLUMNS * y + x) for x, y in fields)


def ends_of(kind: int, column: int) -> dict[int, list[int]]:
    """Each final field, as its distance in fields, with the ways to it that stay on the board."""
    ends: dict[int, list[int]] = {}
    for way in ways_of(kind):
        if all(0 <= column + x < COLUMNS for x, _ in way):
            x, y = way[-1]
            ends.setdefault(COLUMNS * y + x, []).append(mask(way[1:-1]))
    return dict(sorted(ends.items()))


ALL = [[ends_of(kind, column) for column in range(COLUMNS)] for kind in range(SIX + 1)]
MOST_ENDS = max(len(ends) for row in ALL for ends in row)
FEW_ENDS = max(len(ends) for row in ALL[:SIX] for ends in row)


ORTHOGONAL = (-COLUMNS, -1, 1, COLUMNS)


def padded(values: list[int], length: int) -> list[int]:
    """The list, its last value repeated: a way named twice changes nothing."""
    return values + [values[-1]] * (length - len(values))


HOW_MANY_ENDS = table([[len(ends) for ends in row] for row in ALL])
"""``[kind, column]``"""

DELTA = table([[padded(list(ends), MOST_ENDS) for ends in row] for row in ALL])
"""``[kind, column, end]``: how many fields further on the way ends"""

END = table(
    [
        [padded([1 << (MIDDLE + delta) for delta in ends], FEW_ENDS) for ends in row]
        for row in ALL[:SIX]
    ]
)
"""``[kind, column, end]``: the final field as a mask (those of the six are too far for a window)"""

EXITS = table(
    [
        [sum(1 << (MIDDLE + delta) for delta in ends if kind != 1 or delta in ORTHOGONAL)
         for ends in row]
        for kind, row in enumerate(ALL[:SIX])
    ]
)  # fmt: skip
"""``[kind, column]``: CROC-40, 43: final fields where a bar can be, so no diagonal ones"""

TWO_WAYS = table(
    [
        [[padded([padded(ways, 2)[i] for ways in ends.values()], FEW_ENDS) for i in range(2)]
         for ends in row]
        for row in ALL[:SIX]
    ]
)  # fmt: skip
"""``[kind, column, i, end]``: no tile but the six has more than two ways to a field"""

SIX_WAYS = table(
    [
        [padded([padded(ways, 6)[i] for ways in ends.values()], MOST_ENDS) for i in range(6)]
        for ends in ALL[SIX]
    ]
)
"""``[column, i, end]``: the six has up to six"""


@rule
def is_open(occupied, kind, column, end):
    """CROC-21, 30: only through empty fields."""
    return (occupied & TWO_WAYS[kind, column, 0, end] == 0) | (
        occupied & TWO_WAYS[kind, column, 1, end] == 0
    )


@rule
def is_open_for_six(occupied, column, end):
    """CROC-30, 33: only through empty fields, on any of up to six ways."""
    return (
        (occupied & SIX_WAYS[column, 0, end] == 0)
        | (occupied & SIX_WAYS[column, 1, end] == 0)
        | (occupied & SIX_WAYS[column, 2, end] == 0)
        | (occupied & SIX_WAYS[column, 3, end] == 0)
        | (occupied & SIX_WAYS[column, 4, end] == 0)
        | (occupied & SIX_WAYS[column, 5, end] == 0)
    )
