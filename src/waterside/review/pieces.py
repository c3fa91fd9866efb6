"""A review worked out piece by piece, so that others can have their turn in between."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review.budget import Budget, default_budget
from waterside.review.estimates import Estimator
from waterside.review.report import Review
from waterside.review.reviewing import MakeEstimates, reviewing

WORK = "waterside.review.pieces:work"
"""The task that a pool of bots is given: see ``waterside.bots.pool``."""
PIECE = 1.0
"""Seconds after which a piece ends as soon as something is found."""


def order(record: str, known: str | None, changes: Mapping[str, int], seconds: float) -> bytes:
    """What ``work`` is given: a record, what is known of its review, and what its budget has instead
    of the usual.
    """
    content = {"record": record, "changes": dict(changes), "seconds": seconds}
    return json.dumps({**content, "known": json.loads(known) if known else None}).encode()


def work(given: bytes, stop: Callable[[], bool], estimates: MakeEstimates = Estimator) -> bytes:
    """Goes on with a review for a while; gives the review as JSON, complete or not."""
    asked = json.loads(given)
    until = time.monotonic() + asked["seconds"]
    record = Record.loads(asked["record"])
    known = Review.from_json(asked["known"]) if asked["known"] else None
    budget = budget_of(record, known, asked["changes"])
    found = known
    for deeper in reviewing(record, budget, known, estimates):
        found = deeper
        # What is known comes first: a piece without any progress would never lead anywhere.
        is_more = known is None or deeper.done > known.done or deeper.samples > known.samples
        if stop() or (is_more and time.monotonic() >= until):
            break
    assert found is not None, "a review says something at once"
    return found.dumps().encode()


def budget_of(record: Record, known: Review | None, changes: Mapping[str, Any]) -> Budget:
    """The budget that a review was begun with, or the usual one with some changes."""
    if known is not None:
        return Budget(**known.budget)
    return replace(default_budget(game(record.game)), **changes)
