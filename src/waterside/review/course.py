"""The course of a game: every seat's share of the win after every action, and the luck in between.

Shares are those of one who sees all cards. They are the mean over continuations of the position, each
player acting by what that player knows. Sample by sample the same random numbers are used everywhere in
the game, so that differences are known far better than the shares themselves. A position where chance
decides is worth the exactly weighted mean over its outcomes: nothing is left over but luck.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

from waterside.bots.endings import solve
from waterside.core.position import Position
from waterside.review.budget import Budget
from waterside.review.decisions import is_complete
from waterside.review.estimates import Estimates, seed_of
from waterside.review.report import Chance, Shares
from waterside.review.samples import Samples

WORLDS = 3
"""A salt, as in ``waterside.review.decisions``."""


class Course:
    """The samples of every position of a game, worked out from its end to its start."""

    def __init__(
        self, positions: Sequence[Position], estimator: Estimates, budget: Budget, samples: int
    ) -> None:
        self.positions = positions
        self.estimator = estimator
        self.budget = budget
        self.count = samples
        self.first = next(
            (i for i, one in enumerate(positions) if one.actor != "chance"), len(positions) - 1
        )
        """The first position in which a player decides."""
        self.samples = [Samples(())] * len(positions)
        self.chances: list[Chance] = []
        last = len(positions) - 1
        self.samples[last] = self.worth(positions[last])
        for step in range(last - 1, self.first - 1, -1):
            if positions[step].actor == "chance":
                self._weigh(step)
            else:
                self.samples[step] = self.worth(positions[step])
        if self.first > 0:
            self._deal()
        self.chances.reverse()

    def worth(self, position: Position) -> Samples:
        """The samples of a position."""
        return worth(position, self.estimator, self.budget, self.count)

    def _weigh(self, step: int) -> None:
        """An outcome of chance beside all that could have come."""
        before, after = self.positions[step], self.positions[step + 1]
        outcomes = before.outcomes()
        exact = len(outcomes) <= self.budget.outcomes
        if not exact:
            outcomes = sampled(outcomes, self.budget.outcomes, self.budget.seed + step)
        total = sum(outcomes.values())

        def worth(number: int) -> Samples:
            played = number == after.played
            return self.samples[step + 1] if played else self.worth(before.after(number))

        mean = Samples.mixed((worth(one), weight / total) for one, weight in outcomes.items())
        self.samples[step] = mean
        change = self.samples[step + 1] - mean
        self.chances.append(
            Chance(
                step=step,
                steps=1,
                outcome=after.action or "",
                witness=before.witness,
                luck=change.mean,
                errors=change.error,
                exact=exact,
            )
        )

    def _deal(self) -> None:
        """All that chance decided before the first decision, beside samples of what it could bring."""
        start = self.estimator.continuations(
            self.positions[0], self.budget.seed, self.budget.deals, self.budget.ahead
        )
        for step in range(self.first):
            self.samples[step] = start
        dealt = self.samples[self.first]
        single = self.first == 1
        self.chances.append(
            Chance(
                step=0,
                steps=self.first,
                outcome=(self.positions[1].action or "") if single else "",
                witness=self.positions[0].witness if single else None,
                luck=minus(dealt.mean, start.mean),
                errors=hypot(dealt.error, start.error),
                exact=False,
            )
        )

    def shares(self) -> tuple[Shares, ...]:
        """Each seat's share of the win after so many actions."""
        return tuple(samples.mean for samples in self.samples)

    def errors(self) -> tuple[Shares, ...]:
        """The standard errors of ``shares``."""
        return tuple(samples.error for samples in self.samples)

    def hidden(self, step: int) -> tuple[Shares, Shares, Shares, Shares]:
        """What an action did that its player could not know, and what it did as far as they could;
        each with its standard errors.
        """
        before = self.positions[step]
        seat = before.actor
        assert isinstance(seat, int), "only players decide"
        change = self.samples[step + 1] - self.samples[step]
        seen = before.seen_by(seat)
        nothing = (0.0,) * before.players
        if seen.held == before.held or not change:
            return nothing, nothing, change.mean, change.error
        seed = seed_of(before, seat, self.budget.seed + WORLDS)
        number = self.positions[step + 1].played
        assert number is not None
        worlds, ahead = self.budget.worlds, self.budget.ahead
        stayed = self.estimator.continuations(seen, seed, worlds, ahead, imagined=True)
        acted = self.estimator.continuations(
            seen, seed, worlds, max(0, ahead - 1), action=number, imagined=True
        )
        known = acted - stayed
        return (
            minus(change.mean, known.mean),
            hypot(change.error, known.error),
            known.mean,
            known.error,
        )


def worth(position: Position, estimator: Estimates, budget: Budget, count: int) -> Samples:
    """So many samples of a position: all the same where it is over or solved."""
    exact = exact_shares(position, budget.effort)
    if exact is not None:
        return Samples.same(exact, count)
    return estimator.continuations(position, budget.seed, count, budget.ahead)


def exact_shares(position: Position, effort: int) -> Shares | None:
    """The shares of a position that is over, or an ending that is solved; else None."""
    winners = position.winners()
    if winners is not None:
        return tuple(1 / len(winners) if s + 1 in winners else 0.0 for s in range(position.players))
    seat = position.actor
    if not isinstance(seat, int) or position.game.heuristics.solver is None:
        return None
    seen = position.seen_by(seat)
    solved = solve(seen, effort)
    if solved is None or not is_complete(solved, len(seen.legal_actions())):
        return None
    share = float(max(solved.values.values()))
    if position.players > 2 and share < 1:
        return None
    return tuple(
        share if s + 1 == seat else (1 - share) / (position.players - 1)
        for s in range(position.players)
    )


def sampled(outcomes: dict[int, int], count: int, seed: int) -> dict[int, int]:
    """So many outcomes drawn by their weights, with how often each was drawn."""
    return Counter(random.Random(seed).choices(list(outcomes), list(outcomes.values()), k=count))


def minus(shares: Shares, others: Shares) -> Shares:
    """The difference, seat by seat."""
    return tuple(here - there for here, there in zip(shares, others, strict=True))


def hypot(errors: Shares, others: Shares) -> Shares:
    """The standard errors of a difference, seat by seat."""
    return tuple(map(math.hypot, errors, others))
