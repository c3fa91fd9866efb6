"""What a learning agent sees of Cromado: planes of the board, and each player's stones."""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.cromado.board import (
    BRIDGE,
    HOME,
    ISLANDS,
    LAYING,
    MOVE,
    NONE,
    PLANE,
    PUTTING,
    SEATS,
    SIDES,
    STONES,
)

PLANES = 3 + SEATS  # bridges across, upright, the place of the lifted one; each seat's stones
SIZE = PLANES * PLANE + SEATS * (ISLANDS + 4) + SIDES + 5


@rule
def observe(s, seat, out):
    """Planes: bridges across and upright, where the lifted one lay, the stones of each seat from
    its own on; for each seat: corner, stones at home and on the goal, whether it is there and
    to play; the roll, the rolls left, the phase.
    """
    for field in range(PLANE):
        bridge = s.bridge_at[field]
        if bridge != NONE:
            out[s.upright[bridge] * PLANE + field] = 1
    if s.lifted != NONE:
        out[2 * PLANE + s.bridge[s.lifted]] = 1
    n = PLANES * PLANE
    for i in range(s.players):
        other = (seat + i) % s.players
        for stone in range(STONES):
            field = s.stone[other, stone]
            if field >= 0:
                out[(3 + i) * PLANE + field] = 1
            elif field == HOME:
                out[n + ISLANDS] += 1
        out[n + s.corner[other]] = 1
        out[n + ISLANDS + 1] = s.in_goal[other]
        out[n + ISLANDS + 2] = 1
        out[n + ISLANDS + 3] = 1 if other == s.player else 0
        n += ISLANDS + 4
    n = PLANES * PLANE + SEATS * (ISLANDS + 4)
    if s.roll > 0:
        out[n + s.roll - 1] = 1
    n += SIDES
    out[n] = min(100, s.turn_limit - s.turns)
    out[n + 1] = 1 if s.phase == LAYING else 0
    out[n + 2] = 1 if s.phase == BRIDGE else 0
    out[n + 3] = 1 if s.phase == PUTTING else 0
    out[n + 4] = 1 if s.phase == MOVE else 0
