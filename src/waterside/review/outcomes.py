"""What a position is worth at which chance decides: the mean over all outcomes, each with its weight."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from waterside.core.errors import InvalidValueError
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review.budget import Budget, default_budget
from waterside.review.course import worth
from waterside.review.estimates import Estimator
from waterside.review.report import Shares
from waterside.review.reviewing import MakeEstimates
from waterside.review.samples import Samples

TASK = "waterside.review.outcomes:work"
"""The task that a pool of bots is given: see ``waterside.bots.pool``."""


@dataclass(frozen=True)
class Outcome:
    """What chance may bring, and each seat's share of the win after it."""

    outcome: str
    weight: int
    shares: Shares


@dataclass(frozen=True)
class Weighed:
    """A position at which chance decides."""

    shares: Shares
    """Each seat's share of the win: the exactly weighted mean over the outcomes."""
    errors: Shares
    outcomes: tuple[Outcome, ...]

    def to_bytes(self) -> bytes:
        """As bytes."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes | str) -> Weighed:
        """Reads what ``to_bytes`` wrote."""
        fields = json.loads(data)
        outcomes = tuple(
            Outcome(one["outcome"], one["weight"], tuple(one["shares"]))
            for one in fields["outcomes"]
        )
        return cls(tuple(fields["shares"]), tuple(fields["errors"]), outcomes)


def weighed(
    position: Position, budget: Budget | None = None, estimates: MakeEstimates = Estimator
) -> Weighed:
    """Weighs all outcomes of chance in a position, with the same random numbers for each."""
    outcomes = position.outcomes()
    if not outcomes:
        raise InvalidValueError("it is not chance that decides here")
    budget = budget or default_budget(position.game)
    estimator = estimates(position.game, position.players)
    total = sum(outcomes.values())
    samples = {
        number: worth(position.after(number), estimator, budget, budget.samples)
        for number in outcomes
    }
    mean = Samples.mixed((samples[one], weight / total) for one, weight in outcomes.items())
    return Weighed(
        mean.mean,
        mean.error,
        tuple(
            Outcome(position.text_of(number), weight, samples[number].mean)
            for number, weight in outcomes.items()
        ),
    )


def order(position: Position) -> bytes:
    """What ``work`` is given."""
    return json.dumps({"record": Record.of(position).dumps(), "outcomes": True}).encode()


def is_order(asked: dict[str, Any]) -> bool:
    """Whether something that is read as JSON is an order for ``work``."""
    return "outcomes" in asked


def work(
    given: bytes,
    stop: Callable[[], bool],
    estimates: MakeEstimates = Estimator,
    changes: dict[str, int] | None = None,
) -> bytes:
    """Weighs the outcomes of the position that a record ends with."""
    position = Record.loads(json.loads(given)["record"]).position()
    budget = replace(default_budget(game(position.game.name)), **(changes or {}))
    return weighed(position, budget, estimates).to_bytes()
