"""What can be counted in a game of Splash Party: splashes, accusations, who has to leave."""

from __future__ import annotations

from waterside.core.facts import ENDING, MOMENT, Fact
from waterside.engine.bits import count
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.games.splash.actions import (
    SILENT,
    accused_colour,
    accused_seat,
    is_accusation,
    is_way,
)
from waterside.games.splash.board import COLOURS, END

(
    MOVES, SPLASHES, OWN_SPLASHES, CHANCES_TO_NAME, ACCUSATIONS, RIGHT, EXITS, FIRST_EXIT, LIMIT
) = range(9)  # fmt: skip

FACTS = (
    Fact("moves", "meeples moved"),
    Fact("splashes", "meeples pushed in by a move", of="moves"),
    Fact("own splashes", "meeples pushed in by the player whose colour they are", of="splashes"),
    Fact("chances to name", "moves past the diving board that allowed an accusation"),
    Fact("accusations", "colours named", of="chances to name"),
    Fact("right accusations", "accusations that sent the opponent out", of="accusations"),
    Fact("exits", "players who had to leave before the end"),
    Fact("first exit", "the decision after which a player first had to leave", MOMENT),
    Fact("turn limit ended it", "games that ended at the turn limit", ENDING),
)


@rule
def facts(before, who, action, after, decisions, counts):
    """Moves, splashes, accusations and exits."""
    if who != CHANCE:
        if is_way(action):
            counts[MOVES] += 1
            if how_many_stand(after) < how_many_stand(before):
                counts[SPLASHES] += 1
                if after.sunk == before.token[who]:
                    counts[OWN_SPLASHES] += 1
        elif action == SILENT or is_accusation(action):
            counts[CHANCES_TO_NAME] += 1
            if is_accusation(action):
                counts[ACCUSATIONS] += 1
                if before.token[accused_seat(action)] == accused_colour(action):
                    counts[RIGHT] += 1
    left = count(before.still_in) - count(after.still_in)
    if left > 0:
        counts[EXITS] += left
        if counts[FIRST_EXIT] == 0:
            counts[FIRST_EXIT] = decisions
    if after.phase == END and after.turns == after.turn_limit:
        counts[LIMIT] = 1


@rule
def how_many_stand(s):
    """Meeples that still stand."""
    standing = 0
    for colour in range(COLOURS):
        standing += count(s.meeples[colour])
    return standing
