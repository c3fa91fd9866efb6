"""The kernels: the loops of ``playing.py`` as a GPU runs them, over the same rule functions.

The names below are filled in when a kernel is built for a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from waterside.core.chance import seed_into
from waterside.core.contract import CHANCE, OVER, actor, apply, new, pick, sample
from waterside.simulate.playing import (
    BRANCHING,
    CHANCES,
    DECISIONS,
    SCORES,
    WIDEST,
    facts,
    keep,
    play_numbered,
    write_ending,
)

WARP = 0xFFFFFFFF
TOGETHER = 8
"""So many threads of a warp start new games together."""

STATE: Any = None
LONGEST = 0
OUT: Any = None
cuda: Any = None
record: Any = None


def play_kernel(players, options, seed, first, games, rows):
    """Each thread plays a game, then the one that is a whole grid further on.

    The threads of a warp are fastest when they do the same thing, so they take turns together:
    chance first, wherever it is its turn, then decisions. Threads with a finished game wait until
    there are a few, and start new ones together.
    """
    states = cuda.local.array(2, STATE)
    rng = cuda.local.array(4, np.int64)
    out = cuda.local.array(LONGEST, OUT)
    weights = cuda.local.array(LONGEST, np.int64)
    s = record(states, 0)
    before = record(states, 1)
    i = cuda.grid(1) - cuda.gridsize(1)
    who = OVER
    playing = False
    action = 0
    decisions = 0
    chances = 0
    branching = 0
    widest = 0
    while True:
        if cuda.popc(cuda.ballot_sync(WARP, who == OVER)) >= TOGETHER:
            if who == OVER:
                if playing:
                    row = rows[i]
                    row[DECISIONS] = decisions
                    row[CHANCES] = chances
                    row[BRANCHING] = branching
                    row[WIDEST] = widest
                    write_ending(s, players, out, row)
                i += cuda.gridsize(1)
                playing = i < games
                if playing:
                    for column in range(SCORES + players, rows.shape[1]):
                        rows[i, column] = 0
                    seed_into(rng, seed, first + i)
                    new(s, players, options)
                    decisions = 0
                    chances = 0
                    branching = 0
                    widest = 0
                    who = actor(s)
            if not cuda.any_sync(WARP, who != OVER):
                break
        cuda.syncwarp()
        acts = who == CHANCE
        if cuda.any_sync(WARP, acts):
            if acts:
                action = int(sample(s, rng, out, weights))
                chances += 1
        elif who != OVER:
            acts = True
            action, n = pick(s, rng, out)
            decisions += 1
            branching += n
            widest = max(widest, n)
        cuda.syncwarp()
        if acts:
            keep(states)
            apply(s, action)
            facts(before, who, action, s, decisions, rows[i, SCORES + players :])
            who = actor(s)


def simulated_kernel(players, options, seed, first, games, rows):
    """The same for Numba's simulator, which knows no warps."""
    states = cuda.local.array(2, STATE)
    rng = cuda.local.array(4, np.int64)
    out = cuda.local.array(LONGEST, OUT)
    weights = cuda.local.array(LONGEST, np.int64)
    i = cuda.grid(1)
    if i < games:
        play_numbered(
            states, record(states, 0), record(states, 1), rng, out, weights,
            players, options, seed, first + i, rows[i],
        )  # fmt: skip


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
