"""The kernels: the loops of ``playing.py`` as a GPU runs them, over the same rule functions.

The names below are filled in when a kernel is built for a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from waterside.core.chance import seed_into
from waterside.core.compile import rule
from waterside.core.contract import CHANCE, KINDS, OVER, actor, apply, kind, new, pick, sample
from waterside.simulate.playing import (
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
START, NO_MORE = KINDS, KINDS + 1
"""What a thread does next for a game that is over: start another, or nothing."""

STATE: Any = None
LONGEST = 0
OUT: Any = None
AT_ONCE = 0
RNGS = COUNTS = (0, 0)
TOGETHER = 0
cuda: Any = None
record: Any = None
how_many: Any = None


def play_kernel(players, options, seed, first, games, rows):
    """Each thread plays a few games at once, then others, each a whole grid further on.

    The threads of a warp are fastest when they do the same thing. So they vote: the kind of action
    that most of them have next, in any of their games, is the one that all take who can. New games
    are started when a few threads want to.
    """
    states = cuda.local.array(AT_ONCE, STATE)
    kept = cuda.local.array(1, STATE)
    rngs = cuda.local.array(RNGS, np.int64)
    out = cuda.local.array(LONGEST, OUT)
    weights = cuda.local.array(LONGEST, np.int64)
    numbers = cuda.local.array(AT_ONCE, np.int64)
    kinds = cuda.local.array(AT_ONCE, np.int32)
    counts = cuda.local.array(COUNTS, np.int32)
    before = record(kept, 0)
    following = cuda.grid(1)
    for game in range(AT_ONCE):
        kinds[game] = START
        numbers[game] = -1
    turn = 0
    action = 0
    while True:
        wanted = 0
        for game in range(AT_ONCE):
            wanted |= 1 << kinds[game]
        most = 0
        chosen = START
        for one in range(KINDS):
            votes = how_many((wanted >> one) & 1 == 1)
            if votes > most:
                most = votes
                chosen = one
        starting = how_many((wanted >> START) & 1 == 1)
        if starting >= TOGETHER:
            chosen = START
        elif most == 0 and starting == 0:
            break
        turn += 1
        game = NONE
        for i in range(AT_ONCE):
            if kinds[(turn + i) % AT_ONCE] == chosen:
                game = (turn + i) % AT_ONCE
        acts = game != NONE
        who = OVER
        if acts and chosen == START:
            number = numbers[game]
            if number >= 0:
                for column in range(DECISIONS, SCORES):
                    rows[number, column] = counts[game, column]
                write_ending(record(states, game), players, out, rows[number])
            number = following
            numbers[game] = number
            following += cuda.gridsize(1)
            kinds[game] = NO_MORE
            if number < games:
                for column in range(SCORES + players, rows.shape[1]):
                    rows[number, column] = 0
                for column in range(DECISIONS, SCORES):
                    counts[game, column] = 0
                seed_into(rngs[game], seed, first + number)
                new(record(states, game), players, options)
                kinds[game] = next_kind(record(states, game))
        elif acts:
            who = actor(record(states, game))
            if who == CHANCE:
                action = int(sample(record(states, game), rngs[game], out, weights))
                counts[game, CHANCES] += 1
            else:
                action, n = pick(record(states, game), rngs[game], out)
                counts[game, DECISIONS] += 1
                counts[game, BRANCHING] += n
                counts[game, WIDEST] = max(counts[game, WIDEST], n)
        if who != OVER:
            s = record(states, game)
            keep(kept, states, game)
            apply(s, action)
            noticed = rows[numbers[game], SCORES + players :]
            facts(before, who, action, s, counts[game, DECISIONS], noticed)
            kinds[game] = next_kind(s)


@rule
def next_kind(s):
    """The kind of action that a game has next; another game is started where it is over."""
    return START if actor(s) == OVER else int(kind(s))


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
