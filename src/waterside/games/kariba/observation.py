"""What a learning agent sees of Kariba: counts of cards, its own seat first."""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.kariba.rules import ANIMALS, FILL, PLAY, SEATS

SIZE = 3 * ANIMALS + SEATS * (2 * ANIMALS + 3) + 4


@rule
def observe(s, seat, out):
    """Own hand, waterhole and open cards; for each seat from its own on: what is known of the
    hand, what was won, hand size, whether it plays, whether it is there; pile, market, phase.
    """
    for animal in range(ANIMALS):
        out[animal] = s.hands[seat, animal]
        out[ANIMALS + animal] = s.waterhole[animal]
        if s.open[animal] > 0:
            out[2 * ANIMALS + animal] = s.open[animal]
    n = 3 * ANIMALS
    for i in range(s.players):
        other = (seat + i) % s.players
        for animal in range(ANIMALS):
            if s.known[other, animal] > 0:
                out[n + animal] = s.known[other, animal]
            if s.won[other, animal] > 0:
                out[n + ANIMALS + animal] = s.won[other, animal]
        n += 2 * ANIMALS
        out[n] = s.hand_size[other]
        out[n + 1] = 1 if other == s.player else 0
        out[n + 2] = 1
        n += 3
    n = SIZE - 4
    out[n] = s.pile_size
    out[n + 1] = s.market
    out[n + 2] = 1 if s.phase == PLAY else 0
    out[n + 3] = 1 if s.phase == FILL else 0
