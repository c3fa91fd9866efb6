"""Splash Party's actions as text: ``take 7``, ``cw``, ``accuse 3 blue``; chance ``shows 2``."""

from __future__ import annotations

import re
from typing import Any

from waterside.games.splash.numbers import (
    ACCUSE,
    CLOCKWISE,
    COLOURS,
    COUNTER,
    NAME,
    NONE,
    PLACES,
    SILENT,
    SINK,
    STAND,
    TAKE,
    TOKEN,
    UNSEEN,
    WAY,
)

NAMES = ("red", "yellow", "green", "blue", "purple", "black")
FORMS = (
    "take 7, cw, ccw, accuse 3 blue, silent; "
    "chance: stand red, token blue, shows 2, sinks, sinks 2; colours " + ", ".join(NAMES)
)

TAKEN = re.compile(r"take ([1-9]|1[0-8])")
ACCUSED = re.compile(rf"accuse ([1-6]) ({'|'.join(NAMES)})")
COLOURED = re.compile(rf"(?:stand|token) ({'|'.join(NAMES)})")
NUMBERED = re.compile(r"(?:shows|sinks) ([1-3])")
WORDS = {"cw": CLOCKWISE, "ccw": COUNTER, "silent": SILENT}


def text(s: Any, chance: bool, number: int) -> str:
    """The canonical text of an action of the player, or of an outcome of chance."""
    if chance:
        if s.phase in (STAND, TOKEN):
            return f"{'stand' if s.phase == STAND else 'token'} {NAMES[number]}"
        if s.phase == SINK:
            return "sinks" if number == UNSEEN else f"sinks {number}"
        return f"shows {number}"
    if number < PLACES:
        return f"take {number + 1}"
    if number >= ACCUSE:
        seat, colour = divmod(number - ACCUSE, COLOURS)
        return f"accuse {seat + 1} {NAMES[colour]}"
    return {number: word for word, number in WORDS.items()}[number]


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text in WORDS:
        return False, WORDS[text]
    if text == "sinks":
        return True, UNSEEN
    if taken := TAKEN.fullmatch(text):
        return False, int(taken[1]) - 1
    if accused := ACCUSED.fullmatch(text):
        return False, ACCUSE + (int(accused[1]) - 1) * COLOURS + NAMES.index(accused[2])
    if coloured := COLOURED.fullmatch(text):
        return True, NAMES.index(coloured[1])
    if numbered := NUMBERED.fullmatch(text):
        return True, int(numbered[1])
    return None


def why_not(s: Any, number: int) -> str:
    """Why this action of the player is not legal here, in words."""
    wanted = {TAKE: "a meeple must be taken", WAY: "cw or ccw must be chosen"}
    wanted[NAME] = "the choice is to accuse or to stay silent"
    if number < PLACES:
        if s.phase != TAKE:
            return wanted[s.phase]
        if s.colour[number] == NONE:
            return f"nobody stands on place {number + 1}"
        return "this meeple was moved last"
    if number < ACCUSE or s.phase != NAME:
        return wanted[s.phase]
    seat, colour = divmod(number - ACCUSE, COLOURS)
    if seat == s.player:
        return "nobody accuses oneself"
    if seat >= s.players or not (s.still_in >> seat) & 1:
        return f"seat {seat + 1} is not in the game"
    if colour == s.token[s.player]:
        return f"{NAMES[colour]} is the own colour"
    return f"no {NAMES[colour]} meeple stands"
