"""The kernels of the vector environment: the loops of ``stepping.py``, one game to a thread.

The names below are filled in when a kernel is built for a game.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np

from waterside.envs.stepping import NONE, Scratch, first_illegal, play_game, show

STATE: Any = None
WORD: Any = None
WORDS = 0
"""A state in words, and how many it has."""
LONGEST = 0
OUT: Any = None
cuda: Any = None
record: Any = None


def take_kernel(boards, given, chosen, wrong):
    """Each thread takes over its game's action; ``wrong`` becomes the first game whose is illegal."""
    i = cuda.grid(1)
    if i < len(chosen):
        chosen[i] = given[i]
        if first_illegal(boards, chosen, i, i + 1) != NONE:
            cuda.atomic.min(wrong, 0, i)


def clear_kernel(observed, chosen, wrong):
    """Clears all observations for ``play_kernel`` to write into, threads side by side writing side by
    side. Nothing happens where ``wrong`` names a game.
    """
    if wrong[0] >= len(chosen):
        for k in range(cuda.grid(1), len(observed), cuda.gridsize(1)):
            observed[k] = 0


def play_kernel(boards, chosen, wrong, begins, players, options, seed):
    """Each thread plays its game's action, or begins its game (``begins`` is 1), and goes on to the
    next decision. Nothing happens where ``wrong`` names a game.

    The state and the random stream are in the thread's own memory meanwhile. Between steps they lie
    word by word, all games' first words first: threads side by side read and write side by side.
    """
    i = cuda.grid(1)
    if i < len(chosen) and wrong[0] >= len(chosen):
        words = cuda.local.array(WORDS, WORD)
        rng = cuda.local.array(4, np.int64)
        out = cuda.local.array(LONGEST, OUT)
        weights = cuda.local.array(LONGEST, np.int64)
        for k in range(WORDS):
            words[k] = boards.states[k, i]
        for k in range(4):
            rng[k] = boards.rngs[k, i]
        states = words.view(STATE)
        s = record(states, 0)
        play_game(
            boards, i, s, rng, Scratch(out, weights, states, s), chosen[i], begins == 1, players,
            options, seed,
        )  # fmt: skip
        for k in range(WORDS):
            boards.states[k, i] = words[k]
        for k in range(4):
            boards.rngs[k, i] = rng[k]
        show(boards, i, s)


def pick_kernel(boards, numbers, picked):
    """Each thread picks one of its game's legal actions, by a number from 0 to 1."""
    i = cuda.grid(1)
    if i < len(picked):
        picked[i] = boards.actions[i, int(numbers[i] * boards.counts[i])]
