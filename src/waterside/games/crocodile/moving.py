"""Where tiles can go from where they lie: listed, or counted and picked without a list."""

from __future__ import annotations

from waterside.core.bits import count, nth
from waterside.core.chance import below
from waterside.core.compile import large_rule, rule, table
from waterside.games.crocodile.board import (
    A1,
    COLUMNS,
    EMPTY,
    FIELDS,
    HIGH_BAR,
    HIGH_BAR_MASK,
    HIGH_WALLS,
    LOW_BAR,
    LOW_BAR_MASK,
    LOW_WALLS,
    RED,
    YELLOW,
    around,
    occupied_around,
)
from waterside.games.crocodile.numbers import EACH, FLIP, HIDDEN, MOVE, NONE, PASS, TILES, TO_BAR
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

# CROC-34: [player, what the field shows + 1] for a crocodile
MAY_END = table(
    [
        [shows == EMPTY or (0 <= shows < TILES and shows // EACH != player)
         for shows in range(EMPTY, HIGH_BAR + 1)]
        for player in (RED, YELLOW)
    ]
)  # fmt: skip


@rule
def moves(s, tile, out, n):
    """CROC-21, 30 to 34: where this tile can go, written to out from n on; CROC-40: or its bar."""
    if s.number[tile] == SIX:
        n = moves_of_six(s, tile, out, n)
    else:
        n = moves_of_others(s, tile, out, n)
    if can_leave(s, tile):
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
        if s.shows[start + delta] == bar and has_way(occupied, kind, column, end):
            return True
    return False


@rule
def has_way(occupied, kind, column, end):
    """CROC-21, 30, 33: whether any way to an end is open, for a tile of any kind."""
    if kind == SIX:
        return is_open_for_six(occupied, column, end)
    return is_open(occupied, kind, column, end)


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
        shows = s.shows[start + DELTA[kind, column, end]]
        if MAY_END[player, shows + 1] and has_way(occupied, kind, column, end):
            return True
    return False


@rule
def can_leave(s, tile):
    """CROC-40, 41: whether it can go to its bar."""
    if s.arrived or s.height[tile] > 1:
        return reaches_bar(s, tile)
    return False


@large_rule
def pick_move(s, rng, out):
    """As ``pick``; ``out`` holds how many actions each tile has.

    Final fields are masks here, which suits a GPU; ``moves`` writes them to a list at once, which a
    processor does a tenth faster.
    """
    first = EACH * s.player
    six = NONE
    for i in range(EACH):
        tile = first + i
        out[i] = 0
        if s.at[tile] >= A1 and (s.phase == MOVE or tile == s.flipped):
            if s.number[tile] == SIX:
                six = tile
            else:
                out[i] = count(ends_of_others(s, tile)) + besides(s, tile)
    ends_of_it = 0
    if six != NONE:  # on its own, so that threads side by side do it at the same time
        ends_of_it = ends_of_six(s, six)
        out[six - first] = count(ends_of_it) + besides(s, six)
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
def besides(s, tile):
    """How many things this tile can do beside moving within the pool: leave it, be turned over."""
    return int(can_leave(s, tile)) + int(s.number[tile] == HIDDEN)


@large_rule
def ends_of_others(s, tile):
    """What ``moves_of_others`` lists, as a mask: bit e for end number e."""
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
def ends_of_six(s, tile):
    """What ``moves_of_six`` lists, as a mask: bit e for end number e."""
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
