"""Kariba's actions as text: ``4x2``, ``pile``, ``open 6``; chance ``draw 4``, ``opens 6``."""

from __future__ import annotations

import re
from typing import Any

from waterside.games.kariba.rules import (
    ANIMALS,
    DEAL,
    DRAW,
    PILE,
    PLAY,
    animal_played,
    animal_taken,
    cards_played,
    is_play,
    play_action,
    take_action,
)

FORMS = "4x2 (two cards of animal 4), pile, open 6; chance: draw 4, opens 6"

PLAYED = re.compile(r"([1-8])x([1-8])")
NAMED = re.compile(r"(open|draw|opens) ([1-8])")


def text(s: Any, chance: bool, number: int) -> str:
    """The canonical text of an action of the player, or of an outcome of chance."""
    if chance:
        return f"{'draw' if s.phase in (DEAL, DRAW) else 'opens'} {number + 1}"
    if is_play(number):
        return f"{animal_played(number) + 1}x{cards_played(number)}"
    return "pile" if number == PILE else f"open {animal_taken(number) + 1}"


def parse(text: str) -> tuple[bool, int] | None:
    """Whether the text is an outcome of chance, and its number; None if it is neither."""
    if text == "pile":
        return False, PILE
    if played := PLAYED.fullmatch(text):
        return False, play_action(int(played[1]) - 1, int(played[2]))
    if named := NAMED.fullmatch(text):
        animal = int(named[2]) - 1
        return (False, take_action(animal)) if named[1] == "open" else (True, animal)
    return None


def why_not(s: Any, number: int) -> str:
    """Why this action of the player is not legal here, in words."""
    if is_play(number):
        if s.phase != PLAY:
            return "the hand must be filled up first"
        animal = animal_played(number)
        return f"the hand has {s.hands[s.player, animal]} of animal {animal + 1}"
    if s.phase == PLAY:
        return "cards must be played first"
    if number == PILE:
        return "the pile is empty"
    return f"no {animal_taken(number) + 1} lies open"


def animals(counts: Any) -> str:
    """Counted cards as text, for example ``1 1 4 8``."""
    cards = [str(animal + 1) for animal in range(ANIMALS) for _ in range(max(0, counts[animal]))]
    return " ".join(cards) or "-"
