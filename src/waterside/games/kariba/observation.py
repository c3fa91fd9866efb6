"""What a learning agent sees of Kariba: counts of cards, the own seat first."""

from __future__ import annotations

from waterside.core.compile import rule
from waterside.games.kariba.rules import ANIMALS, FILL, PLAY

SEATS = 4
SIZE = 3 * ANIMALS + SEATS * (2 * ANIMALS + 3) + 4


@rule
def observe(s, seat, out):
    """Own hand, waterhole and open cards; for each seat from the own one on: what is known of the
    hand, what was won, hand size, whether it plays, whether it is there; pile, market, phase.
    """
    n = 0
    for animal in range(ANIMALS):
        out[n] = s.hands[seat, animal]
        out[n + ANIMALS] = s.waterhole[animal]
        out[n + 2 * ANIMALS] = s.open[animal]
        n += 1
    n = 3 * ANIMALS
    for i in range(SEATS):
        other = (seat + i) % s.players
        there = i < s.players
        for animal in range(ANIMALS):
            out[n] = s.known[other, animal] if there else 0
            out[n + ANIMALS] = s.won[other, animal] if there else 0
            n += 1
        n += ANIMALS
        out[n] = s.hand_size[other] if there else 0
        out[n + 1] = 1 if there and other == s.player else 0
        out[n + 2] = 1 if there else 0
        n += 3
    out[n] = s.pile_size
    out[n + 1] = s.market
    out[n + 2] = 1 if s.phase == PLAY else 0
    out[n + 3] = 1 if s.phase == FILL else 0
