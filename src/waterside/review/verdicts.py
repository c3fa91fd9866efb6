"""Verdicts on decisions: what share of the win an action gave away, in a word.

| verdict | loss of the share of the win |
|---|---|
| best | the best action known, or one as good |
| fine | less than 3%, or not more than twice its standard error |
| inaccuracy | 3% or more |
| mistake | 7% or more |
| blunder | 15% or more |
"""

from __future__ import annotations

from typing import Literal

from waterside.core.language import Say
from waterside.text.language import later

Verdict = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]

VERDICTS: tuple[Verdict, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")
THRESHOLDS: dict[Verdict, float] = {"inaccuracy": 0.03, "mistake": 0.07, "blunder": 0.15}
"""The least loss for each verdict that blames."""
SURE = 2.0
"""How many standard errors a loss must be above zero before it is blamed."""
MARKS: dict[Verdict, str] = {
    "best": "",
    "fine": "",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
}
NAMES: dict[Verdict, str] = {
    "best": later("best"),
    "fine": later("fine"),
    "inaccuracy": later("inaccuracy"),
    "mistake": later("mistake"),
    "blunder": later("blunder"),
}


def verdict_on(loss: float, error: float) -> Verdict:
    """The verdict on an action that gave away this share of the win, known to this standard error.

    >>> verdict_on(0.0, 0.01), verdict_on(0.08, 0.01), verdict_on(0.2, 0.12)
    ('best', 'mistake', 'fine')
    """
    if loss <= 0:
        return "best"
    if loss <= SURE * error:
        return "fine"
    found: Verdict = "fine"
    for verdict, least in THRESHOLDS.items():
        if loss >= least:
            found = verdict
    return found


def verdict_name(verdict: Verdict, say: Say) -> str:
    """The verdict in the reader's language."""
    return say(NAMES[verdict])
