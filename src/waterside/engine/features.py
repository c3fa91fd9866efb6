"""Ways to write numbers as features: so that what is learned of one tells something of its neighbours."""

from __future__ import annotations

from waterside.engine.build import rule


@rule
def write_steps(base, value, out, n):
    """Features for a number from 0 on, one for every step up to it: close numbers share most of
    theirs, so that the weights of the steps make a smooth curve. Returns how many are written.

    Only the last step is written: that the others are on, too, is said by ``Evaluation.steps``, and the
    network adds up their weights beforehand.
    """
    if value > 0:
        out[n] = base + value - 1
        n += 1
    return n


@rule
def write_digits(base, value, radix, out, n):
    """Features for a large number: steps for its two digits, the lower digit's first.

    They take ``radix`` places and then as many as the higher digit can count: two rows of steps.
    """
    n = write_steps(base, value % radix, out, n)
    return write_steps(base + radix, value // radix, out, n)
