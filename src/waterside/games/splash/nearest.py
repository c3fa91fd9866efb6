"""Whose meeple of Splash Party is nearest to the diving board, which decides the game where several
players are still in.
"""

from __future__ import annotations

from typing import Any

from waterside.engine.build import rule
from waterside.games.splash.board import NOBODY, PLACES, is_in


@rule
def nearest_distance(s: Any) -> int:
    """SPLA-42: how far from the diving board the nearest meeple of a player still in stands."""
    away = 0
    while owner(s, away) == NOBODY and owner(s, (PLACES - away) % PLACES) == NOBODY:
        away += 1
    return away


@rule
def owner(s: Any, place: int) -> int:
    """SPLA-42: the player still in whose meeple stands here, or nobody."""
    for seat in range(s.players):
        if is_in(s, seat) and s.token[seat] == s.colour[place]:
            return seat
    return NOBODY
