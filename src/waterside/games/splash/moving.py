"""Where a meeple of Splash Party goes that was taken: which way, how far, and over the diving board."""

from __future__ import annotations

from typing import Any

from waterside.engine.build import rule
from waterside.games.splash.actions import CLOCKWISE
from waterside.games.splash.board import BOARD, PLACES


@rule
def steps(s: Any, way: int) -> int:
    """SPLA-13: how many places clockwise, or fewer than none, the meeple that was taken goes."""
    number = int(s.number[s.place])
    return number if way == CLOCKWISE else -number


@rule
def end_of_move(s: Any, way: int) -> int:
    """SPLA-13: the place where the meeple that was taken ends."""
    end = int(s.place) + steps(s, way)
    if end >= PLACES:
        return end - PLACES
    if end < 0:
        return end + PLACES
    return end


@rule
def crosses_board(s: Any, way: int) -> bool:
    """SPLA-30: whether it passes the diving board or ends there; leaving it does not count."""
    end = int(s.place) + steps(s, way)
    return s.place != BOARD and (end >= PLACES or end <= BOARD)
