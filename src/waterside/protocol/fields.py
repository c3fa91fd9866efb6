"""The types of the fields of messages, each with its limits."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

LONGEST_NAME = 32
LONGEST_CHAT = 400
LONGEST_ACTION = 64
LARGEST_MESSAGE = 4096
"""In bytes, of what a client sends."""

LARGEST_NUMBER = 2**53
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like a space: fillers of Hangul, and Braille without dots."""


def is_visible(text: str) -> bool:
    r"""Whether there is something to see in a text: a letter, a digit, a mark or a symbol.

    >>> is_visible("Zoé"), is_visible("🐊"), is_visible("\u200b\u3164"), is_visible(" ")
    (True, True, False, False)
    """
    return any(unicodedata.category(one)[0] in "LNPS" and one not in BLANK for one in text)


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=r"\S"),
]
SeatNumber = Annotated[int, Field(ge=1, le=16)]
SeatKind = Literal["person", "open", "bot"]
"""Whom a seat is for: a person, whoever comes first (else a bot), or a bot."""
Entropy = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""What a player adds to chance: 32 bytes in hexadecimal, chosen by the client."""
Commitment = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")]
"""The SHA-256 of the 32 bytes of entropy, in hexadecimal; empty if there is none."""
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
"""The name of a bot, for example beginner, casual, club, expert or master."""
Language = Literal["en", "fr", "de"]
Action = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ACTION)]
PartId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""The id of a part of a scene."""
PersonId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
ChatText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_CHAT)
]
OfferKind = Literal["takeback", "rematch"]
EndReason = Literal["over", "resigned", "abandoned"]
Speed = Literal["slow", "normal", "fast", "none"]
"""How fast bots move: ``none`` is without any pause."""
