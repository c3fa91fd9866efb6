"""Kariba as plain text."""

from __future__ import annotations

from typing import Any

from waterside.games.kariba.notation import animals
from waterside.games.kariba.rules import ANIMALS, MOUSE, UNKNOWN


def row(counts: Any, player: int) -> list[int]:
    """One player's row of a table of counts."""
    return [counts[player, animal] for animal in range(ANIMALS)]


def sketch(s: Any) -> str:
    """The waterhole, the pile and each player's hand and winnings."""
    lines = [
        "animal    " + "  ".join(str(animal + 1) for animal in range(ANIMALS)),
        "waterhole " + "  ".join(str(count) if count else "." for count in s.waterhole),
        f"pile {s.pile_size}" + (f"   open {animals(s.open)}" if s.market else ""),
    ]
    for player in range(s.players):
        hand = row(s.hands, player)
        if hand[MOUSE] == UNKNOWN:
            hidden = s.hand_size[player] - sum(row(s.known, player))
            known = row(s.known, player)
            shown = " ".join(["?"] * hidden + ([animals(known)] if any(known) else [])) or "-"
        else:
            shown = animals(hand)
        lines.append(f"seat {player + 1}  hand {shown}   won {sum(row(s.won, player))}")
    return "\n".join(lines)
