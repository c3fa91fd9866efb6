"""The ways of the tiles as the rules tell them, step by step.

Endings are worked out from these; ``swimming.py`` finds where all of a tile's ways end at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from waterside.games.crocodile.numbers import SIX, SWIMMER

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
