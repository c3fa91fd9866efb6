"""What the numbers in a state mean, and how actions are numbered."""

from __future__ import annotations

from waterside.games.crocodile.board import FIELDS

TILES = 12
EACH = 6

NOWHERE, EATEN, ON_BAR = -1, -2, -3  # of a tile that is not the top of something in the pool
NONE = -1
HIDDEN = 0
SWIMMER, SIX = HIDDEN, 6  # a tile moves as its number says, a hidden one as a swimmer
ALL_NUMBERS = 0b111111  # bit k - 1 is number k

PLACE, MOVE, REVEAL, MOVE_ON, FINISHED = range(5)

PLACING = FIELDS * FIELDS
FLIP = PLACING + FIELDS
TO_BAR = FLIP + FIELDS
PASS = TO_BAR + FIELDS
