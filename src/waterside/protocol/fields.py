"""The types of the fields of messages, each with its limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

LONGEST_NAME = 32
LONGEST_CHAT = 400
LONGEST_ACTION = 64
LARGEST_MESSAGE = 4096
"""In bytes, of what a client sends."""

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=r"\S"),
]
SeatNumber = Annotated[int, Field(ge=1, le=16)]
SeatKind = Literal["person", "open", "bot"]
"""Whom a seat is for: a person, whoever comes first (else a bot), or a bot."""
Entropy = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{0,64}$")]
"""What a player adds to chance: up to 32 bytes in hexadecimal, chosen by the client."""
Number = Annotated[int, Field(ge=0, le=2**53)]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
"""The name of a bot, for example beginner, casual, club, expert or master."""
Language = Literal["en", "fr", "de"]
Action = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ACTION)]
PersonId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
ChatText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_CHAT)
]
OfferKind = Literal["takeback", "rematch"]
EndReason = Literal["over", "resigned", "abandoned"]
