"""Crocodile Pool Party's actions and their numbers: the one place that says how they are encoded.

First come all moves from a field to a field, then placing a swimmer, turning one over and going to
the bar, each with a number for every field, and last to pass.
"""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.crocodile.board import A1, FIELDS

PLACING = FIELDS * FIELDS
FLIP = PLACING + FIELDS
TO_BAR = FLIP + FIELDS
PASS = TO_BAR + FIELDS
ACTIONS = PASS + 1


@rule
def move_action(start: int, end: int) -> int:
    """The number of moving from a field to a field; an end one field further is the next number."""
    return (start - A1) * FIELDS + end - A1


@rule
def place_action(field: int) -> int:
    """The number of placing a swimmer on a field."""
    return PLACING + field - A1


@rule
def flip_action(field: int) -> int:
    """The number of turning over the swimmer on a field."""
    return FLIP + field - A1


@rule
def bar_action(field: int) -> int:
    """The number of going to the bar from a field."""
    return TO_BAR + field - A1


@rule
def is_move(action: int) -> bool:
    """Whether an action moves a tile from a field to a field."""
    return action < PLACING


@rule
def is_place(action: int) -> bool:
    """Whether an action places a swimmer."""
    return PLACING <= action < FLIP


@rule
def is_flip(action: int) -> bool:
    """Whether an action turns a swimmer over."""
    return FLIP <= action < TO_BAR


@rule
def is_to_bar(action: int) -> bool:
    """Whether an action brings a tile or stack to its bar."""
    return TO_BAR <= action < PASS


@rule
def start_of(action: int) -> int:
    """The field where the tile lies that an action moves or turns over, or where it is placed."""
    if is_move(action):
        return A1 + action // FIELDS
    return A1 + (action - PLACING) % FIELDS


@rule
def end_of(action: int) -> int:
    """The field where a move from a field to a field ends."""
    return A1 + action % FIELDS
