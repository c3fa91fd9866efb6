"""Crocodile Pool Party: swimmers that turn into crocodiles, eat each other and swim to a bar.

Two players: seat 0 is Red, seat 1 is Yellow. Tiles 0 to 5 are Red's, 6 to 11 Yellow's. Fields are
explained in ``board.py``, ways in ``ways.py``.
"""

from __future__ import annotations

import numpy as np

from waterside.core.bits import count, nth
from waterside.core.chance import below
from waterside.core.compile import large_rule, rule, table
from waterside.core.contract import CHANCE, OVER
from waterside.core.state import state_dtype
from waterside.games.crocodile.board import (
    A1,
    BEGIN,
    COLUMNS,
    EMPTY,
    FIELDS,
    HALF,
    HIGH_BAR,
    HIGH_BAR_FIELDS,
    HIGH_BAR_MASK,
    HIGH_WALLS,
    LOW_BAR,
    LOW_BAR_FIELDS,
    LOW_BAR_MASK,
    LOW_WALLS,
    RED,
    ROWS,
    SHORE,
    SHORE_AND_FIELDS,
    YELLOW,
    around,
    occupied_around,
)
from waterside.games.crocodile.ways import (
    DELTA,
    END,
    EXITS,
    FEW_ENDS,
    HOW_MANY_ENDS,
    MOST_ENDS,
    SIX,
    SWIMMER,
    is_open,
    is_open_for_six,
)

TILES = 12
EACH = 6
OWN_ROWS = 4

PICTURE = table(  # CROC-12: d2 b3 e3 c4 f4 c5
    [A1 + 6 + 3, A1 + 12 + 1, A1 + 12 + 4, A1 + 18 + 2, A1 + 18 + 5, A1 + 24 + 2]
)

# CROC-34: [player, what the field shows + 1] for a crocodile
MAY_END = table(
    [
        [shows == EMPTY or (0 <= shows < TILES and shows // EACH != player)
         for shows in range(EMPTY, HIGH_BAR + 1)]
        for player in (RED, YELLOW)
    ]
)  # fmt: skip

NOWHERE, EATEN, ON_BAR = -1, -2, -3  # of a tile that is not the top of something in the pool
NONE = -1
HIDDEN = 0
ALL_NUMBERS = 0b111111  # bit k - 1 is number k

PLACE, MOVE, REVEAL, MOVE_ON, FINISHED = range(5)

PLACING = FIELDS * FIELDS
FLIP = PLACING + FIELDS
TO_BAR = FLIP + FIELDS
PASS = TO_BAR + FIELDS
ACTIONS = PASS + 1
OUTCOMES = EACH + 1
LONGEST = 320

STATE = state_dtype(
    [
        ("low", np.int64, 2),  # fields with a player's tiles on top: one half ..
        ("high", np.int64, 2),  # .. and the other
        ("patience", np.int32),
        ("quiet", np.int32),
        ("phase", np.int8),
        ("player", np.int8),
        ("eventful", np.int8),
        ("arrived", np.int8),
        ("flipped", np.int8),
        ("to_place", np.int8),
        ("room", np.int8, (2, OWN_ROWS)),
        ("bar", np.int8, 2),
        ("hidden", np.int8, 2),  # numbers not yet revealed
        ("in_pool", np.int8, 2),
        ("on_bar", np.int8, 2),
        ("sum_on_bar", np.int8, 2),
        ("at", np.int8, TILES),
        ("number", np.int8, TILES),
        ("height", np.int8, TILES),
        ("below", np.int8, TILES),
        ("bottom", np.int8, TILES),
        ("shows", np.int8, SHORE_AND_FIELDS),
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
def pick_move(s, rng, out):
    """As ``pick``; ``out`` holds how many actions each tile has."""
    first = EACH * s.player
    six = NONE
    for i in range(EACH):
        tile = first + i
        out[i] = 0
        if s.at[tile] >= A1 and (s.phase == MOVE or tile == s.flipped):
            if s.number[tile] == SIX:
                six = tile
            else:
                out[i] = count(ends_of_others(s, tile)) + others_of(s, tile)
    ends_of_it = 0
    if six != NONE:  # on its own, so that threads side by side do it at the same time
        ends_of_it = ends_of_six(s, six)
        out[six - first] = count(ends_of_it) + others_of(s, six)
    n = 0
    for i in range(EACH):
        n += out[i]
    if n == 0:
        below(rng, 1)
        return PASS, 1
    ticket = below(rng, n)
    tile = int(first)
    while ticket >= out[tile - first]:
        ticket -= out[tile - first]
        tile += 1
    start = s.at[tile] - A1
    ends = ends_of_it if tile == six else ends_of_others(s, tile)
    fields = count(ends)
    if ticket < fields:
        end = nth(ends, ticket)
        delta = DELTA[s.number[tile], (start + A1) % COLUMNS, end]
        return start * (FIELDS + 1) + delta, n
    if ticket == fields and can_leave(s, tile):
        return TO_BAR + start, n
    return FLIP + start, n


@rule
def others_of(s, tile):
    """How many things this tile can do beside moving within the pool: leave it, be turned over."""
    return int(can_leave(s, tile)) + int(s.number[tile] == HIDDEN)


@rule
def can_leave(s, tile):
    """CROC-40, 41: whether it can go to its bar."""
    if s.arrived or s.height[tile] > 1:
        return reaches_bar(s, tile)
    return False


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
def moves(s, tile, out, n):
    """CROC-21, 30 to 34: where this tile can go, written to out from n on; CROC-40: or its bar."""
    if s.number[tile] == SIX:
        n = moves_of_six(s, tile, out, n)
    else:
        n = moves_of_others(s, tile, out, n)
    if (s.arrived or s.height[tile] > 1) and reaches_bar(s, tile):
        out[n] = TO_BAR + s.at[tile] - A1
        n += 1
    return n


@large_rule
def moves_of_others(s, tile, out, n):
    """Final fields of a swimmer or of a crocodile with a number from 1 to 5."""
    start = int(s.at[tile])
    kind = int(s.number[tile])
    column = start % COLUMNS
    occupied = occupied_around(s, start)
    closed = closed_around(s, tile, occupied)
    first = n
    for end in range(FEW_ENDS):
        out[first + end] = (closed & END[kind, column, end] == 0) & is_open(
            occupied, kind, column, end
        )
    for end in range(HOW_MANY_ENDS[kind, column]):
        possible = out[first + end]
        out[n] = (start - A1) * (FIELDS + 1) + DELTA[kind, column, end]
        n += possible
    return n


@rule
def closed_around(s, tile, occupied):
    """CROC-21, 34: where a tile other than the six cannot end, of the fields around it."""
    if s.number[tile] == SWIMMER:
        return occupied
    player = tile // EACH
    return around(s.at[tile], s.low[player] | LOW_WALLS, s.high[player] | HIGH_WALLS)


@large_rule
def ends_of_others(s, tile):
    """The same final fields as a mask: bit e for end number e."""
    start = int(s.at[tile])
    kind = int(s.number[tile])
    column = start % COLUMNS
    occupied = occupied_around(s, start)
    closed = closed_around(s, tile, occupied)
    ends = 0
    for end in range(FEW_ENDS):
        possible = (closed & END[kind, column, end] == 0) & is_open(occupied, kind, column, end)
        ends |= int(possible) << end
    return ends & ((1 << HOW_MANY_ENDS[kind, column]) - 1)


@large_rule
def moves_of_six(s, tile, out, n):
    """Final fields of the six."""
    start = int(s.at[tile])
    player = tile // EACH
    column = start % COLUMNS
    occupied = occupied_around(s, start)
    first = n
    for end in range(MOST_ENDS):
        out[first + end] = is_open_for_six(occupied, column, end)
    for end in range(HOW_MANY_ENDS[SIX, column]):
        possible = out[first + end]
        field = start + DELTA[SIX, column, end]
        out[n] = (start - A1) * FIELDS + field - A1
        n += possible & MAY_END[player, s.shows[field] + 1]
    return n


@large_rule
def ends_of_six(s, tile):
    """The same final fields as a mask: bit e for end number e."""
    start = int(s.at[tile])
    player = tile // EACH
    column = start % COLUMNS
    occupied = occupied_around(s, start)
    ends = 0
    for end in range(MOST_ENDS):
        field = start + DELTA[SIX, column, end]
        possible = is_open_for_six(occupied, column, end) & MAY_END[player, s.shows[field] + 1]
        ends |= int(possible) << end
    return ends & ((1 << HOW_MANY_ENDS[SIX, column]) - 1)


@large_rule
def reaches_bar(s, tile):
    """CROC-40: whether the tile's exact movement can end on its owner's bar."""
    start = int(s.at[tile])
    kind = int(s.number[tile])
    bar = s.bar[tile // EACH]
    column = start % COLUMNS
    if kind != SIX:
        if bar == LOW_BAR:
            bar_fields = around(start, LOW_BAR_MASK, 0)
        else:
            bar_fields = around(start, 0, HIGH_BAR_MASK)
        if bar_fields & EXITS[kind, column] == 0:
            return False
    occupied = occupied_around(s, start)
    for end in range(HOW_MANY_ENDS[kind, column]):
        delta = DELTA[kind, column, end]
        if s.shows[start + delta] == bar:
            if kind == SIX and is_open_for_six(occupied, column, end):
                return True
            if kind != SIX and is_open(occupied, kind, column, end):
                return True
    return False


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


@large_rule
def can_move(s, tile):
    """Whether this single crocodile has a legal move."""
    if s.arrived and reaches_bar(s, tile):
        return True
    start = int(s.at[tile])
    kind = int(s.number[tile])
    player = tile // EACH
    column = start % COLUMNS
    occupied = occupied_around(s, start)
    for end in range(HOW_MANY_ENDS[kind, column]):
        if MAY_END[player, s.shows[start + DELTA[kind, column, end]] + 1]:
            if kind == SIX and is_open_for_six(occupied, column, end):
                return True
            if kind != SIX and is_open(occupied, kind, column, end):
                return True
    return False


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
