"""Logarithm and exponential that are the same everywhere, to the last bit.

C libraries and GPUs each round ``log`` and ``exp`` in their own way, and WebAssembly has neither. These
use nothing but sums, products and quotients, which every processor rounds alike, so that a search
finds the same in Python, in machine code and in a web page.
"""

from __future__ import annotations

from waterside.engine.build import rule

LOG_2_HIGH = 0.6931471787393093  # its last bits are zero: times a small whole number it is exact
LOG_2_LOW = 1.8206359985041462e-09  # what is left of the logarithm of 2
TWICE_ROOT_2 = 2.8284271247461903
ROOT_2 = 1.4142135623730951
HALF_ROOT_2 = 0.7071067811865476
LARGEST = 700.0  # beyond it an exponential would not fit into a number


@rule
def logarithm(x):
    """The natural logarithm of a number above zero.

    >>> logarithm(1.0), logarithm(10.0)
    (0.0, 2.302585092994046)
    """
    power = 0
    while x >= 65536.0:
        x *= 1.0 / 65536.0
        power += 16
    if x >= 256.0:
        x *= 1.0 / 256.0
        power += 8
    if x >= 16.0:
        x *= 1.0 / 16.0
        power += 4
    while x >= TWICE_ROOT_2:
        x *= 0.25
        power += 2
    if x >= ROOT_2:
        x *= 0.5
        power += 1
    while x < HALF_ROOT_2:
        x *= 2.0
        power -= 1
    # The series of the area tangent, its even and its odd terms side by side.
    z = (x - 1.0) / (x + 1.0)
    w = z * z
    v = w * w
    even = 1.0 + v * (1.0 / 5 + v * (1.0 / 9 + v * (1.0 / 13 + v * (1.0 / 17))))
    odd = 1.0 / 3 + v * (1.0 / 7 + v * (1.0 / 11 + v * (1.0 / 15 + v * (1.0 / 19))))
    return power * LOG_2_HIGH + (2.0 * z * (even + w * odd) + power * LOG_2_LOW)


@rule
def exponential(x):
    """Euler's number to the power of another; 0 far below zero, and never infinite.

    >>> exponential(0.0), exponential(1.0), exponential(-1000.0)
    (1.0, 2.718281828459045, 0.0)
    """
    x = 1.0 * x
    if x < -LARGEST:
        return 0.0
    x = min(x, LARGEST)
    if x < 0.0:
        power = int(x * (1.0 / (LOG_2_HIGH + LOG_2_LOW)) - 0.5)
    else:
        power = int(x * (1.0 / (LOG_2_HIGH + LOG_2_LOW)) + 0.5)
    r = (x - power * LOG_2_HIGH) - power * LOG_2_LOW
    # (b + r) / (b - r) with b = r / tanh(r / 2), of which these are the first terms.
    w = r * r
    b = w * (1.0 / 15120 - w * (1.0 / 604800 - w * (1.0 / 23950080 - w * (691.0 / 653837184000))))
    b = 2.0 + w * (1.0 / 6 - w * (1.0 / 360 - b))
    result = 1.0 + 2.0 * r / (b - r)
    while power > 60:
        result *= 1.0 * (1 << 60)
        power -= 60
    while power < -60:
        result /= 1.0 * (1 << 60)
        power += 60
    if power < 0:
        return result / (1 << -power)
    return result * (1 << power)
