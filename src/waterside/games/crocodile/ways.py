"""The way that a tile goes, field by field, for those who watch it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from waterside.games.crocodile.board import A1, COLUMNS, EMPTY, FIELDS, ROWS, owner
from waterside.games.crocodile.paths import Step, paths_of


@cache
def ways_by_end(kind: int) -> dict[Step, list[tuple[Step, ...]]]:
    """The ways of a tile by how far to the right and up they end, the straightest first."""
    found: dict[Step, list[tuple[Step, ...]]] = {}
    for way in paths_of(kind):
        found.setdefault(way[-1], []).append(way)
    for ways in found.values():
        ways.sort(key=lambda way: (len(way), turns(way), way))
    return found


def turns(way: tuple[Step, ...]) -> int:
    """How often a way turns."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    return sum(one != two for one, two in pairwise(steps))


def legal_ways(s: Any, tile: int, end: int) -> Iterator[list[int]]:
    """The fields that a tile crosses on each of its ways to this field, both ends included; fields
    are counted from a1 on. ``s`` is the state before the move.
    """
    start = int(s.at[tile]) - A1
    x, y = start % COLUMNS, start // COLUMNS
    ways = ways_by_end(int(s.number[tile]))
    for way in ways.get((end % COLUMNS - x, end // COLUMNS - y), ()):
        crossed = [(x + dx, y + dy) for dx, dy in way]
        if all(is_free(s, *field) for field in crossed[1:-1]):
            yield [COLUMNS * row + column for column, row in crossed]


def is_free(s: Any, column: int, row: int) -> bool:
    """Whether a tile can pass this field."""
    is_field = 0 <= column < COLUMNS and 0 <= row < ROWS
    return is_field and s.shows[A1 + COLUMNS * row + column] == EMPTY


def shortest_way(s: Any, tile: int, end: int | None) -> list[int]:
    """The fields that a tile crosses on a shortest way to this field, or to its bar for None."""
    if end is not None:
        return min(legal_ways(s, tile, end), key=len)
    bar = s.bar[owner(tile)]
    fields = [field for field in range(FIELDS) if s.shows[A1 + field] == bar]
    ways = [way for field in fields for way in legal_ways(s, tile, field)]
    return min((way for way in ways if not is_diagonal(way)), key=len)


def is_diagonal(way: list[int]) -> bool:
    """CROC-43: whether this is a diagonal step, by which nobody leaves."""
    start, end = way[0], way[-1]
    aside = start % COLUMNS != end % COLUMNS and start // COLUMNS != end // COLUMNS
    return len(way) == 2 and aside
