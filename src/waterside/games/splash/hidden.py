"""What is hidden: who sees a token, how tokens are forgotten, and how others are imagined instead.

Rules.py takes ``witness``, ``guesses``, ``knowledge``, ``redact`` and ``imagine`` from here.
"""

from __future__ import annotations

from waterside.engine.bits import count, nth
from waterside.engine.build import rule
from waterside.engine.contract import ALL_VIEWERS
from waterside.engine.rng import below
from waterside.games.splash.board import (
    COLOURS,
    END,
    NAME,
    NONE,
    PLACES,
    SINK,
    STAND,
    TOKEN,
    TURN_UP,
    UNKNOWN,
    WAY,
    is_in,
)


@rule
def witness(s):
    """SPLA-03: a token is seen by the seat that gets it only."""
    if s.phase == TOKEN:
        return s.player
    return ALL_VIEWERS


@rule
def guesses(s):
    """Naming a colour brings a token to light, and so may pushing in the last meeple of a colour."""
    if s.phase == NAME:
        return True
    if s.phase == WAY:
        number = int(s.number[s.place])
        for end in (s.place + number, s.place - number):
            colour = s.colour[(end + PLACES) % PLACES]
            if colour != NONE and count(int(s.meeples[colour])) == 1:
                return True
    return False


@rule
def knowledge(s, seat):
    """The tokens that this seat knows: its own, and those of players who are out."""
    known = 0
    for other in range(s.players):
        token = int(s.token[other])
        if other != seat and is_in(s, other):
            token = COLOURS
        known = known * (COLOURS + 1) + token
    return known


@rule
def redact(s, seat):
    """SPLA-03: tokens of players still in are secret, until nearness decides the game."""
    if s.phase == TURN_UP or s.phase == END:
        return
    for other in range(s.players):
        if other != seat and is_in(s, other):
            s.token[other] = UNKNOWN


@rule
def imagine(s, rng):
    """Gives every forgotten token at random: any colour that can still be that player's."""
    if s.phase == STAND:
        return
    forgotten = 0
    for seat in range(s.player if s.phase == TOKEN else s.players):
        if s.token[seat] == UNKNOWN:
            forgotten |= 1 << seat
    free = free_colours(s)
    while not hand_out(s, rng, forgotten, free):
        pass


@rule
def free_colours(s):
    """Colours that a forgotten token can have: some meeple stands or just sank, and nobody is
    known to have it.
    """
    free = 0
    for colour in range(COLOURS):
        if s.meeples[colour] != 0 or (s.phase == SINK and s.sunk == colour):
            free |= 1 << colour
    for seat in range(s.players):
        if s.token[seat] != UNKNOWN:
            free &= ~(1 << s.token[seat])
    return free


@rule
def hand_out(s, rng, forgotten, free):
    """Tries one way of giving the free colours to the seats; false if one is ruled out."""
    fits = True
    for seat in range(s.players):
        if (forgotten >> seat) & 1:
            colour = nth(free, below(rng, count(free)))
            s.token[seat] = colour
            free &= ~(1 << colour)
            if (s.not_colour[seat] >> colour) & 1:
                fits = False
    return fits
