"""Compiles what most tests use of the games that are named, so that no two of them do it at once.

Compiled functions are cached on disk: tests that run side by side in a new clone would otherwise
each compile the same search, and half of the time of all tests would be that.
"""

import sys

import numpy as np

import waterside
from waterside.bots import Question, make_bot
from waterside.envs.vector import VectorEnv
from waterside.simulate import simulate

BOTS = ("search:iterations=2", "search:evaluation=classic,iterations=2", "net", "greedy")


def compile_game(name):
    """Asks each kind of bot once, plays a few random games and steps an environment."""
    position = waterside.game(name).new()
    while position.actor == "chance":
        position = position.after(next(iter(position.outcomes())))
    for bot in BOTS:
        make_bot(bot).answer(Question.of(position, 1))
    simulate(name, games=1, seed=1)
    env = VectorEnv(name, 2)
    env.reset(seed=1)
    env.step(env.sample(np.random.default_rng(1)))


for name in sys.argv[1:]:
    compile_game(name)
