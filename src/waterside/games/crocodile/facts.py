"""What can be counted in a game of Crocodile Pool Party: captures, arrivals, turning over."""

from __future__ import annotations

from waterside.core.facts import ENDING, MOMENT, Fact
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.games.crocodile.actions import PASS, is_flip, is_move, is_to_bar
from waterside.games.crocodile.board import FINISHED, MOVE_ON, RED, REVEAL, YELLOW
from waterside.games.crocodile.rules import is_pool_left

CAPTURES, ARRIVALS, TILES_HOME, FIRST_ARRIVAL, FLIPS, STUCK, PASSES, LIMIT = range(8)

FACTS = (
    Fact("captures", "tiles or stacks eaten"),
    Fact("arrivals", "tiles or stacks that reached a bar"),
    Fact("tiles on bars", "tiles that came to a bar with them"),
    Fact("first arrival", "the decision in which a tile first reached a bar", MOMENT),
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
    elif is_move(action):
        if after.in_pool[1 - who] < before.in_pool[1 - who]:
            counts[CAPTURES] += 1
    elif is_flip(action):
        counts[FLIPS] += 1
    elif is_to_bar(action):
        counts[ARRIVALS] += 1
        counts[TILES_HOME] += int(after.on_bar[who]) - before.on_bar[who]
        if counts[FIRST_ARRIVAL] == 0:
            counts[FIRST_ARRIVAL] = decisions
    elif action == PASS:
        counts[PASSES] += 1
    if after.phase == FINISHED and not is_pool_left(after.in_pool[RED], after.in_pool[YELLOW]):
        counts[LIMIT] = 1
