"""The structures that HTTP endpoints take and return."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from fastapi import Path
from pydantic import BaseModel, ConfigDict, StringConstraints

from waterside import fairness, protocol
from waterside.core.game import Game
from waterside.core.record import Record
from waterside.protocol import Name
from waterside.server.store import TableRow

LARGEST_BODY = 1_000_000
"""In bytes; records are the largest bodies that clients need to send."""
LARGEST_ANSWERS = 4_500_000
"""In bytes; what a page has estimated for a review is larger, and nothing else is."""
LONGEST_LIST = 100
LONGEST_LOG = 1000
"""Events in one answer."""

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{12}$", examples=["Rk3vJ0aXq2Lw"])]


class Problem(BaseModel):
    """What was wrong, and what to do."""

    code: str
    text: str


class User(BaseModel):
    """A user, as others may know them."""

    person: str
    name: str


class NewUser(User):
    """A new user, with the token that proves who they are. It is sent once: keep it secret."""

    token: str


class NameRequest(BaseModel):
    """The name that a user wants."""

    model_config = ConfigDict(extra="forbid")
    name: Name


class JoinRequest(BaseModel):
    """An invitation, which is the secret part of a link, and the name to join with."""

    model_config = ConfigDict(extra="forbid")
    invitation: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    name: Name | None = None


class JoinedTable(BaseModel):
    """The table that an invitation leads to."""

    id: str


class CreatedTable(JoinedTable):
    """A new table; whoever has the link may join it."""

    invitation: str
    link: str


class OptionInfo(BaseModel):
    """An option of a game."""

    name: str
    about: str
    takes: str
    default: str | int | bool


class GameInfo(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    about: str
    fewest: int
    most: int
    options: list[OptionInfo]

    @classmethod
    def of(cls, game: Game) -> Self:
        """The description of a game."""
        fewest, most = game.seats
        return cls(
            name=game.name,
            title=game.title,
            about=game.about,
            fewest=fewest,
            most=most,
            options=[
                OptionInfo(
                    name=option.name,
                    about=option.about,
                    takes=option.values(),
                    default=option.default(fewest),
                )
                for option in game.options
            ],
        )


class SeatEntry(BaseModel):
    """A seat in a list of tables."""

    kind: Literal["person", "open", "bot"]
    name: str | None
    level: str | None = None
    """Of the bot that plays here."""
    free: bool
    person: str | None = None
    """Names the person without giving the identity away."""
    turn: bool = False
    """Whether it is this seat's turn."""


class TableEntry(BaseModel):
    """A table in a list."""

    id: str
    game: str
    title: str
    phase: protocol.Phase
    seats: list[SeatEntry]
    created: float
    updated: float

    @classmethod
    def of(cls, row: TableRow) -> Self:
        """The entry for a table's row."""
        return cls(
            id=row.id,
            game=row.game,
            title=row.title,
            phase=protocol.Phase(row.summary.phase),
            seats=[SeatEntry(**seat) for seat in row.summary.seats],
            created=row.created,
            updated=row.summary.updated,
        )


class Tables(BaseModel):
    """A list of tables; ``next`` asks for more of it."""

    tables: list[TableEntry]
    next: str | None = None


class TableLog(BaseModel):
    """What happened at a table, entry by entry."""

    log: list[protocol.LogEntry]
    next: int | None = None
    """The number of the last event in this answer, where there are more."""


class Verification(BaseModel):
    """The result of checking the chance of a game."""

    fair: bool
    draws: int
    findings: list[str]

    @classmethod
    def of(cls, record: Record) -> Self:
        """Checks a record."""
        result = fairness.verify(record)
        return cls(
            fair=result.is_fair, draws=result.draws, findings=[str(one) for one in result.findings]
        )


class Health(BaseModel):
    """The state of the server."""

    status: Literal["ok", "closing"]
    version: str
    protocol: int
    tables: int
    connections: int


def place_in_list(row: TableRow) -> str:
    """A table's place in the list of public tables, with all digits of its time, none rounded."""
    return f"{row.created!r}_{row.id}"


def read_place(place: str) -> tuple[float, str]:
    """The time and the id that a place in the list consists of."""
    created, _, key = place.partition("_")
    return float(created), key
