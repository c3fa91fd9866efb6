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
from waterside.engine.build import Builder, compiler_missing, large_rule, rule
from waterside.training.examples import Examples

BETAS = (0.9, 0.999)
TINY = 1e-8
SMALLEST = 1e-7


@dataclass(frozen=True)
class Learning:
    """How to learn."""

    width: int = 64
    narrow: int = 32
    epochs: int = 6
    batch: int = 1024
    rate: float = 2e-3
    decay: float = 1e-5
    """How much every weight shrinks at each step, relative to the rate."""
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
    """The loss on held-out games after each epoch."""
    examples: int = 0


def initial(game: Game, learning: Learning) -> Weights:
    """Random weights to begin with."""
    weights = Weights.zeros(game, learning.width, learning.narrow)
    rng = np.random.default_rng(learning.seed)
    weights.first[:] = rng.normal(0, 0.08, weights.first.shape)
    weights.first_bias[:] = 0.3
    weights.second[:] = rng.normal(0, math.sqrt(2 / learning.width), weights.second.shape)
    weights.second_bias[:] = 0.1
    weights.last[:] = rng.normal(0, math.sqrt(1 / learning.narrow), weights.last.shape)
    return weights


@large_rule
def learn_range(
    on, starts, players, targets, order, begin, end, fewest, first, first_bias, second, second_bias,
    last, last_bias, d_first, d_first_bias, d_second, d_second_bias, d_last, d_last_bias, one, two,
    shares, d_one, d_two, teach,
):  # fmt: skip
    """Adds up gradients over some examples, or only the loss, which it returns."""
    loss = 0.0
    width = len(first_bias)
    narrow = second.shape[2]
    for place in range(begin, end):
        example = order[place]
        seats = players[example]
        head = seats - fewest
        for unit in range(width):
            one[unit] = first_bias[unit]
        for i in range(starts[example], starts[example + 1]):
            row = on[i]
            for unit in range(width):
                one[unit] += first[row, unit]
        for unit in range(narrow):
            two[unit] = second_bias[head, unit]
        for i in range(width):
            value = min(max(one[i], np.float32(0.0)), np.float32(1.0))
            for unit in range(narrow):
                two[unit] += value * second[head, i, unit]
        for seat in range(seats):
            shares[seat] = last_bias[head, seat]
        for i in range(narrow):
            value = min(max(two[i], np.float32(0.0)), np.float32(1.0))
            for seat in range(seats):
                shares[seat] += value * last[head, i, seat]
        most = shares[0]
        for seat in range(1, seats):
            most = max(most, shares[seat])
        total = 0.0
        for seat in range(seats):
            shares[seat] = math.exp(shares[seat] - most)
            total += shares[seat]
        for seat in range(seats):
            shares[seat] /= total
            loss -= targets[example, seat] * math.log(max(SMALLEST, shares[seat]))
        if not teach:
            continue
        for seat in range(seats):
            shares[seat] -= targets[example, seat]
            d_last_bias[head, seat] += shares[seat]
        for i in range(narrow):
            value = min(max(two[i], np.float32(0.0)), np.float32(1.0))
            d_two[i] = 0.0
            for seat in range(seats):
                d_last[head, i, seat] += value * shares[seat]
                if 0.0 < two[i] < 1.0:
                    d_two[i] += last[head, i, seat] * shares[seat]
            d_second_bias[head, i] += d_two[i]
        for i in range(width):
            value = min(max(one[i], np.float32(0.0)), np.float32(1.0))
            d_one[i] = 0.0
            if one[i] > 0.0:
                for unit in range(narrow):
                    d_second[head, i, unit] += value * d_two[unit]
            if 0.0 < one[i] < 1.0:
                slope = np.float32(0.0)
                for unit in range(narrow):
                    slope += second[head, i, unit] * d_two[unit]
                d_one[i] = slope
                d_first_bias[i] += slope
        for i in range(starts[example], starts[example + 1]):
            row = on[i]
            for unit in range(width):
                d_first[row, unit] += d_one[unit]
    return loss


@rule
def adam_step(weights, gradient, mean, square, scale, rate, decay, corrected, corrected_square):
    """Moves flat weights along their gradient, which becomes zero again."""
    for i in range(len(weights)):
        slope = gradient[i] * scale
        gradient[i] = 0.0
        mean[i] += 0.1 * (slope - mean[i])
        square[i] += 0.001 * (slope * slope - square[i])
        if mean[i] != 0.0:
            step = mean[i] * corrected / (math.sqrt(square[i] * corrected_square) + TINY)
            weights[i] -= rate * (step + decay * weights[i])


class Learner:
    """Teaches one game's network."""

    def __init__(self, game: Game, learning: Learning, start: Weights | None = None) -> None:
        self.game, self.learning = game, learning
        self.weights = start.copy() if start else initial(game, learning)
        builder = Builder({}, compiled=not compiler_missing(), label="learning")
        self._learn = builder.build(learn_range)
        self._step = builder.build(adam_step)
        self._means = [np.zeros(a.size, np.float32) for a in self.weights.arrays]
        self._squares = [np.zeros(a.size, np.float32) for a in self.weights.arrays]
        threads = learning.threads
        self._gradients = [[np.zeros_like(a) for a in self.weights.arrays] for _ in range(threads)]
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
        self, examples: Examples, order: npt.NDArray[np.int64], begin: int, end: int, teach: bool
    ) -> float:
        threads = self.learning.threads
        bounds = np.linspace(begin, end, threads + 1).astype(int)

        def part(thread: int) -> float:
            return float(
                self._learn(
                    examples.on, examples.starts, examples.players, examples.targets, order,
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
        """Goes over the examples some times; ``heard`` gets step, steps and loss now and then."""
        learning = self.learning
        rng = np.random.default_rng(learning.seed)
        scattered = examples.games.astype(np.uint32) * np.uint32(2654435761) >> np.uint32(12)
        tested = scattered % 1000 < 1000 * learning.held_out
        train, test = np.nonzero(~tested)[0], np.nonzero(tested)[0]
        course = Course(examples=len(examples))
        batches = math.ceil(len(train) / learning.batch)
        total = batches * learning.epochs
        with ThreadPoolExecutor(learning.threads) as self._pool:
            done = 0
            for _ in range(learning.epochs):
                rng.shuffle(train)
                for batch in range(batches):
                    begin = batch * learning.batch
                    end = min(len(train), begin + learning.batch)
                    loss = self._over(examples, train, begin, end, teach=True)
                    rate = learning.rate * 0.5 * (1 + math.cos(math.pi * done / total))
                    self._move(end - begin, max(rate, learning.rate * 0.01))
                    done += 1
                    if done % 100 == 0 or done == total:
                        course.steps.append(done)
                        course.losses.append(loss / (end - begin))
                        heard(done, total, course.losses[-1])
                course.tested.append(self.loss(examples, test))
        return course

    def _move(self, batch: int, rate: float) -> None:
        self._steps += 1
        corrected = 1 / (1 - BETAS[0] ** self._steps)
        corrected_square = 1 / (1 - BETAS[1] ** self._steps)
        for place, array in enumerate(self.weights.arrays):
            gradient = self._gradients[0][place]
            for more in self._gradients[1:]:
                gradient += more[place]
                more[place][:] = 0
            self._step(
                array.reshape(-1), gradient.reshape(-1), self._means[place], self._squares[place],
                1.0 / batch, rate, self.learning.decay, corrected, corrected_square,
            )  # fmt: skip
