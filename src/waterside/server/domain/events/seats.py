"""Events that change who plays in a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from waterside.protocol.fields import SeatKind
from waterside.server.domain.events.base import Reader, TableEvent, stored

if TYPE_CHECKING:
    from waterside.server.domain.table import Table


@dataclass(frozen=True)
class Seated(TableEvent):
    """A user takes a seat."""

    kind = "seated"
    seat: int
    identity: str
    name: str
    entropy: str = ""
    """Only in logs of version 0.1.0, whose players committed to nothing."""
    commitment: str = ""
    """To the entropy of the player."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Gives the seat to the user, who is a member from now on."""
        seat = table.seats[self.seat - 1]
        seat.identity, seat.name = self.identity, self.name
        seat.entropy, seat.commitment = self.entropy, self.commitment
        table.members[self.identity] = self.name

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who sat down."""
        return reader.say("{who} sits down.", who=self.name)


@dataclass(frozen=True)
class LeftSeat(TableEvent):
    """A player leaves a seat."""

    kind = "left_seat"
    former_kinds = ("stood",)
    seat: int

    def fold(self, table: Table, number: int, at: float) -> None:
        """Frees the seat; an open offer lapses."""
        table.seats[self.seat - 1].vacate()
        table.offer = None

    def sentence(self, table: Table, reader: Reader) -> str:
        """Which seat is free again."""
        return reader.say("Seat {seat} is free again.", seat=self.seat)


@dataclass(frozen=True)
class Assigned(TableEvent):
    """The host says whom a seat is for."""

    kind = "assigned"
    seat: int
    seat_kind: SeatKind = field(metadata=stored(key="kind"))
    level: str | None = None

    def fold(self, table: Table, number: int, at: float) -> None:
        """Frees the seat for a person or gives it to a bot; an open offer lapses."""
        seat = table.seats[self.seat - 1]
        seat.vacate()
        seat.kind, seat.level = self.seat_kind, self.level
        table.offer = None

    def sentence(self, table: Table, reader: Reader) -> str:
        """Whom the seat is for."""
        if self.seat_kind == "bot":
            who = reader.names(table)[self.seat - 1]
            return reader.say("The bot {who} takes seat {seat}.", who=who, seat=self.seat)
        return reader.say("Seat {seat} is for a person.", seat=self.seat)


@dataclass(frozen=True)
class Away(TableEvent):
    """A player has no connection any more, in the middle of a game."""

    kind = "away"
    is_quiet = True
    changes_lists = False
    seats: Sequence[int]
    since: float | None = None
    """When the connection was lost; None in logs of version 0.1.0, which have the event's time."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Marks the player's seats."""
        for seat in self.seats:
            table.seats[seat - 1].away_since = at if self.since is None else self.since

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who is away."""
        return reader.say("{who} is away.", who=reader.names(table)[self.seats[0] - 1])


@dataclass(frozen=True)
class Back(TableEvent):
    """A player who was away is connected again."""

    kind = "back"
    is_quiet = True
    changes_lists = False
    seats: Sequence[int]

    def fold(self, table: Table, number: int, at: float) -> None:
        """Unmarks the player's seats."""
        for seat in self.seats:
            table.seats[seat - 1].away_since = None

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who is back."""
        return reader.say("{who} is back.", who=reader.names(table)[self.seats[0] - 1])


@dataclass(frozen=True)
class Replaced(TableEvent):
    """A bot plays for a player who is away too long."""

    kind = "replaced"
    seat: int
    level: str

    def fold(self, table: Table, number: int, at: float) -> None:
        """Puts a bot in the player's seat."""
        table.seats[self.seat - 1].level = self.level

    def sentence(self, table: Table, reader: Reader) -> str:
        """For whom a bot plays."""
        return reader.say("A bot plays for {who}.", who=reader.names(table)[self.seat - 1])


@dataclass(frozen=True)
class Returned(TableEvent):
    """A player takes a seat over from the bot that played meanwhile."""

    kind = "returned"
    seat: int

    def fold(self, table: Table, number: int, at: float) -> None:
        """Removes the bot."""
        seat = table.seats[self.seat - 1]
        seat.level = seat.away_since = None
        seat.left = False

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who plays again."""
        return reader.say("{who} plays again.", who=reader.names(table)[self.seat - 1])


@dataclass(frozen=True)
class Faced(TableEvent):
    """One of several people at a device takes it for a seat: their time begins now."""

    kind = "faced"
    changes_lists = False
    seat: int

    def fold(self, table: Table, number: int, at: float) -> None:
        """Starts the clock of the turn again."""
        table.faced = self.seat
        table.turn_since = at

    def sentence(self, table: Table, reader: Reader) -> str:
        """Nothing: all at the device see it."""
        return ""
