"""Random numbers that are the same in Python, in machine code and on a GPU.

The generator is sfc32 (three 32-bit words and a counter; adds, shifts and xors). Its state is a row
of four integers, so that a caller can keep one per game or thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waterside.engine.build import rule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MASK = 0xFFFFFFFF


@rule
def next32(rng):
    """The next 32 random bits."""
    a = int(rng[0])
    b = int(rng[1])
    c = int(rng[2])
    counter = int(rng[3])
    result = (a + b + counter) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = (((c << 21) | (c >> 11)) + result) & MASK
    rng[3] = (counter + 1) & MASK
    return result


@rule
def below(rng, n):
    """A whole number from 0 to n - 1, every one exactly equally likely (n up to 2**31)."""
    product = next32(rng) * int(n)
    low = product & MASK
    while low < n and low < (MASK + 1 - n) % n:
        product = next32(rng) * int(n)
        low = product & MASK
    return product >> 32


@rule
def seed_into(rng, seed, stream):
    """Starts the generator for one of many independent streams of a seed."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = stream & MASK
    rng[3] = 1 + ((stream >> 32) & MASK)
    for _ in range(15):
        next32(rng)


def generator(seed: int = 0, stream: int = 0) -> npt.NDArray[np.int64]:
    """A new generator: the same seed and stream give the same numbers everywhere."""
    import numpy as np

    rng = np.zeros(4, np.int64)
    seed_into(rng, int(seed) & (2**63 - 1), int(stream))
    return rng
