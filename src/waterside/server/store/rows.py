"""What the store keeps, as plain values."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table. Its number counts from 1 without gaps."""

    number: int
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[str, Any] = field(default_factory=dict)
    """What must not leave the server before the game's end."""
    at: float = field(default_factory=time.time)
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists of tables show, kept beside the log so that nobody must read it for that."""

    phase: str = "open"
    seats: Sequence[Any] = ()
    """What the list shows of each seat: any JSON."""
    updated: float = field(default_factory=time.time)
    resume: bool = False
    """Whether the table goes on by itself (bots, clocks) and so is taken up after a restart."""
    players: frozenset[str] | None = None
    """The hashes of the identities whose table it is; None leaves them as they are."""


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
    """Somebody, known by the hash of a token only they have."""

    hash: str
    name: str
    created: float
