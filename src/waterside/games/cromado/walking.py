"""Walking over Cromado's bridges: where all walks of a number of pips lead, found together."""

from __future__ import annotations

from waterside.core.compile import rule
from waterside.games.cromado.board import (
    EAST,
    FIRST_STEP,
    ISLANDS,
    NORTH,
    SOUTH,
    TOUCHING,
    WEST,
    common,
    east,
    is_empty,
    north,
    south,
    union,
    west,
)


@rule
def walk_on(s, fields, from_home):
    """CROM-21 to 23, 25: where walks of all the pips are before their last step, and after it.

    They start from any of the fields, or from home. They are told apart by the direction of their
    last step only, which is enough never to go straight back.
    """
    bridges = covered(s)
    before = fields
    to_east = east(fields)
    to_west = west(fields)
    to_north = north(fields)
    to_south = south(fields)
    if from_home:
        corner = s.corner[s.player]
        to_east = union(to_east, first_step(corner, EAST))
        to_west = union(to_west, first_step(corner, WEST))
        to_north = union(to_north, first_step(corner, NORTH))
        to_south = union(to_south, first_step(corner, SOUTH))
    to_east = common(to_east, bridges)
    to_west = common(to_west, bridges)
    to_north = common(to_north, bridges)
    to_south = common(to_south, bridges)
    for _ in range(s.roll - 1):
        along = union(to_east, to_west)
        upright = union(to_north, to_south)
        before = union(along, upright)
        to_east = common(east(union(to_east, upright)), bridges)
        to_west = common(west(union(to_west, upright)), bridges)
        to_north = common(north(union(to_north, along)), bridges)
        to_south = common(south(union(to_south, along)), bridges)
    return before, union(union(to_east, to_west), union(to_north, to_south))


@rule
def first_step(island, direction):
    """CROM-22: where one step in this direction leads from an island."""
    return (
        FIRST_STEP[island, direction, 0],
        FIRST_STEP[island, direction, 1],
        FIRST_STEP[island, direction, 2],
        FIRST_STEP[island, direction, 3],
    )


@rule
def covered(s):
    """The fields under bridges, as a set."""
    return s.covered[0], s.covered[1], s.covered[2], s.covered[3]


@rule
def occupied(s):
    """The fields under stones, as a set."""
    return s.occupied[0], s.occupied[1], s.occupied[2], s.occupied[3]


@rule
def enters_goal(s, before):
    """CROM-26: whether the last step can lead from one of these fields to the player's goal."""
    goal = (s.corner[s.player] + 2) % ISLANDS
    touching = TOUCHING[goal, 0], TOUCHING[goal, 1], TOUCHING[goal, 2], TOUCHING[goal, 3]
    return not is_empty(common(before, touching))
