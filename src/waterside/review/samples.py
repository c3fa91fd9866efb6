"""Samples of the seats' shares of the win: their means, and how sure these are.

Sums are exact (``math.fsum``), so that the same samples say the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from waterside.review.report import Shares

Column = Sequence[float]

BATCHES = 16
"""Parts of a search whose means tell its error: within a part, iterations depend on each other."""
WARMING = 4
"""The first of so many parts of a search is not counted: the tree knows little then."""


@dataclass(frozen=True)
class Samples:
    """What each sample gave each seat, seat by seat."""

    columns: Sequence[Column]

    @classmethod
    def of_rows(cls, numbers: Column, players: int) -> Samples:
        """Samples that lie one after the other, each with a number for each seat."""
        return cls([numbers[seat::players] for seat in range(players)])

    @classmethod
    def same(cls, shares: Shares, count: int) -> Samples:
        """So many samples that all gave the same."""
        return cls([[share] * count for share in shares])

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Samples, float]]) -> Samples:
        """The sum of samples, each times its weight."""
        columns: list[list[float]] = []
        for samples, weight in parts:
            if not columns:
                columns = [[0.0] * len(column) for column in samples.columns]
            for mixed, column in zip(columns, samples.columns, strict=True):
                mixed[:] = [
                    before + value * weight for before, value in zip(mixed, column, strict=True)
                ]
        return cls(columns)

    def __sub__(self, other: Samples) -> Samples:
        return Samples(
            [
                [here - there for here, there in zip(mine, others, strict=True)]
                for mine, others in zip(self.columns, other.columns, strict=True)
            ]
        )

    def __bool__(self) -> bool:
        """Whether any sample is anything but nothing."""
        return any(any(column) for column in self.columns)

    @property
    def mean(self) -> Shares:
        """Each seat's mean."""
        return tuple(map(mean, self.columns))

    @property
    def error(self) -> Shares:
        """The standard error of each seat's mean; the samples are independent."""
        return tuple(map(error_of_mean, self.columns))


@dataclass(frozen=True)
class Outlook:
    """What an action promises, by one seat's knowledge."""

    iterations: Samples
    """The world of an iteration is the same for all actions."""

    @classmethod
    def of(cls, searched: Samples) -> Outlook:
        """What the iterations of a search say, without the first ones."""
        count = len(searched.columns[0])
        if count < 2 * BATCHES:
            return cls(searched)
        return cls(Samples([column[count // WARMING :] for column in searched.columns]))

    @property
    def shares(self) -> Shares:
        """Each seat's expected share of the win."""
        return self.iterations.mean

    def error(self, seat: int) -> float:
        """The standard error of a seat's share."""
        return batch_error(self.iterations.columns[seat - 1])

    def error_against(self, other: Outlook, seat: int) -> float:
        """The standard error of the difference between two actions, world by world."""
        mine, others = self.iterations.columns[seat - 1], other.iterations.columns[seat - 1]
        return batch_error([here - there for here, there in zip(mine, others, strict=True)])


def mean(column: Column) -> float:
    """The mean of numbers."""
    return math.fsum(column) / len(column)


def error_of_mean(column: Column) -> float:
    """The standard error of the mean of independent numbers; 0 for fewer than two."""
    count = len(column)
    if count < 2:
        return 0.0
    middle = mean(column)
    variance = math.fsum((value - middle) ** 2 for value in column) / (count - 1)
    return math.sqrt(variance / count)


def batch_error(column: Column) -> float:
    """The standard error of the mean of a search's iterations, from the means of its parts."""
    size = len(column) // BATCHES
    if size == 0:
        return error_of_mean(column)
    return error_of_mean([mean(column[i * size : (i + 1) * size]) for i in range(BATCHES)])
