"""Cromado as plain text."""

from __future__ import annotations

from typing import Any

from waterside.games.cromado.board import NO_ISLAND, NONE, SIZE, STONES, island_at, number, opposite
from waterside.games.cromado.notation import COLUMNS
from waterside.games.cromado.rules import at_home

CORNERS = ("SW", "NW", "NE", "SE")


def sketch(s: Any) -> str:
    """The board: # is an island, - and | are bridges, digits are the seats' stones."""
    stones = {s.stone[p, i]: str(p + 1) for p in range(s.players) for i in range(STONES)}
    lines = []
    for y in range(SIZE, 0, -1):
        row = []
        for x in range(1, SIZE + 1):
            at = number(x, y)
            bridge = s.bridge_at[at]
            if island_at(x, y) != NO_ISLAND:
                row.append("#")
            elif bridge == NONE:
                row.append(".")
            else:
                row.append(stones.get(at, "|" if s.upright[bridge] else "-"))
        lines.append(f"{y:2}  " + " ".join(row))
    lines.append("    " + " ".join(COLUMNS))
    for player in range(s.players):
        corner = s.corner[player]
        lines.append(
            f"seat {player + 1}  {CORNERS[corner]} to {CORNERS[opposite(corner)]}   "
            f"home {at_home(s, player)}   goal {s.in_goal[player]}"
        )
    if s.roll:
        lines.append(f"rolled {s.roll}")
    return "\n".join(lines)
