"""Sparse features of Cromado for the learned evaluation, seen by the player whose turn it is.

How far each stone still has to go, how much of its way lacks a bridge, which pips would move one or bring
it home, who is ahead, and the corners turned so that the viewpoint starts in the south-west.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from waterside.core.evaluation import Effort, Evaluation, NetworkParameters, SelfPlay, percent
from waterside.engine.build import large_rule, rule, table
from waterside.engine.features import write_digits, write_steps
from waterside.games.cromado.board import (
    BRIDGES,
    FARTHEST,
    GOAL,
    HOME,
    ISLAND_FIELDS,
    ISLANDS,
    NO_FIELD,
    SEATS,
    STONES,
    WATER,
    common,
    east,
    is_empty,
    minus,
    north,
    opposite,
    shore,
    single,
    south,
    union,
    west,
)
from waterside.games.cromado.heuristics import WAY_BITS, WAY_MASK, spread, ways_to_go
from waterside.games.cromado.walking import covered, occupied

LONGEST_WAY = 84
LEVELS = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 31, 38, 47, 60]  # of steps to go
REACHED = table([bisect_right(LEVELS, steps) for steps in range(WAY_MASK + 1)])
WAYS = len(LEVELS)
RADIX = 16
TOTALS = RADIX + 4 * (LONGEST_WAY + 1) // RADIX + 1
AHEAD = 127  # a greater lead counts as this
LEADS = RADIX + 2 * AHEAD // RADIX + 1
PHASES = 6
GAPS = 8  # fields of open water on the way to the goal; more count as this

WAY = 0  # [seat, level that a stone's steps to go reach]
TO_GO = WAY + SEATS * WAYS  # [seat, steps to go of all stones]
LEAD = TO_GO + SEATS * TOTALS  # [other seat, how many steps more it has to go]
JOINED = LEAD + (SEATS - 1) * LEADS  # [seat, stones that bridges join to the goal]
STEPS = JOINED + SEATS * (STONES + 1)  # [seat, pips that move some stone]
ENTERS = STEPS + SEATS * FARTHEST  # [seat, pips that bring a stone to the goal]
AT_GOAL = ENTERS + SEATS * FARTHEST  # [seat, stones on the goal]
CORNER = AT_GOAL + SEATS * (STONES + 1)  # [seat, corner where it starts]
PHASE = CORNER + SEATS * ISLANDS  # [phase]
ROLL = PHASE + PHASES  # [pips, whether it is not the first roll]
LAID = ROLL + 2 * (FARTHEST + 1)  # [bridges on the board]
GAP = LAID + BRIDGES  # [seat, fields of open water on a stone's way]
SIZE = GAP + SEATS * GAPS
MOST = 112


@rule
def viewpoint(s):
    """Everything lies open, so the player whose turn it is judges for all."""
    return s.player


@rule
def write_ways(s, player, base, out, n):
    """Writes for each stone that is not on the goal how far it has to go; returns how many.

    The steps of all stones together are left in ``out[n]`` behind the last.
    """
    ways = ways_to_go(s, player, LONGEST_WAY)
    total = 0
    while ways > 0:
        steps = ways & WAY_MASK
        total += steps
        n = write_steps(base, REACHED[steps], out, n)
        ways >>= WAY_BITS
    out[n] = total
    return n


@large_rule
def write_pips(s, player, moves, enters, out, n):
    """Writes which pips move some stone of a player, and which bring one to the goal."""
    bridges = covered(s)
    blocked = occupied(s)
    goal = shore(opposite(s.corner[player]))
    fields = NO_FIELD
    for i in range(STONES):
        if s.stone[player, i] == HOME:
            home = s.corner[player]
            island = (
                ISLAND_FIELDS[home, 0],
                ISLAND_FIELDS[home, 1],
                ISLAND_FIELDS[home, 2],
                ISLAND_FIELDS[home, 3],
            )
            fields = union(fields, island)
        elif s.stone[player, i] != GOAL:
            fields = union(fields, single(s.stone[player, i]))
    before = fields
    to_east = common(east(fields), bridges)
    to_west = common(west(fields), bridges)
    to_north = common(north(fields), bridges)
    to_south = common(south(fields), bridges)
    for pips in range(FARTHEST):
        along = union(to_east, to_west)
        upright = union(to_north, to_south)
        ends = union(along, upright)
        if not is_empty(common(before, goal)):
            out[n] = enters + pips
            n += 1
        if not is_empty(minus(ends, blocked)):
            out[n] = moves + pips
            n += 1
        before = ends
        to_east = common(east(union(to_east, upright)), bridges)
        to_west = common(west(union(to_west, upright)), bridges)
        to_north = common(north(union(to_north, along)), bridges)
        to_south = common(south(union(to_south, along)), bridges)
    return n


@large_rule
def write_gaps(s, player, base, out, n):
    """Writes for each stone that is not on the goal how many fields of open water its way must cross.

    How many stones need no bridge but those there are, those on the goal included, is left in ``out[n]``
    behind the last.
    """
    bridges = covered(s)
    water = WATER[0], WATER[1], WATER[2], WATER[3]
    start = shore(opposite(s.corner[player]))
    exits = shore(s.corner[player])
    reached = NO_FIELD
    edge = common(start, bridges)
    beyond = common(minus(start, bridges), water)
    joined = int(s.in_goal[player])
    missing = STONES - joined
    gaps = 0
    while missing > 0:
        before = reached
        while not is_empty(edge):
            reached = union(reached, edge)
            around = minus(spread(edge), reached)
            edge = common(around, bridges)
            beyond = union(beyond, common(minus(around, bridges), water))
        new = minus(reached, before)
        left = gaps == GAPS or not is_empty(common(new, exits))
        if left and not is_empty(common(before, exits)):
            left = False
        for i in range(STONES):
            field = s.stone[player, i]
            if field == GOAL:
                continue
            if field == HOME:
                found = left
            elif gaps == GAPS:
                found = is_empty(common(before, single(field)))
            else:
                found = not is_empty(common(new, single(field)))
            if found:
                missing -= 1
                joined += gaps == 0
                n = write_steps(base, gaps, out, n)
        if gaps == GAPS:
            break
        gaps += 1
        edge = minus(beyond, reached)
        beyond = NO_FIELD
    out[n] = joined
    return n


@rule
def turned_corner(corner, flip_x, flip_y):
    """A corner on the board turned to a viewpoint."""
    if flip_x:
        corner = 3 - corner
    if flip_y:
        corner = (5 - corner) % ISLANDS
    return corner


@rule
def features(s, seat, out):
    """Writes the features that are on, this seat's own things first; returns how many."""
    n = 0
    flip_x = s.corner[seat] == 2 or s.corner[seat] == 3
    flip_y = s.corner[seat] == 1 or s.corner[seat] == 2
    own_way = 0
    for i in range(s.players):
        other = seat + i
        if other >= s.players:
            other -= s.players
        n = write_ways(s, other, WAY + i * WAYS, out, n)
        steps = int(out[n])
        if i == 0:
            own_way = steps
        else:
            lead = max(-AHEAD, min(AHEAD, steps - own_way))
            n = write_digits(LEAD + (i - 1) * LEADS, AHEAD + lead, RADIX, out, n)
        n = write_digits(TO_GO + i * TOTALS, steps, RADIX, out, n)
        out[n] = AT_GOAL + i * (STONES + 1) + s.in_goal[other]
        out[n + 1] = CORNER + i * ISLANDS + turned_corner(int(s.corner[other]), flip_x, flip_y)
        n = write_gaps(s, other, GAP + i * GAPS, out, n + 2)
        out[n] = JOINED + i * (STONES + 1) + out[n]
        n += 1
        n = write_pips(s, other, STEPS + i * FARTHEST, ENTERS + i * FARTHEST, out, n)
    out[n] = PHASE + s.phase
    again = 1 if s.rolled > 1 else 0
    out[n + 1] = ROLL + again * (FARTHEST + 1) + s.roll
    return write_steps(LAID, int(s.bridges), out, n + 2)


def digit_rows(base: int, size: int, rows: int) -> Iterator[tuple[int, int]]:
    """The rows of steps that ``write_digits`` writes, two for each seat."""
    for start in range(base, base + rows * size, size):
        yield start, RADIX
        yield start + RADIX, size - RADIX


EVALUATION = Evaluation(
    features,
    viewpoint,
    size=SIZE,
    most=MOST,
    steps=(
        *((WAY + i * WAYS, WAYS) for i in range(SEATS)),
        *digit_rows(TO_GO, TOTALS, SEATS),
        *digit_rows(LEAD, LEADS, SEATS - 1),
        (LAID, BRIDGES),
        *((GAP + i * GAPS, GAPS) for i in range(SEATS)),
    ),
    search_parameters=NetworkParameters(exploration=0.15, temper=0.01, widening=1.0, fan=24),
    timed_parameters=NetworkParameters(temper=0.03),
    self_play=SelfPlay(iterations=20, length=150, every=8, trust=0.5),
    sparse=3,
    variants=({"reroll_any": True},),
    calibration={
        2: percent(
            0, 2, 5, 10, 13, 15, 17, 21, 26, 35, 47, 59, 69, 75, 79, 82, 85, 88, 93, 98, 100
        ),
        3: percent(0, 2, 3, 6, 10, 16, 26, 36, 46, 54, 61, 67, 72, 78, 83, 87, 90, 91, 94, 98, 100),
        4: percent(0, 2, 4, 8, 15, 24, 34, 43, 50, 56, 61, 65, 69, 74, 78, 83, 87, 90, 94, 98, 100),
    },
    levels={
        "beginner": Effort(0, carelessness=0.015),
        "casual": Effort(0, carelessness=0.006),
        "club": Effort(8),
        "expert": Effort(128, solves=True),
        "master": Effort(),
    },
)
