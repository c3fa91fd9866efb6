"""Games that a search plays against itself, in machine code from beginning to end, to learn from.

Of every game some positions are kept, with what each seat got in the end and what the search thought.
Some games go through a few random actions, so that positions are seen that good play avoids; only
what comes after them is kept, so that what is learned is still the worth of a position among good
players.
"""

from __future__ import annotations

from waterside.bots.network_tree import act_by_network, look
from waterside.bots.outlooks import IMAGINED, final_share
from waterside.bots.tree import NONE, believe, plant
from waterside.engine.build import large_rule, open_rule, rule
from waterside.engine.contract import CHANCE, OVER, actor, apply, legal, new, pick, redact, sample
from waterside.engine.network import value_for
from waterside.engine.rng import below, seed_into


@open_rule
def iterate(states, s, after, seen, tree, rng, scratch, settings, seat, iterations):
    """Stands for the search with or without a learned evaluation."""


@open_rule
def glance(states, s, after, seen, scratch, rng, settings, seat, warmth):
    """Stands for a choice without a search, where there is a learned evaluation."""


@rule
def no_glance(states, s, after, seen, scratch, rng, settings, seat, warmth):
    """For the search without a learned evaluation."""
    return NONE


@open_rule
def expect(s, seat, players, scratch):
    """Stands for what a seat expects without looking ahead, where there is a learned evaluation."""


@rule
def no_expectation(s, seat, players, scratch):
    """For the search without a learned evaluation."""
    return 0.0


@rule
def expect_by_network(s, seat, players, scratch):
    """What the network says by what the seat knows."""
    return value_for(s, seat, players, scratch.net, scratch.layers)


@large_rule
def glance_by_network(states, s, after, seen, scratch, rng, settings, seat, warmth):
    """What the network likes best one action ahead, or with this chance in a thousand an action that
    it likes less.
    """
    states[1] = states[0]
    believe(s, rng)
    if below(rng, 1000) < warmth:
        return act_by_network(states, s, after, seen, scratch, rng, settings.temper, seat, IMAGINED)
    n = legal(s, scratch.out)
    look(states, s, after, seen, n, scratch, rng, seat, IMAGINED)
    best = 0
    for i in range(1, n):
        if scratch.outlooks[i] > scratch.outlooks[best]:
            best = i
    return int(scratch.out[best])


@rule
def chosen_action(tree, rng, warmth):
    """The most visited action, or one drawn by visits with this chance in a thousand."""
    most = -1
    best = NONE
    total = 0
    drawn = NONE
    child = tree.child[0]
    while child != NONE:
        visits = int(tree.visits[child])
        if visits > most:
            most = visits
            best = child
        total += visits
        if below(rng, total) < visits:
            drawn = child
        child = tree.sibling[child]
    if below(rng, 1000) < warmth:
        return int(tree.action[drawn])
    return int(tree.action[best])


@large_rule
def think(states, root, s, after, seen, truth, tree, rng, scratch, settings, iterations, warmth):
    """Searches the true state as its player knows it; returns the action and leaves the sums."""
    who = actor(truth)
    states[0] = states[4]
    redact(root, who)
    if iterations == 0:
        return glance(states, s, after, seen, scratch, rng, settings, who, warmth)
    plant(tree)
    for seat in range(len(scratch.sums)):
        scratch.sums[seat] = 0.0
    for action in range(len(scratch.stamp)):
        scratch.stamp[action] = 0
    scratch.clock[0] = 0
    iterate(states, s, after, seen, tree, rng, scratch, settings, who, iterations)
    return chosen_action(tree, rng, warmth)


@rule
def keep_position(states, kept, n, who, decisions, scratch):
    """Keeps a position with what the search thought, or that nobody thought about it."""
    kept.states[n] = states[4]
    kept.seats[n] = who
    kept.moments[n] = decisions
    for seat in range(len(scratch.sums)):
        kept.thought[n, seat] = 0.0
    if who < 0:
        return
    total = sum_of(scratch.sums)
    for seat in range(len(scratch.sums)):
        kept.thought[n, seat] = scratch.sums[seat] / total


@rule
def sum_of(values):
    """All of them added up."""
    total = 0.0
    for i in range(len(values)):
        total += values[i]
    return total


@rule
def look_back(kept, begin, n, decisions, trust):
    """Writes what came of each position from ``begin`` on for each seat.

    That is what the seat expected at its next turn, what it expected at the one after that, and so on to
    its share in the end, each counting ``trust`` of what is left: far less depends on luck in a few turns
    than in a whole game.
    """
    came = kept.came[n]
    for place in range(n - 1, begin - 1, -1):
        while decisions - 1 > kept.moments[place]:
            decisions -= 1
            seat = kept.movers[decisions]
            if seat >= 0:
                came[seat] += trust * (kept.expected[decisions] - came[seat])
        for seat in range(len(came)):
            kept.came[place, seat] = came[seat]


@large_rule
def self_play(
    states, root, s, after, seen, truth, tree, rng, scratch, settings, players, options, seed, number,
    iterations, strange, length, every, warmth, trust, longest, kept, n,
):  # fmt: skip
    """Plays one game and keeps positions of it from ``n`` on, as many as ``longest``; returns how many there
    are then.

    In ``strange`` of a thousand games some actions are random, up to a decision before ``length``. Of
    ``every`` positions one is kept on average.
    """
    seed_into(rng, seed, number)
    new(truth, players, options)
    last_random = -1
    randoms = 0
    if below(rng, 1000) < strange:
        last_random = below(rng, length)
        randoms = 1 + below(rng, 3)
    begin = n
    decisions = 0
    who = actor(truth)
    while who != OVER:
        room = n < begin + longest and decisions < len(kept.movers)
        wanted = decisions > last_random and room and below(rng, every) == 0
        if who == CHANCE:
            if wanted:
                keep_position(states, kept, n, -1, decisions, scratch)
                n += 1
            apply(truth, sample(truth, rng, scratch.out, scratch.weights))
        elif last_random - randoms < decisions <= last_random:
            action, _ = pick(truth, rng, scratch.out)
            apply(truth, action)
            decisions += 1
        else:
            choices = legal(truth, scratch.out)
            action = int(scratch.out[0])
            if room:
                kept.movers[decisions] = -1
            if choices > 1:
                action = think(
                    states, root, s, after, seen, truth, tree, rng, scratch, settings, iterations, warmth
                )  # fmt: skip
                if room and trust > 0.0:
                    kept.movers[decisions] = who
                    if iterations > 0:
                        kept.expected[decisions] = scratch.sums[who] / sum_of(scratch.sums)
                    else:
                        kept.expected[decisions] = expect(truth, who, players, scratch)
            if wanted:
                who_thought = who if choices > 1 and iterations > 0 else -1
                keep_position(states, kept, n, who_thought, decisions, scratch)
                n += 1
            apply(truth, action)
            decisions += 1
        who = actor(truth)
    for seat in range(players):
        kept.came[n, seat] = final_share(truth, seat, players, scratch.out)
    look_back(kept, begin, n, min(decisions, len(kept.movers)), trust)
    return n


@large_rule
def self_play_some(
    states, root, s, after, seen, truth, tree, rng, scratch, settings, players, options, seed, first, games,
    iterations, strange, length, every, warmth, trust, longest, kept,
):  # fmt: skip
    """Plays games one after the other, as long as the longest has room; returns how many."""
    n = 0
    for i in range(games):
        if n + longest >= len(kept.states):
            return i
        n = self_play(
            states, root, s, after, seen, truth, tree, rng, scratch, settings, players, options, seed,
            first + i, iterations, strange, length, every, warmth, trust, longest, kept, n,
        )  # fmt: skip
        kept.ends[i] = n
    return games


@large_rule
def duel(
    states, root, s, after, seen, truth, tree, rng, scratches, settings, players, options, seed, number,
    iterations, opening, shares,
):  # fmt: skip
    """Plays one game in which every seat searches its own way, with its own network.

    The first ``opening`` decisions are random, the same for all who play this number.
    """
    seed_into(rng, seed, number)
    new(truth, players, options)
    scratch = scratches[0]
    decisions = 0
    who = actor(truth)
    while who != OVER:
        if who == CHANCE:
            apply(truth, sample(truth, rng, scratch.out, scratch.weights))
        elif decisions < opening:
            action, _ = pick(truth, rng, scratch.out)
            apply(truth, action)
            decisions += 1
        else:
            choices = legal(truth, scratch.out)
            action = int(scratch.out[0])
            if choices > 1:
                action = think(
                    states, root, s, after, seen, truth, tree, rng, scratches[who], settings[who],
                    iterations[who], 0,
                )  # fmt: skip
            apply(truth, action)
            decisions += 1
        who = actor(truth)
    for seat in range(players):
        shares[seat] = final_share(truth, seat, players, scratch.out)
