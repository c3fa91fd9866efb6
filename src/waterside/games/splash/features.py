"""Sparse features of Splash Party for the learned evaluation: what a seat knows, as numbers that are on.

Where the player's meeples stand and who could push them, which colours are likely to be whose by what all
have seen, and how much their behaviour has given away.
"""

from __future__ import annotations

from waterside.core.evaluation import Effort, Evaluation, NetworkParameters, SelfPlay, percent
from waterside.engine.bits import count
from waterside.engine.build import rule
from waterside.games.splash.actions import CLOCKWISE, COUNTER
from waterside.games.splash.board import (
    BOARD,
    COLOURS,
    EACH,
    HOW_MANY,
    NONE,
    PLACES,
    SEATS,
    UNKNOWN,
    UNSEEN,
    WAY,
)
from waterside.games.splash.heuristics import weight

WHOLE = 1000  # a certainty, in thousandths
ODDS = 6  # steps of how likely a colour is to be a player's
DANGERS = 8
NEARNESS = 11  # from 0 to 9 places to the diving board, or none there
PHASES = 9

OWN = 0  # [place, known number]
OWN_LEFT = OWN + PLACES * (EACH + 1)  # [own meeples, colours left, players still in]
NEAREST = OWN_LEFT + (EACH + 1) * (COLOURS + 1) * SEATS  # [own nearest, colours left]
RIVAL = NEAREST + NEARNESS * (COLOURS + 1)  # [nearest that may be a player's, colours left]
OTHERS = RIVAL + NEARNESS * (COLOURS + 1)  # [place, how likely a player's, known number]
COLOUR = OTHERS + PLACES * ODDS * (EACH + 1)  # [meeples of a colour, how likely a player's]
SURE = COLOUR + (EACH + 1) * ODDS  # [seat, how likely the likeliest colour, its meeples]
STRENGTH = SURE + SEATS * ODDS * (EACH + 1)  # [seat, meeples to expect, by quarters]
EXPOSED = STRENGTH + SEATS * 13  # [how likely the player's colour looks to others, own meeples]
DANGER = EXPOSED + DANGERS * (
    EACH + 1
)  # [pushes to expect of one's meeple, whether it is one's turn]
TURN = DANGER + DANGERS * 2  # [seat, phase]
CHOICE = TURN + SEATS * PHASES  # [own turn, what goes in clockwise, what goes in the other way]
OUT = CHOICE + 2 * (ODDS + 2) * (ODDS + 2)  # [seat that is out]
FRESH = OUT + SEATS  # the meeple moved last is one's own
SIZE = FRESH + 1
MOST = 110
SCRATCH = 90
"""From here on ``out`` holds, while features are written, how likely each colour is a player's."""


@rule
def viewpoint(s):
    """Colours are secret, so each seat judges for itself."""
    return -1


@rule
def odds(thousandths):
    """A step of how likely something is."""
    if thousandths < 20:
        return 0
    if thousandths < 150:
        return 1
    if thousandths < 350:
        return 2
    if thousandths < 650:
        return 3
    if thousandths < 900:
        return 4
    return 5


@rule
def may_have(s, seat, colour):
    """Whether a colour could be this seat's by what all have seen."""
    return s.meeples[colour] != 0 and not (s.not_colour[seat] >> colour) & 1


@rule
def is_out(s, colour):
    """Whether a colour is that of a player who has left."""
    for seat in range(s.players):
        if not (s.still_in >> seat) & 1 and s.token[seat] == colour:
            return True
    return False


@rule
def likelihood(s, seat, colour, hidden):
    """How well a colour fits a seat: nothing if it cannot be, or is the one that is hidden."""
    if colour == hidden or not may_have(s, seat, colour) or is_out(s, colour):
        return 0.0
    return weight(s, seat, colour)


@rule
def write_others(s, seat, own, out, n):
    """Features of each other seat; leaves in ``out`` how likely each colour is some player's."""
    for colour in range(COLOURS):
        out[SCRATCH + colour] = 0
    for i in range(1, s.players):
        other = seat + i
        if other >= s.players:
            other -= s.players
        if not (s.still_in >> other) & 1:
            out[n] = OUT + i
            n += 1
            continue
        total = 0.0
        for colour in range(COLOURS):
            total += likelihood(s, other, colour, own)
        if total == 0.0:
            continue
        best = 0
        best_left = 0
        expected = 0
        for colour in range(COLOURS):
            chance = int(WHOLE * likelihood(s, other, colour, own) / total)
            out[SCRATCH + colour] += chance
            left = count(int(s.meeples[colour]))
            expected += chance * left
            if chance > best:
                best = chance
                best_left = left
        out[n] = SURE + (i * ODDS + odds(best)) * (EACH + 1) + best_left
        out[n + 1] = STRENGTH + i * 13 + min(12, 4 * expected // WHOLE)
        n += 2
    return n


@rule
def exposure(s, seat, own):
    """How likely, in eight steps, the player's colour looks to those who watched."""
    total = 0.0
    for colour in range(COLOURS):
        total += likelihood(s, seat, colour, NONE)
    if total == 0.0:
        return DANGERS - 1
    return min(DANGERS - 1, int(DANGERS * likelihood(s, seat, own, NONE) / total))


@rule
def danger(s, place):
    """How many of the meeples that can be taken next could push this one, in steps of a third."""
    thirds = 0
    for distance in range(1, EACH + 1):
        for way in range(2):
            other = place + distance if way == 0 else place - distance
            other = (other + PLACES) % PLACES
            colour = s.colour[other]
            if colour == NONE or other == s.moved:
                continue
            if s.number[other] == distance:
                thirds += EACH
            elif s.number[other] == UNSEEN and (s.unseen[colour] >> (distance - 1)) & 1:
                thirds += EACH // HOW_MANY[s.unseen[colour]]
    return min(DANGERS - 1, (thirds + 1) // 2)


@rule
def to_board(place):
    """How many places it is to the diving board, the shorter way."""
    return min(place - BOARD, PLACES - place)


@rule
def goes_in(s, way, own, out):
    """What the taken meeple pushes this way: a step of likeliness, the player's colour, or nothing."""
    number = int(s.number[s.place])
    end = s.place + number if way == CLOCKWISE else s.place - number
    colour = s.colour[(end + PLACES) % PLACES]
    if colour == NONE:
        return ODDS + 1
    if colour == own:
        return ODDS
    return odds(out[SCRATCH + colour])


@rule
def features(s, seat, out):
    """Writes the features that are on for what this seat knows; returns how many."""
    if not (s.still_in >> seat) & 1:
        out[0] = OUT
        return 1
    own = int(s.token[seat])
    if own == UNKNOWN:  # tokens are still being given out
        out[0] = TURN + s.phase
        return 1
    n = write_others(s, seat, own, out, 0)
    colours = 0
    for colour in range(COLOURS):
        left = count(int(s.meeples[colour]))
        if left > 0:
            colours += 1
            if colour != own:
                out[n] = COLOUR + left * ODDS + odds(out[SCRATCH + colour])
                n += 1
    own_left = count(int(s.meeples[own]))
    out[n] = OWN_LEFT + (own_left * (COLOURS + 1) + colours) * SEATS + count(int(s.still_in)) - 1
    out[n + 1] = EXPOSED + exposure(s, seat, own) * (EACH + 1) + own_left
    n += 2
    nearest = NEARNESS - 1
    rival = NEARNESS - 1
    mine = 1 if s.player == seat else 0
    for place in range(PLACES):
        colour = s.colour[place]
        if colour == NONE:
            continue
        if colour == own:
            out[n] = OWN + place * (EACH + 1) + s.number[place]
            out[n + 1] = DANGER + danger(s, place) * 2 + mine
            n += 2
            nearest = min(nearest, to_board(place))
            if place == s.moved:
                out[n] = FRESH
                n += 1
        else:
            step = odds(out[SCRATCH + colour])
            out[n] = OTHERS + (place * ODDS + step) * (EACH + 1) + s.number[place]
            n += 1
            if step > 1:
                rival = min(rival, to_board(place))
    out[n] = NEAREST + nearest * (COLOURS + 1) + colours
    out[n + 1] = RIVAL + rival * (COLOURS + 1) + colours
    out[n + 2] = TURN + ((s.player + s.players - seat) % s.players) * PHASES + s.phase
    n += 3
    if s.phase == WAY:
        choice = goes_in(s, CLOCKWISE, own, out) * (ODDS + 2) + goes_in(s, COUNTER, own, out)
        out[n] = CHOICE + mine * (ODDS + 2) * (ODDS + 2) + choice
        n += 1
    return n


EVALUATION = Evaluation(
    features,
    viewpoint,
    size=SIZE,
    most=MOST,
    search_parameters=NetworkParameters(exploration=0.16, temper=0.01, others_search=0),
    timed_parameters=NetworkParameters(temper=0.06),
    self_play=SelfPlay(iterations=24, length=40, every=4, trust=0.5),
    sparse=8,
    variants=(),
    calibration={
        2: percent(0, 1, 2, 3, 6, 10, 14, 18, 22, 25, 29, 32, 36, 40, 45, 49, 54, 61, 69, 78, 100),
        3: percent(0, 2, 5, 8, 13, 17, 22, 27, 31, 35, 38, 41, 43, 47, 51, 55, 60, 64, 68, 77, 100),
        4: percent(
            0, 1, 5, 11, 17, 22, 26, 29, 31, 34, 37, 40, 43, 48, 53, 57, 61, 64, 69, 84, 100
        ),
        5: percent(
            0, 6, 13, 16, 18, 22, 25, 29, 33, 36, 39, 42, 46, 50, 55, 60, 64, 66, 68, 72, 100
        ),
        6: percent(
            0, 4, 11, 16, 20, 22, 25, 28, 31, 34, 37, 40, 43, 47, 51, 55, 60, 65, 76, 92, 100
        ),
    },
    levels={
        "beginner": Effort(0, carelessness=0.3),
        "casual": Effort(0, carelessness=0.06),
        "club": Effort(8),
        "expert": Effort(64),
        "master": Effort(),
    },
)
