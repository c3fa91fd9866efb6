"""Crocodile Pool Party's actions as text: ``place c4``, ``c4-c5``, ``c4xe6``, ``flip c4``."""

from __future__ import annotations

import re
from typing import Any

from waterside.games.crocodile.board import A1, COLUMNS, EMPTY, FIELDS
from waterside.games.crocodile.numbers import (
    EACH,
    FLIP,
    HIDDEN,
    MOVE_ON,
    PASS,
    PLACE,
    PLACING,
    TILES,
    TO_BAR,
)

FORMS = "place c4, c4-c5, c4xe6, c4-bar, flip c4, pass; chance: reveal 6"

CELL = r"([a-f](?:[1-9]|1[0-4]))"
MOVED = re.compile(rf"{CELL}[-x]{CELL}")
LEFT = re.compile(rf"{CELL}-bar")
ON_FIELD = re.compile(rf"(place|flip) {CELL}")
REVEALED = re.compile(r"reveal ([1-6])")


def name(field: int) -> str:
    """A field, counted from a1, by its name."""
    return f"{'abcdef'[field % COLUMNS]}{field // COLUMNS + 1}"


def field(name: str) -> int:
    """The field of this name, counted from a1."""
    return COLUMNS * (int(name[1:]) - 1) + "abcdef".index(name[0])


def text(s: Any, chance: bool, number: int) -> str:
    """The canonical text of an action of the player, or of an outcome of chance."""
    if chance:
        return f"reveal {number}"
    if number < PLACING:
        start, end = divmod(number, FIELDS)
        eats = 0 <= s.shows[A1 + end] < TILES and start != end
        return f"{name(start)}{'x' if eats else '-'}{name(end)}"
    if number < FLIP:
        return f"place {name(number - PLACING)}"
    if number < TO_BAR:
        return f"flip {name(number - FLIP)}"
    if number < PASS:
        return f"{name(number - TO_BAR)}-bar"
    return "pass"


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text == "pass":
        return False, PASS
    if moved := MOVED.fullmatch(text):
        return False, field(moved[1]) * FIELDS + field(moved[2])
    if left := LEFT.fullmatch(text):
        return False, TO_BAR + field(left[1])
    if on_field := ON_FIELD.fullmatch(text):
        return False, (PLACING if on_field[1] == "place" else FLIP) + field(on_field[2])
    if revealed := REVEALED.fullmatch(text):
        return True, int(revealed[1])
    return None


def why_not(s: Any, number: int) -> str:
    """Why this action of the player is not legal here, in words."""
    if s.phase == PLACE:
        return (
            "all swimmers must be placed first, in rows that have room"
            if (not PLACING <= number < FLIP)
            else "the field is taken, or its row is full or not one of the own"
        )
    if PLACING <= number < FLIP:
        return "all swimmers have been placed"
    if number == PASS:
        return "only who can do nothing else passes"
    start = number // FIELDS if number < PLACING else (number - PLACING) % FIELDS
    tile = s.shows[A1 + start]
    if not 0 <= tile < TILES:
        return f"no tile lies on {name(start)}"
    if tile // EACH != s.player:
        return f"the tile on {name(start)} is not the player's own"
    if s.phase == MOVE_ON and tile != s.flipped:
        return "the crocodile just turned over must be moved"
    kind = s.number[tile]
    if FLIP <= number < TO_BAR:
        return f"{name(start)} is a crocodile already"
    if TO_BAR <= number < PASS:
        if not s.arrived and s.height[tile] == 1:
            return "the first to arrive at a bar must be a stack"
        return "its exact movement does not end on the own bar"
    if kind == HIDDEN:
        if s.shows[A1 + number % FIELDS] != EMPTY:
            return "a swimmer needs an empty field"
        return "a swimmer moves one or two fields, with at most one turn, through empty fields"
    turns = {1: "in any direction", 6: "with at most two turns"}.get(kind, "with at most one turn")
    return f"the {kind} must move exactly {kind} fields {turns}, through empty fields"
