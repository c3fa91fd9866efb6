"""The way that a stone walks, field by field, for those who watch it."""

from __future__ import annotations

import itertools
from typing import Any

from waterside.games.cromado.board import (
    FIELDS,
    GOAL,
    HOME,
    ISLANDS,
    NONE,
    SIZE,
    STEPS,
    island_at,
    number,
)

ON_ISLAND = [
    [at for at, (x, y) in enumerate(FIELDS) if island_at(x, y) == island]
    for island in range(ISLANDS)
]
"""The fields of each island."""


def way(s: Any, start: int, end: int) -> list[int]:
    """The fields of a walk of all the pips from a field or ``HOME`` to a field or ``GOAL``.

    ``s`` is the state before it. Of several such walks it is one with the fewest turns.
    """
    home = int(s.corner[s.player])
    beginnings = ON_ISLAND[home] if start == HOME else [start]
    goal = (home + 2) % ISLANDS if end == GOAL else None
    found = [
        walk for at in beginnings for walk in walks(s, [at], int(s.roll), end, goal)
    ]  # fmt: skip
    best = min(found, key=lambda walk: (turns(walk), walk))
    return best[1:] if start == HOME else best


def walks(s: Any, so_far: list[int], pips: int, end: int, goal: int | None) -> list[list[int]]:
    """All ways to go on for so many pips: over bridges, never straight back (CROM-21 CROM-22 CROM-23)."""
    here = so_far[-1]
    if pips == 0:
        return [so_far] if here == end else []
    x, y = FIELDS[here]
    found = []
    for dx, dy in STEPS:
        if goal is not None and pips == 1:
            if island_at(x + dx, y + dy) == goal:
                return [so_far]
            continue
        if 1 <= x + dx <= SIZE and 1 <= y + dy <= SIZE:
            there = number(x + dx, y + dy)
            if s.bridge_at[there] != NONE and there not in so_far[-2:-1]:
                found += walks(s, [*so_far, there], pips - 1, end, goal)
    return found


def turns(walk: list[int]) -> int:
    """How often a walk turns."""
    steps = [b - a for a, b in itertools.pairwise(walk)]
    return sum(one != two for one, two in itertools.pairwise(steps))
