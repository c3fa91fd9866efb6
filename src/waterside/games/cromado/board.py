"""Cromado's board: fields and sets of fields, islands, bridges, stones, and phases of a turn.

A field is a number ``14 * (y - 1) + (x - 1)``, x and y from 1 to 14. A set of fields is four masks:
the first has rows 1, 5, 9 and 13, the second 2, 6, 10 and 14, and so on, so that a step up or down
mostly just leads from one mask to the next. A row takes fifteen bits: the unused one catches what
steps over the edge.
"""

from __future__ import annotations

from collections.abc import Iterable

from waterside.engine.bits import count, nth
from waterside.engine.build import rule, table

SIZE = 14
PLANE = SIZE * SIZE
ISLANDS = 4
SW, NW, NE, SE = range(ISLANDS)  # CROM-01: the islands, clockwise
SIDES = 6  # of the die
FARTHEST = SIDES  # fields that a stone goes in one walk
WORDS = 4
ROWS_PER_WORD = 4
PITCH = SIZE + 1
WORD_BITS = PITCH * ROWS_PER_WORD
NO_ISLAND = -1
SEATS = 4
STONES = 4
BRIDGES_EACH = 5
BRIDGES = SEATS * BRIDGES_EACH
LENGTH = 3  # fields under a bridge
ACROSS, UPRIGHT = range(2)  # how a bridge lies
HOME, GOAL = -1, -2  # where a stone is that stands on no field
NO_FIELD = (0, 0, 0, 0)
NONE = -1

LAYING, ROLL, BRIDGE, PUTTING, MOVE, END = range(6)


def number(x: int, y: int) -> int:
    """The number of the field in column x and row y."""
    return SIZE * (y - 1) + x - 1


def island_at(x: int, y: int) -> int:
    """CROM-01: the island that this field belongs to, or none."""
    low, high = (1, 2), (SIZE - 1, SIZE)
    places = {SW: (low, low), NW: (low, high), NE: (high, high), SE: (high, low)}
    for island, (columns, rows) in places.items():
        if x in columns and y in rows:
            return island
    return NO_ISLAND


def word_of(y: int) -> int:
    """Which of the four masks has this row."""
    return (y - 1) % WORDS


def bit_of(x: int, y: int) -> int:
    """Which bit of its mask is this field."""
    return PITCH * ((y - 1) // WORDS) + x - 1


def words(fields: Iterable[tuple[int, int]]) -> list[int]:
    """A set of fields, given by column and row, as masks."""
    masks = [0] * WORDS
    for x, y in fields:
        masks[word_of(y)] |= 1 << bit_of(x, y)
    return masks


FIELDS = [(x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1)]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))

WATER = table(words((x, y) for x, y in FIELDS if island_at(x, y) == NO_ISLAND))
ISLAND_FIELDS = table(  # CROM-01: [island]: its four fields
    [words((x, y) for x, y in FIELDS if island_at(x, y) == island) for island in range(ISLANDS)]
)
TOUCHING = table(  # CROM-22 CROM-26: [island]: the four fields that touch it
    [
        words(
            (x, y)
            for x, y in FIELDS
            if island_at(x, y) == NO_ISLAND
            and any(island_at(x + dx, y + dy) == island for dx, dy in STEPS)
        )
        for island in range(ISLANDS)
    ]
)
WORD_OF = table([word_of(y) for _, y in FIELDS])
BIT_OF = table([bit_of(x, y) for x, y in FIELDS])
FIELD_AT = table(  # [word, bit]
    [
        [SIZE * (WORDS * (bit // PITCH) + word) + bit % PITCH for bit in range(WORD_BITS)]
        for word in range(WORDS)
    ]
)


@rule
def opposite(island: int) -> int:
    """CROM-02: the island diagonally opposite, the goal of stones that start from this one."""
    return (island + ISLANDS // 2) % ISLANDS


@rule
def bridge_step(upright: int) -> int:
    """CROM-11: how much further on each next field under a bridge is."""
    return SIZE if upright else 1


@rule
def size(a):
    """How many fields a set has."""
    return count(a[0]) + count(a[1]) + count(a[2]) + count(a[3])


@rule
def member(a, n):
    """The field of a set that has n others before it, by words and then by bits."""
    first = count(a[0])
    second = first + count(a[1])
    third = second + count(a[2])
    mask, before, word = a[0], 0, 0
    if n >= third:
        mask, before, word = a[3], third, 3
    elif n >= second:
        mask, before, word = a[2], second, 2
    elif n >= first:
        mask, before, word = a[1], first, 1
    return FIELD_AT[word, nth(mask, n - before)]


@rule
def single(field):
    """The set of one field."""
    word = WORD_OF[field]
    bit = 1 << BIT_OF[field]
    return (
        bit if word == 0 else 0,
        bit if word == 1 else 0,
        bit if word == 2 else 0,
        bit if word == 3 else 0,
    )


@rule
def shore(island):
    """CROM-22 CROM-26: the set of the fields that touch an island."""
    return TOUCHING[island, 0], TOUCHING[island, 1], TOUCHING[island, 2], TOUCHING[island, 3]


@rule
def union(a, b):
    """Fields in either set."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@rule
def common(a, b):
    """Fields in both sets."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@rule
def minus(a, b):
    """Fields in the first set only."""
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@rule
def is_empty(a):
    """Whether a set has no field."""
    return a[0] | a[1] | a[2] | a[3] == 0


@rule
def east(a):
    """Each field's right-hand neighbour."""
    return a[0] << 1, a[1] << 1, a[2] << 1, a[3] << 1


@rule
def west(a):
    """Each field's left-hand neighbour."""
    return a[0] >> 1, a[1] >> 1, a[2] >> 1, a[3] >> 1


@rule
def north(a):
    """Each field's neighbour one row up."""
    return a[3] << PITCH, a[0], a[1], a[2]


@rule
def south(a):
    """Each field's neighbour one row down."""
    return a[1], a[2], a[3], a[0] >> PITCH
