"""Crocodile Pool Party: swimmers that turn into crocodiles, eat each other and swim to a bar.

Two players: seat 0 is Red, seat 1 is Yellow. Fields and tiles are explained in ``board.py``, the
numbers of actions in ``actions.py``; what tiles can do is in ``moves.py``, where they get in ``reach.py``.

What nothing forbids is legal: a player may turn over any own swimmer, also one that then cannot
move (CROC-22 CROC-24), leave prey alone, and stay away from the bar (CROC-20).
"""

from __future__ import annotations

from typing import Any

from waterside.core.state import INT8, INT32, INT64, StateLayout
from waterside.engine.build import large_rule, rule, table
from waterside.engine.contract import CHANCE, OVER
from waterside.engine.rng import below
from waterside.games.crocodile.actions import ACTIONS as ACTIONS
from waterside.games.crocodile.actions import (
    PASS,
    end_of,
    flip_action,
    is_flip,
    is_move,
    is_place,
    is_to_bar,
    place_action,
    start_of,
)
from waterside.games.crocodile.board import (
    A1,
    ALL_NUMBERS,
    BEGIN,
    COLUMNS,
    EACH,
    EATEN,
    EMPTY,
    FIELDS,
    FINISHED,
    HALF,
    HIDDEN,
    HIGH_BAR,
    HIGH_BAR_FIELDS,
    LOW_BAR,
    LOW_BAR_FIELDS,
    MOVE,
    MOVE_ON,
    NONE,
    NOWHERE,
    ON_BAR,
    PLACE,
    RED,
    REVEAL,
    ROWS,
    SHORE,
    SHORE_AND_FIELDS,
    TILES,
    YELLOW,
    field_named,
    row_of,
    turned,
)
from waterside.games.crocodile.moves import can_move, moves, pick_move

OWN_ROWS = 4
PICTURE = table([field_named(name) for name in ("d2", "b3", "e3", "c4", "f4", "c5")])  # CROC-12

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
    """An empty pool (CROC-01 CROC-02 CROC-04 CROC-05 CROC-13), or the picture's layout (CROC-12)."""
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
            put_down(s, YELLOW, turned(PICTURE[i]))
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
    """Places (CROC-10 CROC-11), moves and turning over (CROC-20), or moves of the tile just turned
    over (CROC-22); to pass only where there is nothing else (CROC-25).
    """
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
                out[n] = flip_action(s.at[tile])
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
    """CROC-10 CROC-11: empty fields of the player's rows that have room left."""
    n = 0
    for row in range(OWN_ROWS):
        if s.room[s.player, row] > 0:
            for column in range(COLUMNS):
                field = field_of_row(s.player, row) + column
                if s.shows[field] == EMPTY:
                    out[n] = place_action(field)
                    n += 1
    return n


@rule
def field_of_row(player: int, row: int) -> int:
    """CROC-10: the first field of a player's row, counted from the second from their end inwards."""
    if player == RED:
        return A1 + COLUMNS * (1 + row)
    return A1 + COLUMNS * (ROWS - 2 - row)


@rule
def own_row(player: int, field: int) -> int:
    """CROC-10: in which of a player's rows this field is, counted as in ``field_of_row``."""
    if player == RED:
        return row_of(field) - 1
    return ROWS - 2 - row_of(field)


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
    elif is_move(action):
        move(s, s.shows[start_of(action)], end_of(action))
        end_turn(s)
    elif is_place(action):
        place(s, start_of(action))
    elif is_flip(action):
        s.flipped = s.shows[start_of(action)]
        s.eventful = 1
        s.phase = REVEAL
    elif is_to_bar(action):
        leave(s, s.shows[start_of(action)])
        end_turn(s)
    else:
        end_turn(s)


@rule
def place(s, field):
    """CROC-11 CROC-12: a swimmer goes in; the players take turns until all twelve stand."""
    s.room[s.player, own_row(s.player, field)] -= 1
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
    """CROC-34 CROC-35: the tile or stack goes there and eats what it finds."""
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
    """CROC-40 CROC-42 CROC-51: every tile of the stack is on the player's bar for good."""
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
    if is_pool_left(s.in_pool[RED], s.in_pool[YELLOW]) or s.quiet == s.patience:
        s.phase = FINISHED
    else:
        s.phase = MOVE
        s.player = 1 - s.player


@rule
def is_pool_left(red: int, yellow: int) -> bool:
    """CROC-50: whether one player, or both, have no tiles or stacks in the pool any more."""
    return red == 0 or yellow == 0


@rule
def to_place(s: Any, player: int) -> int:
    """How many swimmers a player has still to place."""
    tiles = 0
    for tile in range(EACH * player, EACH * player + EACH):
        if s.at[tile] == NOWHERE:
            tiles += 1
    return tiles


@rule
def scores(s, out):
    """CROC-51: tiles on the player's bar, whoever's they are."""
    for player in range(2):
        out[player] = s.on_bar[player]


@rule
def winners(s, out):
    """CROC-51 CROC-52: who has the lead that decides, or both in a draw."""
    in_tiles = int(s.on_bar[RED]) - s.on_bar[YELLOW]
    lead = deciding_lead(in_tiles, int(s.sum_on_bar[RED]) - s.sum_on_bar[YELLOW])
    out[RED] = 1 if lead >= 0 else 0
    out[YELLOW] = 1 if lead <= 0 else 0


@rule
def deciding_lead(in_tiles: int, in_sum: int) -> int:
    """CROC-51 CROC-52: the lead in tiles decides, then that in the sum of open crocodiles."""
    return in_tiles if in_tiles != 0 else in_sum


@rule
def redact(s, seat):
    """CROC-05 CROC-23: nobody knows a hidden number, so nobody has anything to hide."""


@rule
def imagine(s, rng):
    """Nothing is hidden: hidden numbers are decided when they are turned up."""
