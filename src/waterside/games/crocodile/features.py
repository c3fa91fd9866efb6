"""Sparse features of Crocodile Pool Party for the learned evaluation, seen by the player to act.

Which tile lies where as seen from the player's bar, what it can eat or bring home at once, what is on the
bars, and which numbers are still to be turned up.
"""

from __future__ import annotations

from waterside.core.evaluation import Effort, Evaluation, NetworkParameters, SelfPlay
from waterside.engine.build import rule
from waterside.engine.features import write_steps
from waterside.games.crocodile.board import (
    A1,
    COLUMNS,
    EACH,
    FIELDS,
    HIDDEN,
    HIGH_BAR,
    MIDDLE,
    PLACE,
    ROWS,
    TILES,
)
from waterside.games.crocodile.moves import goals
from waterside.games.crocodile.reach import FAR, FAR_NORTH, FAR_SOUTH

KINDS = 7  # a swimmer and the numbers from 1 to 6
HEIGHTS = 6  # of a stack; higher ones count as this
AHEAD = 8  # tiles on the bar; a greater lead counts as this
STAGES = 7  # tiles of a player in the pool, none included

TILE = 0  # [whose, kind, field]
STACK = TILE + 2 * KINDS * FIELDS  # [whose, height, row]
EATS = STACK + 2 * HEIGHTS * ROWS  # [whose, height of what can be eaten at once]
PREY = EATS + 2 * HEIGHTS  # [whose, height of who can be eaten, whether single tiles arrive]
HOME = PREY + 2 * HEIGHTS * 2  # [whose, height of what can reach the bar at once]
LEAD = HOME + 2 * HEIGHTS  # [own lead on the bar, own tiles in the pool, the other's]
SUM = LEAD + (2 * AHEAD + 1) * STAGES * STAGES  # [which way the sum of numbers on the bars leans]
TO_TURN = SUM + 3  # [whose, number not yet turned up]
UNTURNED = TO_TURN + 2 * EACH  # [whose, swimmers in the pool]
PHASE = UNTURNED + 2 * STAGES  # [phase]
TURNED = PHASE + 5  # [number that has just been turned up]
PLACED = TURNED + KINDS  # [tiles to place]
ARRIVED = PLACED + TILES + 1
NEAR_BAR = ARRIVED + 1
QUIET = NEAR_BAR + 1  # [how long nothing has happened, by eights]
NEARER = QUIET + 9  # [whose, a swimmer, a crocodile or a stack, rows toward its bar, step by step]
ON_BAR = NEARER + 2 * 3 * ROWS  # [whose, tiles on the bar, step by step]
AHEAD_BY = ON_BAR + 2 * TILES  # [own lead on the bar, step by step]
SIZE = AHEAD_BY + 2 * AHEAD
MOST = 224


@rule
def viewpoint(s):
    """Nobody knows more than the other, so the player whose turn it is judges for both."""
    return s.player


@rule
def seen_field(field, turned):
    """A field of the pool from the player's end: row by row toward the far bar."""
    return FIELDS - 1 - field if turned else field


@rule
def reaches(ends, far, delta):
    """Whether a tile that can go to these ends can go to the field ``delta`` further on."""
    if delta == FAR:
        return far & FAR_NORTH != 0
    if delta == -FAR:
        return far & FAR_SOUTH != 0
    if delta > MIDDLE or delta < -MIDDLE:
        return False
    return (ends >> (MIDDLE + delta)) & 1 != 0


@rule
def capped(height):
    """The height of a stack from 0 on, as features count it."""
    return min(HEIGHTS, height) - 1


@rule
def features(s, seat, out):
    """Writes the features that are on, this seat's own things first; returns how many."""
    n = 0
    turned = s.bar[seat] != HIGH_BAR
    for tile in range(TILES):
        if s.at[tile] < A1:
            continue
        owner = tile // EACH
        whose = 0 if owner == seat else 1
        height = capped(s.height[tile])
        field = seen_field(int(s.at[tile]) - A1, turned)
        out[n] = TILE + (whose * KINDS + s.number[tile]) * FIELDS + field
        n += 1
        if height > 0:
            out[n] = STACK + (whose * HEIGHTS + height) * ROWS + field // COLUMNS
            n += 1
        toward = field // COLUMNS if whose == 0 else ROWS - 1 - field // COLUMNS
        group = 2 if height > 0 else (0 if s.number[tile] == HIDDEN else 1)
        n = write_steps(NEARER + (whose * 3 + group) * ROWS, toward, out, n)
        if s.phase == PLACE:
            continue
        ends, far, leaves = goals(s, tile)
        if leaves:
            out[n] = HOME + whose * HEIGHTS + height
            n += 1
        if s.number[tile] == HIDDEN:
            continue
        first = EACH * (1 - owner)
        for other in range(first, first + EACH):
            if s.at[other] >= A1 and reaches(ends, far, int(s.at[other]) - int(s.at[tile])):
                prey = capped(s.height[other])
                out[n] = EATS + whose * HEIGHTS + height
                out[n + 1] = PREY + ((1 - whose) * HEIGHTS + prey) * 2 + s.arrived
                n += 2
    for whose in range(2):
        owner = seat if whose == 0 else 1 - seat
        n = write_steps(ON_BAR + whose * TILES, int(s.on_bar[owner]), out, n)
    lead = max(-AHEAD, min(AHEAD, int(s.on_bar[seat]) - int(s.on_bar[1 - seat])))
    pool = int(s.in_pool[seat]) * STAGES + int(s.in_pool[1 - seat])
    out[n] = LEAD + (AHEAD + lead) * STAGES * STAGES + pool
    n = write_steps(AHEAD_BY, AHEAD + lead, out, n + 1)
    sums = int(s.sum_on_bar[seat]) - int(s.sum_on_bar[1 - seat])
    out[n] = SUM + (2 if sums > 0 else (0 if sums < 0 else 1))
    n += 1
    for whose in range(2):
        owner = seat if whose == 0 else 1 - seat
        for number in range(EACH):
            if (s.hidden[owner] >> number) & 1:
                out[n] = TO_TURN + whose * EACH + number
                n += 1
        swimmers = 0
        for tile in range(EACH * owner, EACH * owner + EACH):
            if s.at[tile] >= A1 and s.number[tile] == HIDDEN:
                swimmers += 1
        out[n] = UNTURNED + whose * STAGES + swimmers
        n += 1
    out[n] = PHASE + s.phase
    out[n + 1] = QUIET + min(8, s.quiet // 8)
    n += 2
    if s.flipped >= 0:
        out[n] = TURNED + s.number[s.flipped]
        n += 1
    if s.phase == PLACE:
        out[n] = PLACED + s.to_place
        n += 1
    if s.arrived:
        out[n] = ARRIVED
        n += 1
    if (s.bar[seat] == HIGH_BAR) != (seat == 0):
        out[n] = NEAR_BAR
        n += 1
    return n


EVALUATION = Evaluation(
    features,
    viewpoint,
    size=SIZE,
    most=MOST,
    steps=(
        *((NEARER + i * ROWS, ROWS) for i in range(2 * 3)),
        *((ON_BAR + i * TILES, TILES) for i in range(2)),
        (AHEAD_BY, 2 * AHEAD),
    ),
    search_parameters=NetworkParameters(exploration=0.2, temper=0.075),
    self_play=SelfPlay(iterations=32, length=120, every=4),
    variants=(
        {"setup": "picture"},
        {"bar": "near"},
        {"rows": "2112", "starter": 2},
    ),
    levels={
        "beginner": Effort(0, carelessness=0.08),
        "casual": Effort(0, carelessness=0.02),
        "club": Effort(8),
        "expert": Effort(64),
        "master": Effort(),
    },
)
