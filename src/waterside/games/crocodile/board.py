"""The pool: its fields, shores and bars, and masks of fields.

Fields are numbered along the rows, a1 first, from ``A1`` on: the numbers below and above belong to
the shore, so that no step needs to ask whether it is still on the board.
"""

from __future__ import annotations

from waterside.engine.build import rule, table

RED, YELLOW = 0, 1
COLUMNS = 6
ROWS = 14
FIELDS = COLUMNS * ROWS
A1 = 6 * COLUMNS
SHORE_AND_FIELDS = A1 + FIELDS + 6 * COLUMNS
BEGIN = COLUMNS - 1  # the field at bit 0 of the mask of occupied fields,
HALF = 61  # which has two halves of so many fields
MIDDLE = 31  # the bit of a window at which its field is
EMPTY, SHORE, LOW_BAR, HIGH_BAR = -1, 12, 13, 14  # what a field shows when it shows no tile
LOW_BAR_FIELDS = table([A1, A1 + 1])
HIGH_BAR_FIELDS = table([A1 + FIELDS - 2, A1 + FIELDS - 1])


def masked(fields, half):
    """The fields of one half as a mask."""
    bits = [field - BEGIN - HALF * half for field in fields]
    return sum(1 << bit for bit in bits if 0 <= bit < HALF)


WALLS = [
    *range(A1 - COLUMNS, A1),
    *LOW_BAR_FIELDS,
    *HIGH_BAR_FIELDS,
    *range(A1 + FIELDS, A1 + FIELDS + COLUMNS),
]
LOW_WALLS, HIGH_WALLS = masked(WALLS, 0), masked(WALLS, 1)
LOW_BAR_MASK, HIGH_BAR_MASK = masked(LOW_BAR_FIELDS, 0), masked(HIGH_BAR_FIELDS, 1)


@rule
def around(field, low, high):
    """The window of a mask around this field: the field ``delta`` further on is bit 31 + delta."""
    shift = field - A1
    if shift >= HALF:
        return high >> (shift - HALF)
    return (low >> shift) | (high << (HALF - shift))


@rule
def occupied_around(s, field):
    """The fields around this one that no tile can pass."""
    return around(
        field, s.low[RED] | s.low[YELLOW] | LOW_WALLS, s.high[RED] | s.high[YELLOW] | HIGH_WALLS
    )
