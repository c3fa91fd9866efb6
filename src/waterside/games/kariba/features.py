"""Sparse features of Kariba for the learned evaluation: what a seat knows, as numbers that are on.

Cards of the player's hand beside those at the waterhole, what can be chased away and by how many cards,
what is still to come, and who is ahead with how much to be played for.
"""

from __future__ import annotations

from waterside.core.evaluation import Effort, Evaluation, NetworkParameters, SelfPlay
from waterside.engine.build import rule
from waterside.engine.features import write_steps
from waterside.games.kariba.rules import ANIMALS, ELEPHANT, ENOUGH, MOUSE

COUNTS = 9  # of one animal: from none to all eight
HELD = 6  # in a hand: from none to five
AHEAD = 15  # a lead of more cards counts as this
LEADS = 2 * AHEAD + 1
STAGES = 14  # of how many cards are still to come
SEATS = 4

OWN = 0  # [animal, cards at the waterhole, cards in the player's hand]
CHASE = OWN + ANIMALS * COUNTS * HELD  # [animal, what the player's hand would win with it]
THREAT = CHASE + ANIMALS * COUNTS  # [animal, cards that it needs, what it would win]
TO_COME = THREAT + ANIMALS * ENOUGH * COUNTS  # [animal, cards that this seat has not seen]
OPEN = TO_COME + ANIMALS * COUNTS  # [animal, open cards]
KNOWN = OPEN + ANIMALS * 4  # [seat, animal, cards of the hand that all have seen]
LEAD = KNOWN + (SEATS - 1) * ANIMALS * HELD  # [seat, stage, own lead over it]
HAND = LEAD + (SEATS - 1) * STAGES * LEADS  # [seat, cards in hand]
TURN = HAND + SEATS * HELD  # [seat, phase]
MARKET = TURN + SEATS * 7
PILE = MARKET + 2  # [cards in the pile, by twos]
AHEAD_OF = PILE + 33  # [seat, own lead over it, step by step]
LEFT = AHEAD_OF + (SEATS - 1) * 2 * AHEAD  # [cards still to come, by threes, step by step]
SIZE = LEFT + 22
MOST = 80


@rule
def viewpoint(s):
    """Hands are secret, so each seat judges for itself."""
    return -1


@rule
def chased(s, animal):
    """How many cards three of this animal would chase away now."""
    if animal == MOUSE:
        return int(s.waterhole[ELEPHANT])
    weaker = animal - 1
    while weaker >= 0 and s.waterhole[weaker] == 0:
        weaker -= 1
    return int(s.waterhole[weaker]) if weaker >= 0 else 0


@rule
def won_by(s, seat):
    """The cards that a seat has won."""
    won = 0
    for animal in range(ANIMALS):
        won += s.won[seat, animal]
    return won


@rule
def features(s, seat, out):
    """Writes the features that are on for what this seat knows; returns how many."""
    n = 0
    for animal in range(ANIMALS):
        there = int(s.waterhole[animal])
        held = int(s.hands[seat, animal])
        gain = chased(s, animal)
        out[n] = OWN + (animal * COUNTS + there) * HELD + held
        n += 1
        if held > 0 and there + held >= ENOUGH:
            out[n] = CHASE + animal * COUNTS + gain
            n += 1
        if gain > 0:
            needed = ENOUGH - there if there < ENOUGH else 1
            out[n] = THREAT + (animal * ENOUGH + needed - 1) * COUNTS + gain
            n += 1
        unseen = int(s.deck[animal]) - there - held - int(s.open[animal])
        for other in range(s.players):
            unseen -= s.won[other, animal]
            if other != seat:
                unseen -= s.known[other, animal]
        out[n] = TO_COME + animal * COUNTS + unseen
        n += 1
        if s.open[animal] > 0:
            out[n] = OPEN + animal * 4 + min(3, s.open[animal])
            n += 1
    to_come = int(s.pile_size) + int(s.open_size)
    for other in range(s.players):
        to_come += s.hand_size[other]
    stage = min(STAGES - 1, to_come // 5 + (2 if to_come > 5 else to_come // 2))
    own = won_by(s, seat)
    for i in range(s.players):
        other = seat + i
        if other >= s.players:
            other -= s.players
        out[n] = HAND + i * HELD + s.hand_size[other]
        n += 1
        if other == s.player:
            out[n] = TURN + i * 7 + s.phase
            n += 1
        if i > 0:
            lead = max(-AHEAD, min(AHEAD, own - won_by(s, other)))
            n = write_steps(AHEAD_OF + (i - 1) * 2 * AHEAD, AHEAD + lead, out, n)
            out[n] = LEAD + ((i - 1) * STAGES + stage) * LEADS + AHEAD + lead
            n += 1
            if s.market:
                for animal in range(ANIMALS):
                    if s.known[other, animal] > 0:
                        out[n] = KNOWN + ((i - 1) * ANIMALS + animal) * HELD
                        out[n] += s.known[other, animal]
                        n += 1
    out[n] = MARKET + s.market
    out[n + 1] = PILE + s.pile_size // 2
    return write_steps(LEFT, to_come // 3, out, n + 2)


EVALUATION = Evaluation(
    features,
    viewpoint,
    size=SIZE,
    most=MOST,
    steps=((LEFT, SIZE - LEFT), *((AHEAD_OF + i * 2 * AHEAD, 2 * AHEAD) for i in range(SEATS - 1))),
    search_parameters=NetworkParameters(exploration=0.5, temper=0.06),
    self_play=SelfPlay(iterations=50, length=50, every=4),
    sparse=24,
    variants=({"market": True},),
    levels={
        "beginner": Effort(0, carelessness=0.1),
        "casual": Effort(0, carelessness=0.03),
        "club": Effort(8),
        "expert": Effort(500),
        "master": Effort(),
    },
)
