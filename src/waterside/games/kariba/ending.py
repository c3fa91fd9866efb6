"""Kariba's endings: with nothing left to draw, two players know each other's hands.

What is unseen is then the other hand, so all is open. The players gain cards for themselves only, so
the lead that best play brings from here on depends on hands and waterhole alone; who wins follows from
it and the lead so far.
"""

from __future__ import annotations

from fractions import Fraction

from waterside.core.position import Position
from waterside.games.kariba.rules import ANIMALS, CARDS_EACH, ELEPHANT, ENOUGH, MOUSE, PLAY

BITS = 4  # hands and waterhole are numbers with so many bits for each animal
ONES = (1 << BITS) - 1


class TooManyPositionsError(Exception):
    """More positions than allowed."""


class Ending:
    """Remembers the lead that every position it has met brings to the player to act."""

    def __init__(self, effort: int) -> None:
        self.effort = effort
        self.positions = 0
        self.lead: dict[tuple[int, int, int], int] = {}

    def best(self, own: int, other: int, hole: int) -> int:
        """How many cards more than the other the player to act will win from here on."""
        key = own, other, hole
        known = self.lead.get(key)
        if known is not None:
            return known
        self.positions += 1
        if self.positions > self.effort:
            raise TooManyPositionsError
        best = -ANIMALS * CARDS_EACH
        for animal in range(ANIMALS):
            for count in range(1, (own >> BITS * animal & ONES) + 1):
                best = max(best, self.after(own, other, hole, animal, count))
        self.lead[key] = best
        return best

    def after(self, own: int, other: int, hole: int, animal: int, count: int) -> int:
        """The same, if so many cards of this animal are played."""
        cards = count << BITS * animal
        own -= cards
        hole += cards
        gain = 0
        if hole >> BITS * animal & ONES >= ENOUGH:
            chased = whom_it_chases(hole, animal)
            if chased >= 0:
                gain = hole >> BITS * chased & ONES
                hole -= gain << BITS * chased
        return gain if own == 0 else gain - self.best(other, own, hole)


def whom_it_chases(hole: int, animal: int) -> int:
    """KARI-11 to 13: the nearest weaker animal there; for the mouse the elephant; -1 for none."""
    if animal == MOUSE:
        return ELEPHANT if hole >> BITS * ELEPHANT else -1
    weaker = hole & ((1 << BITS * animal) - 1)
    return (weaker.bit_length() - 1) // BITS if weaker else -1


def values(seen: Position, effort: int) -> tuple[dict[int, Fraction], int] | None:
    """The worth of every action, by its number, and how many positions there were; None if some
    card can still be drawn, or there are more than two players or too many positions.
    """
    s = seen.fields
    if seen.players != 2 or s.phase != PLAY or s.pile_size + s.open_size > 0:
        return None
    player = int(s.player)
    own, other, hole = 0, 0, 0
    for animal in range(ANIMALS):
        held, there = int(s.hands[player, animal]), int(s.waterhole[animal])
        unseen = int(s.deck[animal]) - held - there - s.won[0, animal] - s.won[1, animal]
        own |= held << BITS * animal
        other |= unseen << BITS * animal
        hole |= there << BITS * animal
    scores = seen.scores()
    lead = scores[player] - scores[1 - player]
    ending = Ending(effort)
    worth = {}
    try:
        for number in seen.legal_actions():
            final = lead + ending.after(own, other, hole, number >> 3, (number & 7) + 1)
            worth[number] = Fraction((final > 0) + (final >= 0), 2)
    except TooManyPositionsError:
        return None
    return worth, ending.positions
