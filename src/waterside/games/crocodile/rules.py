"""Crocodile Pool Party: swimmers that turn into crocodiles, eat each other and swim to a bar.

Two players: seat 0 is Red, seat 1 is Yellow. Tiles 0 to 5 are Red's, 6 to 11 Yellow's. Fields are
explained in ``board.py``; what tiles can do is found in ``moving.py``, where they get in ``swimming.py``.
"""

from __future__ import annotations

from waterside.core.state import INT8, INT32, INT64, StateLayout
from waterside.engine.build import large_rule, rule, table
from waterside.engine.contract import CHANCE, OVER
from waterside.engine.rng import below
from waterside.games.crocodile.board import (
    A1,
    BEGIN,
    COLUMNS,
    EMPTY,
    FIELDS,
    HALF,
    HIGH_BAR,
    HIGH_BAR_FIELDS,
    LOW_BAR,
    LOW_BAR_FIELDS,
    RED,
    ROWS,
    SHORE,
    SHORE_AND_FIELDS,
    YELLOW,
)
from waterside.games.crocodile.moving import can_move, moves, pick_move
from waterside.games.crocodile.numbers import (
    ALL_NUMBERS,
    EACH,
    EATEN,
    FINISHED,
    FLIP,
    HIDDEN,
    MOVE,
    MOVE_ON,
    NONE,
    NOWHERE,
    ON_BAR,
    PASS,
    PLACE,
    PLACING,
    REVEAL,
    TILES,
    TO_BAR,
)

OWN_ROWS = 4

PICTURE = table(  # CROC-12: d2 b3 e3 c4 f4 c5
    [A1 + 6 + 3, A1 + 12 + 1, A1 + 12 + 4, A1 + 18 + 2, A1 + 18 + 5, A1 + 24 + 2]
)

ACTIONS = PASS + 1
OUTCOMES = EACH + 1
LONGEST = 320

STATE = StateLayout(
    [
        ("low", INT64, 2),  # fields with a player's tiles on top: one half ..
        ("high", INT64, 2),  # .. and the other
        ("patience", INT32),
        ("quiet", INT32),
        ("phase", INT8),
        ("player", INT8),
        ("eventful", INT8),
        ("arrived", INT8),
        ("flipped", INT8),
        ("to_place", INT8),
        ("room", INT8, (2, OWN_ROWS)),
        ("bar", INT8, 2),
        ("hidden", INT8, 2),  # numbers not yet revealed
        ("in_pool", INT8, 2),
        ("on_bar", INT8, 2),
        ("sum_on_bar", INT8, 2),
        ("at", INT8, TILES),
        ("number", INT8, TILES),
        ("height", INT8, TILES),
        ("below", INT8, TILES),
        ("bottom", INT8, TILES),
        ("shows", INT8, SHORE_AND_FIELDS),
    ]
)


@rule
def new(s, players, options):
    """CROC-01 to 05, 10 to 13: an empty pool, or the picture's layout."""
    bar_is_near, rows, from_picture, starter, patience = 0, 1, 2, 3, 4
    s.patience = options[patience]
    s.quiet = 0
    s.phase = PLACE
    s.player = options[starter]
    s.eventful = 0
    s.arrived = 0
    s.flipped = NONE
    s.to_place = TILES
    digits = int(options[rows])
    for row in range(OWN_ROWS - 1, -1, -1):
        s.room[RED, row] = digits % 10
        s.room[YELLOW, row] = digits % 10
        digits //= 10
    s.bar[RED] = LOW_BAR if options[bar_is_near] else HIGH_BAR
    s.bar[YELLOW] = HIGH_BAR if options[bar_is_near] else LOW_BAR
    for player in range(2):
        s.low[player] = 0
        s.high[player] = 0
        s.hidden[player] = ALL_NUMBERS
        s.in_pool[player] = 0
        s.on_bar[player] = 0
        s.sum_on_bar[player] = 0
    for tile in range(TILES):
        s.at[tile] = NOWHERE
        s.number[tile] = HIDDEN
        s.height[tile] = 1
        s.below[tile] = NONE
        s.bottom[tile] = tile
    for field in range(SHORE_AND_FIELDS):
        s.shows[field] = EMPTY if A1 <= field < A1 + FIELDS else SHORE
    for i in range(2):
        s.shows[LOW_BAR_FIELDS[i]] = LOW_BAR
        s.shows[HIGH_BAR_FIELDS[i]] = HIGH_BAR
    if options[from_picture]:
        for i in range(EACH):
            put_down(s, RED, PICTURE[i])
            put_down(s, YELLOW, 2 * A1 + FIELDS - 1 - PICTURE[i])
        s.phase = MOVE


@rule
def actor(s):
    """Who acts: the player places and moves; the number under a swimmer is chance."""
    if s.phase == REVEAL:
        return CHANCE
    if s.phase == FINISHED:
        return OVER
    return s.player


@rule
def legal(s, out):
    """CROC-10, 11: places; CROC-20: moves and turning over; CROC-22: moves of the tile turned."""
    if s.phase == PLACE:
        return places(s, out)
    if s.phase == MOVE_ON:
        return moves(s, s.flipped, out, 0)
    n = 0
    first = EACH * s.player
    for tile in range(first, first + EACH):
        if s.at[tile] >= A1:
            n = moves(s, tile, out, n)
            if s.number[tile] == HIDDEN:
                out[n] = FLIP + s.at[tile] - A1
                n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@rule
def pick(s, rng, out):
    """A random action of ``legal``, and how many there are; moves are counted, not listed."""
    if s.phase == PLACE:
        n = places(s, out)
        return int(out[below(rng, n)]), n
    return pick_move(s, rng, out)


@large_rule
def places(s, out):
    """CROC-10, 11: empty fields of the own rows that have room left."""
    n = 0
    for row in range(OWN_ROWS):
        if s.room[s.player, row] > 0:
            for column in range(COLUMNS):
                field = field_of_row(s.player, row) + column
                if s.shows[field] == EMPTY:
                    out[n] = PLACING + field - A1
                    n += 1
    return n


@rule
def field_of_row(player, row):
    """CROC-10: the first field of an own row, counted from the second from the own end inwards."""
    if player == RED:
        return A1 + COLUMNS * (1 + row)
    return A1 + COLUMNS * (ROWS - 2 - row)


@rule
def chances(s, out, weights):
    """CROC-23: any number of that player not yet revealed, all alike."""
    n = 0
    for number in range(1, EACH + 1):
        if (s.hidden[s.player] >> (number - 1)) & 1:
            out[n] = number
            weights[n] = 1
            n += 1
    return n


@rule
def sample(s, rng, out, weights):
    """A number of that player not yet revealed."""
    hidden = int(s.hidden[s.player])
    count = 0
    for i in range(EACH):
        count += (hidden >> i) & 1
    ticket = below(rng, count)
    number = 1
    while ticket > 0 or not (hidden >> (number - 1)) & 1:
        ticket -= (hidden >> (number - 1)) & 1
        number += 1
    return number


@rule
def apply(s, action):
    """Plays an action of the player, or reveals a number."""
    if s.phase == REVEAL:
        reveal(s, action)
    elif action < PLACING:
        move(s, s.shows[A1 + action // FIELDS], A1 + action % FIELDS)
        end_turn(s)
    elif action < FLIP:
        place(s, A1 + action - PLACING)
    elif action < TO_BAR:
        s.flipped = s.shows[A1 + action - FLIP]
        s.eventful = 1
        s.phase = REVEAL
    elif action < PASS:
        leave(s, s.shows[A1 + action - TO_BAR])
        end_turn(s)
    else:
        end_turn(s)


@rule
def place(s, field):
    """CROC-11, 12: a swimmer goes in; the players take turns until all twelve stand."""
    row = (field - A1) // COLUMNS - 1
    if s.player == YELLOW:
        row = ROWS - 3 - row
    s.room[s.player, row] -= 1
    put_down(s, s.player, field)
    s.player = 1 - s.player
    if s.to_place == 0:
        s.phase = MOVE


@rule
def put_down(s, player, field):
    """The player's next swimmer on this field."""
    tile = EACH * player + s.in_pool[player]
    s.in_pool[player] += 1
    s.to_place -= 1
    s.at[tile] = field
    s.shows[field] = tile
    toggle(s, player, field)


@rule
def toggle(s, player, field):
    """The player comes to this field or leaves it."""
    bit = int(field) - BEGIN
    if bit < HALF:
        s.low[player] ^= 1 << bit
    else:
        s.high[player] ^= 1 << (bit - HALF)


@rule
def reveal(s, number):
    """CROC-22: the number is open now; CROC-24: with no move for it the turn is over."""
    s.number[s.flipped] = number
    s.hidden[s.player] &= ~(1 << (number - 1))
    if can_move(s, s.flipped):
        s.phase = MOVE_ON
    else:
        end_turn(s)


@rule
def move(s, tile, field):
    """CROC-34, 35: the tile or stack goes there and eats what it finds."""
    s.shows[s.at[tile]] = EMPTY
    toggle(s, s.player, s.at[tile])
    toggle(s, s.player, field)
    eaten = s.shows[field]
    if eaten != EMPTY:
        toggle(s, 1 - s.player, field)
        s.below[s.bottom[tile]] = eaten
        s.bottom[tile] = s.bottom[eaten]
        s.height[tile] += s.height[eaten]
        s.at[eaten] = EATEN
        s.in_pool[1 - s.player] -= 1
        s.eventful = 1
    s.at[tile] = field
    s.shows[field] = tile


@rule
def leave(s, tile):
    """CROC-40, 42, 51: every tile of the stack is on the player's bar for good."""
    toggle(s, s.player, s.at[tile])
    s.shows[s.at[tile]] = EMPTY
    s.in_pool[s.player] -= 1
    s.arrived = 1
    s.eventful = 1
    while tile != NONE:
        s.at[tile] = ON_BAR - s.player
        s.on_bar[s.player] += 1
        s.sum_on_bar[s.player] += s.number[tile]
        tile = s.below[tile]


@rule
def end_turn(s):
    """CROC-50: one player alone in the pool; CROC-53: patience; else the other player's turn."""
    s.flipped = NONE
    s.quiet = 0 if s.eventful else s.quiet + 1
    s.eventful = 0
    if s.in_pool[RED] == 0 or s.in_pool[YELLOW] == 0 or s.quiet == s.patience:
        s.phase = FINISHED
    else:
        s.phase = MOVE
        s.player = 1 - s.player


@rule
def scores(s, out):
    """CROC-51: tiles on the own bar, whoever's they are."""
    for player in range(2):
        out[player] = s.on_bar[player]


@rule
def winners(s, out):
    """CROC-51, 52: more tiles, then the higher sum of open crocodiles, else a draw."""
    lead = int(s.on_bar[RED]) - s.on_bar[YELLOW]
    if lead == 0:
        lead = int(s.sum_on_bar[RED]) - s.sum_on_bar[YELLOW]
    out[RED] = 1 if lead >= 0 else 0
    out[YELLOW] = 1 if lead <= 0 else 0


@rule
def redact(s, seat):
    """CROC-05, 23: nobody knows a hidden number, so nobody has anything to hide."""


@rule
def imagine(s, rng):
    """Nothing is hidden: hidden numbers are decided when they are turned up."""
