"""What the HTTP side takes and gives, as typed structures, and what its description says of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, StringConstraints

from waterside import fairness, protocol
from waterside.core.record import Record
from waterside.protocol import Name
from waterside.server.store import TableRow

LARGEST_BODY = 1_000_000
"""In bytes; records are the largest that anybody sends."""
LONGEST_LIST = 100
LONGEST_LOG = 1000
"""Events that are sent at once."""

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{12}$", examples=["Rk3vJ0aXq2Lw"])]


class Problem(BaseModel):
    """What was wrong, and what to do."""

    code: str
    text: str


class Whoami(BaseModel):
    """Somebody, as others may know them."""

    person: str
    name: str


class NewIdentity(Whoami):
    """Somebody new, with the token that proves it. It is told once: keep it secret."""

    token: str


class NameWish(BaseModel):
    """What somebody wants to be called."""

    model_config = ConfigDict(extra="forbid")
    name: Name


class Invitation(BaseModel):
    """The secret of a link."""

    model_config = ConfigDict(extra="forbid")
    invitation: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    name: Name | None = None


class Joined(BaseModel):
    """The table that an invitation leads to."""

    id: str


class Made(Joined):
    """A table that was just made; whoever has the link may come in."""

    invitation: str
    link: str


class OptionAbout(BaseModel):
    """An option of a game."""

    name: str
    about: str
    takes: str
    default: str | int | bool


class GameAbout(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    about: str
    fewest: int
    most: int
    options: list[OptionAbout]


class ListedSeat(BaseModel):
    """A seat in a list of tables."""

    kind: Literal["person", "open", "bot"]
    name: str | None
    free: bool


class Listed(BaseModel):
    """A table in a list."""

    id: str
    game: str
    title: str
    phase: protocol.Phase
    seats: list[ListedSeat]
    created: float
    updated: float


class Tables(BaseModel):
    """A list of tables; ``next`` asks for more of it."""

    tables: list[Listed]
    next: str | None = None


class Log(BaseModel):
    """What happened at a table."""

    log: list[protocol.LogEntry]
    next: int | None = None
    """The number of the last event in it, where there are more."""


class Checked(BaseModel):
    """What came out when chance was checked."""

    fair: bool
    draws: int
    findings: list[str]


class Health(BaseModel):
    """How the server is."""

    status: Literal["ok", "closing"]
    version: str
    protocol: int
    tables: int
    connections: int


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of an endpoint, for its description."""
    return {status: {"model": Problem, "description": ABOUT[status]} for status in statuses}


ABOUT = {
    400: "What was sent cannot be used; the text says why.",
    401: "No identity: ask for one first.",
    403: "Not allowed.",
    404: "There is no such thing here.",
    409: "Not possible now.",
    413: "Too large.",
    422: "Not as described.",
    429: "Too often; wait a moment.",
    503: "The database does not answer; try again.",
}
SAYS_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}
PLAIN_TEXT = {
    "requestBody": {
        "content": {"text/plain": {"schema": {"type": "string", "maxLength": LARGEST_BODY // 4}}},
    }
}
EVERYWHERE = problems(400, 403, 413, 422, 503)


def listed(row: TableRow) -> Listed:
    """A table as lists show it."""
    return Listed(
        id=row.id,
        game=row.game,
        title=row.title,
        phase=protocol.Phase(row.summary.phase),
        seats=[ListedSeat(**seat) for seat in row.summary.seats],
        created=row.created,
        updated=row.summary.updated,
    )


def marked(row: TableRow) -> str:
    """Where in the list of public tables this one is: all digits of its time, none rounded."""
    return f"{row.created!r}_{row.id}"


def unmarked(mark: str) -> tuple[float, str]:
    """The time and the id of a place in the list."""
    created, _, key = mark.partition("_")
    return float(created), key


def checked(record: Record) -> Checked:
    """What came out when a record was checked."""
    result = fairness.verify(record)
    return Checked(
        fair=result.is_fair, draws=result.draws, findings=[str(one) for one in result.findings]
    )
