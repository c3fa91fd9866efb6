"""Compiles what tests use of the games that are named, so that no two of them do it at once.

Compiled functions are cached on disk: tests that run side by side in a new clone would otherwise
each compile the same search, and most of the time of all tests would be that.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import waterside
from waterside.bots import Question, make_bot
from waterside.engine.warmup import compile_steps
from waterside.envs.vector import VectorEnv
from waterside.review import Budget
from waterside.review.decisions import Judge
from waterside.review.estimates import Estimator
from waterside.simulate import simulate
from waterside.training.learning import Learner, Learning
from waterside.training.matches import Player, play_match
from waterside.training.rounds import Plan, Training

BOTS = ("search:iterations=2", "search:evaluation=classic,iterations=2", "net", "greedy")
TINY = Budget(iterations=4, rough=2, samples=2, worlds=2, ahead=1, deals=2, effort=100)
SMALL = Learning(width=8, narrow=4, epochs=1, batch=64)
TRAINED = "kariba"  # the game that training is tested with


def compile_game(game):
    """Calls each rule, asks each kind of bot, judges a decision, plays by chance: all once."""
    for step in compile_steps(game).values():
        step()
    position = game.new()
    while position.actor == "chance":
        position = position.after(next(iter(position.outcomes())))
    for bot in BOTS:
        make_bot(bot).answer(Question.of(position, 1))
    estimator = Estimator(game, position.players)
    Judge(estimator, TINY).judge(position, position.legal()[0], TINY.iterations)
    estimator.continuations(position, seed=1, samples=1, ahead=1)
    simulate(game.name, games=1, seed=1)
    env = VectorEnv(game.name, 2)
    env.reset(seed=1)
    env.step(env.sample(np.random.default_rng(1)))


def compile_training(game):
    """Trains for two short rounds, and plays a short match."""
    plan = Plan(
        rounds=2, seconds=None, games=2, players=(2,), playing={"iterations": 2}, learning=SMALL
    )
    with tempfile.TemporaryDirectory() as folder:
        Training(game, plan, Path(folder)).run()
    weights = Learner(game, SMALL).weights
    play_match(game, 2, Player(weights, 2), Player(weights, 2), 2, seed=1)


for name in sys.argv[1:]:
    compile_game(waterside.game(name))
    if name == TRAINED:
        compile_training(waterside.game(name))
