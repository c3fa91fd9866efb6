"""Learning: the weights that make the network's shares fit the examples best.

Cross entropy, minimised by Adam on mini-batches. The networks are so small that plain loops in machine
code learn a million examples in seconds on one core; threads share a batch where there are more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from waterside.bots.weights import Floats, Weights
from waterside.core.game import Game
from waterside.engine.build import Builder, compiler_missing
from waterside.training.examples import Examples
from waterside.training.kernels import adam_step, learn_range

BETAS = (0.9, 0.999)
TESTS_IN_EPOCH = 2
ENOUGH_STEPS = 2_000
"""Of an epoch: batches grow beyond this."""
GROWTH = 4
MOST_JUDGED = 20_000
"""Examples that the calibration is measured on."""


@dataclass(frozen=True)
class Learning:
    """How to learn."""

    width: int = 64
    narrow: int = 32
    epochs: int = 6
    batch: int = 1024
    """Examples from step to step; where they are millions, up to ``GROWTH`` times as many."""
    rate: float = 2e-3
    decay: float = 0.02
    """How much every weight shrinks at each step, relative to the rate."""
    calm: float = 1e-4
    """Added to the root of the mean square of gradients: where features are rare and their gradients
    far below it, weights move little, so that what was seen once is not learned by heart."""
    held_out: float = 0.05
    """The share of games that are kept to test on."""
    threads: int = 1
    seed: int = 1


@dataclass
class Course:
    """How the learning went."""

    steps: list[int] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    tested: list[float] = field(default_factory=list)
    """The loss on held-out games, twice in each epoch."""
    examples: int = 0
    curve: list[tuple[float, float]] = field(default_factory=list)
    """On held-out games, bin by bin: what the network says for the viewpoint's seat, what came."""
    calibration_error: float = 0.0
    """How far the two lie apart on average."""


def initial(game: Game, learning: Learning) -> Weights:
    """Random weights to begin with."""
    weights = Weights.zeros(game, learning.width, learning.narrow)
    rng = np.random.default_rng(learning.seed)
    weights.first[:] = rng.normal(0, 0.02, weights.first.shape)
    weights.first_bias[:] = 0.3
    weights.second[:] = rng.normal(0, math.sqrt(2 / learning.width), weights.second.shape)
    weights.second_bias[:] = 0.1
    weights.last[:] = rng.normal(0, math.sqrt(1 / learning.narrow), weights.last.shape)
    return weights


def lowest_steps(game: Game) -> npt.NDArray[np.int32]:
    """For each feature the first of the row of steps that it stands in, or itself."""
    assert game.evaluation is not None
    lowest = np.arange(game.evaluation.size, dtype=np.int32)
    for start, length in game.evaluation.steps:
        lowest[start : start + length] = start
    return lowest


class Learner:
    """Teaches one game's network: a new one, or on from weights that have learned something already."""

    def __init__(self, game: Game, learning: Learning, start: Weights | None = None) -> None:
        self.game, self.learning = game, learning
        self.weights = initial(game, learning)
        if start and [a.shape for a in start.arrays] == [a.shape for a in self.weights.arrays]:
            self.weights = start.copy()
        self._lowest = lowest_steps(game)
        builder = Builder({}, compiled=not compiler_missing(), label="learning")
        self._learn = builder.build(learn_range)
        self._step = builder.build(adam_step)
        self._means = [np.zeros(a.size, np.float32) for a in self.weights.arrays]
        self._squares = [np.zeros(a.size, np.float32) for a in self.weights.arrays]
        threads = learning.threads
        self._sums = [np.zeros((threads, a.size), np.float32) for a in self.weights.arrays]
        self._gradients = [
            [
                sums[thread].reshape(array.shape)
                for sums, array in zip(self._sums, self.weights.arrays, strict=True)
            ]
            for thread in range(threads)
        ]
        """By thread: gradients in the shapes of the weights, parts of ``_sums``."""
        self._memory = [self._fresh_memory() for _ in range(threads)]
        self._steps = 0

    def _fresh_memory(self) -> tuple[Floats, ...]:
        width, narrow = self.learning.width, self.learning.narrow
        sizes = (width, narrow, 8, width, narrow)
        return tuple(np.zeros(size, np.float32) for size in sizes)

    def loss(self, examples: Examples, order: npt.NDArray[np.int64]) -> float:
        """The mean loss over some examples, learning nothing."""
        parts = self._over(examples, order, 0, len(order), teach=False)
        return parts / max(1, len(order))

    def _over(
        self,
        examples: Examples,
        order: npt.NDArray[np.int64],
        begin: int,
        end: int,
        teach: bool,
        threads: int | None = None,
    ) -> float:
        threads = threads or self.learning.threads
        bounds = np.linspace(begin, end, threads + 1).astype(int)

        def part(thread: int) -> float:
            return float(
                self._learn(
                    examples.on, examples.starts, self._lowest, examples.players, examples.targets, order,
                    bounds[thread], bounds[thread + 1], self.game.seats[0], *self.weights.arrays,
                    *self._gradients[thread], *self._memory[thread], teach,
                )
            )  # fmt: skip

        if threads == 1:
            return part(0)
        return sum(self._pool.map(part, range(threads)))

    def teach(
        self, examples: Examples, heard: Callable[[int, int, float], None] = lambda *_: None
    ) -> Course:
        """Goes over the examples some times; ``heard`` gets step, steps and loss now and then.

        What is kept is what did best on held-out games, or all that was learned if none is held out.
        """
        learning = self.learning
        rng = np.random.default_rng(learning.seed)
        scattered = (examples.games.astype(np.uint32) + 1) * np.uint32(2654435761) >> np.uint32(12)
        tested = scattered % 1000 < 1000 * learning.held_out
        train, test = np.nonzero(~tested)[0], np.nonzero(tested)[0]
        course = Course(examples=len(examples))
        size = min(GROWTH * learning.batch, max(learning.batch, len(train) // ENOUGH_STEPS))
        batches = math.ceil(len(train) / size)
        total = batches * learning.epochs
        best, least = self.weights.copy(), math.inf
        with ThreadPoolExecutor(learning.threads) as self._pool:
            done = 0
            for _ in range(learning.epochs):
                rng.shuffle(train)
                for batch in range(batches):
                    begin = batch * size
                    end = min(len(train), begin + size)
                    loss = self._over(examples, train, begin, end, teach=True)
                    rate = learning.rate * 0.5 * (1 + math.cos(math.pi * done / total))
                    self._move(end - begin, max(rate, learning.rate * 0.01))
                    done += 1
                    if done % 100 == 0 or done == total:
                        course.steps.append(done)
                        course.losses.append(loss / (end - begin))
                        heard(done, total, course.losses[-1])
                    if len(test) and done * TESTS_IN_EPOCH % batches < TESTS_IN_EPOCH:
                        course.tested.append(self.loss(examples, test))
                        if course.tested[-1] < least:
                            best, least = self.weights.copy(), course.tested[-1]
        if course.tested:
            self.weights = best
        course.curve, course.calibration_error = self.calibration(examples, test)
        return course

    def calibration(
        self, examples: Examples, order: npt.NDArray[np.int64]
    ) -> tuple[list[tuple[float, float]], float]:
        """What the network says for the viewpoint's seat beside what came of it, in ten bins."""
        said = np.zeros(len(order), np.float32)
        for place in range(min(MOST_JUDGED, len(order))):
            self._over(examples, order, place, place + 1, teach=False, threads=1)
            said[place] = self._memory[0][2][0]
        came = examples.targets[order[:MOST_JUDGED], 0]
        said = said[:MOST_JUDGED]
        curve, error = [], 0.0
        for low in range(10):
            inside = np.minimum(9, (said * 10).astype(int)) == low
            if inside.any():
                curve.append((float(said[inside].mean()), float(came[inside].mean())))
                error += inside.mean() * abs(curve[-1][0] - curve[-1][1])
        return curve, float(error)

    def _move(self, batch: int, rate: float) -> None:
        self._steps += 1
        corrected = 1 / (1 - BETAS[0] ** self._steps)
        corrected_square = 1 / (1 - BETAS[1] ** self._steps)
        threads = self.learning.threads

        def part(thread: int) -> None:
            for place, array in enumerate(self.weights.arrays):
                begin, end = (array.size * (thread + i) // threads for i in range(2))
                self._step(
                    array.reshape(-1), self._sums[place], self._means[place], self._squares[place], begin,
                    end, 1.0 / batch, rate, self.learning.decay, self.learning.calm, corrected,
                    corrected_square,
                )  # fmt: skip

        if threads == 1:
            part(0)
        else:
            list(self._pool.map(part, range(threads)))
