"""The paths of the tiles as the rules describe them, one by one and step by step.

Endings are worked out from these; ``reach.py`` finds where all of a tile's paths end at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from waterside.games.crocodile.board import SIX, SWIMMER

Step = tuple[int, int]
STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def straight_paths(
    steps: int, turns: int, path: tuple[Step, ...] = ((0, 0),)
) -> Iterator[tuple[Step, ...]]:
    """All paths of so many straight steps with at most so many right-angle turns, no field twice."""
    if steps == 0:
        yield path
        return
    x, y = path[-1]
    before = (x - path[-2][0], y - path[-2][1]) if len(path) > 1 else None
    for dx, dy in STRAIGHT:
        turned = before is not None and before != (dx, dy)
        field = (x + dx, y + dy)
        if field not in path and not (turned and turns == 0):
            yield from straight_paths(steps - 1, turns - turned, (*path, field))


def paths_of(kind: int) -> list[tuple[Step, ...]]:
    """Every path of a swimmer (CROC-21) or of a crocodile with this number.

    Crocodiles: CROC-30 CROC-31 CROC-32 CROC-33.
    """
    if kind == SWIMMER:
        return [*straight_paths(1, 1), *straight_paths(2, 1)]
    if kind == 1:
        return [((0, 0), step) for step in STRAIGHT + DIAGONAL]
    return list(straight_paths(kind, 2 if kind == SIX else 1))
