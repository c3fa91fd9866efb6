"""What can be counted in a game of Cromado: rolls again, bridges moved, turns lost, arrivals."""

from __future__ import annotations

from waterside.core.facts import ENDING, MOMENT, Fact
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.games.cromado.actions import KEEP, is_from_home, is_put, is_to_goal, is_walk
from waterside.games.cromado.board import BRIDGE, END

(
    ROLLS,
    REROLLS,
    BRIDGES_KEPT,
    BRIDGES_MOVED,
    MOVES,
    ENTRIES,
    ARRIVALS,
    FIRST_ARRIVAL,
    LOST,
    LIMIT,
) = range(10)

FACTS = (
    Fact("rolls", "rolls of the die"),
    Fact("rerolls", "rolls after the first of a turn", of="rolls"),
    Fact("bridges kept", "ones and sixes that moved no bridge"),
    Fact("bridges moved", "bridges laid elsewhere"),
    Fact("stone moves", "moves of stones"),
    Fact("entries", "stones that left home", of="stone moves"),
    Fact("arrivals", "stones that reached the goal", of="stone moves"),
    Fact("first arrival", "the decision in which a stone first reached its goal", MOMENT),
    Fact("turns without a move", "turns in which no stone moved"),
    Fact("turn limit ended it", "games that ended at the turn limit", ENDING),
)


@rule
def facts(before, who, action, after, decisions, counts):
    """A turn that ends by anything but a stone's move is a turn lost."""
    moved = False
    if who == CHANCE:
        counts[ROLLS] += 1
        if before.rolled > 0:
            counts[REROLLS] += 1
    elif before.phase == BRIDGE and action == KEEP:
        counts[BRIDGES_KEPT] += 1
    elif is_put(action):
        counts[BRIDGES_MOVED] += 1
    elif is_walk(action):
        moved = True
        counts[MOVES] += 1
        if is_from_home(action):
            counts[ENTRIES] += 1
        elif is_to_goal(action):
            counts[ARRIVALS] += 1
            if counts[FIRST_ARRIVAL] == 0:
                counts[FIRST_ARRIVAL] = decisions
    if after.turns > before.turns and not moved:
        counts[LOST] += 1
    if after.phase == END and after.turns == after.turn_limit:
        counts[LIMIT] = 1
