"""The kernels: the loops of ``numbered.py`` as a GPU runs them, over the same rule functions.

The names below are filled in when a kernel is built for a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from waterside.engine.contract import CHANCE, OVER, actor, apply, kind, new, pick, sample
from waterside.engine.rng import seed_into
from waterside.simulate.numbered import (
    BRANCHING,
    CHANCES,
    DECISIONS,
    SCORES,
    WIDEST,
    facts,
    keep,
    write_ending,
)

NONE = -1

STATE: Any = None
LONGEST = 0
OUT: Any = None
KINDS = 0
cuda: Any = None
record: Any = None
how_many: Any = None


def play_kernel(players, options, seed, first, games, rows):
    """Each thread plays a game, and where there are more, the one that is a whole grid further on.

    The threads of a warp are fastest when they do the same thing. So chance comes first, wherever it
    is its turn; then they vote: of the decisions to be made, the kind that most of them have is made
    by all who can, and the others wait.

    That games begin within the loop matters although mostly it runs once: what the compiler then makes
    takes more registers, so fewer threads run at a time, and their states fit the cache (Kariba's speed
    on an H200 is half as high again).
    """
    states = cuda.local.array(1, STATE)
    kept = cuda.local.array(1, STATE)
    rng = cuda.local.array(4, np.int64)
    out = cuda.local.array(LONGEST, OUT)
    weights = cuda.local.array(LONGEST, np.int64)
    s = record(states, 0)
    before = record(kept, 0)
    number = cuda.grid(1)
    while how_many(number < games) > 0:
        who = OVER
        action = 0
        decisions = 0
        chances = 0
        branching = 0
        widest = 0
        if number < games:
            for column in range(SCORES + players, rows.shape[1]):
                rows[number, column] = 0
            seed_into(rng, seed, first + number)
            new(s, players, options)
            who = actor(s)
        while how_many(who != OVER) > 0:
            acts = who == CHANCE
            if how_many(acts) > 0:
                if acts:
                    action = int(sample(s, rng, out, weights))
                    chances += 1
            else:
                acts = who != OVER
                if KINDS > 1:
                    mine = int(kind(s)) if acts else NONE
                    most = 0
                    chosen = 0
                    for one in range(KINDS):
                        votes = how_many(mine == one)
                        if votes > most:
                            most = votes
                            chosen = one
                    acts = mine == chosen
                if acts:
                    action, n = pick(s, rng, out)
                    decisions += 1
                    branching += n
                    widest = max(widest, n)
            if acts:
                keep(kept, states, 0)
                apply(s, action)
                facts(before, who, action, s, decisions, rows[number, SCORES + players :])
                who = actor(s)
        if number < games:
            row = rows[number]
            row[DECISIONS] = decisions
            row[CHANCES] = chances
            row[BRANCHING] = branching
            row[WIDEST] = widest
            write_ending(s, players, out, row)
        number += cuda.gridsize(1)


def step_kernel(states, rngs, played):
    """Each thread plays one action of its game, whose state stays in the device's memory."""
    out = cuda.local.array(LONGEST, OUT)
    weights = cuda.local.array(LONGEST, np.int64)
    i = cuda.grid(1)
    if i < len(played):
        s = record(states, i)
        who = actor(s)
        played[i] = OVER
        if who == CHANCE:
            played[i] = int(sample(s, rngs[i], out, weights))
        elif who != OVER:
            played[i] = pick(s, rngs[i], out)[0]
        if who != OVER:
            apply(s, played[i])
