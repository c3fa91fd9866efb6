"""The learned evaluation as rule functions: a small network on the sparse features of a game.

The first layer is the sum of the rows of the features that are on; two small dense layers follow, and
a softmax over the seats, the viewpoint's first, gives each seat's expected share of the win. All of it
is plain loops over arrays that callers pass, so that it runs interpreted, as machine code and on a
GPU alike, and allocates nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from waterside.engine.build import large_rule, open_rule, rule
from waterside.engine.reals import exponential

EACH_FOR_ITSELF = -1
"""What ``viewpoint`` returns where seats know different things, so that each must be asked."""


class Network(NamedTuple):
    """The weights for one number of players; all are arrays of 32-bit floats."""

    first: Any
    """[feature, unit]"""
    first_bias: Any
    second: Any
    """[unit of the first layer, unit]"""
    second_bias: Any
    last: Any
    """[unit of the second layer, seat counted from the viewpoint]"""
    last_bias: Any


class Layers(NamedTuple):
    """What a forward pass writes to."""

    on: Any
    """The features that are on."""
    first: Any
    second: Any
    shares: Any
    """Each seat's share of the win, counted from the viewpoint."""


@open_rule
def features(s, seat, out):
    """Stands for the game's own function."""


@open_rule
def viewpoint(s):
    """Stands for the game's own function."""


@rule
def no_features(s, seat, out):
    """For games without a learned evaluation."""
    return 0


@rule
def no_viewpoint(s):
    """For games without a learned evaluation."""
    return EACH_FOR_ITSELF


@rule
def clip(values, n):
    """Clips the first n values to the range from 0 to 1."""
    for i in range(n):
        if values[i] < 0.0:
            values[i] = 0.0
        elif values[i] > 1.0:
            values[i] = 1.0


@rule
def add_rows(first, on, n, into):
    """Adds the rows of the first n features that are on, four at a time: it halves the time."""
    width = len(into)
    i = 0
    while i + 4 <= n:
        a = on[i]
        b = on[i + 1]
        c = on[i + 2]
        d = on[i + 3]
        for unit in range(width):
            into[unit] += (first[a, unit] + first[b, unit]) + (first[c, unit] + first[d, unit])
        i += 4
    while i < n:
        a = on[i]
        for unit in range(width):
            into[unit] += first[a, unit]
        i += 1


@rule
def sum_of_rows(first, on, n, unit, total):
    """What ``add_rows`` adds to one unit, in the same order, so that the sum is the same."""
    i = 0
    while i + 4 <= n:
        near = first[on[i], unit] + first[on[i + 1], unit]
        far = first[on[i + 2], unit] + first[on[i + 3], unit]
        total += near + far
        i += 4
    while i < n:
        total += first[on[i], unit]
        i += 1
    return total


@rule
def add_products(values, weights, into):
    """Adds what a dense layer makes of these values, two of them at a time."""
    narrow = len(into)
    i = 0
    while i + 2 <= len(values):
        a = values[i]
        b = values[i + 1]
        if a > 0.0 or b > 0.0:
            for unit in range(narrow):
                into[unit] += a * weights[i, unit] + b * weights[i + 1, unit]
        i += 2
    if i < len(values):
        for unit in range(narrow):
            into[unit] += values[i] * weights[i, unit]


@large_rule
def forward(s, seat, players, net, layers):
    """Writes each seat's expected share of the win, counted from this seat, as it sees things."""
    n = features(s, seat, layers.on)
    for unit in range(len(layers.first)):
        layers.first[unit] = net.first_bias[unit]
    add_rows(net.first, layers.on, n, layers.first)
    clip(layers.first, len(layers.first))
    for unit in range(len(layers.second)):
        layers.second[unit] = net.second_bias[unit]
    add_products(layers.first, net.second, layers.second)
    clip(layers.second, len(layers.second))
    for i in range(players):
        layers.shares[i] = net.last_bias[i]
    for i in range(len(layers.second)):
        value = layers.second[i]
        if value > 0.0:
            for other in range(players):
                layers.shares[other] += value * net.last[i, other]
    softmax(layers.shares, players)


@rule
def softmax(values, n):
    """Turns the first n values into shares that add up to one."""
    most = values[0]
    for i in range(1, n):
        most = max(most, values[i])
    total = 0.0
    for i in range(n):
        values[i] = exponential(values[i] - most)
        total += values[i]
    for i in range(n):
        values[i] /= total


@rule
def seat_values(s, players, net, layers, out):
    """Writes for each seat the share of the win that it expects by what it knows itself."""
    seat = int(viewpoint(s))
    if seat != EACH_FOR_ITSELF:
        forward(s, seat, players, net, layers)
        for i in range(players):
            other = seat + i
            if other >= players:
                other -= players
            out[other] = layers.shares[i]
        return
    for other in range(players):
        forward(s, other, players, net, layers)
        out[other] = layers.shares[0]


@rule
def value_for(s, seat, players, net, layers):
    """The share of the win that one seat expects."""
    viewer = int(viewpoint(s))
    if viewer == EACH_FOR_ITSELF:
        viewer = seat
    forward(s, viewer, players, net, layers)
    place = seat - viewer
    if place < 0:
        place += players
    return layers.shares[place]
