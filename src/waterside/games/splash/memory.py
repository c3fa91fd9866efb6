"""What people at a real table would have to remember."""

from __future__ import annotations

from typing import Any

from waterside.games.splash.board import END, PLACES, TURN_UP, UNSEEN, WAY


def forget(s: Any) -> None:
    """Leaves of all numbers that were seen only that of the meeple which is taken now."""
    if s.phase in (TURN_UP, END):
        return
    for place in range(PLACES):
        if s.phase != WAY or place != s.place:
            s.number[place] = UNSEEN
