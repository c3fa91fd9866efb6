"""Small sets as masks: bit i is member i."""

from __future__ import annotations

from waterside.core.compile import rule, table

MOST = 6  # members: seats, colours

HOW_MANY = table([0, 1, 1, 2, 1, 2, 2, 3])
NUMBER_IN = table(  # the numbers in a set, smallest first
    [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 2, 0], [3, 0, 0], [1, 3, 0], [2, 3, 0], [1, 2, 3]]
)


@rule
def how_many(members):
    """The number of members of a set."""
    count = 0
    for seat in range(MOST):
        count += (members >> seat) & 1
    return count


@rule
def member(members, number):
    """The member of a set with this number, counted from 0."""
    one = 0
    while number > 0 or not (members >> one) & 1:
        number -= (members >> one) & 1
        one += 1
    return one
