"""The rows that the store keeps, as plain values."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """A row of a table's event log. Numbers count from 1 without gaps."""

    number: int
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[str, Any] = field(default_factory=dict)
    """The part that must not leave the server before the end of the game."""
    at: float = field(default_factory=time.time)
    """The time of the event, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists of tables show, kept beside the log so that a list need not read any log."""

    phase: str = "open"
    seats: Sequence[Any] = ()
    """What the list shows of each seat, as JSON values."""
    updated: float = field(default_factory=time.time)
    resume: bool = False
    """Whether the table continues without a player (bots, clocks) and so is loaded at the start."""
    players: frozenset[str] | None = None
    """The hashes of the identities that own a seat or host the table; None changes nothing."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as lists show it; ``players`` of its summary is None when read."""

    id: str
    game: str
    title: str
    public: bool
    invitation_hash: str
    created: float = field(default_factory=time.time)
    summary: Summary = field(default_factory=Summary)


@dataclass(frozen=True, slots=True)
class Identity:
    """A user, known by the hash of a token that only they have."""

    hash: str
    name: str
    created: float


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that takes push messages for an identity."""

    endpoint: str
    """Where its push service takes messages."""
    identity: str
    receiver: str
    """The browser's public key, as base64url."""
    auth: str
    """The browser's authentication secret, as base64url."""
    language: str


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A review as far as it is worked out, with the record of the game."""

    key: str
    """The table and the number of the game there, or the hash of an uploaded record."""
    record: str
    body: str | None = None
    """What was found so far, as JSON; None while nothing was."""
    complete: bool = False
    uploaded: bool = False
    """Whether the record was uploaded: of these only the newest are kept."""
    updated: float = field(default_factory=time.time)

    @property
    def is_wanted(self) -> bool:
        """Whether a user has asked for the review; else there is nothing but an uploaded record."""
        return self.body is not None or not self.complete
