"""The waterhole in a terminal, in colour."""

from __future__ import annotations

from waterside.core.position import Position
from waterside.games.kariba.rules import ANIMALS, MOUSE, UNKNOWN
from waterside.games.kariba.sketch import row
from waterside.games.kariba.text import animal_name
from waterside.text.language import Say
from waterside.text.narration import Ink, state
from waterside.text.styles import QUIET, SHORE, SUN, WATER


def legend(say: Say) -> list[str]:
    """How to read the board."""
    return [say("[4] is a card of animal 4, ? a card that you cannot see.")]


def draw(ink: Ink, seen: Position, viewer: int | None, say: Say) -> None:
    """The waterhole as a row of cards for each animal, the hands, and what is won."""
    s = state(seen)
    ink.append(say("The waterhole") + "\n", SUN)
    for animal in range(ANIMALS - 1, -1, -1):
        count = int(s.waterhole[animal])
        ink.append(f" {animal + 1} ", SHORE if count else QUIET)
        ink.append(f" {animal_name(animal, say):<11}", "bold" if count else QUIET)
        cards = f" {'▮ ' * count}{count}" if count else " ·"
        ink.append(f"{cards:<28}\n", WATER)
    pile = say.n("{count} card in the pile", "{count} cards in the pile", int(s.pile_size))
    open_cards = " ".join(str(a + 1) for a in range(ANIMALS) for _ in range(s.open[a]))
    beside = say("open: {cards}", cards=open_cards or say("none")) if s.market else ""
    ink.append(f"{pile}   {beside}".rstrip() + "\n", QUIET)
    for player in range(s.players):
        ink.append("\n")
        ink.append(say("seat {number}", number=player + 1), SUN if player + 1 == viewer else "")
        won = f"{sum(row(s.won, player)):2}"
        ink.append("  " + say("won {cards}   hand", cards=won) + " ")
        hand(ink, seen, player, say)


def hand(ink: Ink, seen: Position, player: int, say: Say) -> None:
    """A hand as far as the viewer knows it."""
    s = state(seen)
    cards = row(s.hands, player)
    if cards[MOUSE] == UNKNOWN:
        cards = row(s.known, player)
        ink.append("? " * (int(s.hand_size[player]) - sum(cards)), QUIET)
    for animal, count in enumerate(cards):
        for _ in range(count):
            ink.append(f"[{animal + 1}]", "bold")
            ink.append(" ")
    if not s.hand_size[player]:
        ink.append(say("empty"), QUIET)
