"""What the doctor finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Names by which a computer reaches only itself."""


class Level(StrEnum):
    """How good what was found is."""

    OK = "ok"
    ADVICE = "advice"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, how it is, and what to change."""

    level: Level
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.level:<6}  {self.about}: {self.text}"


def ok(about: str, text: str) -> Finding:
    """A finding that needs no change."""
    return Finding(Level.OK, about, text)


def advice(about: str, text: str) -> Finding:
    """A finding that could be better."""
    return Finding(Level.ADVICE, about, text)


def wrong(about: str, text: str) -> Finding:
    """A finding that has to be changed."""
    return Finding(Level.WRONG, about, text)
