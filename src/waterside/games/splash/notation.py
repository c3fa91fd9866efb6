"""Splash Party's actions as text: ``take 7``, ``cw``, ``accuse 3 blue``; chance ``shows 2``."""

from __future__ import annotations

import re
from typing import Any

from waterside.games.splash.actions import (
    CLOCKWISE,
    COUNTER,
    SILENT,
    accuse_action,
    accused_colour,
    accused_seat,
    is_accusation,
    is_take,
    place_taken,
    take_action,
)
from waterside.games.splash.board import NAME, NONE, SINK, STAND, TAKE, TOKEN, UNSEEN, WAY, is_in

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
    if is_take(number):
        return f"take {place_taken(number) + 1}"
    if is_accusation(number):
        return f"accuse {accused_seat(number) + 1} {NAMES[accused_colour(number)]}"
    return {number: word for word, number in WORDS.items()}[number]


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text in WORDS:
        return False, WORDS[text]
    if text == "sinks":
        return True, UNSEEN
    if taken := TAKEN.fullmatch(text):
        return False, take_action(int(taken[1]) - 1)
    if accused := ACCUSED.fullmatch(text):
        return False, accuse_action(int(accused[1]) - 1, NAMES.index(accused[2]))
    if coloured := COLOURED.fullmatch(text):
        return True, NAMES.index(coloured[1])
    if numbered := NUMBERED.fullmatch(text):
        return True, int(numbered[1])
    return None


def why_not(s: Any, number: int) -> str:
    """Why this action of the player is not legal here, in words."""
    wanted = {TAKE: "a meeple must be taken", WAY: "cw or ccw must be chosen"}
    wanted[NAME] = "the choice is to accuse or to stay silent"
    if is_take(number):
        place = place_taken(number)
        if s.phase != TAKE:
            return wanted[s.phase]
        if s.colour[place] == NONE:
            return f"nobody stands on place {place + 1}"
        return "this meeple was moved last"
    if not is_accusation(number) or s.phase != NAME:
        return wanted[s.phase]
    seat, colour = accused_seat(number), accused_colour(number)
    if seat == s.player:
        return "players do not accuse themselves"
    if seat >= s.players or not is_in(s, seat):
        return f"seat {seat + 1} is not in the game"
    if colour == s.token[s.player]:
        return f"{NAMES[colour]} is the player's own colour"
    return f"no {NAMES[colour]} meeple stands"
