"""Sparse features of Kariba for the learned evaluation: what a seat knows, as numbers that are on.

Cards of the player's hand beside those at the waterhole, what the player can chase away and how likely
another hand can, what is still to come, and who is ahead with how much to be played for. Most of it is
said alike for all animals: what is learned of zebras is then known of rhinos.
"""

from __future__ import annotations

from math import comb

from waterside.core.evaluation import Effort, Evaluation, NetworkParameters, SelfPlay
from waterside.engine.build import rule, table
from waterside.engine.features import write_steps
from waterside.games.kariba.rules import (
    ANIMALS,
    CARDS_EACH,
    ELEPHANT,
    ENOUGH,
    HAND,
    MOUSE,
    PLAY,
)

COUNTS = CARDS_EACH + 1  # of one animal: from none to all eight
HELD = HAND + 1
CROWD = 5  # at the waterhole: from none to four or more
AHEAD = 15  # a lead of more cards counts as this
NEAR = 10  # beside the stage, a lead of more cards counts as this
LEADS = 2 * NEAR + 1
STAGES = 14  # of how many cards are still to come
SEATS = 4
SURE = 15  # of how likely a hand holds enough: from impossible in steps of a twentieth
MANY = 8  # unseen cards of one animal: from none to seven or more
ALL_CARDS = ANIMALS * CARDS_EACH

OWN = 0  # [animal, cards at the waterhole, cards in the player's hand]
CHASE = OWN + ANIMALS * CROWD * HELD  # [animal, what the player's hand would win with it]
BEST = CHASE + ANIMALS * COUNTS  # [own turn, most that the hand would win, second most]
THREAT = (
    BEST + 2 * COUNTS * COUNTS
)  # [own turn, how likely another hand can win it, what it would win]
NEXT = THREAT + 2 * (SURE + 1) * COUNTS  # [own turn, cards that the hand lacks, unseen, gain]
TO_COME = NEXT + 2 * (ENOUGH + 1) * MANY * COUNTS  # [animal, cards that this seat has not seen]
OPEN = TO_COME + ANIMALS * COUNTS  # [animal, open cards]
KNOWN = OPEN + ANIMALS * 4  # [seat, animal, cards of the hand that all have seen]
LEAD = KNOWN + (SEATS - 1) * ANIMALS * HELD  # [seat, stage, own lead over it]
IN_HAND = LEAD + (SEATS - 1) * STAGES * LEADS  # [seat, cards in hand]
TURN = IN_HAND + SEATS * HELD  # [seat, phase]
MARKET = TURN + SEATS * 7
PILE = MARKET + 2  # [cards in the pile, by twos]
AHEAD_OF = PILE + 33  # [seat, own lead over it, step by step]
LEFT = AHEAD_OF + (SEATS - 1) * 2 * AHEAD  # [cards still to come, by threes, step by step]
SIZE = LEFT + 22
MOST = 90


def how_likely(hand: int, needed: int, unseen: int, cards: int) -> int:
    """How likely a hand of unseen cards holds so many of one animal: 0 is never, then by twentieths."""
    if hand > cards or unseen > cards:
        return 0
    counts = range(min(needed, hand + 1))
    fewer = sum(comb(unseen, n) * comb(cards - unseen, hand - n) for n in counts)
    ways = comb(cards, hand)
    return 0 if fewer == ways else 1 + min(SURE - 1, (ways - fewer) * 20 // ways)


LIKELY_BITS = 4
LIKELY = (
    table(  # [cards in the hand, cards needed, unseen cards]: bits for each count of the animal
        [
            [
                [
                    sum(
                        how_likely(hand, needed, n, cards) << LIKELY_BITS * n for n in range(COUNTS)
                    )
                    for cards in range(ALL_CARDS + 1)
                ]
                for needed in range(ENOUGH + 1)
            ]
            for hand in range(HELD)
        ]
    )
)


@rule
def likely_enough(hand, needed, unseen, cards):
    """What ``how_likely`` gives, looked up."""
    return (LIKELY[hand, needed, cards] >> (LIKELY_BITS * unseen)) & ((1 << LIKELY_BITS) - 1)


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
def unseen_of(s, seat, animal):
    """How many cards of an animal lie where this seat does not see them."""
    unseen = int(s.deck[animal]) - s.waterhole[animal] - s.hands[seat, animal] - s.open[animal]
    for other in range(s.players):
        unseen -= s.won[other, animal]
        if other != seat:
            unseen -= s.known[other, animal]
    return unseen


@rule
def unseen_in_hand(s, other):
    """How many cards of another hand have not been seen."""
    cards = int(s.hand_size[other])
    if s.market:
        for animal in range(ANIMALS):
            cards -= s.known[other, animal]
    return cards


@rule
def animal_features(s, seat, out):
    """Writes what there is to say of each animal; returns how many features are on."""
    n = 0
    own_turn = 1 if s.player == seat and s.phase == PLAY else 0
    following = seat + 1 if seat + 1 < s.players else 0
    hand = unseen_in_hand(s, following)
    cards = int(s.pile_size)
    for other in range(s.players):
        if other != seat:
            cards += unseen_in_hand(s, other)
    best = 0
    second = 0
    for animal in range(ANIMALS):
        there = int(s.waterhole[animal])
        held = int(s.hands[seat, animal])
        gain = chased(s, animal)
        unseen = unseen_of(s, seat, animal)
        out[n] = OWN + (animal * CROWD + min(CROWD - 1, there)) * HELD + held
        out[n + 1] = TO_COME + animal * COUNTS + unseen
        n += 2
        if held > 0 and there + held >= ENOUGH:
            out[n] = CHASE + animal * COUNTS + gain
            n += 1
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
        if gain > 0:
            needed = ENOUGH - there if there < ENOUGH else 1
            lacks = max(0, needed - s.known[following, animal])
            likely = likely_enough(hand, lacks, unseen, cards)
            out[n] = THREAT + (own_turn * (SURE + 1) + likely) * COUNTS + gain
            lacking = max(0, needed - held)
            out[n + 1] = NEXT + gain
            out[n + 1] += (
                (own_turn * (ENOUGH + 1) + lacking) * MANY + min(MANY - 1, unseen)
            ) * COUNTS
            n += 2
        if s.open[animal] > 0:
            out[n] = OPEN + animal * 4 + min(3, s.open[animal])
            n += 1
    out[n] = BEST + (own_turn * COUNTS + best) * COUNTS + second
    return n + 1


@rule
def features(s, seat, out):
    """Writes the features that are on for what this seat knows; returns how many."""
    n = animal_features(s, seat, out)
    to_come = int(s.pile_size) + int(s.open_size)
    for other in range(s.players):
        to_come += s.hand_size[other]
    stage = min(STAGES - 1, to_come // 5 + (2 if to_come > 5 else to_come // 2))
    own = won_by(s, seat)
    for i in range(s.players):
        other = seat + i
        if other >= s.players:
            other -= s.players
        out[n] = IN_HAND + i * HELD + s.hand_size[other]
        n += 1
        if other == s.player:
            out[n] = TURN + i * 7 + s.phase
            n += 1
        if i > 0:
            lead = max(-AHEAD, min(AHEAD, own - won_by(s, other)))
            n = write_steps(AHEAD_OF + (i - 1) * 2 * AHEAD, AHEAD + lead, out, n)
            near = max(-NEAR, min(NEAR, lead))
            out[n] = LEAD + ((i - 1) * STAGES + stage) * LEADS + NEAR + near
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
        "beginner": Effort(0, carelessness=0.14),
        "casual": Effort(0, carelessness=0.06),
        "club": Effort(0, carelessness=0.02),
        "expert": Effort(24, solves=True),
        "master": Effort(),
    },
)
