"""What bots make of a position of Splash Party: who is likely to win, and what is worth trying."""

from __future__ import annotations

from waterside.core.heuristics import Heuristics, SearchParameters
from waterside.engine.bits import count
from waterside.engine.build import rule
from waterside.engine.rng import below
from waterside.games.splash.actions import CLOCKWISE, COUNTER, SILENT
from waterside.games.splash.board import (
    COLOURS,
    NAME,
    NONE,
    PLACES,
    STAND,
    TOKEN,
    UNKNOWN,
    UNSEEN,
    WAY,
    distance,
    is_in,
)
from waterside.games.splash.hidden import free_colours, imagine
from waterside.games.splash.moving import end_of_move

PUSHED = 0.5  # how much less likely players push their own colour than another
SPARED = 1.3  # how much more likely they spare it
LASTING = 4  # so many times a spared colour counts
FAINT = 1e-6  # the least weight of a colour
FINE = 1 << 24  # steps in which a random share of the weights is drawn
PLAYING = 0.2  # worth of being still in, beside the meeples
NEARER = 0.04  # more worth of a meeple for each place nearer to the diving board


@rule
def evaluate(s, out):
    """Each seat's expected share of the win: more meeples standing, nearer to the diving board."""
    total = 0.0
    for seat in range(s.players):
        out[seat] = 0.0
        if is_in(s, seat):
            out[seat] = PLAYING
            for place in range(PLACES):
                if s.colour[place] == s.token[seat]:
                    out[seat] += 1.0 + NEARER * (PLACES // 2 - distance(place))
            out[seat] *= out[seat]
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def pushes(s, way):
    """The colour that goes in when the taken meeple goes this way, or none."""
    return s.colour[end_of_move(s, way)]


@rule
def promising(s, rng, out, n):
    """Spares the player's own colour, pushes others, and mostly stays silent."""
    if s.phase == WAY and s.number[s.place] != UNSEEN:
        one = pushes(s, CLOCKWISE)
        other = pushes(s, COUNTER)
        own = s.token[s.player]
        if one == own or (other != NONE and other != own and one == NONE):
            return COUNTER
        if other == own or (one != NONE and other == NONE):
            return CLOCKWISE
    elif s.phase == NAME:
        if count(s.still_in) > 2 and below(rng, 16) > 0:
            return SILENT
        if below(rng, 4) > 0:
            return SILENT
    return out[below(rng, n)]


@rule
def weight(s, seat, colour):
    """How well a colour fits what all have seen this seat do: players push their own colour less
    often than others, and spare it where they could push it. Good players bluff, so the factors are
    mild; they were fitted to games of the learned evaluation (``benchmarks/beliefs.py``).
    """
    fit = 1.0
    for _ in range(s.pushed[seat, colour]):
        fit *= PUSHED
    for _ in range(min(LASTING, s.spared[seat, colour])):
        fit *= SPARED
    return max(fit, FAINT)


@rule
def believe(s, rng):
    """Gives every forgotten token at random, colours that fit a player's behaviour more often."""
    if s.phase == STAND or s.phase == TOKEN:
        imagine(s, rng)
        return
    forgotten = 0
    for seat in range(s.players):
        if s.token[seat] == UNKNOWN:
            forgotten |= 1 << seat
    if forgotten == 0:
        return
    free = free_colours(s)
    while not hand_out_by_behaviour(s, rng, forgotten, free):
        pass


@rule
def hand_out_by_behaviour(s, rng, forgotten, free):
    """Tries one way of giving the colours, beginning at a random seat; false if it fails."""
    first = below(rng, s.players)
    for i in range(s.players):
        seat = (first + i) % s.players
        if (forgotten >> seat) & 1:
            total = 0.0
            for colour in range(COLOURS):
                if (free >> colour) & 1 and not (s.not_colour[seat] >> colour) & 1:
                    total += weight(s, seat, colour)
            if total == 0.0:
                return False
            ticket = total * below(rng, FINE) / (1.0 * FINE)
            chosen = NONE
            for colour in range(COLOURS):
                if (free >> colour) & 1 and not (s.not_colour[seat] >> colour) & 1:
                    if ticket >= 0.0:
                        chosen = colour
                    ticket -= weight(s, seat, colour)
            s.token[seat] = chosen
            free &= ~(1 << chosen)
    return True


HEURISTICS = Heuristics(
    evaluate,
    promising,
    believe=believe,
    search_parameters=SearchParameters(
        exploration=0.8, guided=8, others_search=0
    ),  # found by playing
    club=60,
)
