"""Metrics: listeners that hear of games and boil them down to a few figures.

A metric has a ``title``; ``hear`` is called with the rows of some games, in any order, as often as it
takes; ``figures`` says what has been found. A new one touches no game: what it needs beyond rows it
asks for as ``facts`` (a ``waterside.core.facts.Facts``, compiled along with the rules) or hears action
by action, if it has a method ``action(before, who, number, after)``, which costs the speed of machine
code. Sums are whole numbers, so that no order of games changes a digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol, runtime_checkable

import numpy as np

from waterside.core.facts import COUNT, ENDING, MOMENT, Fact
from waterside.engine.playout import SHARES
from waterside.simulate.ratings import Z95, wilson
from waterside.simulate.rows import Column, Rows


@dataclass(frozen=True)
class Figure:
    """A number that was found, with its 95% interval where it is an estimate."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    percent: bool = False
    about: str = ""

    def text(self) -> str:
        """For tables.

        >>> Figure("seat 1", 0.514, 0.511, 0.517, percent=True).text()
        '51.4% (51.1-51.7)'
        """
        scale, sign, digits = (100, "%", 1) if self.percent else (1, "", 2)
        if self.low is None or self.high is None:
            return f"{scale * self.value:,.{digits}f}{sign}"
        low, high = scale * self.low, scale * self.high
        return f"{scale * self.value:,.{digits}f}{sign} ({low:,.{digits}f}-{high:,.{digits}f})"


@dataclass(frozen=True)
class Bars:
    """Something to draw: how often each value came, or a figure for each name."""

    title: str
    labels: Sequence[str]
    values: Sequence[float]
    lows: Sequence[float] | None = None
    highs: Sequence[float] | None = None
    axis: str = ""


class Metric(Protocol):
    """A figure that ``simulate`` reports of games."""

    title: str

    def hear(self, rows: Rows) -> None:
        """Takes some finished games in."""

    def figures(self) -> list[Figure]:
        """What has been found."""


@runtime_checkable
class HearsActions(Protocol):
    """A metric that hears of every action."""

    def action(self, before: Any, who: int, number: int, after: Any) -> None:
        """States, as rules see them, before and after an action by a seat (from 0) or chance."""


@runtime_checkable
class Draws(Protocol):
    """A metric that has something to draw."""

    def bars(self) -> list[Bars]:
        """What the report draws."""


@dataclass
class Moments:
    """The sum and the sum of squares of whole numbers, exact whatever the order."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    def hear(self, values: Column) -> None:
        """Takes numbers in."""
        if len(values) == 0:
            return
        self.count += len(values)
        self.total += int(values.sum())
        self.squares += int((values * values).sum())
        least, most = int(values.min()), int(values.max())
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)

    @property
    def mean(self) -> float:
        """The mean, 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers."""
        if self.count < 2:
            return 0.0
        spread = self.count * self.squares - self.total * self.total
        return sqrt(spread / (self.count * (self.count - 1)))

    def figure(self, name: str, about: str = "") -> Figure:
        """The mean with its interval."""
        spread = Z95 * self.deviation / sqrt(self.count) if self.count else 0.0
        return Figure(name, self.mean, self.mean - spread, self.mean + spread, about=about)


@dataclass
class Histogram:
    """How often each whole number came."""

    counts: dict[int, int] = field(default_factory=dict)

    def hear(self, values: Column) -> None:
        """Takes numbers in."""
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            self.counts[int(value)] = self.counts.get(int(value), 0) + int(count)

    def bars(self, title: str, axis: str, most: int = 40) -> Bars:
        """The histogram, with neighbours together where there would be too many bars."""
        if not self.counts:
            return Bars(title, [], [], axis=axis)
        low, high = min(self.counts), max(self.counts)
        width = -(-(high - low + 1) // most)
        heights = [0] * ((high - low) // width + 1)
        for value, count in self.counts.items():
            heights[(value - low) // width] += count
        starts = [low + width * i for i in range(len(heights))]
        labels = [str(start) if width == 1 else f"{start}-{start + width - 1}" for start in starts]
        games = sum(heights)
        return Bars(title, labels, [height / games for height in heights], axis=axis)


class Wins:
    """How often each seat wins, draws split."""

    title = "win rate"

    def __init__(self) -> None:
        self.games = 0
        self.sixtieths: list[int] = []

    def hear(self, rows: Rows) -> None:
        """Counts a win as sixty, shared in a draw."""
        won = rows.won.astype(np.int64)
        shares = (won * SHARES // won.sum(axis=1, keepdims=True)).sum(axis=0)
        self.sixtieths = self.sixtieths or [0] * rows.players
        self.sixtieths = [a + int(b) for a, b in zip(self.sixtieths, shares, strict=True)]
        self.games += len(rows)

    def figures(self) -> list[Figure]:
        """A rate for each seat, with its Wilson interval."""
        return [
            Figure(
                f"seat {seat}",
                won / SHARES / self.games,
                *wilson(won / SHARES, self.games),
                percent=True,
            )
            for seat, won in enumerate(self.sixtieths, 1)
        ]

    def bars(self) -> list[Bars]:
        """The rates, side by side."""
        found = self.figures()
        return [
            Bars(
                "Win rate by seat",
                [figure.name for figure in found],
                [figure.value for figure in found],
                [figure.low or 0.0 for figure in found],
                [figure.high or 0.0 for figure in found],
            )
        ]


class Scores:
    """The scores of the seats, and the lead of the best over the second."""

    title = "scores"

    def __init__(self) -> None:
        self.seats: list[Moments] = []
        self.lead = Moments()
        self.all = Histogram()

    def hear(self, rows: Rows) -> None:
        """Adds the scores up."""
        self.seats = self.seats or [Moments() for _ in range(rows.players)]
        for seat, moments in enumerate(self.seats):
            moments.hear(rows.scores[:, seat])
        ordered = np.sort(rows.scores, axis=1)
        self.lead.hear(ordered[:, -1] - ordered[:, -2])
        self.all.hear(rows.scores.ravel())

    def figures(self) -> list[Figure]:
        """A mean for each seat, and the mean lead."""
        found = [moments.figure(f"seat {seat}") for seat, moments in enumerate(self.seats, 1)]
        return [*found, self.lead.figure("lead of the best")]

    def bars(self) -> list[Bars]:
        """How often each score came."""
        return [self.all.bars("Scores of all seats", "score")]


class Length:
    """How long games are."""

    title = "length"

    def __init__(self) -> None:
        self.decisions = Moments()
        self.chances = Moments()
        self.all = Histogram()

    def hear(self, rows: Rows) -> None:
        """Adds the lengths up."""
        self.decisions.hear(rows.decisions)
        self.chances.hear(rows.chances)
        self.all.hear(rows.decisions)

    def figures(self) -> list[Figure]:
        """Decisions of players and outcomes of chance."""
        return [
            self.decisions.figure("decisions"),
            Figure("shortest", self.decisions.least or 0),
            Figure("longest", self.decisions.most or 0),
            self.chances.figure("outcomes of chance"),
        ]

    def bars(self) -> list[Bars]:
        """How often each length came."""
        return [self.all.bars("Length of games", "decisions")]


class Branching:
    """How much there is to choose from."""

    title = "choice"

    def __init__(self) -> None:
        self.actions = 0
        self.decisions = 0
        self.widest = 0

    def hear(self, rows: Rows) -> None:
        """Adds the legal actions up."""
        self.actions += int(rows.branching.sum())
        self.decisions += int(rows.decisions.sum())
        self.widest = max(self.widest, int(rows.widest.max()) if len(rows) else 0)

    def figures(self) -> list[Figure]:
        """Legal actions at a decision: their mean, and the most."""
        mean = self.actions / self.decisions if self.decisions else 0.0
        return [Figure("legal actions", mean), Figure("most legal actions", self.widest)]


class Endings:
    """How games end: with one winner, in a draw, or at a limit."""

    title = "endings"

    def __init__(self) -> None:
        self.games = 0
        self.draws = 0
        self.limits: dict[Fact, int] = {}

    def hear(self, rows: Rows) -> None:
        """Counts draws and limits."""
        self.games += len(rows)
        self.draws += int((rows.won.sum(axis=1) > 1).sum())
        for fact in rows.facts:
            if fact.kind == ENDING:
                self.limits[fact] = self.limits.get(fact, 0) + int(rows.fact(fact.name).sum())

    def figures(self) -> list[Figure]:
        """Shares of all games."""
        found = [share("draws", self.draws, self.games)]
        return found + [
            share(fact.name, count, self.games, fact.about) for fact, count in self.limits.items()
        ]


class GameFacts:
    """What the game's own ``facts.py`` counts."""

    title = "facts"

    def __init__(self) -> None:
        self.counts: dict[Fact, Moments] = {}
        self.games = 0

    def hear(self, rows: Rows) -> None:
        """Adds the counts up; of moments, those that came."""
        self.games += len(rows)
        for fact in rows.facts:
            counts = rows.fact(fact.name)
            moments = self.counts.setdefault(fact, Moments())
            moments.hear(counts[counts > 0] if fact.kind == MOMENT else counts)

    def figures(self) -> list[Figure]:
        """A mean for each game; of parts, their share; of moments, how often they come at all."""
        totals = {fact.name: moments.total for fact, moments in self.counts.items()}
        found = []
        for fact, moments in self.counts.items():
            if fact.kind == ENDING:
                continue
            found.append(moments.figure(fact.name, fact.about))
            if fact.kind == MOMENT:
                found.append(share(f"{fact.name}: games with one", moments.count, self.games))
            if fact.of:
                whole = totals[fact.of]
                found.append(share(f"{fact.name} of {fact.of}", moments.total, whole))
        return found

    def bars(self) -> list[Bars]:
        """The counts, side by side."""
        counted = [(f, m) for f, m in self.counts.items() if f.kind == COUNT]
        if not counted:
            return []
        return [
            Bars(
                "Facts: mean of a game", [f.name for f, _ in counted], [m.mean for _, m in counted]
            )
        ]


def share(name: str, part: int, whole: int, about: str = "") -> Figure:
    """A part of a whole with its Wilson interval."""
    value = part / whole if whole else 0.0
    return Figure(name, value, *wilson(part, whole), percent=True, about=about)


def built_in() -> list[Metric]:
    """Fresh ones of all metrics that are there by default."""
    return [Wins(), Scores(), Length(), Branching(), Endings(), GameFacts()]
