"""What a learning agent sees of Crocodile Pool Party: the pool from its own end, plane by plane."""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.crocodile.board import (
    A1,
    EACH,
    FIELDS,
    HIGH_BAR,
    MOVE_ON,
    PLACE,
    RED,
    is_tile,
    owner,
    turned,
)

# planes: own and other swimmers and crocodiles 1 to 6, heights, the tile just turned over
OTHER, HEIGHT, FLIPPED, PLANES = EACH + 1, 2 * (EACH + 1), 2 * (EACH + 1) + 1, 2 * (EACH + 1) + 2
SIZE = PLANES * FIELDS + 10


@rule
def observe(s, seat, out):
    """Planes of the pool, turned so that its own end comes first: own swimmers and numbers, the
    other's, height of each stack, the tile that must move; then bars, scores, patience, phase.
    """
    for field in range(FIELDS):
        tile = s.shows[A1 + field]
        if is_tile(tile):
            seen = field if seat == RED else turned(A1 + field) - A1
            plane = s.number[tile] if owner(tile) == seat else OTHER + s.number[tile]
            out[plane * FIELDS + seen] = 1
            out[HEIGHT * FIELDS + seen] = s.height[tile]
            if s.phase == MOVE_ON and tile == s.flipped:
                out[FLIPPED * FIELDS + seen] = 1
    n = PLANES * FIELDS
    own_bar_is_far = (s.bar[seat] == HIGH_BAR) == (seat == RED)
    out[n] = 1 if own_bar_is_far else 0
    out[n + 1] = s.arrived
    out[n + 2] = s.on_bar[seat]
    out[n + 3] = s.on_bar[1 - seat]
    out[n + 4] = s.sum_on_bar[seat]
    out[n + 5] = s.sum_on_bar[1 - seat]
    out[n + 6] = 1 if s.player == seat else 0
    out[n + 7] = 1 if s.phase == PLACE else 0
    out[n + 8] = min(100, s.patience - s.quiet)
    out[n + 9] = s.to_place
