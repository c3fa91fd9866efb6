"""Numbered games, random ones or those of a network, and what is written down of each.

A game with a number draws everything, chance and choices alike, from its own stream of the seed. So
its course does not depend on which thread, machine or device plays it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from waterside.bots.outlooks import IMAGINED, write_outlooks
from waterside.engine.build import open_rule, rule
from waterside.engine.contract import (
    CHANCE,
    OVER,
    actor,
    apply,
    legal,
    new,
    pick,
    sample,
    scores,
    winners,
)
from waterside.engine.rng import seed_into

WON, DECISIONS, CHANCES, BRANCHING, WIDEST, SCORES = range(6)
"""What the first columns of a game's row hold: the winning seats as a mask, decisions of players,
outcomes of chance, the legal actions of all decisions added up, the most at one decision, and from
``SCORES`` on a score for each seat. The game's facts follow."""


@open_rule
def keep(kept, states, game):
    """Keeps the state of one game before an action as the only one of ``kept``, if facts ask."""


@open_rule
def facts(before, who, action, after, decisions, counts):
    """Stands for what a game's ``facts.py`` notices at an action."""


@rule
def keep_state(kept, states, game):
    """Keeps a copy for facts to compare with."""
    kept[0] = states[game]


@rule
def keep_nothing(kept, states, game):
    """Where nobody asks for facts, nothing is copied."""


@rule
def no_facts(before, who, action, after, decisions, counts):
    """Notices nothing."""


class Mind(NamedTuple):
    """What a player decides with: a network and memory for it, empty where it is not asked."""

    net: Any
    layers: Any
    outlooks: Any
    players: int


@open_rule
def decide(states, s, after, seen, who, rng, out, mind):
    """Stands for how players choose an action; gives it with the number of legal actions.

    ``s``, ``after`` and ``seen`` are states[0], states[2] and states[3].
    """


@rule
def decide_at_random(states, s, after, seen, who, rng, out, mind):
    """Any legal action, each as likely as any other."""
    return pick(s, rng, out)


@rule
def decide_by_network(states, s, after, seen, who, rng, out, mind):
    """The action after which the network expects most for the player, by what the player knows."""
    n = legal(s, out)
    best = 0
    if n > 1:
        write_outlooks(
            states, 0, s, after, seen, out, n, mind.outlooks, rng, who, mind.players, mind.net,
            mind.layers, IMAGINED,
        )  # fmt: skip
        for i in range(1, n):
            if mind.outlooks[i] > mind.outlooks[best]:
                best = i
    return int(out[best]), n


@rule
def choose(states, s, after, seen, who, rng, out, weights, mind):
    """An outcome of chance by its weight, or what the player decides.

    Gives it together with the number of legal actions, which is 0 for chance.
    """
    if who == CHANCE:
        return int(sample(s, rng, out, weights)), 0
    return decide(states, s, after, seen, who, rng, out, mind)


@rule
def play_numbered(
    states, s, before, after, seen, rng, out, weights, mind, players, options, seed, number, row
):
    """Plays one game and writes its row; ``s`` and the next three are the ``states``."""
    for column in range(len(row)):
        row[column] = 0
    counts = row[SCORES + players :]
    seed_into(rng, seed, number)
    new(s, players, options)
    decisions = 0
    chances = 0
    branching = 0
    widest = 0
    who = actor(s)
    while who != OVER:
        action, n = choose(states, s, after, seen, who, rng, out, weights, mind)
        if who == CHANCE:
            chances += 1
        else:
            decisions += 1
            branching += n
            widest = max(widest, n)
        keep(states[1:], states, 0)
        apply(s, action)
        facts(before, who, action, s, decisions, counts)
        who = actor(s)
    row[DECISIONS] = decisions
    row[CHANCES] = chances
    row[BRANCHING] = branching
    row[WIDEST] = widest
    write_ending(s, players, out, row)


@rule
def write_ending(s, players, out, row):
    """The winners and the scores of a finished game."""
    winners(s, out)
    won = 0
    for seat in range(players):
        won |= int(out[seat]) << seat
    row[WON] = won
    scores(s, out)
    for seat in range(players):
        row[SCORES + seat] = out[seat]


@rule
def play_range(
    states, s, before, after, seen, rng, out, weights, mind, players, options, seed, first, games,
    rows,
):  # fmt: skip
    """Plays games number ``first`` and on, one after the other."""
    for i in range(games):
        play_numbered(
            states, s, before, after, seen, rng, out, weights, mind, players, options, seed, first + i,
            rows[i],
        )  # fmt: skip


@rule
def step(s, rng, out, weights):
    """Plays one random action or outcome; gives it, or ``OVER`` where the game has ended."""
    who = actor(s)
    if who == OVER:
        return OVER
    if who == CHANCE:
        action = int(sample(s, rng, out, weights))
    else:
        action = pick(s, rng, out)[0]
    apply(s, action)
    return action
