"""Where a tile's paths lead: all of them are taken at once, a step at a time.

What lies around a tile is a *window*, a mask with the field ``delta`` further on (six to a row) at
bit ``MIDDLE + delta``. Tiles under way are masks of such windows, one for each direction and number
of turns so far; a step moves all of them by one field. ``paths.py`` has the same paths one by one.
"""

from __future__ import annotations

from waterside.engine.build import large_rule, rule, table
from waterside.games.crocodile.board import COLUMNS, MIDDLE, SIX, SWIMMER

WINDOW = (1 << (2 * MIDDLE + 1)) - 1
FAR_SOUTH, FAR_NORTH = 1, 2
FAR = SIX * COLUMNS  # so far a six that goes straight on comes, beyond the window


def window(column: int, fits) -> int:
    """The fields of a window around this column for which ``fits`` says yes."""
    deltas = range(-MIDDLE, MIDDLE + 1)
    return sum(
        1 << MIDDLE + delta
        for delta in deltas
        for y, x in [divmod(column + delta, COLUMNS)]
        if fits(x - column, y, x)
    )


NOT_FIRST = table([window(c, lambda _x, _y, column: column > 0) for c in range(COLUMNS)])
NOT_LAST = table([window(c, lambda _x, _y, column: column < COLUMNS - 1) for c in range(COLUMNS)])
"""``[column]``: fields of a window that a step to the east, or to the west, can lead to"""

BESIDE = table([window(c, lambda x, y, _: abs(x) + abs(y) == 1) for c in range(COLUMNS)])
AROUND = table([window(c, lambda x, y, _: max(abs(x), abs(y)) == 1) for c in range(COLUMNS)])
"""``[column]``: neighbours, without and with the diagonal ones"""

# those who go north, south, east and west
BEGINNING = (1 << MIDDLE,) * 4
NOBODY = (0,) * 4


@large_rule
def reach(kind, column, free):
    """CROC-21 CROC-30 CROC-31 CROC-32: where a swimmer or a crocodile from 1 to 5 gets.

    It passes free fields only and turns once at most; what lies where it ends is not looked at.
    """
    if kind == 1:
        return AROUND[column]
    steps = 2 if kind == SWIMMER else kind
    into = free, free & NOT_FIRST[column], free & NOT_LAST[column]
    straight = onward(BEGINNING, NOBODY, into)
    turned = NOBODY
    for _ in range(steps - 2):
        turned = onward(turned, straight, into)
        straight = onward(straight, NOBODY, into)
    ends = last_fields(union(straight, turned), straight, column)
    if kind == SWIMMER:
        return ends | BESIDE[column]
    return ends


@large_rule
def reach_of_six(column, free):
    """CROC-30 CROC-33: where the six gets, which turns twice at most, and to which far fields."""
    into = free, free & NOT_FIRST[column], free & NOT_LAST[column]
    straight = onward(BEGINNING, NOBODY, into)
    turned = NOBODY
    twice = NOBODY
    for _ in range(SIX - 2):
        twice = onward(twice, turned, into)
        turned = onward(turned, straight, into)
        straight = onward(straight, NOBODY, into)
    once_at_most = union(straight, turned)
    north, south, _, _ = straight
    far = (FAR_SOUTH if south else 0) | (FAR_NORTH if north else 0)
    return last_fields(union(once_at_most, twice), once_at_most, column), far


@rule
def union(a, b):
    """Tiles under way of either kind."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@rule
def onward(straight, turning, into):
    """One step north, south, east, west: of those who go straight on, and of those who turn there.

    ``into`` holds the fields that steps can lead to: any step, one to the east, one to the west.
    """
    north, south, east, west = straight
    upright = turning[0] | turning[1]
    across = turning[2] | turning[3]
    return (
        ((north | across) << COLUMNS) & into[0],
        ((south | across) >> COLUMNS) & into[0],
        ((east | upright) << 1) & into[1],
        ((west | upright) >> 1) & into[2],
    )


@rule
def last_fields(straight, turning, column):
    """Where the last step leads, whatever lies there."""
    into = WINDOW, NOT_FIRST[column], NOT_LAST[column]
    north, south, east, west = onward(straight, turning, into)
    return north | south | east | west
