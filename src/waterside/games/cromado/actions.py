"""Cromado's actions and their numbers: the one place that says how they are encoded.

Actions are numbered in planes of 14 by 14 fields, as learning agents like them: two planes each for
laying, taking and putting down a bridge (across and upright), one each for a stone that leaves home
and one that enters the goal, one for each distance that a stone can go; the last number keeps all
bridges where they are.
"""

from __future__ import annotations

from waterside.engine.build import rule, table
from waterside.games.cromado.board import FARTHEST, FIELDS, GOAL, HOME, PITCH, PLANE, SIZE

LAY, TAKE, PUT = 0, 2 * PLANE, 4 * PLANE
FROM_HOME = 6 * PLANE
TO_GOAL = 7 * PLANE
WALK = 8 * PLANE
DISTANCES = [
    (dx, dy)
    for dy in range(-FARTHEST, FARTHEST + 1)
    for dx in range(-FARTHEST, FARTHEST + 1)
    if abs(dx) + abs(dy) <= FARTHEST
]
KEEP = WALK + len(DISTANCES) * PLANE
ACTIONS = KEEP + 1
FURTHER_ON = table([SIZE * dy + dx for dx, dy in DISTANCES])  # of each distance, in fields
SPOT = table([PITCH * (y - 1) + x - 1 for x, y in FIELDS])  # two spots give their distance
NUMBERS = {PITCH * dy + dx: i for i, (dx, dy) in enumerate(DISTANCES)}
DISTANCE = table(  # [spots further on, counted from six rows down]
    [NUMBERS.get(spots, -1) for spots in range(-PITCH * FARTHEST, PITCH * FARTHEST + 1)]
)


@rule
def bridge_action(first: int, field: int, upright: int) -> int:
    """The number of laying, taking or putting (LAY, TAKE, PUT) a bridge that begins on a field."""
    return first + upright * PLANE + field


@rule
def bridge_field(action: int) -> int:
    """The lowest or leftmost field of the bridge that an action lays, takes or puts."""
    return action % PLANE


@rule
def bridge_upright(action: int) -> int:
    """Whether the bridge that an action lays, takes or puts is upright, 1 or 0."""
    return action // PLANE % 2


@rule
def is_lay(action: int) -> bool:
    """Whether an action lays one of the first bridges."""
    return action < TAKE


@rule
def is_take(action: int) -> bool:
    """Whether an action takes a bridge."""
    return TAKE <= action < PUT


@rule
def is_put(action: int) -> bool:
    """Whether an action puts down the bridge that was taken."""
    return PUT <= action < FROM_HOME


@rule
def is_walk(action: int) -> bool:
    """Whether an action walks a stone, from home and to the goal included."""
    return FROM_HOME <= action < KEEP


@rule
def is_from_home(action: int) -> bool:
    """Whether an action walks a stone from home."""
    return FROM_HOME <= action < TO_GOAL


@rule
def is_to_goal(action: int) -> bool:
    """Whether an action walks a stone to the goal."""
    return TO_GOAL <= action < WALK


@rule
def walk_action(start: int, end: int) -> int:
    """The number of walking from a field, or from home, to a field."""
    if start == HOME:
        return FROM_HOME + end
    further_on = SPOT[end] - SPOT[start] + PITCH * FARTHEST
    return WALK + DISTANCE[further_on] * PLANE + start


@rule
def goal_action(start: int) -> int:
    """The number of walking from a field to the goal."""
    return TO_GOAL + start


@rule
def walk_start(action: int) -> int:
    """The field where a walk begins, or HOME."""
    return HOME if is_from_home(action) else action % PLANE


@rule
def walk_end(action: int) -> int:
    """The field where a walk ends, or GOAL."""
    if is_from_home(action):
        return action % PLANE
    if is_to_goal(action):
        return GOAL
    return action % PLANE + FURTHER_ON[(action - WALK) // PLANE]
