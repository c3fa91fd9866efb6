"""The pool in a terminal, in colour."""

from __future__ import annotations

from waterside.core.position import Position
from waterside.games.crocodile import board as pool
from waterside.games.crocodile.notation import bar_name
from waterside.games.crocodile.rules import to_place
from waterside.games.crocodile.text import seat_name
from waterside.text.language import Say
from waterside.text.narration import MARKS, Ink, state
from waterside.text.styles import CHIPS, CHOSEN, QUIET, SHORE, WATER


def legend(say: Say) -> list[str]:
    """How to read the board."""
    return [say("▲ is a swimmer, ▲4 a crocodile, ▲4×3 a stack of three with the 4 on top.")]


def draw(ink: Ink, seen: Position, viewer: int | None, say: Say) -> None:
    """The pool, Yellow's end on top: ▲ is a red swimmer, ●4×3 a yellow 4 on a stack of three."""
    s = state(seen)
    for line in range(pool.ROWS - 1, -1, -1):
        ink.append(f"{line + 1:2}  ", QUIET)
        for column in range(pool.COLUMNS):
            field = pool.A1 + pool.COLUMNS * line + column
            tile = int(s.shows[field])
            if tile in (pool.LOW_BAR, pool.HIGH_BAR):
                ink.append(" BAR ", SHORE)
            elif tile == pool.EMPTY:
                ink.append("  ·  ", WATER)
            else:
                face = "" if s.number[tile] == pool.HIDDEN else str(s.number[tile])
                stack = f"×{s.height[tile]}" if s.height[tile] > 1 else ""
                mark = MARKS[pool.owner(tile)]
                style = CHIPS[pool.owner(tile)] if tile != s.flipped else CHOSEN
                ink.append(f" {mark + face + stack:<4}", style)
        ink.append("\n")
    ink.append("      " + "    ".join(pool.COLUMN_NAMES) + "\n", QUIET)
    for player in range(2):
        where = bar_name(s.bar[player])
        waiting = to_place(s, player)
        ink.append(f" {MARKS[player]} ", CHIPS[player])
        name = seat_name(player + 1, say)
        on_bar = say("{tiles} on the bar {where}", tiles=int(s.on_bar[player]), where=where)
        more = say(", {count} to place", count=waiting) if waiting else ""
        end = "\n" if player == 0 else ""
        ink.append(f" {name}: {on_bar}{more}{end}")
