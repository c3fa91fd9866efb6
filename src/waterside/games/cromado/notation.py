"""Cromado's actions as text: ``lay c3h``, ``keep``, ``take c3h``, ``put d7v``, ``c1-f4``."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from waterside.games.cromado.actions import (
    DISTANCES,
    KEEP,
    LAY,
    PUT,
    TAKE,
    bridge_action,
    bridge_field,
    bridge_upright,
    goal_action,
    is_from_home,
    is_lay,
    is_put,
    is_take,
    is_to_goal,
    is_walk,
    walk_action,
    walk_end,
    walk_start,
)
from waterside.games.cromado.board import (
    BRIDGE,
    FIELDS,
    HOME,
    LAYING,
    MOVE,
    NONE,
    PUTTING,
)
from waterside.games.cromado.board import (
    number as field_number,
)

FORMS = "lay c3h, keep, take c3h, put d7v, home-c1, c1-f4, f4-goal; chance: roll 4"

COLUMNS = "abcdefghijklmn"
CELL = r"([a-n](?:[1-9]|1[0-4]))"
BRIDGED = re.compile(rf"(lay|take|put) {CELL}([hv])")
WALKED = re.compile(rf"{CELL}-{CELL}")
FROM = re.compile(rf"home-{CELL}")
INTO = re.compile(rf"{CELL}-goal")
ROLLED = re.compile(r"roll ([1-6])")
BRIDGE_WORDS = {"lay": LAY, "take": TAKE, "put": PUT}
LIES = "hv"  # across, upright
TOO_FAR = -1  # instead of the number of a walk that no stone can go


def name(field: int) -> str:
    """A field by its name."""
    x, y = FIELDS[field]
    return f"{COLUMNS[x - 1]}{y}"


def field(name: str) -> int:
    """The field of this name."""
    return field_number(COLUMNS.index(name[0]) + 1, int(name[1:]))


def text(s: Any, chance: bool, number: int) -> str:
    """The canonical text of an action of the player, or of an outcome of chance."""
    return f"roll {number}" if chance else written(number)


@cache
def written(number: int) -> str:
    """The canonical text of an action of the player."""
    if number == KEEP:
        return "keep"
    if is_walk(number):
        start = "home" if is_from_home(number) else name(walk_start(number))
        end = "goal" if is_to_goal(number) else name(walk_end(number))
        return f"{start}-{end}"
    word = "lay" if is_lay(number) else "take" if is_take(number) else "put"
    return f"{word} {name(bridge_field(number))}{LIES[bridge_upright(number)]}"


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text == "keep":
        return False, KEEP
    if bridged := BRIDGED.fullmatch(text):
        first, upright = BRIDGE_WORDS[bridged[1]], LIES.index(bridged[3])
        return False, bridge_action(first, field(bridged[2]), upright)
    if walked := WALKED.fullmatch(text):
        start, end = field(walked[1]), field(walked[2])
        (x, y), (to_x, to_y) = FIELDS[start], FIELDS[end]
        is_near = (to_x - x, to_y - y) in DISTANCES
        return False, walk_action(start, end) if is_near else TOO_FAR
    if left := FROM.fullmatch(text):
        return False, walk_action(HOME, field(left[1]))
    if entered := INTO.fullmatch(text):
        return False, goal_action(field(entered[1]))
    if rolled := ROLLED.fullmatch(text):
        return True, int(rolled[1])
    return None


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
    if (is_lay(number) and s.phase == LAYING) or (is_put(number) and s.phase == PUTTING):
        if s.lifted != NONE and bridge_field(number) == s.bridge[s.lifted]:
            return "it must not go exactly back, nor over the edge, an island or another bridge"
        return "a bridge covers three fields of open water"
    if is_take(number) and s.phase == BRIDGE:
        return "no such bridge lies there, or a stone stands on it"
    if is_walk(number) and s.phase == MOVE:
        return f"no walk of exactly {s.roll} over bridges leads there, or a stone is in the way"
    return wanted
