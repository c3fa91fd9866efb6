"""A player's game in a few numbers, and the moments that mattered."""

from __future__ import annotations

import math
from collections import Counter

from waterside.review.reference import strength_of
from waterside.review.report import Moment, Review, Shares, Summary
from waterside.review.verdicts import SURE, THRESHOLDS, VERDICTS

MOST_MOMENTS = 12
LEAST_SWING = 0.03
"""What changes less is no moment that mattered."""


def summaries_of(review: Review) -> tuple[Summary, ...]:
    """One summary for each seat."""
    return tuple(summary_of(review, seat) for seat in range(1, review.players + 1))


def summary_of(review: Review, seat: int) -> Summary:
    """A seat's game."""
    place = seat - 1
    own = [one for one in review.decisions if one.seat == seat and one.choices > 1]
    losses = [one.loss for one in own]
    mean, error = mean_and_error(losses)
    counted = Counter(one.verdict for one in own)
    return Summary(
        seat=seat,
        name=review.names[place],
        start=review.start[place],
        result=review.result[place],
        luck=sum(one.luck[place] for one in review.chances),
        luck_error=math.hypot(*(one.errors[place] for one in review.chances)),
        own_loss=sum(losses),
        loss_error=math.hypot(*(one.error for one in own)),
        gifts=sum(one.gains[place] for one in review.decisions if one.seat != seat),
        hidden=sum(one.hidden[place] for one in review.reveals),
        correction=sum(one.correction[place] for one in review.reveals),
        decisions=len(own),
        error_per_decision=mean,
        error_per_decision_error=error,
        verdicts={verdict: counted[verdict] for verdict in VERDICTS},
        strength=strength_of(review.game, losses),
    )


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error; zero where there are too few values."""
    if not values:
        return 0.0, 0.0
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def moments_of(review: Review) -> tuple[Moment, ...]:
    """The moments that mattered, the most decisive first."""
    found = [
        Moment(one.step, "decision", one.seat, -one.loss)
        for one in review.decisions
        if one.verdict in THRESHOLDS
    ]
    for chance in review.chances:
        seat = chance.witness or most_changed(chance.luck)
        if matters(chance.luck[seat - 1], chance.errors[seat - 1]):
            found.append(Moment(chance.step, "chance", seat, chance.luck[seat - 1]))
    for reveal in review.reveals:
        if matters(reveal.hidden[reveal.seat - 1], reveal.errors[reveal.seat - 1]):
            change = reveal.hidden[reveal.seat - 1]
            found.append(Moment(reveal.step, "reveal", reveal.seat, change))
    found.sort(key=lambda one: (-abs(one.swing), one.step, one.kind))
    return tuple(found[:MOST_MOMENTS])


def most_changed(change: Shares) -> int:
    """The seat whose share changed most; of several, the one that gained."""
    return 1 + max(range(len(change)), key=lambda place: (abs(change[place]), change[place]))


def matters(swing: float, error: float) -> bool:
    """Whether a change is worth a word: large enough, and sure."""
    return abs(swing) >= LEAST_SWING and abs(swing) > SURE * error
