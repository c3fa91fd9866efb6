"""The loops of learning, for machine code: features of positions, gradients, and steps along them."""

from __future__ import annotations

import math

import numpy as np

from waterside.engine.build import large_rule, rule
from waterside.engine.network import EACH_FOR_ITSELF, features, viewpoint

SMALLEST = 1e-7


@rule
def write_features(s, wanted, on, starts, n, viewers):
    """Writes a position's features as its viewpoints see it, from example n on; returns the next."""
    viewer = int(viewpoint(s))
    if viewer != EACH_FOR_ITSELF:
        start = starts[n]
        starts[n + 1] = start + features(s, viewer, on[start:])
        viewers[n] = viewer
        return n + 1
    for seat in range(len(wanted)):
        if wanted[seat]:
            start = starts[n]
            starts[n + 1] = start + features(s, seat, on[start:])
            viewers[n] = seat
            n += 1
    return n


@rule
def write_all(states, one, s, wanted, on, starts, sources, viewers, room):
    """Writes positions until there is no room; returns the examples and how many positions.

    ``s`` is the only state of ``one``, which each position is copied to.
    """
    n = 0
    place = 0
    while place < len(states) and starts[n] + room < len(on):
        before = n
        one[0] = states[place]
        n = write_features(s, wanted[place], on, starts, n, viewers)
        for example in range(before, n):
            sources[example] = place
        place += 1
    return n, place


@large_rule
def learn_range(
    on, starts, lowest, players, targets, order, begin, end, fewest, first, first_bias, second, second_bias,
    last, last_bias, d_first, d_first_bias, d_second, d_second_bias, d_last, d_last_bias, one, two,
    shares, d_one, d_two, teach,
):  # fmt: skip
    """Adds up gradients over some examples, or only the loss, which it returns.

    A feature stands for all from ``lowest[feature]`` up to it: see ``Evaluation.steps``.
    """
    loss = 0.0
    width = len(first_bias)
    narrow = second.shape[2]
    for place in range(begin, end):
        example = order[place]
        seats = players[example]
        head = seats - fewest
        for unit in range(width):
            one[unit] = first_bias[unit]
        for i in range(starts[example], starts[example + 1]):
            for row in range(lowest[on[i]], on[i] + 1):
                for unit in range(width):
                    one[unit] += first[row, unit]
        for unit in range(narrow):
            two[unit] = second_bias[head, unit]
        for i in range(width):
            value = min(max(one[i], np.float32(0.0)), np.float32(1.0))
            for unit in range(narrow):
                two[unit] += value * second[head, i, unit]
        for seat in range(seats):
            shares[seat] = last_bias[head, seat]
        for i in range(narrow):
            value = min(max(two[i], np.float32(0.0)), np.float32(1.0))
            for seat in range(seats):
                shares[seat] += value * last[head, i, seat]
        most = shares[0]
        for seat in range(1, seats):
            most = max(most, shares[seat])
        total = 0.0
        for seat in range(seats):
            shares[seat] = math.exp(shares[seat] - most)
            total += shares[seat]
        for seat in range(seats):
            shares[seat] /= total
            loss -= targets[example, seat] * math.log(max(SMALLEST, shares[seat]))
        if not teach:
            continue
        for seat in range(seats):
            shares[seat] -= targets[example, seat]
            d_last_bias[head, seat] += shares[seat]
        for i in range(narrow):
            value = min(max(two[i], np.float32(0.0)), np.float32(1.0))
            d_two[i] = 0.0
            for seat in range(seats):
                d_last[head, i, seat] += value * shares[seat]
                if 0.0 < two[i] < 1.0:
                    d_two[i] += last[head, i, seat] * shares[seat]
            d_second_bias[head, i] += d_two[i]
        for i in range(width):
            value = min(max(one[i], np.float32(0.0)), np.float32(1.0))
            d_one[i] = 0.0
            if one[i] > 0.0:
                for unit in range(narrow):
                    d_second[head, i, unit] += value * d_two[unit]
            if 0.0 < one[i] < 1.0:
                slope = np.float32(0.0)
                for unit in range(narrow):
                    slope += second[head, i, unit] * d_two[unit]
                d_one[i] = slope
                d_first_bias[i] += slope
        for i in range(starts[example], starts[example + 1]):
            for row in range(lowest[on[i]], on[i] + 1):
                for unit in range(width):
                    d_first[row, unit] += d_one[unit]
    return loss


@rule
def adam_step(
    weights, gradients, mean, square, begin, end, scale, rate, decay, calm, corrected, corrected_square
):  # fmt: skip
    """Moves some flat weights along the sum of all threads' gradients, which become zero again."""
    for i in range(begin, end):
        slope = gradients[0, i]
        gradients[0, i] = 0.0
        for thread in range(1, len(gradients)):
            slope += gradients[thread, i]
            gradients[thread, i] = 0.0
        slope *= scale
        mean[i] += 0.1 * (slope - mean[i])
        square[i] += 0.001 * (slope * slope - square[i])
        if mean[i] != 0.0:
            step = mean[i] * corrected / (math.sqrt(square[i] * corrected_square) + calm)
            weights[i] -= rate * (step + decay * weights[i])
