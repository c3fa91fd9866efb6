"""Events of a whole table and of its visitors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from waterside.core.registry import game
from waterside.core.series import Series
from waterside.protocol.codes import Phase
from waterside.server.domain.events.base import Reader, TableEvent, stored
from waterside.server.domain.seat import Seat

if TYPE_CHECKING:
    from waterside.server.domain.table import Table


@dataclass(frozen=True)
class Created(TableEvent):
    """A table is created; the secret of its first game is fixed before any player can sit down."""

    kind = "created"
    game: str
    options: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    title: str
    public: bool
    series: int
    turn_time: float | None
    away_limit: float
    stand_in: str
    hints: bool
    reminders: bool
    host: str
    name: str
    coming_commitment: str
    coming_secret: str = field(metadata=stored(private=True), repr=False)
    actions: Sequence[str] = ()
    """What was played already where the first game goes on from a position."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Sets up the seats and the series."""
        table.game = game(self.game)
        table.title, table.public = self.title, self.public
        table.turn_time, table.away_limit = self.turn_time, self.away_limit
        table.stand_in, table.hints, table.reminders = self.stand_in, self.hints, self.reminders
        given = enumerate(self.seats, start=1)
        table.seats = [Seat(seat, one["kind"], one.get("level")) for seat, one in given]
        table.series = Series(table.game, table.players, self.series, **self.options)
        table.opening = list(self.actions)
        table.host = self.host
        table.members[self.host] = self.name
        table.commit(self.coming_secret, self.coming_commitment)

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who created the table."""
        return reader.say("{who} has set up the table.", who=self.name)


@dataclass(frozen=True)
class Closed(TableEvent):
    """The host closes the table."""

    kind = "closed"

    def fold(self, table: Table, number: int, at: float) -> None:
        """Ends the table for good."""
        table.phase = Phase.CLOSED
        table.offer = None

    def sentence(self, table: Table, reader: Reader) -> str:
        """That the table is closed."""
        return reader.say("The table is closed.")


@dataclass(frozen=True)
class Admitted(TableEvent):
    """A user comes in by the invitation."""

    kind = "admitted"
    is_quiet = True
    identity: str
    name: str

    def fold(self, table: Table, number: int, at: float) -> None:
        """Adds a member."""
        table.members[self.identity] = self.name

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who came in."""
        return reader.say("{who} comes in.", who=self.name)


@dataclass(frozen=True)
class Left(TableEvent):
    """A user leaves the table for good."""

    kind = "left"
    identity: str
    name: str
    seats: Sequence[int] = ()

    def fold(self, table: Table, number: int, at: float) -> None:
        """Frees the user's seats or, in a game, marks them; an open offer lapses."""
        for seat in table.seats_of(self.identity):
            if table.phase in (Phase.STARTING, Phase.PLAYING):
                seat.left = True
                seat.away_since = at
            else:
                seat.vacate()
        table.offer = None
        if self.identity != table.host:
            table.members.pop(self.identity, None)
        else:
            table.host_left = True

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who left."""
        return reader.say("{who} leaves the table.", who=self.name)


@dataclass(frozen=True)
class Muted(TableEvent):
    """The host stops a user's chat, or allows it again."""

    kind = "muted"
    is_quiet = True
    changes_lists = False
    identity: str
    name: str
    muted: bool

    def fold(self, table: Table, number: int, at: float) -> None:
        """Changes who is muted."""
        if self.muted:
            table.muted[self.identity] = self.name
        else:
            table.muted.pop(self.identity, None)

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who is muted, or may speak again."""
        if self.muted:
            return reader.say("{who} is muted.", who=self.name)
        return reader.say("{who} may speak again.", who=self.name)


@dataclass(frozen=True)
class Chatted(TableEvent):
    """A user says something to all."""

    kind = "chatted"
    is_quiet = True
    changes_lists = False
    identity: str
    name: str
    text: str

    def fold(self, table: Table, number: int, at: float) -> None:
        """Remembers who has spoken; what was said is only in the log."""
        table.has_spoken(self.identity, self.name)

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who says what."""
        return f"{self.name}: {self.text}"
