"""Review: the luck and skill of a finished game, move by move; puzzles.

>>> import waterside
>>> from waterside.core.record import Record
>>> from waterside.review import Budget, review
>>> position = waterside.game("crocodile").new(setup="picture").play("flip d2").play("reveal 4")
>>> found = review(Record.of(position), Budget(iterations=8, rough=8, samples=2, ahead=0))
>>> max(map(abs, found.unexplained())) < 1e-12
True

``waterside.review.report`` explains what a ``Review`` holds.
"""

from __future__ import annotations

from collections.abc import Callable

from waterside.core.record import Record
from waterside.review.budget import Budget, default_budget
from waterside.review.report import (
    Candidate,
    Chance,
    Decision,
    Moment,
    Reveal,
    Review,
    Strength,
    Summary,
)
from waterside.review.reviewing import Reviewer, reviewing
from waterside.review.verdicts import MARKS, THRESHOLDS, VERDICTS, Verdict, verdict_on

__all__ = [
    "MARKS",
    "THRESHOLDS",
    "VERDICTS",
    "Budget",
    "Candidate",
    "Chance",
    "Decision",
    "Moment",
    "Reveal",
    "Review",
    "Reviewer",
    "Strength",
    "Summary",
    "Verdict",
    "default_budget",
    "review",
    "reviewing",
    "verdict_on",
]


def review(
    record: Record,
    budget: Budget | None = None,
    progress: Callable[[Review], None] | None = None,
    known: Review | None = None,
) -> Review:
    """Reviews a game with the whole budget; ``progress`` is called with what is known meanwhile."""
    found: Review | None = None
    for found in reviewing(record, budget, known):
        if progress is not None:
            progress(found)
    assert found is not None
    return found
