"""How games go on, as rule functions: continuations of a position, and searches after an action.

A *continuation* plays on for a few decisions, each player by what that player knows, and ends with the
evaluation of every seat's share of the win, or with the result. A *search after an action* is the search
of ``waterside.bots`` whose root is the position that the action leads to, so that two actions can be
compared with equal effort. Every sample has a stream of random numbers of its own: what is compared
begins in the same imagined worlds.
"""

from __future__ import annotations

from waterside.bots.network_tree import (
    act_by_network,
    best_of_some,
    descend_by_network,
)
from waterside.bots.outlooks import IMAGINED
from waterside.bots.tree import believe, descend, note, play_on, share_out
from waterside.engine.build import large_rule, rule
from waterside.engine.contract import CHANCE, OVER, actor, apply, legal, sample
from waterside.engine.network import seat_values
from waterside.engine.rng import seed_into

NO_ACTION = -1


@rule
def normalise(values):
    """Scales the seats' shares so that they add up to one."""
    total = 0.0
    for seat in range(len(values)):
        total += values[seat]
    for seat in range(len(values)):
        values[seat] /= total


@rule
def begin(states, s, rng, seed, number, imagined, action):
    """Sets up sample ``number``: a world, and in it an action if there is one."""
    seed_into(rng, seed, number)
    states[1] = states[0]
    if imagined:
        believe(s, rng)
    if action != NO_ACTION:
        apply(s, action)


@large_rule
def play_ahead(states, s, after, seen, rng, scratch, settings, ahead):
    """Plays on for some decisions by the network and writes each seat's share of the win."""
    decisions = 0
    who = actor(s)
    while who != OVER:
        if who == CHANCE:
            apply(s, sample(s, rng, scratch.out, scratch.weights))
        else:
            if decisions == ahead:
                break
            n = legal(s, scratch.out)
            if n > settings.fan:
                apply(s, best_of_some(states, after, n, scratch, rng, settings, who))
            else:
                action = act_by_network(
                    states, s, after, seen, scratch, rng, settings.temper, who, IMAGINED
                )
                apply(s, action)
            decisions += 1
        who = actor(s)
    if who == OVER:
        share_out(s, scratch)
    else:
        seat_values(s, len(scratch.values), scratch.net, scratch.layers, scratch.values)
        normalise(scratch.values)


@rule
def continue_by_network(
    states, s, after, seen, rng, scratch, settings, ahead, seed, action, imagined, samples, out
):
    """Writes each seat's share of the win in so many continuations of ``states[0]``; ``[sample, seat]``."""
    for i in range(samples):
        begin(states, s, rng, seed, i, imagined, action)
        play_ahead(states, s, after, seen, rng, scratch, settings, ahead)
        for seat in range(len(scratch.values)):
            out[i, seat] = scratch.values[seat]


@rule
def continue_by_playouts(
    states, s, after, seen, rng, scratch, settings, ahead, seed, action, imagined, samples, out
):
    """As ``continue_by_network``, for games without a network; the settings say how far it goes."""
    for i in range(samples):
        begin(states, s, rng, seed, i, imagined, action)
        play_on(s, rng, scratch, settings)
        normalise(scratch.values)
        for seat in range(len(scratch.values)):
            out[i, seat] = scratch.values[seat]


@rule
def search_after_by_network(
    states, s, after, seen, tree, rng, scratch, settings, seat, seed, action, iterations, out
):
    """Searches on after an action of ``seat``; writes what each iteration gave each seat."""
    for i in range(iterations):
        begin(states, s, rng, seed, i, True, action)
        length = descend_by_network(states, s, after, seen, tree, rng, scratch, settings, seat)
        if actor(s) == OVER:
            share_out(s, scratch)
        else:
            seat_values(s, len(scratch.values), scratch.net, scratch.layers, scratch.values)
        note(tree, scratch, length, seat, settings.paranoid)
        for other in range(len(scratch.values)):
            out[i, other] = scratch.values[other]


@rule
def search_after_by_playouts(
    states, s, after, seen, tree, rng, scratch, settings, seat, seed, action, iterations, out
):
    """As ``search_after_by_network``, for games without a network."""
    for i in range(iterations):
        begin(states, s, rng, seed, i, True, action)
        length = descend(s, tree, rng, scratch, settings, seat)
        play_on(s, rng, scratch, settings)
        note(tree, scratch, length, seat, settings.paranoid)
        for other in range(len(scratch.values)):
            out[i, other] = scratch.values[other]
