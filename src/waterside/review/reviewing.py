"""Reviews a game: rough at first, then deeper, beginning with what matters most."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.review.budget import Budget, default_budget
from waterside.review.course import Course
from waterside.review.decisions import Judge
from waterside.review.estimates import Estimates, Estimator
from waterside.review.report import Chance, Decision, Reveal, Review, Shares
from waterside.review.summaries import moments_of, summaries_of

MakeEstimates = Callable[[Game, int], Estimates]
ROUGH_SAMPLES = 16
FIRST, EVERY = 6, 8
"""So many decisions are reported one by one when they are judged, then some at a time."""


class Unknown(NamedTuple):
    """What an action did that its player could not know, and what it did as far as they could."""

    hidden: Shares
    hidden_errors: Shares
    expected: Shares
    expected_errors: Shares


class Reviewer:
    """A review under way; ``go_on`` works until everything is judged with the whole budget."""

    def __init__(
        self,
        record: Record,
        budget: Budget | None = None,
        known: Review | None = None,
        estimates: MakeEstimates = Estimator,
    ) -> None:
        end = record.position()
        self.record = record
        self.positions = positions_of(end)
        if len(self.positions) < 2:
            raise InvalidValueError("there is nothing to review: no action was played")
        self.budget = budget or default_budget(end.game)
        self.estimator = estimates(end.game, end.players)
        self.judge = Judge(self.estimator, self.budget)
        self.steps = [
            step for step, one in enumerate(self.positions[:-1]) if isinstance(one.actor, int)
        ]
        """Where players decide."""
        self.decisions: dict[int, Decision] = {}
        self.unknown: dict[int, Unknown] = {}
        self.shares: tuple[Shares, ...] = ()
        self.errors: tuple[Shares, ...] = ()
        self.chances: tuple[Chance, ...] = ()
        self.samples = 0
        self.seconds = 0.0
        self.started = time.perf_counter()
        if known is not None and self._is_of_this(known):
            self._resume(known)

    def _is_of_this(self, known: Review) -> bool:
        return (known.game, known.players, known.actions, dict(known.budget)) == (
            self.record.game,
            self.record.players,
            tuple(self.record.actions),
            self.budget.to_json(),
        )

    def _resume(self, known: Review) -> None:
        self.seconds = known.seconds
        self.decisions = {one.step: one for one in known.decisions}
        self.shares, self.errors, self.chances = known.shares, known.errors, known.chances
        self.samples = known.samples
        for reveal in known.reveals:
            gains = self.decisions[reveal.step].gains
            self.unknown[reveal.step] = Unknown(
                reveal.hidden,
                reveal.errors,
                tuple(c + g for c, g in zip(reveal.correction, gains, strict=True)),
                reveal.correction_errors,
            )

    def go_on(self) -> Iterator[Review]:
        """Reviews of the whole game, each a little deeper than the one before; the last is complete."""
        if self.samples == 0:
            self._draw_course(min(ROUGH_SAMPLES, self.budget.samples))
        for step in self.steps:
            if step not in self.decisions:
                self.decisions[step] = self._judged(step, min(self.budget.rough, self._most))
        yield self.so_far()
        if self.samples < self.budget.samples:
            self._draw_course(self.budget.samples)
            yield self.so_far()
        waiting = [step for step in self.steps if not self._is_judged(step)]
        waiting.sort(key=lambda one: (-self._doubt(one), one))
        for place, step in enumerate(waiting, 1):
            self.decisions[step] = self._judged(step, self._most)
            if place <= FIRST or place % EVERY == 0 or place == len(waiting):
                yield self.so_far()

    @property
    def _most(self) -> int:
        return self.budget.iterations

    def _is_judged(self, step: int) -> bool:
        decision = self.decisions[step]
        return decision.choices == 1 or decision.exact or decision.iterations >= self._most

    def _doubt(self, step: int) -> float:
        """How much a decision may matter, by what is known so far."""
        decision = self.decisions[step]
        return decision.loss + decision.error

    def _judged(self, step: int, iterations: int) -> Decision:
        played = self.positions[step + 1].action
        assert played is not None
        return self.judge.judge(self.positions[step], played, iterations)

    def _draw_course(self, samples: int) -> None:
        course = Course(self.positions, self.estimator, self.budget, samples)
        self.shares, self.errors = course.shares(), course.errors()
        self.chances = tuple(course.chances)
        self.samples = samples
        for step in self.steps:
            self.unknown[step] = Unknown(*course.hidden(step))

    def so_far(self) -> Review:
        """The review as far as it is."""
        now = time.perf_counter()
        self.seconds += now - self.started
        self.started = now
        decisions = tuple(self.decisions[step] for step in self.steps)
        reveals = tuple(self._reveal(step) for step in self.steps)
        end = self.positions[-1]
        review = Review(
            game=self.record.game,
            players=self.record.players,
            options=dict(self.record.options),
            actions=tuple(self.record.actions),
            names=tuple(
                self.record.seats.get(seat, "") for seat in range(1, self.record.players + 1)
            ),
            finished=end.is_over,
            budget=self.budget.to_json(),
            shares=self.shares,
            errors=self.errors,
            decisions=decisions,
            chances=self.chances,
            reveals=reveals,
            done=sum(map(self._is_judged, self.steps)) + (self.samples >= self.budget.samples),
            total=len(self.steps) + 1,
            samples=self.samples,
            seconds=self.seconds,
        )
        return summed_up(review)

    def _reveal(self, step: int) -> Reveal:
        decision, unknown = self.decisions[step], self.unknown[step]
        correction = [e - g for e, g in zip(unknown.expected, decision.gains, strict=True)]
        return Reveal(
            step,
            decision.seat,
            unknown.hidden,
            unknown.hidden_errors,
            tuple(correction),
            unknown.expected_errors,
        )


def summed_up(review: Review) -> Review:
    """The review with each player's summary and the moments that mattered."""
    return replace(review, summaries=summaries_of(review), moments=moments_of(review))


def positions_of(end: Position) -> list[Position]:
    """All positions of a game, the first one first."""
    found = [end]
    while found[-1].previous is not None:
        found.append(found[-1].previous)
    return found[::-1]


def reviewing(
    record: Record,
    budget: Budget | None = None,
    known: Review | None = None,
    estimates: MakeEstimates = Estimator,
) -> Iterator[Review]:
    """Reviews a game: yields the whole review again and again, rough at first, then deeper, beginning
    with what matters most; the last one is complete.

    ``known`` is what an earlier run with the same budget has worked out: it is gone on from, and the
    end is the same. ``estimates`` makes what estimates shares, for a game and a number of players.
    """
    return Reviewer(record, budget, known, estimates).go_on()
