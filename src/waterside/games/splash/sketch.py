"""Splash Party as plain text."""

from __future__ import annotations

from typing import Any

from waterside.games.splash.board import NONE, PLACES, STAND, TOKEN, UNKNOWN, is_in
from waterside.games.splash.notation import NAMES


def meeple(s: Any, place: int) -> str:
    """The meeple on a place with its number if that is known, for example ``blue 2``."""
    if s.colour[place] == NONE:
        return "."
    return f"{NAMES[s.colour[place]]} {s.number[place] or '?'}"


def sketch(s: Any) -> str:
    """The places, nine to each side of the pool, and the players."""
    half = PLACES // 2
    lines = []
    for place in range(half):
        left, right = (PLACES - place) % PLACES, place + 1
        if place == 0:
            left = 0
        board = "  diving board" if place == 0 else ""
        mark = ["*" if s.moved == p else " " for p in (left, right)]
        lines.append(
            f"{left + 1:3}{mark[0]} {meeple(s, left):10} ~ "
            f"{right + 1:3}{mark[1]} {meeple(s, right):10}{board}"
        )
    for seat in range(s.players):
        colour = "?" if s.token[seat] == UNKNOWN else NAMES[s.token[seat]]
        if s.phase == STAND or (s.phase == TOKEN and seat >= s.player):
            colour = "-"
        out = "" if is_in(s, seat) else "   out"
        lines.append(f"seat {seat + 1}  {colour}{out}")
    return "\n".join(lines)
