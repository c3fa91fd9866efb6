"""What a learning agent sees of Splash Party: places, its own colour, what is known of the others."""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.splash.board import (
    COLOURS,
    EACH,
    NAME,
    NONE,
    PLACES,
    SEATS,
    TAKE,
    UNKNOWN,
    WAY,
    is_in,
)

SIZE = PLACES * (COLOURS + EACH + 2) + COLOURS * EACH + SEATS * (2 * COLOURS + 3) + 3


@rule
def observe(s, seat, out):
    """For each place: colour, known number, moved last, taken now; for each colour the numbers not
    seen; for each seat from its own on: colour if known, colours ruled out, whether it is there,
    in, to play; the phase.
    """
    n = 0
    for place in range(PLACES):
        if s.colour[place] != NONE:
            out[n + s.colour[place]] = 1
        if s.number[place] > 0:
            out[n + COLOURS + s.number[place] - 1] = 1
        n += COLOURS + EACH
        if s.moved == place and s.colour[place] != NONE:
            out[n] = 1
        if s.phase == WAY and s.place == place:
            out[n + 1] = 1
        n += 2
    for colour in range(COLOURS):
        for number in range(EACH):
            if (s.unseen[colour] >> number) & 1:
                out[n] = 1
            n += 1
    for i in range(s.players):
        other = (seat + i) % s.players
        if s.token[other] != UNKNOWN:
            out[n + s.token[other]] = 1
        for colour in range(COLOURS):
            if (s.not_colour[other] >> colour) & 1:
                out[n + COLOURS + colour] = 1
        n += 2 * COLOURS
        out[n] = 1
        out[n + 1] = 1 if is_in(s, other) else 0
        out[n + 2] = 1 if other == s.player else 0
        n += 3
    n = SIZE - 3
    out[n] = 1 if s.phase == TAKE else 0
    out[n + 1] = 1 if s.phase == WAY else 0
    out[n + 2] = 1 if s.phase == NAME else 0
