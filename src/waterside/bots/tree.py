"""The search: Monte Carlo tree search over information sets, with chance as a player.

Every iteration imagines a world that fits what the searching seat knows, walks down one common tree
by what that seat would see (an outcome that only another seat sees has no number in it), adds a node,
plays on to the end or to an evaluation, and notes for every seat what came out. Seats maximise their
own result. An action that is not possible in every imagined world is judged by how often it was
possible (availability counts). Nodes with many actions widen with the visits they get.

``waterside.bots.network_tree`` is the same with a learned evaluation.

All of it is written once for all games and compiled for each: see ``waterside.engine.build``.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from waterside.bots.bot import UNSEEN
from waterside.engine.build import large_rule, open_rule, rule
from waterside.engine.contract import (
    ALL_VIEWERS,
    CHANCE,
    OVER,
    actor,
    apply,
    legal,
    pick,
    sample,
    winners,
    witness,
)
from waterside.engine.reals import logarithm
from waterside.engine.rng import below

NONE = -1
DEEPEST = 400


class Tree(NamedTuple):
    """The nodes, field by field; node 0 is the root."""

    action: Any
    child: Any
    sibling: Any
    visits: Any
    possible: Any
    mover: Any
    total: Any
    squares: Any
    prior: Any
    """How much a learned evaluation speaks for an action, beside its siblings'."""
    used: Any
    """One number: how many nodes there are."""


class Scratch(NamedTuple):
    """What an iteration writes to."""

    out: Any
    weights: Any
    path: Any
    values: Any
    where: Any
    """For each action its child of the node at hand, if ``stamp`` says so."""
    stamp: Any
    clock: Any
    sums: Any
    """For each seat what all iterations of this search gave it, added up."""
    outlooks: Any
    """For each action of a list what its player expects after it."""
    net: Any
    """The learned evaluation, and memory for it."""
    layers: Any


class Settings(NamedTuple):
    """How to search."""

    exploration: float
    widening: float
    decisions: int
    """Decisions that a playout takes before the position is evaluated; -1: it goes to the end."""
    guided: int
    """Of ten decisions of a playout, how many are promising rather than random."""
    paranoid: bool
    others_search: bool
    """Whether the other seats choose by the tree, too, or as in a playout. They would search with
    the searching seat's secret in every world, as if they knew it: where a secret is all that
    matters, it is better that they do not."""
    sown: int
    """Visits that each of the root's actions is given ahead, with its evaluation as their value."""


def new_tree(nodes: int) -> Tree:
    """An empty tree with room for so many nodes."""
    return Tree(
        action=np.zeros(nodes, np.int32),
        child=np.zeros(nodes, np.int32),
        sibling=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        possible=np.zeros(nodes, np.int32),
        mover=np.zeros(nodes, np.int8),
        total=np.zeros(nodes, np.float64),
        squares=np.zeros(nodes, np.float64),
        prior=np.zeros(nodes, np.float64),
        used=np.zeros(1, np.int64),
    )


@open_rule
def believe(s, rng):
    """Fills a redacted state by the game's beliefs, or evenly where it has none."""


@open_rule
def evaluate(s, out):
    """Writes the share of the win that each seat can expect, by the game's heuristics."""


@open_rule
def promising(s, rng, out, n):
    """One of the ``n`` legal actions in ``out`` that the game's heuristics like to try."""


@rule
def add_node(tree, parent, action, mover):
    """A new child; ``NONE`` if there is no room."""
    node = tree.used[0]
    if node >= len(tree.action):
        return NONE
    tree.used[0] = node + 1
    tree.action[node] = action
    tree.child[node] = NONE
    tree.visits[node] = 0
    tree.possible[node] = 0
    tree.mover[node] = mover
    tree.total[node] = 0.0
    tree.squares[node] = 0.0
    tree.prior[node] = 0.0
    tree.sibling[node] = NONE
    if parent >= 0:
        tree.sibling[node] = tree.child[parent]
        tree.child[parent] = node
    return node


@rule
def plant(tree):
    """Empties the tree and sets its root."""
    tree.used[0] = 0
    add_node(tree, NONE, NONE, CHANCE)


@rule
def child_of(tree, node, action):
    """The child for this action, or ``NONE``."""
    child = tree.child[node]
    while child != NONE and tree.action[child] != action:
        child = tree.sibling[child]
    return child


@rule
def replant(tree, node, spare):
    """Copies what grows from a node into another tree, whose root it becomes."""
    copy_node(tree, node, spare, 0)
    spare.used[0] = 1
    done = 0
    while done < spare.used[0]:
        child = tree.child[spare.child[done]]  # until its turn comes, a copy keeps its original
        spare.child[done] = NONE
        last = NONE
        while child != NONE:
            new = spare.used[0]
            spare.used[0] = new + 1
            copy_node(tree, child, spare, new)
            if last == NONE:
                spare.child[done] = new
            else:
                spare.sibling[last] = new
            last = new
            child = tree.sibling[child]
        done += 1


@rule
def copy_node(tree, node, spare, new):
    """Copies a node without its relations; as its child it remembers what it was copied from."""
    spare.action[new] = tree.action[node]
    spare.child[new] = node
    spare.sibling[new] = NONE
    spare.visits[new] = tree.visits[node]
    spare.possible[new] = tree.possible[node]
    spare.mover[new] = tree.mover[node]
    spare.total[new] = tree.total[node]
    spare.squares[new] = tree.squares[node]
    spare.prior[new] = tree.prior[node]


@large_rule
def choose(s, tree, node, n, scratch, rng, settings, mover):
    """The child to go on to among n legal actions in ``out``: a new one or the most promising.

    Returns the child (``NONE`` if there is no room for a new one) and whether it is new.
    """
    scratch.clock[0] += 1
    clock = scratch.clock[0]
    child = tree.child[node]
    while child != NONE:
        scratch.where[tree.action[child]] = child
        scratch.stamp[tree.action[child]] = clock
        child = tree.sibling[child]
    tried = 0
    best = -1.0
    chosen = NONE
    untried = 0
    for i in range(n):
        action = scratch.out[i]
        if scratch.stamp[action] != clock:
            scratch.out[untried] = action
            untried += 1
            continue
        child = scratch.where[action]
        tried += 1
        tree.possible[child] += 1
        visits = tree.visits[child]
        bonus = math.sqrt(logarithm(1.0 + tree.possible[child]) / visits)
        score = tree.total[child] / visits + settings.exploration * bonus
        if score > best:
            best = score
            chosen = child
    if untried > 0 and tried <= settings.widening * math.sqrt(1.0 * tree.visits[node]):
        action = promising(s, rng, scratch.out, untried)
        child = add_node(tree, node, action, mover)
        if child != NONE:
            tree.possible[child] = 1
            return child, True
    return chosen, False


@rule
def playout_action(s, scratch, rng, settings):
    """A legal action: mostly a promising one, or any, as the settings say."""
    if below(rng, 10) < settings.guided:
        return int(promising(s, rng, scratch.out, legal(s, scratch.out)))
    action, _ = pick(s, rng, scratch.out)
    return action


@rule
def share_out(s, scratch):
    """Writes each seat's share of the win at the end."""
    winners(s, scratch.out)
    several = 0
    for seat in range(len(scratch.values)):
        several += scratch.out[seat]
    for seat in range(len(scratch.values)):
        scratch.values[seat] = scratch.out[seat] / (1.0 * several)


@rule
def as_in_playout(s, tree, node, scratch, rng, settings, mover):
    """The child for an action that another seat takes without searching."""
    action = playout_action(s, scratch, rng, settings)
    child = child_of(tree, node, action)
    if child == NONE:
        child = add_node(tree, node, action, mover)
    return child


@large_rule
def play_on(s, rng, scratch, settings):
    """Plays to the end, or for some decisions; writes what each seat gets out of it."""
    decisions = 0
    who = actor(s)
    while who != OVER:
        if who == CHANCE:
            apply(s, sample(s, rng, scratch.out, scratch.weights))
        else:
            if decisions == settings.decisions:
                evaluate(s, scratch.values)
                return
            apply(s, playout_action(s, scratch, rng, settings))
            decisions += 1
        who = actor(s)
    share_out(s, scratch)


@large_rule
def descend(s, tree, rng, scratch, settings, seat):
    """From the root to a new node, or to the end; returns how many nodes lie on the path."""
    node = 0
    length = 1
    scratch.path[0] = 0
    who = actor(s)
    while who != OVER and length < DEEPEST:
        if who == CHANCE:
            seen_by = witness(s)
            outcome = sample(s, rng, scratch.out, scratch.weights)
            apply(s, outcome)
            seen = seen_by == ALL_VIEWERS or seen_by == seat
            key = outcome if seen else UNSEEN
            child = child_of(tree, node, key)
            if child == NONE:
                child = add_node(tree, node, key, CHANCE)
            if child == NONE:
                break
            new = False
        else:
            if who == seat or settings.others_search:
                n = legal(s, scratch.out)
                child, new = choose(s, tree, node, n, scratch, rng, settings, who)
            else:
                child = as_in_playout(s, tree, node, scratch, rng, settings, who)
                new = False
            if child == NONE:
                break
            apply(s, tree.action[child])
        scratch.path[length] = child
        length += 1
        node = child
        if new:
            break
        who = actor(s)
    return length


@rule
def note(tree, scratch, length, seat, paranoid):
    """Every node on the path gets what the seat that chose it got."""
    for other in range(len(scratch.values)):
        scratch.sums[other] += scratch.values[other]
    for i in range(length):
        node = scratch.path[i]
        mover = tree.mover[node]
        tree.visits[node] += 1
        if mover >= 0:
            value = scratch.values[mover]
            if paranoid and mover != seat:
                value = 1.0 - scratch.values[seat]
            tree.total[node] += value
            tree.squares[node] += value * value


@rule
def search(states, s, after, seen, tree, rng, scratch, settings, seat, iterations):
    """So many iterations from the state ``states[0]``, as ``seat`` knows it.

    ``s`` is states[1], the imagined world; ``after`` and ``seen`` are not used.
    """
    for _ in range(iterations):
        states[1] = states[0]
        believe(s, rng)
        length = descend(s, tree, rng, scratch, settings, seat)
        play_on(s, rng, scratch, settings)
        note(tree, scratch, length, seat, settings.paranoid)


@rule
def sow(states, s, tree, rng, scratch, seat, sown):
    """Gives the root all its actions as children, the new ones judged a little already."""
    states[1] = states[0]
    n = legal(s, scratch.out)
    for i in range(n):
        if child_of(tree, 0, scratch.out[i]) == NONE:
            add_node(tree, 0, scratch.out[i], seat)
    child = tree.child[0]
    while child != NONE:
        if tree.visits[child] > 0:
            child = tree.sibling[child]
            continue
        value = judge(states, s, rng, scratch, seat, tree.action[child], sown)
        tree.visits[child] = sown
        tree.possible[child] = sown
        tree.total[child] = sown * value
        tree.squares[child] = sown * value * value
        tree.visits[0] += sown
        child = tree.sibling[child]


@large_rule
def judge(states, s, rng, scratch, seat, action, samples):
    """The mean evaluation for ``seat`` after an action, over imagined worlds and chance."""
    total = 0.0
    for _ in range(samples):
        states[1] = states[0]
        believe(s, rng)
        apply(s, action)
        while actor(s) == CHANCE:
            apply(s, sample(s, rng, scratch.out, scratch.weights))
        if actor(s) == OVER:
            share_out(s, scratch)
        else:
            evaluate(s, scratch.values)
        total += scratch.values[seat]
    return total / samples
