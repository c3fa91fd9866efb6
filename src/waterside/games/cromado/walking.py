"""Walking over Cromado's bridges: where walks of a number of pips lead, listed or picked without a list.

Stones do not stand in each other's way: a walk jumps over any stone, its own player's or another's,
and passes its own first field again. It only cannot *end* where another stone stands (CROM-24), on
an island other than its goal, or back at home (CROM-22).
"""

from __future__ import annotations

from waterside.engine.bits import lowest
from waterside.engine.build import large_rule, rule
from waterside.engine.rng import below
from waterside.games.cromado.actions import goal_action, walk_action
from waterside.games.cromado.board import (
    FIELD_AT,
    GOAL,
    HOME,
    ISLAND_FIELDS,
    NO_FIELD,
    STONES,
    common,
    east,
    is_empty,
    member,
    minus,
    north,
    opposite,
    shore,
    single,
    size,
    south,
    union,
    west,
)


@rule
def walk_on(s, fields):
    """CROM-21 CROM-22 CROM-23 CROM-25: where walks of all the pips are before and after their last step.

    They start from any of the fields. Only the direction of their last step is kept, which is enough
    never to go straight back. Stones are not looked at: they are jumped over (CROM-24).
    """
    bridges = covered(s)
    along = upright = fields
    to_east = common(east(fields), bridges)
    to_west = common(west(fields), bridges)
    to_north = common(north(fields), bridges)
    to_south = common(south(fields), bridges)
    for _ in range(s.roll - 1):
        along = union(to_east, to_west)
        upright = union(to_north, to_south)
        to_east = common(east(union(to_east, upright)), bridges)
        to_west = common(west(union(to_west, upright)), bridges)
        to_north = common(north(union(to_north, along)), bridges)
        to_south = common(south(union(to_south, along)), bridges)
    return union(along, upright), union(union(to_east, to_west), union(to_north, to_south))


@rule
def standing(s, start):
    """Where a stone is, as a set: a field, or at home all those of the island (CROM-22)."""
    if start == HOME:
        home = s.corner[s.player]
        return (
            ISLAND_FIELDS[home, 0],
            ISLAND_FIELDS[home, 1],
            ISLAND_FIELDS[home, 2],
            ISLAND_FIELDS[home, 3],
        )
    return single(start)


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
    goal = opposite(s.corner[s.player])
    return not is_empty(common(before, shore(goal)))


@large_rule
def pick_walk(s, rng):
    """One of the walks, in the order of ``legal``, and how many there are."""
    ends_0 = ends_1 = ends_2 = ends_3 = NO_FIELD
    goal_0 = goal_1 = goal_2 = goal_3 = 0
    from_home = False
    for i in range(STONES):
        start = int(s.stone[s.player, i])
        ends_0, ends_1, ends_2, ends_3 = ends_1, ends_2, ends_3, NO_FIELD
        goal_0, goal_1, goal_2, goal_3 = goal_1, goal_2, goal_3, 0
        if start != GOAL and not (start == HOME and from_home):
            from_home |= start == HOME
            to_goal, ends_3 = walks_from(s, start)
            goal_3 = int(to_goal)
    first = goal_0 + size(ends_0)
    second = first + goal_1 + size(ends_1)
    third = second + goal_2 + size(ends_2)
    n = third + goal_3 + size(ends_3)
    ticket = below(rng, n)
    stone, goal, ends, before = 0, goal_0, ends_0, 0
    if ticket >= third:
        stone, goal, ends, before = 3, goal_3, ends_3, third
    elif ticket >= second:
        stone, goal, ends, before = 2, goal_2, ends_2, second
    elif ticket >= first:
        stone, goal, ends, before = 1, goal_1, ends_1, first
    start = int(s.stone[s.player, stone])
    if goal and ticket == before:
        return goal_action(start), n
    return walk_action(start, member(ends, ticket - before - goal)), n


@large_rule
def walks(s, start, out, n):
    """CROM-24 CROM-26 CROM-27: every final field of a walk from here where no other stone stands."""
    to_goal, ends = walks_from(s, start)
    if to_goal:
        out[n] = goal_action(start)
        n += 1
    n = write_walks(ends[0], 0, start, out, n)
    n = write_walks(ends[1], 1, start, out, n)
    n = write_walks(ends[2], 2, start, out, n)
    return write_walks(ends[3], 3, start, out, n)


@large_rule
def walks_from(s, start):
    """CROM-24 CROM-26 CROM-27: whether a walk from here can enter the goal, and where others can end."""
    here = standing(s, start)
    before, ends = walk_on(s, here)
    return enters_goal(s, before), minus(ends, minus(occupied(s), here))


@rule
def write_walks(ends, word, start, out, n):
    """Writes the walks from here to the fields of every fourth row."""
    while ends:
        out[n] = walk_action(start, FIELD_AT[word, lowest(ends)])
        n += 1
        ends &= ends - 1
    return n


@large_rule
def can_move(s):
    """CROM-25: whether the player can complete a move with the number rolled."""
    fields = own_stones(s)
    before, ends = walk_on(s, fields)
    if enters_goal(s, before) or not is_empty(minus(ends, occupied(s))):
        return True
    if is_empty(common(ends, fields)) or not can_return(s):
        return False
    for i in range(STONES):
        if s.stone[s.player, i] >= 0:
            here = single(s.stone[s.player, i])
            before, ends = walk_on(s, here)
            if not is_empty(common(ends, here)):
                return True
    return False


@rule
def can_return(s):
    """Whether a walk could lead back to where it began, which takes an even number and a square.

    Who never goes straight back goes round something, and with six pips at most that is four fields.
    """
    pairs = common(covered(s), east(covered(s)))
    return s.roll >= 4 and s.roll % 2 == 0 and not is_empty(common(pairs, north(pairs)))


@rule
def own_stones(s):
    """Where the player's stones are, but those on the goal."""
    fields = NO_FIELD
    for i in range(STONES):
        if s.stone[s.player, i] != GOAL:
            fields = union(fields, standing(s, s.stone[s.player, i]))
    return fields


@large_rule
def stands_before_goal(s):
    """CROM-32: whether some stone could enter the goal with fewer pips than were rolled."""
    bridges = covered(s)
    near = own_stones(s)
    for _ in range(s.roll - 2):
        along = union(east(near), west(near))
        upright = union(north(near), south(near))
        near = union(near, common(union(along, upright), bridges))
    return enters_goal(s, near)
