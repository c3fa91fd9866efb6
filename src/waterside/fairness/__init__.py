"""Fair chance: every roll and draw of a game follows from numbers that were fixed before it.

The server commits to a secret, the players commit to their entropy, all reveal, and only then is
the first card dealt: nobody can choose what suits them. ``docs/fairness.md`` has the whole
procedure, from which an independent verifier can be written.
"""

from waterside.fairness.draws import (
    SCHEME,
    SPAN,
    Chance,
    RandBytes,
    check_entropy,
    choose,
    commitment,
    new_secret,
    numbers,
)
from waterside.fairness.promises import Promise, Promises
from waterside.fairness.proof import TAKEN_BACK, annotated, headers
from waterside.fairness.verification import Finding, Verification, verify

__all__ = [
    "SCHEME",
    "SPAN",
    "TAKEN_BACK",
    "Chance",
    "Finding",
    "Promise",
    "Promises",
    "RandBytes",
    "Verification",
    "annotated",
    "check_entropy",
    "choose",
    "commitment",
    "headers",
    "new_secret",
    "numbers",
    "verify",
]
