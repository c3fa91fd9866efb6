"""What tiles can do from where they lie: listed, or counted and picked without a list.

Tiles are never jumped over (CROC-21 CROC-30). Nothing limits the height of a stack (CROC-35), a
crocodile need not eat where it could, and may stay in the pool for good rather than go to its bar
(CROC-20).
"""

from __future__ import annotations

from waterside.engine.bits import count, lowest, nth
from waterside.engine.build import large_rule, rule
from waterside.engine.rng import below
from waterside.games.crocodile.actions import PASS, bar_action, flip_action, move_action
from waterside.games.crocodile.board import (
    A1,
    COLUMNS,
    EACH,
    EMPTY,
    HIDDEN,
    HIGH_BAR_MASK,
    HIGH_WALLS,
    LOW_BAR,
    LOW_BAR_MASK,
    LOW_WALLS,
    MIDDLE,
    MOVE,
    NONE,
    SIX,
    SWIMMER,
    around,
    is_tile,
    occupied_around,
    owner,
)
from waterside.games.crocodile.reach import (
    BESIDE,
    FAR,
    FAR_NORTH,
    FAR_SOUTH,
    WINDOW,
    reach,
    reach_of_six,
)


@rule
def moves(s, tile, out, n):
    """Writes where this tile can go, its bar (CROC-40) included, to out from n on.

    CROC-21 CROC-30 CROC-31 CROC-32 CROC-33 CROC-34 CROC-36.
    """
    ends, far, leaves = goals(s, tile)
    start = s.at[tile]
    here = move_action(start, start)
    if far & FAR_SOUTH:
        out[n] = here - FAR
        n += 1
    while ends:
        out[n] = here + lowest(ends) - MIDDLE
        n += 1
        ends &= ends - 1
    if far & FAR_NORTH:
        out[n] = here + FAR
        n += 1
    if leaves:
        out[n] = bar_action(start)
        n += 1
    return n


@rule
def goals(s, tile):
    """Where this tile can end: as a window, on which far fields, and whether on its bar."""
    if s.number[tile] == SIX:
        return goals_of_six(s, tile)
    return goals_of_others(s, tile)


@large_rule
def goals_of_others(s, tile):
    """Where a swimmer or a crocodile with a number from 1 to 5 can end; never on a far field."""
    start = int(s.at[tile])
    kind = int(s.number[tile])
    column = start % COLUMNS
    occupied = occupied_around(s, start)
    ends = reach(kind, column, ~occupied & WINDOW)
    exits = BESIDE[column] if kind == 1 else ends  # CROC-43: nobody leaves by a diagonal step
    leaves = may_leave(s.arrived, s.height[tile]) and exits & bar_around(s, tile) != 0
    if kind == SWIMMER:
        return ends & ~occupied, 0, leaves
    return ends & ~own_around(s, tile), 0, leaves


@large_rule
def goals_of_six(s, tile):
    """Where the six can end."""
    start = int(s.at[tile])
    ends, far = reach_of_six(start % COLUMNS, ~occupied_around(s, start) & WINDOW)
    leaves = False
    if may_leave(s.arrived, s.height[tile]):
        bar = s.bar[owner(tile)]
        leaves = (
            ends & bar_around(s, tile) != 0
            or (far & FAR_SOUTH != 0 and s.shows[start - FAR] == bar)
            or (far & FAR_NORTH != 0 and s.shows[start + FAR] == bar)
        )
    if far & FAR_SOUTH and not may_end(s, tile, start - FAR):
        far ^= FAR_SOUTH
    if far & FAR_NORTH and not may_end(s, tile, start + FAR):
        far ^= FAR_NORTH
    return ends & ~own_around(s, tile), far, leaves


@rule
def own_around(s, tile):
    """CROC-34: where a crocodile cannot end: its player's tiles and what is not pool."""
    player = owner(tile)
    return around(s.at[tile], s.low[player] | LOW_WALLS, s.high[player] | HIGH_WALLS)


@rule
def may_end(s, tile, field):
    """CROC-34: whether a crocodile can end on this field, which is empty or the opponent's."""
    shows = s.shows[field]
    return shows == EMPTY or (is_tile(shows) and owner(shows) != owner(tile))


@rule
def bar_around(s, tile):
    """CROC-40: the fields of its owner's bar."""
    if s.bar[owner(tile)] == LOW_BAR:
        return around(s.at[tile], LOW_BAR_MASK, 0)
    return around(s.at[tile], 0, HIGH_BAR_MASK)


@rule
def may_leave(arrived: int, height: int) -> bool:
    """CROC-41: whether a tile or stack may go to its bar: the very first to arrive must be a stack."""
    return arrived != 0 or height > 1


@rule
def can_move(s, tile):
    """Whether this tile has a legal move."""
    ends, far, leaves = goals(s, tile)
    return ends != 0 or far != 0 or leaves


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
                ends, _, leaves = goals_of_others(s, tile)
                out[i] = count(ends) + int(leaves) + int(s.number[tile] == HIDDEN)
    ends_of_six = 0
    far = 0
    if six != NONE:  # on its own, so that threads side by side do it at the same time
        ends_of_six, far, leaves = goals_of_six(s, six)
        out[six - first] = count(ends_of_six) + count(far) + int(leaves)
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
    start = s.at[tile]
    here = move_action(start, start)
    leaves = False
    ends = ends_of_six
    if tile == six:
        if far & FAR_SOUTH:
            if ticket == 0:
                return here - FAR, n
            ticket -= 1
    else:
        ends, _, leaves = goals_of_others(s, tile)
    fields = count(ends)
    if ticket < fields:
        return here + nth(ends, ticket) - MIDDLE, n
    if tile == six:
        if far & FAR_NORTH and ticket == fields:
            return here + FAR, n
        return bar_action(start), n
    if leaves and ticket == fields:
        return bar_action(start), n
    return flip_action(start), n
