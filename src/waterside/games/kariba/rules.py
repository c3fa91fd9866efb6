"""Kariba: animals chase each other from a waterhole; hands are secret.

Two to four players. Cards are counted, not listed: cards of one animal are alike. Animals are
numbered from 0 (mouse) to 7 (elephant) here and from 1 to 8 in the notation. How actions are
numbered is said by ``play_action`` and the functions after it, and nowhere else.

What nothing forbids is legal: to play fewer cards of an animal than the hand has, to play where
nothing is won (KARI-10 KARI-12), and to play an animal that has three cards there already, which
then chases again (KARI-11).
"""

from __future__ import annotations

from typing import Any

from waterside.core.state import INT8, StateLayout
from waterside.engine.build import rule
from waterside.engine.contract import ALL_VIEWERS, CHANCE, OVER
from waterside.engine.rng import below

SEATS = 4
ANIMALS = 8
CARDS_EACH = 8
HAND = 5  # cards in a full hand
ENOUGH = 3  # cards at the waterhole that chase another animal away
OPEN = 3  # cards of the market
MOUSE = 0
ELEPHANT = ANIMALS - 1
NOBODY = -1  # instead of an animal
UNKNOWN = -1  # instead of a number of cards

DEAL, OPENING, PLAY, FILL, DRAW, REPLENISH, END = range(7)

COUNT_BITS = 3  # of the number of a play: one to eight cards of an animal
PILE = ANIMALS << COUNT_BITS
TAKE_OPEN = PILE + 1
ACTIONS = TAKE_OPEN + ANIMALS
OUTCOMES = ANIMALS
LONGEST = 64

STATE = StateLayout(
    [
        ("players", INT8),
        ("market", INT8),
        ("phase", INT8),
        ("player", INT8),
        ("first", INT8),
        ("pile_size", INT8),
        ("open_size", INT8),
        ("full", INT8),  # cards in a full hand
        ("hand_size", INT8, SEATS),
        ("waterhole", INT8, ANIMALS),
        ("deck", INT8, ANIMALS),  # how many cards there are of each
        ("pile", INT8, ANIMALS),
        ("open", INT8, ANIMALS),
        ("hands", INT8, (SEATS, ANIMALS)),
        ("known", INT8, (SEATS, ANIMALS)),  # of the hand: taken openly, so all have seen them
        ("won", INT8, (SEATS, ANIMALS)),
    ]
)


@rule
def play_action(animal: int, count: int) -> int:
    """The number of playing so many cards of an animal; one card more is the next number."""
    return (animal << COUNT_BITS) + count - 1


@rule
def is_play(action: int) -> bool:
    """Whether an action of the player plays cards."""
    return action < PILE


@rule
def animal_played(action: int) -> int:
    """The animal whose cards an action plays."""
    return action >> COUNT_BITS


@rule
def cards_played(action: int) -> int:
    """How many cards an action plays."""
    return (action & (CARDS_EACH - 1)) + 1


@rule
def take_action(animal: int) -> int:
    """The number of taking an open card of this animal."""
    return TAKE_OPEN + animal


@rule
def is_take(action: int) -> bool:
    """Whether an action of the player takes an open card."""
    return action >= TAKE_OPEN


@rule
def animal_taken(action: int) -> int:
    """The animal of the open card that an action takes."""
    return action - TAKE_OPEN


@rule
def new(s, players, options):
    """KARI-01 KARI-02: eight animals, eight cards each, five cards in hand."""
    starter, market = 0, 1
    s.full = HAND
    for animal in range(ANIMALS):
        s.deck[animal] = CARDS_EACH
    lay_out(s, players, options[starter], options[market])


@rule
def lay_out(s, players, starter, market):
    """KARI-01 KARI-02 KARI-03: every card in the pile, the first of them go to seat 1."""
    s.players = players
    s.first = starter
    s.market = market
    s.phase = DEAL
    s.player = 0
    s.pile_size = 0
    s.open_size = 0
    for animal in range(ANIMALS):
        s.pile_size += s.deck[animal]
        s.pile[animal] = s.deck[animal]
        s.waterhole[animal] = 0
        s.open[animal] = 0
    for player in range(SEATS):
        s.hand_size[player] = 0
        for animal in range(ANIMALS):
            s.hands[player, animal] = 0
            s.known[player, animal] = 0
            s.won[player, animal] = 0


@rule
def actor(s):
    """Who acts: the player plays or fills the hand; dealing, drawing and opening are chance."""
    if s.phase == PLAY or s.phase == FILL:
        return s.player
    if s.phase == END:
        return OVER
    return CHANCE


@rule
def legal(s, out):
    """KARI-10: some cards of one animal; KARI-31: the pile or an open card."""
    n = 0
    if s.phase == PLAY:
        player = s.player
        for animal in range(ANIMALS):
            one_card = play_action(animal, 1)
            for more in range(HAND):
                out[n + more] = one_card + more
            n += s.hands[player, animal]
    else:
        if s.pile_size > 0:
            out[n] = PILE
            n += 1
        for animal in range(ANIMALS):
            if s.open[animal] > 0:
                out[n] = take_action(animal)
                n += 1
    return n


@rule
def chances(s, out, weights):
    """The next card of the pile: an animal weighs as much as it has cards left there."""
    n = 0
    for animal in range(ANIMALS):
        if s.pile[animal] > 0:
            out[n] = animal
            weights[n] = s.pile[animal]
            n += 1
    return n


@rule
def sample(s, rng, out, weights):
    """The next card of the pile, drawn at random."""
    return card_of_pile(s, below(rng, s.pile_size))


@rule
def witness(s):
    """KARI-02: a card drawn to the hand is seen by its player only; an open one by all."""
    if s.phase == DEAL or s.phase == DRAW:
        return s.player
    return ALL_VIEWERS


@rule
def card_of_pile(s, number):
    """The animal of this card of the pile, counted from the mice up."""
    animal = 0
    upto = 0
    for weaker in range(ELEPHANT):
        upto += s.pile[weaker]
        if number >= upto:
            animal += 1
    return animal


@rule
def apply(s, action):
    """Plays an action of the player, or lets chance turn up a card."""
    if s.phase == PLAY:
        play(s, animal_played(action), cards_played(action))
        after_playing(s)
    elif s.phase == FILL:
        if action == PILE:
            s.phase = DRAW
        else:
            take_open(s, animal_taken(action))
            fill_hand(s)
    elif s.phase == DRAW:
        draw(s, action)
        fill_hand(s)
    elif s.phase == DEAL:
        draw(s, action)
        deal_on(s)
    else:
        turn_up(s, action)
        if s.phase == OPENING:
            open_on(s)
        else:
            replenish(s)


@rule
def draw(s, animal):
    """KARI-02 KARI-15: the card goes from the pile to the hand."""
    s.pile[animal] -= 1
    s.pile_size -= 1
    s.hands[s.player, animal] += 1
    s.hand_size[s.player] += 1


@rule
def deal_on(s):
    """KARI-02 KARI-03: five cards each, seat 1 first; then the market, if any, and the start."""
    if s.hand_size[s.player] < s.full:
        return
    s.player += 1
    if s.player == s.players:
        s.player = s.first
        s.phase = PLAY
        if s.market:
            s.phase = OPENING


@rule
def turn_up(s, animal):
    """KARI-30: a card of the pile is laid open beside it."""
    s.pile[animal] -= 1
    s.pile_size -= 1
    s.open[animal] += 1
    s.open_size += 1


@rule
def open_on(s):
    """KARI-30: three open cards before the first turn."""
    if s.open_size == OPEN:
        s.phase = PLAY


@rule
def play(s, animal, count):
    """KARI-10 KARI-11: the cards go to the waterhole; three or more chase another animal away."""
    player = s.player
    chased = chased_by(s, animal, count)
    s.hands[player, animal] -= count
    s.hand_size[player] -= count
    s.known[player, animal] = max(0, s.known[player, animal] - count)
    s.waterhole[animal] += count
    if chased != NOBODY:
        s.won[player, chased] += s.waterhole[chased]
        s.waterhole[chased] = 0


@rule
def chased_by(s: Any, animal: int, count: int) -> int:
    """KARI-11 KARI-12 KARI-13: whom so many more cards of this animal chase away, or nobody.

    That is the nearest weaker animal at the waterhole, and for the mouse the elephant.
    """
    if s.waterhole[animal] + count < ENOUGH:
        return NOBODY
    if animal == MOUSE:
        return ELEPHANT if s.waterhole[ELEPHANT] > 0 else NOBODY
    weaker = animal - 1
    while weaker > NOBODY and s.waterhole[weaker] == 0:
        weaker -= 1
    return weaker


@rule
def cards_chased(s: Any, animal: int, count: int) -> int:
    """KARI-11: how many cards are won by playing so many more cards of this animal."""
    chased = chased_by(s, animal, count)
    return int(s.waterhole[chased]) if chased != NOBODY else 0


@rule
def after_playing(s):
    """KARI-15 KARI-31: the hand is filled up, by choice where there is a market."""
    s.phase = DRAW
    fill_hand(s)


@rule
def fill_hand(s):
    """KARI-15 KARI-31 KARI-33: on to the next card, or on to the end of the turn."""
    if s.hand_size[s.player] == s.full or s.pile_size + s.open_size == 0:
        end_turn(s)
    elif s.market:
        s.phase = FILL
    else:
        s.phase = DRAW


@rule
def take_open(s, animal):
    """KARI-31: an open card goes to the hand; all players have seen it."""
    s.open[animal] -= 1
    s.open_size -= 1
    s.hands[s.player, animal] += 1
    s.known[s.player, animal] += 1
    s.hand_size[s.player] += 1


@rule
def end_turn(s):
    """KARI-20: an empty hand ends the game; KARI-32: the open cards are replenished first."""
    if s.hand_size[s.player] == 0:
        s.phase = END
    else:
        s.phase = REPLENISH
        replenish(s)


@rule
def replenish(s):
    """KARI-32: three open cards as far as the pile goes; KARI-03: then the next player."""
    if s.market and s.open_size < OPEN and s.pile_size > 0:
        return
    s.phase = PLAY
    s.player += 1
    if s.player == s.players:
        s.player = 0


@rule
def scores(s, out):
    """KARI-21: the cards won."""
    for player in range(s.players):
        out[player] = 0
        for animal in range(ANIMALS):
            out[player] += s.won[player, animal]


@rule
def winners(s, out):
    """KARI-21: most cards win, a tie is shared."""
    scores(s, out)
    best = 0
    for player in range(s.players):
        best = max(best, out[player])
    for player in range(s.players):
        out[player] = 1 if out[player] == best else 0


@rule
def redact(s, seat):
    """KARI-02 KARI-14: other hands and the pile are forgotten; what all have seen stays."""
    for animal in range(ANIMALS):
        s.pile[animal] = UNKNOWN
    for player in range(s.players):
        if player != seat:
            for animal in range(ANIMALS):
                s.hands[player, animal] = UNKNOWN


@rule
def imagine(s, rng):
    """Deals the unseen cards at random; each forgotten hand keeps its known cards."""
    for animal in range(ANIMALS):
        unseen = s.deck[animal] - s.waterhole[animal] - s.open[animal]
        for player in range(s.players):
            unseen -= s.won[player, animal]
            if s.hands[player, animal] == UNKNOWN:
                unseen -= s.known[player, animal]
            else:
                unseen -= s.hands[player, animal]
        s.pile[animal] = unseen
    left = 0
    for animal in range(ANIMALS):
        left += s.pile[animal]
    for player in range(s.players):
        if s.hands[player, MOUSE] == UNKNOWN:
            missing = int(s.hand_size[player])
            for animal in range(ANIMALS):
                s.hands[player, animal] = s.known[player, animal]
                missing -= s.known[player, animal]
            for _ in range(missing):
                animal = card_of_pile(s, below(rng, left))
                left -= 1
                s.pile[animal] -= 1
                s.hands[player, animal] += 1
