"""What the numbers in a state mean, and how actions are numbered.

Sets of places, colours, seats and numbers are masks: bit i is member i.
"""

from __future__ import annotations

from waterside.engine.build import table

PLACES = 18
COLOURS = 6
SEATS = 6
EACH = 3
BOARD = 0
NOBODY = -1
NONE = -1
UNKNOWN = -1
UNSEEN = 0
MANY = 100
ALL_NUMBERS = 0b111  # bit k - 1 is number k

STAND, TOKEN, TAKE, SHOW, WAY, SINK, NAME, TURN_UP, END = range(9)

CLOCKWISE = PLACES
COUNTER = PLACES + 1
SILENT = PLACES + 2
ACCUSE = PLACES + 3

# of a set of the numbers 1 to 3: how many they are, and which, smallest first
HOW_MANY = table([0, 1, 1, 2, 1, 2, 2, 3])
NUMBER_IN = table(
    [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 2, 0], [3, 0, 0], [1, 3, 0], [2, 3, 0], [1, 2, 3]]
)
