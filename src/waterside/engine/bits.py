"""Sets of small numbers as the bits of one whole number: how many there are, and which is the n-th.

All are arithmetic without a branch: on a GPU threads side by side then never wait for each other.
``count`` is written the way that compilers know, so that it becomes one instruction.
"""

from __future__ import annotations

from waterside.engine.build import rule


@rule
def count(mask):
    """How many bits are set, of a mask of up to 63 bits."""
    pairs = mask - ((mask >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((eights * 0x0101010101010101) >> 56) & 0x7F


@rule
def lowest(mask):
    """The place of the lowest bit of a mask that has one."""
    return count((mask & -mask) - 1)


@rule
def nth(mask, n):
    """The place of the bit that is set with exactly n others below it; up to 63 bits."""
    place = 0
    left = n
    width = 32
    while width > 0:
        lower = count((mask >> place) & ((1 << width) - 1))
        beyond = 1 if left >= lower else 0
        left -= lower * beyond
        place += width * beyond
        width >>= 1
    return place
