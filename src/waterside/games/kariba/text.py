"""What Kariba says to people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from waterside.core.position import Position
from waterside.games.kariba.rules import DEAL, NOBODY, chased_by
from waterside.text.language import Say
from waterside.text.narration import (
    MARKS,
    Doer,
    margin,
    nobody_out,
    numbered_seat,
    result,
    standings,
    state,
)

seat_name = numbered_seat
eliminated = nobody_out


def seat_mark(seat: int) -> str:
    """The shape beside the name, as on the board."""
    return MARKS[seat - 1]


@cache
def animal_name(animal: int, say: Say) -> str:
    """An animal, counted from 0, by its name."""
    return (
        say("mouse"),
        say("meerkat"),
        say("zebra"),
        say("giraffe"),
        say("ostrich"),
        say("cheetah"),
        say("rhino"),
        say("elephant"),
    )[animal]


@cache
def animals(animal: int, count: int, say: Say) -> str:
    """So many of an animal, as what a player plays or wins: ``one mouse``, ``2 zebras``."""
    return (
        say.n("one mouse", "{count} mice", count),
        say.n("one meerkat", "{count} meerkats", count),
        say.n("one zebra", "{count} zebras", count),
        say.n("one giraffe", "{count} giraffes", count),
        say.n("one ostrich", "{count} ostriches", count),
        say.n("one cheetah", "{count} cheetahs", count),
        say.n("one rhino", "{count} rhinos", count),
        say.n("one elephant", "{count} elephants", count),
    )[animal]


def card(number: str, say: Say) -> str:
    """A card as it is written, in words: ``zebra (3)``."""
    return f"{animal_name(int(number) - 1, say)} ({number})"


def won_by(s: Any, animal: int, count: int, say: Say) -> str:
    """The animals that so many more of this one would win; empty for none."""
    chased = chased_by(s, animal, count)
    return animals(chased, int(s.waterhole[chased]), say) if chased != NOBODY else ""


def label(seen: Position, action: str, say: Say, names: Sequence[str] | None = None) -> str:
    """Playing cards, with what they win, and filling the hand."""
    if action == "pile":
        return say("take a card from the pile")
    if action.startswith("open"):
        return say("take the open card: {card}", card=card(action.split()[1], say))
    animal, count = (int(part) for part in action.split("x"))
    cards = animals(animal - 1, count, say)
    if won := won_by(state(seen), animal - 1, count, say):
        return say("play {cards}, win {won}", cards=cards, won=won)
    return say("play {cards}", cards=cards)


def prompt(seen: Position, say: Say) -> str:
    """To play, or to fill the hand."""
    if not isinstance(seen.actor, int):
        return ""
    if "pile" in seen.legal():
        return say("Fill your hand: from the pile, or with an open card")
    if any(action.startswith("open") for action in seen.legal()):
        return say("Fill your hand with an open card")
    return say("Which cards do you play? All of one animal")


def narrate(
    before: Position,
    after: Position,
    action: str | None,
    actor: Doer,
    viewer: int | None,
    names: Sequence[str],
    say: Say,
) -> str:
    """Cards played, won, drawn and laid open."""
    s = state(before)
    seat = int(s.player) + 1
    if actor == "chance":
        return turned_up(before, action, None if viewer == seat else names[seat - 1], say)
    assert action is not None, "all viewers see what a player does"
    who = names[actor - 1]
    if action == "pile":
        return ""
    if action.startswith("open"):
        taken = card(action.split()[1], say)
        if actor == viewer:
            return say("You take the open card: {card}.", card=taken)
        return say("{who} takes the open card: {card}.", who=who, card=taken)
    animal, count = (int(part) for part in action.split("x"))
    cards = animals(animal - 1, count, say)
    won = won_by(s, animal - 1, count, say)
    if won and actor == viewer:
        return say("You play {cards} and win {won}.", cards=cards, won=won)
    if won:
        return say("{who} plays {cards} and wins {won}.", who=who, cards=cards, won=won)
    if actor == viewer:
        return say("You play {cards}.", cards=cards)
    return say("{who} plays {cards}.", who=who, cards=cards)


def turned_up(before: Position, action: str | None, who: str | None, say: Say) -> str:
    """A card for one player alone (who is None for the viewer), or one laid open for all; nothing
    while cards are dealt.
    """
    if state(before).phase == DEAL:
        return ""
    if action is None:
        return say("{who} draws a card.", who=who)
    word, number = action.split()
    if word == "opens":
        return say("Laid open: {card}.", card=card(number, say))
    if who is None:
        return say("You draw: {card}.", card=card(number, say))
    return say("{who} draws: {card}.", who=who, card=card(number, say))


def ending(position: Position, names: Sequence[str], viewer: int | None, say: Say) -> list[str]:
    """Cards won."""

    def cards(count: int) -> str:
        return say.n("{count} card", "{count} cards", count)

    return [
        result(position, names, viewer, say),
        margin(position, names, viewer, cards, say),
        say("A hand is empty and no card is left to draw."),
        say("Cards won: {cards}.", cards=standings(position.scores(), names)),
    ]
