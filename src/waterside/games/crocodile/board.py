"""The pool: its fields, shores and bars, masks of fields, tiles, and phases of a turn.

Fields are numbered along the rows, a1 first, from ``A1`` on: the numbers below and above belong to
the shore, so that no step needs to ask whether it is still on the board. Tiles 0 to 5 are Red's, 6 to
11 Yellow's.
"""

from __future__ import annotations

from waterside.engine.build import rule, table

RED, YELLOW = 0, 1
COLUMNS = 6
COLUMN_NAMES = "abcdef"
ROWS = 14
FIELDS = COLUMNS * ROWS
A1 = 6 * COLUMNS
SHORE_AND_FIELDS = A1 + FIELDS + 6 * COLUMNS
BEGIN = COLUMNS - 1  # the field at bit 0 of the mask of occupied fields,
HALF = 61  # which has two halves of so many fields
MIDDLE = 31  # the bit of a window at which its field is
EACH = 6  # tiles, and numbers, of a player
TILES = 2 * EACH
EMPTY, SHORE, LOW_BAR, HIGH_BAR = -1, TILES, TILES + 1, TILES + 2  # shown where no tile lies

NOWHERE, EATEN, ON_BAR = -1, -2, -3  # of a tile that is not the top of something in the pool
NONE = -1  # instead of a tile
HIDDEN = 0  # instead of a number
SWIMMER, SIX = HIDDEN, 6  # a tile moves as its number says, a hidden one as a swimmer
ALL_NUMBERS = (1 << EACH) - 1  # bit k - 1 is number k

PLACE, MOVE, REVEAL, MOVE_ON, FINISHED = range(5)


def field_named(name: str) -> int:
    """The field of a name such as ``c4``."""
    return A1 + COLUMNS * (int(name[1:]) - 1) + COLUMN_NAMES.index(name[0])


LOW_BAR_FIELDS = table([field_named("a1"), field_named("b1")])  # CROC-02
HIGH_BAR_FIELDS = table([field_named("e14"), field_named("f14")])


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
def owner(tile: int) -> int:
    """The player whose tile this is."""
    return tile // EACH


@rule
def is_tile(shown: int) -> bool:
    """Whether what a field shows is a tile."""
    return 0 <= shown < TILES


@rule
def row_of(field: int) -> int:
    """The row of a field, counted from 0."""
    return (field - A1) // COLUMNS


@rule
def turned(field: int) -> int:
    """The field on the same place as this one when the board is turned by 180 degrees."""
    return 2 * A1 + FIELDS - 1 - field


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
