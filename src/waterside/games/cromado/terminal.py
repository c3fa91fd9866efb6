"""The water with its islands and bridges in a terminal, in colour."""

from __future__ import annotations

from waterside.core.position import Position
from waterside.games.cromado.board import (
    NO_ISLAND,
    NONE,
    SIZE,
    STONES,
    bridge_step,
    island_at,
    number,
    opposite,
)
from waterside.games.cromado.notation import COLUMNS
from waterside.games.cromado.rules import at_home
from waterside.games.cromado.sketch import CORNERS
from waterside.text.language import Say
from waterside.text.narration import MARKS, Ink, state
from waterside.text.styles import CHIPS, QUIET, SHORE, WATER, WOOD


def legend(say: Say) -> list[str]:
    """How to read the board."""
    return [
        say("├──┤ is a bridge; ▲ ● ■ ◆ are the stones of seats 1 to 4."),
        say("SW 3 → NE 1: three stones are at home in the south-west, one has reached the goal."),
    ]


def draw(ink: Ink, seen: Position, viewer: int | None, say: Say) -> None:
    """The water with islands, bridges end to end, and the seats' stones by their marks."""
    s = state(seen)
    stones = {int(s.stone[p, i]): p for p in range(s.players) for i in range(STONES)}
    for y in range(SIZE, 0, -1):
        ink.append(f"{y:2}  ", QUIET)
        for x in range(1, SIZE + 1):
            at = number(x, y)
            bridge = int(s.bridge_at[at])
            if island_at(x, y) != NO_ISLAND:
                ink.append("▒▒", SHORE)
            elif bridge == NONE:
                ink.append("· ", WATER)
            elif at in stones:
                ink.append(MARKS[stones[at]] + " ", CHIPS[stones[at]])
            else:
                upright = bool(s.upright[bridge])
                part = (at - int(s.bridge[bridge])) // bridge_step(upright)
                shapes = ("┴ ", "│ ", "┬ ") if upright else ("├─", "──", "─┤")
                ink.append(shapes[part], WOOD)
        ink.append("\n")
    ink.append("    " + " ".join(COLUMNS), QUIET)
    for player in range(s.players):
        corner = int(s.corner[player])
        ink.append("\n" if player % 2 == 0 else "  ")
        ink.append(f" {MARKS[player]} ", CHIPS[player])
        goal = f"{CORNERS[opposite(corner)]} {s.in_goal[player]}"
        ink.append(f" {CORNERS[corner]} {at_home(s, player)} → {goal}")
