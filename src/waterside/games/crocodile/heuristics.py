"""What bots make of a position of Crocodile Pool Party: who is likely to win, what to try."""

from __future__ import annotations

from waterside.core.heuristics import Heuristics, SearchParameters, Values
from waterside.core.position import Position
from waterside.engine.build import rule
from waterside.engine.reals import exponential
from waterside.engine.rng import below
from waterside.games.crocodile.actions import PASS, end_of, is_move, is_to_bar, start_of
from waterside.games.crocodile.board import (
    A1,
    EACH,
    HIDDEN,
    HIGH_BAR,
    MOVE,
    MOVE_ON,
    RED,
    ROWS,
    TILES,
    YELLOW,
    is_tile,
    row_of,
)
from waterside.games.crocodile.moves import may_leave

SAFE = 1.0  # a tile on the bar
HELD = 0.28  # a tile in the pool, in a stack of the player
NEARER = 0.32  # more for it at the bar than at the far end
FIRST = 0.1  # more for a stack while none has arrived, as the first to arrive must be one
STRETCH = 1.1  # how much a tile of lead is worth
MOST_TOPS = 6  # in the pool, in an ending that can be solved


@rule
def tiles_worth(s, player):
    """Tiles on the bar, and what those in the pool promise by height and nearness to the bar."""
    worth = SAFE * s.on_bar[player]
    goal = ROWS - 1 if s.bar[player] == HIGH_BAR else 0
    for tile in range(EACH * player, EACH * player + EACH):
        if s.at[tile] >= A1:
            near = 1.0 - abs(goal - row_of(s.at[tile])) / (1.0 * ROWS)
            worth += s.height[tile] * (HELD + NEARER * near)
            if not s.arrived and may_leave(s.arrived, s.height[tile]):
                worth += FIRST
    return worth


@rule
def evaluate(s, out):
    """Each seat's expected share of the win."""
    lead = tiles_worth(s, 0) - tiles_worth(s, 1)
    out[0] = 1.0 / (1.0 + exponential(-lead / STRETCH))
    out[1] = 1.0 - out[0]


@rule
def promising(s, rng, out, n):
    """Mostly to the bar if it can be, else eats if it can, else any move."""
    if out[0] != PASS and below(rng, 8) > 0:
        best = 0
        chosen = -1
        for i in range(n):
            action = out[i]
            worth = 0
            if is_move(action):
                eaten = s.shows[end_of(action)]
                if is_tile(eaten):
                    worth = int(s.height[eaten])
            elif is_to_bar(action):
                worth = 1 + int(s.height[s.shows[start_of(action)]])
            if worth > best:
                best = worth
                chosen = action
        if chosen >= 0:
            return chosen
    return out[below(rng, n)]


def is_ending(seen: Position) -> bool:
    """Whether all tiles in the pool are open, and few of them on top."""
    s = seen.fields
    if s.phase not in (MOVE, MOVE_ON) or s.in_pool[RED] + s.in_pool[YELLOW] > MOST_TOPS:
        return False
    return all(s.at[tile] < A1 or s.number[tile] != HIDDEN for tile in range(TILES))


def solve(seen: Position, effort: int) -> Values | None:
    """The exact worth of actions in small endings."""
    if not is_ending(seen):
        return None
    from waterside.games.crocodile.ending import values  # loaded when it is needed: it takes NumPy

    return values(seen, effort)


HEURISTICS = Heuristics(
    evaluate,
    promising,
    search_parameters=SearchParameters(exploration=0.35, decisions=6, guided=8),  # found by playing
    club=300,
    solver=solve,
    is_ending=is_ending,
)
