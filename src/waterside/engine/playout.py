"""Random games from lists of legal actions, for measuring; and what stands in for optional rules."""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.engine.contract import (
    ALL_VIEWERS,
    CHANCE,
    OVER,
    UNCOUNTED,
    actor,
    apply,
    chances,
    legal,
    new,
    sample,
    winners,
)
from waterside.engine.rng import below, seed_into

SHARES = 60  # a win is counted in sixtieths, so that any tie can be split exactly


@rule
def sample_from_chances(s, rng, out, weights):
    """An outcome of chance, drawn from the list of all: for games that have no ``sample``."""
    n = chances(s, out, weights)
    total = 0
    for i in range(n):
        total += weights[i]
    ticket = below(rng, total)
    i = 0
    while ticket >= weights[i]:
        ticket -= weights[i]
        i += 1
    return out[i]


@rule
def pick_from_list(s, rng, out):
    """A random action from the list of all, and how many: for games that have no ``pick``."""
    n = legal(s, out)
    return int(out[below(rng, n)]), n


@rule
def one_kind(s):
    """For games that do not say what kinds of decisions they have."""
    return 0


@rule
def nothing_guessed(s):
    """Players know what their actions lead to: for games without ``guesses``."""
    return False


@rule
def not_counted(s, seat):
    """Nothing stands for what a seat knows: for games without ``knowledge``."""
    return UNCOUNTED


@rule
def seen_by_all(s):
    """All see what chance brings: for games that have no secret chance."""
    return ALL_VIEWERS


@rule
def playout(s, rng, out, weights):
    """Plays uniformly random actions to the end; returns the number of player decisions.

    It lists all legal actions at each, as those do that it is measured beside.
    """
    decisions = 0
    who = actor(s)
    while who != OVER:
        if who == CHANCE:
            apply(s, sample(s, rng, out, weights))
        else:
            action, _ = pick_from_list(s, rng, out)
            apply(s, action)
            decisions += 1
        who = actor(s)
    return decisions


@rule
def random_games(s, rng, out, weights, won, players, options, seed, first, games):
    """Plays games number ``first`` and on, each with its own stream; returns all decisions.

    ``won`` gathers each seat's wins in sixtieths.
    """
    decisions = 0
    for game in range(first, first + games):
        seed_into(rng, seed, game)
        new(s, players, options)
        decisions += playout(s, rng, out, weights)
        winners(s, out)
        several = 0
        for seat in range(players):
            several += out[seat]
        for seat in range(players):
            won[seat] += out[seat] * SHARES // several
    return decisions
