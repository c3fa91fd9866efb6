"""Cromado's actions as text: ``lay c3h``, ``keep``, ``take c3h``, ``put d7v``, ``c1-f4``."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from waterside.games.cromado.board import (
    BRIDGE,
    DISTANCES,
    FROM_HOME,
    FURTHER_ON,
    KEEP,
    LAY,
    LAYING,
    MOVE,
    NONE,
    PLANE,
    PUT,
    PUTTING,
    SIZE,
    TAKE,
    TO_GOAL,
    WALK,
)

FORMS = "lay c3h, keep, take c3h, put d7v, home-c1, c1-f4, f4-goal; chance: roll 4"

COLUMNS = "abcdefghijklmn"
CELL = r"([a-n](?:[1-9]|1[0-4]))"
BRIDGED = re.compile(rf"(lay|take|put) {CELL}([hv])")
WALKED = re.compile(rf"{CELL}-{CELL}")
FROM = re.compile(rf"home-{CELL}")
INTO = re.compile(rf"{CELL}-goal")
ROLLED = re.compile(r"roll ([1-6])")
PLANES = {"lay": LAY, "take": TAKE, "put": PUT}


def name(field: int) -> str:
    """A field by its name."""
    return f"{COLUMNS[field % SIZE]}{field // SIZE + 1}"


def field(name: str) -> int:
    """The field of this name."""
    return SIZE * (int(name[1:]) - 1) + COLUMNS.index(name[0])


def text(s: Any, chance: bool, number: int) -> str:
    """The canonical text of an action of the player, or of an outcome of chance."""
    return f"roll {number}" if chance else written(number)


@cache
def written(number: int) -> str:
    """The canonical text of an action of the player."""
    if number == KEEP:
        return "keep"
    plane, at = divmod(number, PLANE)
    if number < FROM_HOME:
        return f"{('lay', 'take', 'put')[plane // 2]} {name(at)}{'hv'[plane % 2]}"
    if number < TO_GOAL:
        return f"home-{name(at)}"
    if number < WALK:
        return f"{name(at)}-goal"
    return f"{name(at)}-{name(at + FURTHER_ON[plane - WALK // PLANE])}"


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text == "keep":
        return False, KEEP
    if bridged := BRIDGED.fullmatch(text):
        plane = PLANES[bridged[1]] + PLANE * "hv".index(bridged[3])
        return False, plane + field(bridged[2])
    if walked := WALKED.fullmatch(text):
        start, end = field(walked[1]), field(walked[2])
        distance = (end % SIZE - start % SIZE, end // SIZE - start // SIZE)
        if distance in DISTANCES:
            return False, WALK + DISTANCES.index(distance) * PLANE + start
        return False, TOO_FAR
    if left := FROM.fullmatch(text):
        return False, FROM_HOME + field(left[1])
    if entered := INTO.fullmatch(text):
        return False, TO_GOAL + field(entered[1])
    if rolled := ROLLED.fullmatch(text):
        return True, int(rolled[1])
    return None


TOO_FAR = -1


def why_not(s: Any, number: int) -> str:
    """Why this action of the player is not legal here, in words."""
    wanted = {
        LAYING: "a bridge must be laid",
        BRIDGE: "the choice is to keep all bridges or to take one",
        PUTTING: "the bridge must be put down",
        MOVE: f"a stone must move exactly {s.roll}",
    }[s.phase]
    if number == TOO_FAR:
        return f"no stone goes so far; {wanted}"
    is_laid = LAY <= number < TAKE and s.phase == LAYING
    is_put = PUT <= number < FROM_HOME and s.phase == PUTTING
    if is_laid or is_put:
        if s.lifted != NONE and (number - PUT) % PLANE == s.bridge[s.lifted]:
            return "it must not go exactly back, nor over the edge, an island or another bridge"
        return "a bridge covers three fields of open water"
    if TAKE <= number < PUT and s.phase == BRIDGE:
        return "no such bridge lies there, or a stone stands on it"
    if number >= FROM_HOME and s.phase == MOVE:
        return f"no walk of exactly {s.roll} over bridges leads there, or a stone is in the way"
    return wanted
