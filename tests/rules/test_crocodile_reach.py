"""Where tiles get to, all paths at once, beside every path taken by itself."""

from random import Random

import pytest

from waterside.games.crocodile.board import COLUMNS, MIDDLE, SIX
from waterside.games.crocodile.paths import paths_of
from waterside.games.crocodile.reach import (
    FAR,
    FAR_NORTH,
    FAR_SOUTH,
    WINDOW,
    reach,
    reach_of_six,
)


def ends_of_single_paths(kind: int, column: int, free: int) -> set[int]:
    """Where the paths over free fields end, as distances."""
    ends = set()
    for path in paths_of(kind):
        _, *passed, last = (COLUMNS * y + x for x, y in path)
        on_board = all(0 <= column + x < COLUMNS for x, _ in path)
        if on_board and all(free >> MIDDLE + delta & 1 for delta in passed):
            ends.add(last)
    return ends


@pytest.mark.parametrize("kind", range(SIX + 1))
def test_all_paths_at_once_end_where_single_paths_do(kind: int) -> None:
    random = Random(kind)
    for column in range(COLUMNS):
        for share in (0.0, 0.3, 0.6, 0.8, 0.9, 1.0):
            for _ in range(20):
                bits = sum((random.random() < share) << bit for bit in range(2 * MIDDLE + 1))
                free = bits & ~(1 << MIDDLE)
                ends, far = (
                    reach_of_six(column, free) if kind == SIX else (reach(kind, column, free), 0)
                )
                assert ends & ~WINDOW == 0
                found = {bit - MIDDLE for bit in range(2 * MIDDLE + 1) if ends >> bit & 1}
                found |= {-FAR} if far & FAR_SOUTH else set()
                found |= {FAR} if far & FAR_NORTH else set()
                assert found == ends_of_single_paths(kind, column, free)
