"""Review: the luck and skill of a finished game, move by move; puzzles.

``review(record)`` gives a ``Review``; ``reviewing(record)`` yields it again and again, rough at first,
with the moments that matter most, then deeper. ``waterside.review.report`` explains what a ``Review`` holds.
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
