"""The kernel of games that a network plays: rules thread by thread, the network warp by warp.

Each thread of a warp plays a game and looks one action ahead. What it finds there the whole warp judges
together, one thread's position after the other: a row of the first layer is read by neighbouring threads at
neighbouring places, which is what a GPU reads fastest. Sums are made in the order in which
``waterside.engine.network`` makes them, so that the games are those of the CPU.

The names below are filled in when the kernel is built for a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from waterside.bots.outlooks import IMAGINED, final_share
from waterside.bots.tree import believe
from waterside.engine.contract import (
    CHANCE,
    OVER,
    actor,
    apply,
    guesses,
    legal,
    new,
    redact,
    sample,
)
from waterside.engine.network import (
    EACH_FOR_ITSELF,
    clip,
    features,
    softmax,
    sum_of_rows,
    viewpoint,
)
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

STATE: Any = None
LONGEST = 0
OUT: Any = None
WARP = 0
MOST_FEATURES = 0
WIDTH = 0
NARROW = 0
APART = 0
SEATS = 0
cuda: Any = None
record: Any = None
how_many: Any = None
product: Any = None


def play_by_network_kernel(
    rows_of_first, first_bias, second, second_bias, last, last_bias, players, options, seed, first,
    games, rows,
):  # fmt: skip
    """Each thread plays a game, and where there are more, the one that is a whole grid further on.

    A block is one warp. All of its threads go through the same loops; who has nothing to do there
    helps to judge what the others have found.
    """
    states = cuda.local.array(4, STATE)
    rng = cuda.local.array(4, np.int64)
    out = cuda.local.array(LONGEST, OUT)
    weights = cuda.local.array(LONGEST, np.int64)
    outlooks = cuda.local.array(LONGEST, np.float64)
    shares = cuda.local.array(SEATS, np.float32)
    won = cuda.local.array(SEATS, np.int64)
    on = cuda.shared.array((WARP, MOST_FEATURES), np.int16)
    counts = cuda.shared.array(WARP, np.int32)
    one = cuda.shared.array(WIDTH, np.float32)
    two = cuda.shared.array((WARP, APART), np.float32)
    s = record(states, 0)
    before = record(states, 1)
    after = record(states, 2)
    seen = record(states, 3)
    lane = cuda.threadIdx.x
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
                wanted = 0
                worlds = 0
                if acts:
                    wanted = int(legal(s, out))
                    decisions += 1
                    branching += wanted
                    widest = max(widest, wanted)
                    action = int(out[0])
                    if wanted > 1:
                        worlds = IMAGINED if guesses(s) else 1
                for i in range(wanted):
                    outlooks[i] = 0.0
                world = 0
                while how_many(world < worlds) > 0:
                    mine = wanted if world < worlds else 0
                    if mine > 0 and worlds > 1:
                        states[3] = states[0]
                        redact(seen, who)
                        believe(seen, rng)
                    i = 0
                    while how_many(i < mine) > 0:
                        counts[lane] = 0
                        value = 0.0
                        place = 0
                        asks = False
                        if i < mine:
                            if worlds > 1:
                                states[2] = states[3]
                            else:
                                states[2] = states[0]
                            apply(after, int(out[i]))
                            if actor(after) == OVER:
                                value = final_share(after, who, players, won)
                            else:
                                asks = True
                                viewer = int(viewpoint(after))
                                if viewer == EACH_FOR_ITSELF:
                                    viewer = who
                                counts[lane] = features(after, viewer, on[lane])
                                place = who - viewer
                                if place < 0:
                                    place += players
                        cuda.syncthreads()
                        for other in range(WARP):
                            found = counts[other]
                            if found > 0:
                                for unit in range(lane, WIDTH, WARP):
                                    one[unit] = sum_of_rows(
                                        rows_of_first, on[other], found, unit, first_bias[unit]
                                    )
                                    clip(one[unit:], 1)
                                cuda.syncthreads()
                                for unit in range(lane, NARROW, WARP):
                                    total = second_bias[unit]
                                    for pair in range(0, WIDTH - 1, 2):
                                        if one[pair] > 0.0 or one[pair + 1] > 0.0:
                                            total += product(
                                                one[pair], second[pair, unit]
                                            ) + product(one[pair + 1], second[pair + 1, unit])
                                    if WIDTH % 2 == 1:
                                        total += product(one[WIDTH - 1], second[WIDTH - 1, unit])
                                    two[other, unit] = total
                                    clip(two[other, unit:], 1)
                                cuda.syncthreads()
                        if asks:
                            for seat in range(players):
                                shares[seat] = last_bias[seat]
                            for unit in range(NARROW):
                                if two[lane, unit] > 0.0:
                                    for seat in range(players):
                                        shares[seat] += product(two[lane, unit], last[unit, seat])
                            softmax(shares, players)
                            value = 1.0 * shares[place]
                        if i < mine:
                            if worlds > 1:
                                outlooks[i] += value / IMAGINED
                            else:
                                outlooks[i] = value
                        i += 1
                    world += 1
                if worlds > 0:
                    best = 0
                    for i in range(1, wanted):
                        if outlooks[i] > outlooks[best]:
                            best = i
                    action = int(out[best])
            if acts:
                keep(states[1:], states, 0)
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
