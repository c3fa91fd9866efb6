"""Crocodile Pool Party's actions as text: ``place c4``, ``c4-c5``, ``c4xe6``, ``flip c4``."""

from __future__ import annotations

import re
from typing import Any

from waterside.games.crocodile.actions import (
    PASS,
    bar_action,
    end_of,
    flip_action,
    is_flip,
    is_place,
    is_to_bar,
    move_action,
    place_action,
    start_of,
)
from waterside.games.crocodile.board import (
    A1,
    COLUMN_NAMES,
    COLUMNS,
    EMPTY,
    HIDDEN,
    HIGH_BAR_FIELDS,
    LOW_BAR,
    LOW_BAR_FIELDS,
    MOVE_ON,
    PLACE,
    SIX,
    field_named,
    is_tile,
    owner,
)
from waterside.games.crocodile.moves import may_leave

FORMS = "place c4, c4-c5, c4xe6, c4-bar, flip c4, pass; chance: reveal 6"

CELL = r"([a-f](?:[1-9]|1[0-4]))"
MOVED = re.compile(rf"{CELL}[-x]{CELL}")
LEFT = re.compile(rf"{CELL}-bar")
ON_FIELD = re.compile(rf"(place|flip) {CELL}")
REVEALED = re.compile(r"reveal ([1-6])")


def name(field: int) -> str:
    """A field, counted from a1, by its name."""
    return f"{COLUMN_NAMES[field % COLUMNS]}{field // COLUMNS + 1}"


def field(name: str) -> int:
    """The field of this name, counted from a1."""
    return field_named(name) - A1


def bar_name(bar: int) -> str:
    """The two fields of a bar, for example ``a1 b1``."""
    fields = LOW_BAR_FIELDS if bar == LOW_BAR else HIGH_BAR_FIELDS
    return " ".join(name(field - A1) for field in fields)


def text(s: Any, chance: bool, number: int) -> str:
    """The canonical text of an action of the player, or of an outcome of chance."""
    if chance:
        return f"reveal {number}"
    if number == PASS:
        return "pass"
    start = name(start_of(number) - A1)
    if is_place(number):
        return f"place {start}"
    if is_flip(number):
        return f"flip {start}"
    if is_to_bar(number):
        return f"{start}-bar"
    eats = is_tile(s.shows[end_of(number)]) and start_of(number) != end_of(number)
    return f"{start}{'x' if eats else '-'}{name(end_of(number) - A1)}"


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text == "pass":
        return False, PASS
    if moved := MOVED.fullmatch(text):
        return False, move_action(field_named(moved[1]), field_named(moved[2]))
    if left := LEFT.fullmatch(text):
        return False, bar_action(field_named(left[1]))
    if on_field := ON_FIELD.fullmatch(text):
        numbered = place_action if on_field[1] == "place" else flip_action
        return False, numbered(field_named(on_field[2]))
    if revealed := REVEALED.fullmatch(text):
        return True, int(revealed[1])
    return None


def why_not(s: Any, number: int) -> str:
    """Why this action of the player is not legal here, in words."""
    if s.phase == PLACE:
        if is_place(number):
            return "the field is taken, or its row is full or not one of the player's"
        return "all swimmers must be placed first, in rows that have room"
    if is_place(number):
        return "all swimmers have been placed"
    if number == PASS:
        return "only who can do nothing else passes"
    start = name(start_of(number) - A1)
    tile = s.shows[start_of(number)]
    if not is_tile(tile):
        return f"no tile lies on {start}"
    if owner(tile) != s.player:
        return f"the tile on {start} is not the player's own"
    if s.phase == MOVE_ON and tile != s.flipped:
        return "the crocodile just turned over must be moved"
    kind = s.number[tile]
    if is_flip(number):
        return f"{start} is a crocodile already"
    if is_to_bar(number):
        if not may_leave(s.arrived, s.height[tile]):
            return "the first to arrive at a bar must be a stack"
        return "its exact movement does not end on the player's bar"
    if kind == HIDDEN:
        if s.shows[end_of(number)] != EMPTY:
            return "a swimmer needs an empty field"
        return "a swimmer moves one or two fields, with at most one turn, through empty fields"
    turns = {1: "in any direction", SIX: "with at most two turns"}.get(
        kind, "with at most one turn"
    )
    return f"the {kind} must move exactly {kind} fields {turns}, through empty fields"
