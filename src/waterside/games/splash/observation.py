"""What a learning agent sees of Splash Party: places, the own colour, what is known of the others."""

from __future__ import annotations

from waterside.core.compile import rule
from waterside.games.splash.numbers import (
    COLOURS,
    EACH,
    NAME,
    NONE,
    PLACES,
    SEATS,
    TAKE,
    UNKNOWN,
    WAY,
)

SIZE = PLACES * (COLOURS + EACH + 2) + COLOURS * EACH + SEATS * (2 * COLOURS + 3) + 3


@rule
def observe(s, seat, out):
    """For each place: colour, known number, moved last, taken now; for each colour the numbers not
    seen; for each seat from the own one on: colour if known, colours ruled out, whether it is there,
    in, to play; the phase.
    """
    n = 0
    for place in range(PLACES):
        for colour in range(COLOURS):
            out[n] = 1 if s.colour[place] == colour else 0
            n += 1
        for number in range(1, EACH + 1):
            out[n] = 1 if s.number[place] == number else 0
            n += 1
        out[n] = 1 if s.moved == place and s.colour[place] != NONE else 0
        out[n + 1] = 1 if s.phase == WAY and s.place == place else 0
        n += 2
    for colour in range(COLOURS):
        for number in range(EACH):
            out[n] = (s.unseen[colour] >> number) & 1
            n += 1
    for i in range(SEATS):
        other = (seat + i) % s.players
        there = i < s.players
        for colour in range(COLOURS):
            known = there and s.token[other] != UNKNOWN and s.token[other] == colour
            out[n] = 1 if known else 0
            out[n + COLOURS] = (s.not_colour[other] >> colour) & 1 if there else 0
            n += 1
        n += COLOURS
        out[n] = 1 if there else 0
        out[n + 1] = (s.still_in >> other) & 1 if there else 0
        out[n + 2] = 1 if there and other == s.player else 0
        n += 3
    out[n] = 1 if s.phase == TAKE else 0
    out[n + 1] = 1 if s.phase == WAY else 0
    out[n + 2] = 1 if s.phase == NAME else 0
