"""The search with a learned evaluation: the same tree, nothing played on, actions in good order.

When a node is reached for the second time, the network says for each of its actions what the mover can
expect after it, by what the mover knows. That is each child's first visit and its prior: the better an
action looks beside the others, the more of the search goes to it (PUCT). A new node is judged by the
network from the viewpoint of every seat, so that nobody acts on another's secrets.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from waterside.bots.bot import UNSEEN
from waterside.bots.outlooks import IMAGINED, outlook_in, write_outlooks
from waterside.bots.tree import (
    DEEPEST,
    NONE,
    add_node,
    believe,
    child_of,
    note,
    share_out,
)
from waterside.engine.build import large_rule, rule
from waterside.engine.contract import (
    ALL_VIEWERS,
    CHANCE,
    OVER,
    UNCOUNTED,
    actor,
    apply,
    knowledge,
    legal,
    sample,
    witness,
)
from waterside.engine.network import seat_values
from waterside.engine.reals import exponential
from waterside.engine.rng import below

FINE = 1 << 24
IMAGINED_IN_PASSING = 8
"""How many worlds another player imagines, where it guesses at a place that the search passes for the first
time."""
REMEMBERED = UNSEEN - 1
"""From here down, numbers of nodes that no path leads through: they keep what a seat that knows this or that
would do."""


class NetworkSettings(NamedTuple):
    """How to search with a learned evaluation."""

    exploration: float
    widening: float
    fan: int
    """Nodes with more actions than this widen with their visits, but for the root."""
    temper: float
    """The difference in value that makes a prior e times as high."""
    others_search: bool
    """Whether the other seats choose by the tree, too, or by the network, again each time, from what
    they know in the world that is imagined."""
    paranoid: bool


@large_rule
def look(states, s, after, seen, n, scratch, rng, mover, worlds):
    """Writes what the mover expects after each of the first n actions in ``out`` in world 1."""
    write_outlooks(
        states, 1, s, after, seen, scratch.out, n, scratch.outlooks, rng, mover, len(scratch.values),
        scratch.net, scratch.layers, worlds,
    )  # fmt: skip


@large_rule
def outlook(states, after, scratch, seat, action):
    """What the network expects for a seat after an action in the world at hand."""
    return outlook_in(
        states, 1, after, seat, len(scratch.values), action, scratch.net, scratch.layers
    )


@large_rule
def add_judged(tree, node, settings, mover, action, value):
    """A new child that begins with one visit: what the network expects of it."""
    child = add_node(tree, node, action, mover)
    if child != NONE:
        tree.visits[child] = 1
        tree.possible[child] = 1
        tree.total[child] = value
        tree.squares[child] = value * value
        tree.prior[child] = exponential(value / settings.temper)
    return child


@rule
def best_of_some(states, after, n, scratch, rng, settings, mover):
    """Of some of the first n actions in ``out``, drawn at random, the one that looks best."""
    best = -1.0
    chosen = 0
    for _ in range(settings.fan):
        action = scratch.out[below(rng, n)]
        value = outlook(states, after, scratch, mover, action)
        if value > best:
            best = value
            chosen = action
    return chosen


@large_rule
def choose_by_network(states, s, after, seen, tree, node, n, scratch, rng, settings, mover):
    """The child to go on to among n legal actions in ``out``.

    Returns the child (``NONE`` if there is no room for a new one) and whether it is new.
    """
    scratch.clock[0] += 1
    clock = scratch.clock[0]
    child = tree.child[node]
    tried = 0
    while child != NONE:
        if tree.action[child] >= 0:  # in another world it may be another seat's turn or chance's
            scratch.where[tree.action[child]] = child
            scratch.stamp[tree.action[child]] = clock
            tried += 1
        child = tree.sibling[child]
    untried = 0
    for i in range(n):
        action = scratch.out[i]
        if scratch.stamp[action] != clock:
            scratch.out[i] = scratch.out[untried]
            scratch.out[untried] = action
            untried += 1
    added = 0
    if untried <= settings.fan or node == 0:
        added = untried
    elif tried <= settings.widening * math.sqrt(1.0 * tree.visits[node]):
        scratch.out[0] = best_of_some(states, after, untried, scratch, rng, settings, mover)
        added = 1
    if added > 0:
        look(states, s, after, seen, added, scratch, rng, mover, IMAGINED)
    for i in range(added):
        action = scratch.out[i]
        child = add_judged(tree, node, settings, mover, action, scratch.outlooks[i])
        if child == NONE:
            return NONE, False
        scratch.where[action] = child
        scratch.stamp[action] = clock
    total = 0.0
    for i in range(n):
        action = scratch.out[i]
        if scratch.stamp[action] == clock:
            child = scratch.where[action]
            if tree.prior[child] == 0.0:  # in another world it was another seat's turn here
                value = outlook(states, after, scratch, mover, action)
                tree.prior[child] = exponential(value / settings.temper)
            total += tree.prior[child]
    urge = settings.exploration * math.sqrt(1.0 * tree.visits[node]) / total
    best = -1.0
    chosen = NONE
    for i in range(n):
        if scratch.stamp[scratch.out[i]] != clock:
            continue
        child = scratch.where[scratch.out[i]]
        tree.possible[child] += 1
        visits = tree.visits[child]
        score = tree.total[child] / visits + urge * tree.prior[child] / (1.0 + visits)
        if score > best:
            best = score
            chosen = child
    return chosen, tree.visits[chosen] == 1


@large_rule
def act_by_network(states, s, after, seen, scratch, rng, temper, mover, worlds):
    """An action that a seat takes by what it knows itself, the better the likelier."""
    n = legal(s, scratch.out)
    chosen = scratch.out[0]
    if n == 1:
        return int(chosen)
    look(states, s, after, seen, n, scratch, rng, mover, worlds)
    total = 0.0
    for i in range(n):
        weight = exponential(scratch.outlooks[i] / temper)
        total += weight
        if below(rng, FINE) * total < weight * FINE:
            chosen = scratch.out[i]
    return int(chosen)


@large_rule
def remember(states, s, after, seen, tree, node, scratch, rng, temper, mover, key):
    """A node that keeps how likely each action of a seat is; ``NONE`` if there is no room."""
    n = legal(s, scratch.out)
    if tree.used[0] + n + 1 > len(tree.action):
        return NONE
    memory = add_node(tree, node, key, mover)
    look(states, s, after, seen, n, scratch, rng, mover, IMAGINED)
    for i in range(n):
        child = add_node(tree, memory, scratch.out[i], mover)
        tree.prior[child] = exponential(scratch.outlooks[i] / temper)
        tree.total[memory] += tree.prior[child]
    return memory


@large_rule
def act_as_before(states, s, after, seen, tree, node, scratch, rng, temper, mover):
    """What ``act_by_network`` gives, from what was found here before for a seat that knows the same."""
    known = knowledge(s, mover)
    memory = NONE
    if known != UNCOUNTED and tree.visits[node] > 0:
        key = REMEMBERED - known
        memory = child_of(tree, node, key)
        if memory == NONE:
            memory = remember(states, s, after, seen, tree, node, scratch, rng, temper, mover, key)
    if memory == NONE:
        return act_by_network(
            states, s, after, seen, scratch, rng, temper, mover, IMAGINED_IN_PASSING
        )
    ticket = tree.total[memory] * below(rng, FINE) / FINE
    child = tree.child[memory]
    ticket -= tree.prior[child]
    while ticket >= 0.0 and tree.sibling[child] != NONE:
        child = tree.sibling[child]
        ticket -= tree.prior[child]
    return int(tree.action[child])


@large_rule
def descend_by_network(states, s, after, seen, tree, rng, scratch, settings, seat):
    """From the root to a new node, or to the end; returns how many nodes lie on the path."""
    node = 0
    length = 1
    scratch.path[0] = 0
    who = actor(s)
    while who != OVER and length < DEEPEST:
        new = False
        if who == CHANCE:
            seen_by = witness(s)
            key = int(sample(s, rng, scratch.out, scratch.weights))
            action = key
            if seen_by != ALL_VIEWERS and seen_by != seat:
                key = UNSEEN
            child = child_of(tree, node, key)
            if child == NONE:
                child = add_node(tree, node, key, CHANCE)
        elif who == seat or settings.others_search:
            n = legal(s, scratch.out)
            child, new = choose_by_network(
                states, s, after, seen, tree, node, n, scratch, rng, settings, who
            )
            action = int(tree.action[child]) if child != NONE else NONE
        else:
            action = act_as_before(
                states, s, after, seen, tree, node, scratch, rng, settings.temper, who
            )
            child = child_of(tree, node, action)
            if child == NONE:
                child = add_node(tree, node, action, who)
        if child == NONE:
            break
        apply(s, action)
        scratch.path[length] = child
        length += 1
        node = child
        if new:
            break
        who = actor(s)
    return length


@rule
def search_by_network(states, s, after, seen, tree, rng, scratch, settings, seat, iterations):
    """So many iterations from the state ``states[0]``, as ``seat`` knows it.

    ``s`` is states[1], the imagined world, ``after`` states[2], to look one action ahead in, and
    ``seen`` states[3], for what another player imagines.
    """
    for _ in range(iterations):
        states[1] = states[0]
        believe(s, rng)
        length = descend_by_network(states, s, after, seen, tree, rng, scratch, settings, seat)
        if actor(s) == OVER:
            share_out(s, scratch)
        else:
            seat_values(s, len(scratch.values), scratch.net, scratch.layers, scratch.values)
        note(tree, scratch, length, seat, settings.paranoid)
