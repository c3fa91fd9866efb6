"""Crocodile Pool Party as plain text."""

from __future__ import annotations

from typing import Any

from waterside.games.crocodile.board import (
    A1,
    COLUMN_NAMES,
    COLUMNS,
    EMPTY,
    HIDDEN,
    HIGH_BAR,
    LOW_BAR,
    ROWS,
    owner,
)
from waterside.games.crocodile.notation import bar_name
from waterside.games.crocodile.rules import to_place


def tile(s: Any, field: int) -> str:
    """A field in three letters: owner, swimmer or number, height of the stack."""
    shows = s.shows[field]
    if shows == EMPTY:
        return " . "
    if shows in (LOW_BAR, HIGH_BAR):
        return "bar"
    colour = "RY"[owner(shows)]
    face = "s" if s.number[shows] == HIDDEN else str(s.number[shows])
    height = s.height[shows]
    return f"{colour}{face}{height if height > 1 else ' '}"


def sketch(s: Any) -> str:
    """The pool, Yellow's end on top; Rs is a red swimmer, Y43 a yellow 4 on a stack of three."""
    lines = []
    for row in range(ROWS - 1, -1, -1):
        fields = (tile(s, A1 + COLUMNS * row + column) for column in range(COLUMNS))
        lines.append(f"{row + 1:2}  " + " ".join(fields))
    lines.append("    " + "   ".join(COLUMN_NAMES))
    for player, colour in enumerate(("Red", "Yellow")):
        where = bar_name(s.bar[player])
        waiting = to_place(s, player)
        more = f", {waiting} to place" if waiting else ""
        lines.append(f"{colour}: {s.on_bar[player]} on the bar at {where}{more}")
    return "\n".join(lines)
