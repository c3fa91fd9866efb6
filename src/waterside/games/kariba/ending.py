"""Kariba's endings: with nothing left to draw, two players know each other's hands.

What is unseen is then the other hand, so all is open. The players gain cards for themselves only, so
the lead that best play brings from here on depends on hands and waterhole alone; who wins follows from
it and the lead so far.
"""

from __future__ import annotations

from fractions import Fraction

from waterside.core.position import Position
from waterside.games.kariba.rules import (
    ANIMALS,
    CARDS_EACH,
    NOBODY,
    PLAY,
    animal_played,
    cards_played,
    chased_by,
)

BITS = 4  # hands and waterhole are numbers with so many bits for each animal
ONES = (1 << BITS) - 1


class TooManyPositionsError(Exception):
    """An ending has more positions than may be looked at."""


class Counts:
    """The cards at the waterhole as the rules take them, from a number with bits for each animal."""

    def __init__(self, hole: int) -> None:
        self.waterhole = [hole >> BITS * animal & ONES for animal in range(ANIMALS)]


class Ending:
    """Remembers the lead that every position it has met brings to the player to act."""

    def __init__(self, effort: int) -> None:
        self.effort = effort
        self.positions = 0
        self.lead: dict[tuple[int, int, int], int] = {}
        self.chased: dict[tuple[int, int, int], int] = {}

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
        """How many cards more the player to act will win by playing so many cards of this animal."""
        chased = self.chased_by(hole, animal, count)
        cards = count << BITS * animal
        own -= cards
        hole += cards
        gain = 0
        if chased != NOBODY:
            gain = hole >> BITS * chased & ONES
            hole -= gain << BITS * chased
        return gain if own == 0 else gain - self.best(other, own, hole)

    def chased_by(self, hole: int, animal: int, count: int) -> int:
        """Whom so many more cards of this animal chase away, by the rules; remembered."""
        key = hole, animal, count
        known = self.chased.get(key)
        if known is None:
            known = self.chased[key] = chased_by(Counts(hole), animal, count)
        return known


def is_ending(seen: Position) -> bool:
    """Whether all is open: two players, and no card left to draw."""
    s = seen.fields
    return bool(seen.players == 2 and s.phase == PLAY and s.pile_size + s.open_size == 0)


def values(seen: Position, effort: int) -> tuple[dict[int, Fraction], int] | None:
    """The worth of every action, by its number, and how many positions were looked at; None if
    some card can still be drawn, or there are more than two players or too many positions.
    """
    if not is_ending(seen):
        return None
    s = seen.fields
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
            animal, count = animal_played(number), cards_played(number)
            final = lead + ending.after(own, other, hole, animal, count)
            worth[number] = Fraction((final > 0) + (final >= 0), 2)
    except TooManyPositionsError:
        return None
    return worth, ending.positions
