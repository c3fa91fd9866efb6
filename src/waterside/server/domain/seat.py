"""A seat at a table, and a question that its players are asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from waterside.protocol.fields import OfferKind, SeatKind


def person_of(identity: str) -> str:
    """What others may call an identity: it gives nothing of the token away."""
    return sha256(b"person:" + identity.encode()).hexdigest()[:16]


@dataclass(slots=True)
class Seat:
    """A seat: whom it is for, and who has it."""

    number: int
    kind: SeatKind
    level: str | None = None
    """Of the bot, where one plays, for itself or for a player who is away."""
    identity: str | None = None
    name: str | None = None
    commitment: str = ""
    """To the player's entropy in the next game."""
    entropy: str = ""
    """What the player has revealed."""
    away_since: float | None = None
    left: bool = False

    @property
    def is_free(self) -> bool:
        """Whether a person can sit down here."""
        return self.kind != "bot" and self.identity is None

    @property
    def is_taken(self) -> bool:
        """Whether a person or a bot plays here."""
        return not self.is_free

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for the person who has this seat."""
        return self.identity is not None and self.level is not None

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays here for itself."""
        return self.identity is None and self.level is not None

    def vacate(self) -> None:
        """Frees the seat of its person; a bot that it is for stays."""
        self.identity = self.name = self.away_since = None
        self.level = None if self.kind != "bot" else self.level
        self.commitment = self.entropy = ""
        self.left = False


@dataclass(slots=True)
class Offer:
    """Something that all players at the table are asked for."""

    number: int
    what: OfferKind
    seat: int
    agreed: set[int] = field(default_factory=set)
    to: int = 0
    """For a takeback: how many actions would be left."""
