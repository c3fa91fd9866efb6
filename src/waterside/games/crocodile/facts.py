"""What can be counted in a game of Crocodile Pool Party: captures, arrivals, turning over."""

from __future__ import annotations

from waterside.core.facts import ENDING, MOMENT, Fact
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.games.crocodile.board import RED, YELLOW
from waterside.games.crocodile.numbers import FINISHED, FLIP, MOVE_ON, PASS, PLACING, REVEAL, TO_BAR

CAPTURES, ARRIVALS, TILES_HOME, FIRST_ARRIVAL, FLIPS, STUCK, PASSES, LIMIT = range(8)

FACTS = (
    Fact("captures", "tiles or stacks eaten"),
    Fact("arrivals", "tiles or stacks that reached a bar"),
    Fact("tiles on bars", "tiles that came to a bar with them"),
    Fact("first arrival", "the decision that first brought a tile to a bar", MOMENT),
    Fact("flips", "swimmers turned over"),
    Fact("flips with no move", "crocodiles that could not move when turned over", of="flips"),
    Fact("passes", "turns with nothing to do"),
    Fact("patience ended it", "games that ended after too many quiet turns", ENDING),
)


@rule
def facts(before, who, action, after, decisions, counts):
    """Eaten tiles leave the pool on a move; those on a bar stay countable for good."""
    if who == CHANCE:
        if before.phase == REVEAL and after.phase != MOVE_ON:
            counts[STUCK] += 1
    elif action < PLACING:
        if after.in_pool[1 - who] < before.in_pool[1 - who]:
            counts[CAPTURES] += 1
    elif FLIP <= action < TO_BAR:
        counts[FLIPS] += 1
    elif TO_BAR <= action < PASS:
        counts[ARRIVALS] += 1
        counts[TILES_HOME] += int(after.on_bar[who]) - before.on_bar[who]
        if counts[FIRST_ARRIVAL] == 0:
            counts[FIRST_ARRIVAL] = decisions
    elif action == PASS:
        counts[PASSES] += 1
    if after.phase == FINISHED and after.in_pool[RED] > 0 and after.in_pool[YELLOW] > 0:
        counts[LIMIT] = 1
