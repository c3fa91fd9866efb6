"""Splash Party: meeples around a pool push each other in; colours are secret.

Two to six players. Seats, colours and places are numbered from 0 here (place 0 is the diving board)
and from 1 in the notation. Sets of places, colours, seats and numbers are masks: bit i is member i.
Places and meeples are explained in ``board.py``, the numbers of actions in ``actions.py``; where a
meeple goes is in ``moving.py``, whose is nearest at the end in ``nearest.py``, what is secret in
``hidden.py``.

What nothing forbids is legal: any standing meeple may be taken, of any colour, the player's own and
colours of no player included, and may be pushed (SPLA-10 SPLA-14); only the one moved last may not be
taken (SPLA-11). Occupied places on the way are passed (SPLA-13). Players may name a colour that
they know to be wrong, and stay silent as often as they like (SPLA-30 SPLA-33).
"""

from __future__ import annotations

from waterside.core.state import INT8, INT32, StateLayout
from waterside.engine.bits import count
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE, OVER
from waterside.engine.rng import below
from waterside.games.splash.actions import ACTIONS as ACTIONS
from waterside.games.splash.actions import (
    CLOCKWISE,
    COUNTER,
    SILENT,
    accuse_action,
    accused_colour,
    accused_seat,
    place_taken,
    take_action,
)
from waterside.games.splash.board import (
    ALL_NUMBERS,
    COLOURS,
    EACH,
    END,
    HOW_MANY,
    MANY,
    NAME,
    NOBODY,
    NONE,
    NUMBER_IN,
    PLACES,
    SEATS,
    SHOW,
    SINK,
    STAND,
    TAKE,
    TOKEN,
    TURN_UP,
    UNKNOWN,
    UNSEEN,
    WAY,
    is_in,
)
from waterside.games.splash.hidden import guesses as guesses
from waterside.games.splash.hidden import imagine as imagine
from waterside.games.splash.hidden import knowledge as knowledge
from waterside.games.splash.hidden import redact as redact
from waterside.games.splash.hidden import witness as witness
from waterside.games.splash.moving import crosses_board, end_of_move
from waterside.games.splash.nearest import nearest_distance, owner

PERCENT = 100  # of the option ``shows``
OUTCOMES = COLOURS
LONGEST = 64

STATE = StateLayout(
    [
        ("standing", INT32),  # places
        ("falling", INT32),  # places whose meeples go in after an accusation
        ("turns", INT32),
        ("turn_limit", INT32),
        ("meeples", INT32, COLOURS),  # places of each colour
        ("players", INT8),
        ("first", INT8),
        ("shows", INT8),
        ("phase", INT8),
        ("player", INT8),
        ("place", INT8),  # to be filled, shown or turned up
        ("moved", INT8),  # where the meeple moved last stands
        ("crossed", INT8),  # it passed the diving board or ended there
        ("sunk", INT8),  # colour of the meeple that just fell in
        ("still_in", INT8),  # seats
        ("won", INT8),  # seats
        ("colour", INT8, PLACES),
        ("number", INT8, PLACES),
        ("unseen", INT8, COLOURS),  # numbers
        ("left", INT8, COLOURS),  # meeples that do not stand yet, while setting up
        ("token", INT8, SEATS),
        ("not_colour", INT8, SEATS),  # colours that a wrong accusation has ruled out
        ("pushed", INT8, (SEATS, COLOURS)),  # how often each seat has pushed each colour in
        ("spared", INT8, (SEATS, COLOURS)),  # .. could have, and went the other way
    ]
)


@rule
def new(s, players, options):
    """SPLA-01 SPLA-02 SPLA-03 SPLA-04: empty places, no tokens; chance fills them."""
    starter, shows, turn_limit = 0, 1, 2
    s.players = players
    s.first = options[starter]
    s.shows = options[shows]
    s.turn_limit = options[turn_limit]
    s.phase = STAND
    s.player = 0
    s.place = 0
    s.moved = NONE
    s.crossed = 0
    s.sunk = NONE
    s.still_in = (1 << players) - 1
    s.won = 0
    s.standing = 0
    s.falling = 0
    s.turns = 0
    for place in range(PLACES):
        s.colour[place] = NONE
        s.number[place] = UNSEEN
    for colour in range(COLOURS):
        s.meeples[colour] = 0
        s.unseen[colour] = ALL_NUMBERS
        s.left[colour] = EACH
    for seat in range(SEATS):
        s.token[seat] = UNKNOWN
        s.not_colour[seat] = 0
        for colour in range(COLOURS):
            s.pushed[seat, colour] = 0
            s.spared[seat, colour] = 0


@rule
def actor(s):
    """Who acts: the player takes, turns and names; standing, tokens and numbers are chance."""
    if s.phase == TAKE or s.phase == WAY or s.phase == NAME:
        return s.player
    if s.phase == END:
        return OVER
    return CHANCE


@rule
def legal(s, out):
    """Any standing meeple but the one moved last (SPLA-10 SPLA-11); either way (SPLA-13); colours
    to name, or silence (SPLA-30 SPLA-33).
    """
    n = 0
    if s.phase == TAKE:
        takeable = s.standing if s.moved == NONE else s.standing & ~(1 << s.moved)
        for place in range(PLACES):
            out[n] = take_action(place)
            n += (takeable >> place) & 1
    elif s.phase == WAY:
        out[0] = CLOCKWISE
        out[1] = COUNTER
        n = 2
    else:
        out[0] = SILENT
        n = 1
        for seat in range(s.players):
            if seat != s.player and is_in(s, seat):
                for colour in range(COLOURS):
                    if s.meeples[colour] != 0 and colour != s.token[s.player]:
                        out[n] = accuse_action(seat, colour)
                        n += 1
    return n


@rule
def kind(s):
    """What is to be decided: the phase says it."""
    return s.phase


@rule
def chances(s, out, weights):
    """Colours (SPLA-02), tokens (SPLA-03), unseen numbers (SPLA-12 SPLA-15), with exact weights."""
    n = 0
    if s.phase == STAND:
        for colour in range(COLOURS):
            if s.left[colour] > 0:
                out[n] = colour
                weights[n] = s.left[colour]
                n += 1
    elif s.phase == TOKEN:
        taken = given(s)
        for colour in range(COLOURS):
            if not (taken >> colour) & 1:
                out[n] = colour
                weights[n] = 1
                n += 1
    elif s.phase == SINK:
        unseen = int(s.unseen[s.sunk])
        if s.shows < PERCENT:
            out[n] = UNSEEN
            weights[n] = (PERCENT - s.shows) * HOW_MANY[unseen]
            n += 1
        if s.shows > 0:
            for i in range(HOW_MANY[unseen]):
                out[n] = NUMBER_IN[unseen, i]
                weights[n] = s.shows
                n += 1
    else:
        unseen = int(s.unseen[s.colour[s.place]])
        for i in range(HOW_MANY[unseen]):
            out[n] = NUMBER_IN[unseen, i]
            weights[n] = 1
            n += 1
    return n


@rule
def sample(s, rng, out, weights):
    """An outcome drawn with the weights of ``chances``."""
    if s.phase == SHOW or s.phase == TURN_UP:
        return unseen_number(s, rng, s.colour[s.place])
    if s.phase == SINK:
        if below(rng, PERCENT) < s.shows:
            return unseen_number(s, rng, s.sunk)
        return UNSEEN
    colour = 0
    upto = 0
    if s.phase == STAND:
        ticket = below(rng, PLACES - s.place)
        for other in range(COLOURS - 1):
            upto += s.left[other]
            if ticket >= upto:
                colour += 1
        return colour
    taken = given(s)
    ticket = below(rng, COLOURS - s.player)
    for other in range(COLOURS - 1):
        upto += 1 - ((taken >> other) & 1)
        if ticket >= upto:
            colour += 1
    return colour


@rule
def unseen_number(s, rng, colour):
    """SPLA-12: a number of this colour that nobody has seen."""
    unseen = int(s.unseen[colour])
    return NUMBER_IN[unseen, below(rng, HOW_MANY[unseen])]


@rule
def given(s):
    """SPLA-03: the colours whose tokens the players have so far."""
    colours = 0
    for seat in range(s.player):
        colours |= 1 << s.token[seat]
    return colours


@rule
def apply(s, action):
    """Plays an action of the player, or lets chance decide."""
    if s.phase == TAKE:
        take(s, place_taken(action))
    elif s.phase == WAY:
        move(s, action)
    elif s.phase == SHOW:
        see(s, s.place, action)
        s.phase = WAY
    elif s.phase == SINK:
        if action != UNSEEN:
            s.unseen[s.sunk] &= ~(1 << (action - 1))
        fall_on(s)
    elif s.phase == STAND:
        stand(s, action)
    elif s.phase == TOKEN:
        give(s, action)
    elif s.phase == NAME:
        name(s, action)
    else:
        see(s, s.place, action)
        find_nearest(s)


@rule
def stand(s, colour):
    """SPLA-02: a meeple on the next place."""
    place = s.place
    s.left[colour] -= 1
    s.colour[place] = colour
    s.meeples[colour] |= 1 << place
    s.standing |= 1 << place
    s.place += 1
    if s.place == PLACES:
        s.phase = TOKEN


@rule
def give(s, colour):
    """SPLA-03: a secret colour for the next seat; SPLA-04: then the first turn."""
    s.token[s.player] = colour
    s.player += 1
    if s.player == s.players:
        s.player = s.first
        s.phase = TAKE


@rule
def take(s, place):
    """SPLA-10 SPLA-12: the number is shown to all, unless all know it already."""
    s.place = place
    s.phase = WAY if s.number[place] != UNSEEN else SHOW


@rule
def see(s, place, number):
    """SPLA-12: a number once seen is known for the rest of the game."""
    s.number[place] = number
    s.unseen[s.colour[place]] &= ~(1 << (number - 1))


@rule
def move(s, way):
    """SPLA-13 SPLA-14: the meeple goes its number of places and pushes whoever stands there."""
    start = int(s.place)
    number = int(s.number[start])
    colour = s.colour[start]
    end = end_of_move(s, way)
    s.crossed = crosses_board(s, way)
    pushed = s.colour[end]
    known = s.number[end] != UNSEEN
    remember(s, start, end, pushed)
    s.colour[start] = NONE
    s.number[start] = UNSEEN
    s.colour[end] = colour
    s.number[end] = number
    s.meeples[colour] ^= (1 << start) | (1 << end)
    s.standing = (s.standing & ~(1 << start)) | (1 << end)
    s.moved = end
    if pushed == NONE:
        after_move(s)
    else:
        s.meeples[pushed] ^= 1 << end
        s.sunk = pushed
        if known:
            after_fall(s)
        else:
            s.phase = SINK


@rule
def remember(s, start, end, pushed):
    """Counts whom the player pushed, and whom they could have pushed instead; all have seen it."""
    other_end = (2 * start + PLACES - end) % PLACES
    spared = s.colour[other_end]
    if pushed != NONE:
        s.pushed[s.player, pushed] = min(MANY, s.pushed[s.player, pushed] + 1)
    if spared != NONE and spared != pushed:
        s.spared[s.player, spared] = min(MANY, s.spared[s.player, spared] + 1)


@rule
def fall_on(s):
    """SPLA-34: what an accusation sends in falls in order of place; SPLA-15 for each."""
    for place in range(PLACES):
        if (s.falling >> place) & 1:
            s.falling ^= 1 << place
            s.standing ^= 1 << place
            s.meeples[s.sunk] ^= 1 << place
            known = s.number[place] != UNSEEN
            s.colour[place] = NONE
            s.number[place] = UNSEEN
            if not known:
                s.phase = SINK
                return
    after_fall(s)


@rule
def after_fall(s):
    """After the last meeple has fallen (SPLA-22): who is out (SPLA-20), then whether the game ends
    (SPLA-40 SPLA-41).
    """
    if s.meeples[s.sunk] == 0:
        for seat in range(s.players):
            if s.token[seat] == s.sunk:
                s.still_in &= ~(1 << seat)
        if count(s.still_in) == 1:
            s.won = s.still_in
            s.phase = END
            return
        colours = 0
        for colour in range(COLOURS):
            if s.meeples[colour] != 0:
                colours += 1
        if colours <= last_colours(s.players):
            find_nearest(s)
            return
    after_move(s)


@rule
def last_colours(players):
    """SPLA-41: with so many colours standing, or fewer, the game ends."""
    return 3 if players == 2 else 2


@rule
def after_move(s):
    """SPLA-30: who crossed the diving board, and is still in, may name a colour."""
    if s.crossed and is_in(s, s.player):
        s.phase = NAME
    else:
        end_turn(s)


@rule
def name(s, action):
    """SPLA-30 SPLA-31 SPLA-32: right, and the opponent is out; wrong, and the accuser is."""
    s.crossed = 0
    if action == SILENT:
        end_turn(s)
        return
    seat = accused_seat(action)
    colour = accused_colour(action)
    leaver = s.player
    if s.token[seat] == colour:
        leaver = seat
    else:
        s.not_colour[seat] |= 1 << colour
    s.still_in &= ~(1 << leaver)
    s.sunk = s.token[leaver]
    s.falling = s.meeples[s.sunk]
    fall_on(s)


@rule
def end_turn(s):
    """SPLA-44: the turn limit; SPLA-21: the next player who is still in."""
    s.turns += 1
    if s.turns == s.turn_limit:
        find_nearest(s)
        return
    s.phase = TAKE
    player = s.player + 1
    if player == s.players:
        player = 0
    while not is_in(s, player):
        player += 1
        if player == s.players:
            player = 0
    s.player = player


@rule
def find_nearest(s):
    """SPLA-42 SPLA-43: the nearest meeple of a player still in wins, then the higher number."""
    one = nearest_distance(s)
    other = (PLACES - one) % PLACES
    one_owner = owner(s, one)
    other_owner = owner(s, other)
    if one_owner == NOBODY or one_owner == other_owner:
        s.won = 1 << other_owner
    elif other_owner == NOBODY:
        s.won = 1 << one_owner
    else:
        s.phase = TURN_UP
        s.place = one
        if s.number[one] == UNSEEN:
            return
        s.place = other
        if s.number[other] == UNSEEN:
            return
        s.won = 0
        if s.number[one] >= s.number[other]:
            s.won |= 1 << one_owner
        if s.number[other] >= s.number[one]:
            s.won |= 1 << other_owner
    s.phase = END


@rule
def scores(s, out):
    """One for the winner; a draw scores for nobody."""
    for seat in range(s.players):
        out[seat] = 1 if s.won == 1 << seat else 0


@rule
def winners(s, out):
    """SPLA-40 SPLA-42 SPLA-43: one player, or several in a draw."""
    for seat in range(s.players):
        out[seat] = (s.won >> seat) & 1
