"""What Kariba says about touches: what comes next, and why something cannot be touched."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from waterside.core.position import Position
from waterside.games.kariba.rules import PLAY
from waterside.games.kariba.text import animal_name, animals, won_by
from waterside.text.language import Say
from waterside.text.narration import state


def prompt_after(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Where the chosen cards go, and what they would win."""
    _, animal, count = touched[0].split("-")
    kind = int(animal) - 1
    return to_put(kind, int(count), won_by(state(seen), kind, int(count), say), say)


@lru_cache(1 << 10)
def to_put(kind: int, count: int, won: str, say: Say) -> str:
    """Where so many of an animal go, which would win others."""
    cards = animals(kind, count, say)
    if won:
        return say("Put {cards} at the waterhole and win {won}", cards=cards, won=won)
    return say("Put {cards} at the waterhole", cards=cards)


def why_not(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Whose cards these are, where cards go, or what has to be done first."""
    part = touched[-1]
    kind, _, number = part.partition("-")
    if state(seen).phase != PLAY:
        if kind in ("hand", "place"):
            return say("First fill your hand: take a card from the pile or an open one.")
        return say("The pile is empty.") if kind == "pile" else ""
    if kind in ("pile", "open"):
        return say("First play cards; then you draw.")
    if kind in ("held", "player"):
        seat = int(number.partition("-")[0])
        return (
            say("These are the cards of {who}.", who=names[seat - 1]) if seat != seen.actor else ""
        )
    if kind == "place" and len(touched) > 1:
        return say(
            "Here lie cards of another animal: {animal}.", animal=animal_name(int(number) - 1, say)
        )
    if kind == "place":
        return say("First choose the cards of your hand that you play.")
    if kind == "won":
        return say("Cards that were won are not played any more.")
    return ""
