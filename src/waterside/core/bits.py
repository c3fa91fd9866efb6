"""Sets of small numbers as the bits of one whole number: how many there are, and which is the n-th.

Both are arithmetic without a branch: on a GPU threads side by side then never wait for each other.
"""

from __future__ import annotations

from waterside.core.compile import rule

HALF = 30
LOWER = (1 << HALF) - 1


@rule
def count(mask):
    """How many bits are set, of a mask of up to 60 bits."""
    return count_of_half(mask & LOWER) + count_of_half(mask >> HALF)


@rule
def count_of_half(mask):
    """The same for a mask of up to 32 bits."""
    pairs = mask - ((mask >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return (eights + (eights >> 8) + (eights >> 16) + (eights >> 24)) & 0x3F


@rule
def nth(mask, n):
    """The place of the bit that is set with exactly n others below it; up to 60 bits."""
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
