"""How strong a player played: the errors per decision beside those of the bots' levels.

The reference errors are those of games that bots of each level played, reviewed with the default budget;
``python benchmarks/review.py levels --write`` makes the file, and the file says with which seed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from waterside.bots.levels import LEVELS
from waterside.review.report import Strength

FILE = Path(__file__).with_name("reference.json")
SURE = 1.96
FEWEST = 5
"""With fewer decisions nothing is said."""


@cache
def references() -> dict[str, Any]:
    """The reference errors of every game, as the file has them."""
    return json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"games": {}}  # type: ignore[no-any-return]


def strength_of(game: str, losses: Sequence[float]) -> Strength | None:
    """The strength of a player who gave away so much at each decision; None where nothing is known."""
    levels = references()["games"].get(game)
    if levels is None or len(losses) < FEWEST:
        return None
    known = [levels[name] for name in LEVELS]
    mean = sum(losses) / len(losses)
    variance = sum((loss - mean) ** 2 for loss in losses) / (len(losses) - 1)
    # a short game without a mistake is no proof of a master: as many errors as the levels' vary
    deviation = max(math.sqrt(variance), min(one["deviation"] for one in known))
    error = SURE * deviation / math.sqrt(len(losses))
    errors = falling([one["error"] for one in known])
    level = placed(mean, errors)
    low, high = placed(mean + error, errors), placed(mean - error, errors)
    return Strength(level, low, high, list(LEVELS)[min(len(LEVELS), max(1, round(level))) - 1])


def falling(errors: Sequence[float]) -> list[float]:
    """The errors of the levels, each at most the one before it."""
    found: list[float] = []
    for error in errors:
        found.append(min(error, found[-1]) if found else error)
    return found


def placed(error: float, errors: Sequence[float]) -> float:
    """Where an error lies among those of the levels, from 1 for the first to the last's number.

    >>> placed(0.03, [0.06, 0.04, 0.02, 0.01, 0.005])
    2.5
    """
    for place in range(len(errors) - 1):
        worse, better = errors[place], errors[place + 1]
        if error >= worse:
            return float(place + 1)
        if error > better:
            return place + 1 + (worse - error) / (worse - better)
    return float(len(errors))
