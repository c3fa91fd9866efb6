"""The places around the pool, meeples and their numbers, players, and phases of a turn.

Sets of places, colours, seats and numbers are masks: bit i is member i.
"""

from __future__ import annotations

from typing import Any

from waterside.engine.build import rule, table

PLACES = 18
COLOURS = 6
SEATS = 6
EACH = 3  # meeples, and numbers, of a colour
BOARD = 0  # the place of the diving board
NOBODY = -1  # instead of a seat
NONE = -1  # instead of a colour or place
UNKNOWN = -1  # instead of a secret colour
UNSEEN = 0  # instead of a number
MANY = 100  # so far is counted how often a seat has pushed or spared a colour
ALL_NUMBERS = (1 << EACH) - 1  # bit k - 1 is number k

STAND, TOKEN, TAKE, SHOW, WAY, SINK, NAME, TURN_UP, END = range(9)

# of a set of the numbers 1 to 3: how many they are, and which, smallest first
HOW_MANY = table([0, 1, 1, 2, 1, 2, 2, 3])
NUMBER_IN = table(
    [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 2, 0], [3, 0, 0], [1, 3, 0], [2, 3, 0], [1, 2, 3]]
)


@rule
def is_in(s: Any, seat: int) -> bool:
    """Whether a player is still in the game."""
    return bool((s.still_in >> seat) & 1)


@rule
def distance(place: int) -> int:
    """SPLA-42: how far a place is from the diving board, the shorter way round."""
    return min(place - BOARD, PLACES - place)
