"""Splash Party's actions and their numbers: the one place that says how they are encoded.

First come the places whose meeple is taken, then the two ways round, to stay silent, and all
accusations, by seat and colour.
"""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.splash.board import COLOURS, PLACES, SEATS

CLOCKWISE = PLACES
COUNTER = PLACES + 1
SILENT = PLACES + 2
ACCUSE = PLACES + 3
ACTIONS = ACCUSE + SEATS * COLOURS


@rule
def take_action(place: int) -> int:
    """The number of taking the meeple on a place."""
    return place


@rule
def accuse_action(seat: int, colour: int) -> int:
    """The number of naming the colour of a seat."""
    return ACCUSE + seat * COLOURS + colour


@rule
def is_take(action: int) -> bool:
    """Whether an action takes a meeple."""
    return action < PLACES


@rule
def is_way(action: int) -> bool:
    """Whether an action moves the meeple that was taken, one way or the other."""
    return CLOCKWISE <= action <= COUNTER


@rule
def is_accusation(action: int) -> bool:
    """Whether an action names the colour of a seat."""
    return action >= ACCUSE


@rule
def place_taken(action: int) -> int:
    """The place whose meeple an action takes."""
    return action


@rule
def accused_seat(action: int) -> int:
    """The seat whose colour an action names."""
    return (action - ACCUSE) // COLOURS


@rule
def accused_colour(action: int) -> int:
    """The colour that an action names."""
    return (action - ACCUSE) % COLOURS
