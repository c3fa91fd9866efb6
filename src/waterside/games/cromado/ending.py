"""Cromado's endings: a win in this very turn, which is exact.

The last stone enters the goal now, for which a bridge may be moved on a six. How a race of last stones goes
on bridges that stay is in ``race.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from waterside.core.errors import InvalidValueError
from waterside.core.position import Position
from waterside.games.cromado import board, bridges, walking
from waterside.games.cromado.actions import KEEP, PUT, bridge_field, bridge_upright, is_to_goal
from waterside.games.cromado.board import GOAL, HOME, SIDES, STONES, opposite
from waterside.games.cromado.rules import LONGEST

Rule = Callable[..., Any]

walk_on: Rule = walking.walk_on
standing: Rule = walking.standing
enters_goal: Rule = walking.enters_goal
places: Rule = bridges.places
lift: Rule = bridges.lift
lay: Rule = bridges.lay


def is_ending(seen: Position) -> bool:
    """Whether the player to act has one stone left, and chooses what to do with a roll."""
    s = seen.fields
    choosing = (board.BRIDGE, board.PUTTING, board.MOVE)
    return bool(s.phase in choosing and s.in_goal[s.player] == STONES - 1)


def values(seen: Position, effort: int) -> tuple[dict[int, Fraction], int] | None:
    """The actions, by their numbers, that win in this turn, and how many positions were looked at;
    None if there are none, or too many positions to look at.
    """
    if not is_ending(seen):
        return None
    s = writable(seen)
    won: list[int] = []
    looked = 0
    if s.phase == board.MOVE:
        won = [number for number in seen.legal_actions() if is_to_goal(number)]
    elif s.phase == board.PUTTING:
        won, looked = winning_places(s, s.lifted)
    elif wins(s):
        won = [KEEP]
    elif s.roll == SIDES and is_near_goal(s):
        for number in seen.legal_actions():
            if number != KEEP:
                i = s.bridge_at[bridge_field(number)]
                place, upright = s.bridge[i], s.upright[i]
                lift(s, i)
                laid, tried = winning_places(s, i)
                lay(s, i, place, upright)
                looked += tried
                if laid:
                    won.append(number)
                if looked > effort:
                    return None
    return (dict.fromkeys(won, Fraction(1)), looked + 1) if won else None


def winning_places(s: Any, i: int) -> tuple[list[int], int]:
    """Where the lifted bridge can be laid to win, as actions, and how many places were tried."""
    was_at, was_upright = s.bridge[i], s.upright[i]
    out = [0] * LONGEST
    count = places(s, PUT, out)
    won = []
    for number in out[:count]:
        lay(s, i, bridge_field(number), bridge_upright(number))
        if wins(s):
            won.append(number)
        lift(s, i)
    s.bridge[i], s.upright[i] = was_at, was_upright
    return won, count


def wins(s: Any) -> bool:
    """Whether the player's last stone can enter the goal with the number rolled."""
    start = s.stone[s.player, last_stone(s, s.player)]
    before, _ = walk_on(s, standing(s, start))
    return bool(enters_goal(s, before))


def is_near_goal(s: Any) -> bool:
    """Whether the goal could be entered with the number rolled if bridges lay everywhere."""
    start = s.stone[s.player, last_stone(s, s.player)]
    if start == HOME:
        return False
    goal = opposite(s.corner[s.player])
    x, y = board.FIELDS[start]
    fields = [field for field in board.FIELDS if board.island_at(*field) == goal]
    return bool(min(abs(x - u) + abs(y - v) for u, v in fields) <= s.roll)


def last_stone(s: Any, player: int) -> int:
    """The stone that is not on the goal yet."""
    left = [i for i in range(STONES) if s.stone[player, i] != GOAL]
    if len(left) != 1:
        raise InvalidValueError(f"seat {player + 1} has {len(left)} stones left, not one")
    return left[0]


def writable(position: Position) -> Any:
    """A copy of the state, as the rules take it."""
    return position.game.layout.view(bytearray(position.held))
