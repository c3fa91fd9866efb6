"""Making a table: checks what was asked for, and gives its first events."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from waterside import fairness
from waterside.core.errors import WatersideError
from waterside.core.record import one_line
from waterside.core.registry import game
from waterside.core.series import Series
from waterside.protocol import Level, Name
from waterside.server.domain.commands import Sender, check_level, started
from waterside.server.domain.table import Draft, Table
from waterside.server.domain.tokens import new_token
from waterside.server.store.rows import Event

LONGEST_TITLE = 60
MOST_GAMES = 100
TABLE_BYTES = 9
INVITATION_BYTES = 16


class SeatWish(BaseModel):
    """Whom a seat is for: a person, whoever comes first (else a bot), or a bot."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["person", "open", "bot"] = "person"
    level: Level | None = None
    """Of the bot."""


class TableWish(BaseModel):
    """A table as somebody wants it. Sitting down comes after: by then the server has committed to
    the secret of the game, and cannot choose one that suits a player's entropy.
    """

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    options: Annotated[dict[str, str | int | bool], Field(max_length=32)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)] | None = None
    """One for each player; left out: seats for people, as few as the game takes."""
    title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_TITLE)] = ""
    public: bool = False
    series: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 1
    """How many games in a row."""
    turn_time: Annotated[float, Field(ge=1, le=7 * 24 * 3600)] | None = None
    """Seconds for a turn; when they are over a bot plays it."""
    away_limit: Annotated[float, Field(ge=0, le=7 * 24 * 3600)] = 60.0
    """Seconds that somebody may be away before the others can go on without."""
    stand_in: Level = "club"
    """The bot that plays where a person is missing."""
    hints: bool = True
    reminders: bool = True
    """Whether what was seen once stays visible, in games where people would have to remember it."""
    name: Name | None = None


def made(wish: TableWish, sender: Sender) -> tuple[Table, list[Event], list[Draft]]:
    """The new table, its first events, and their drafts; WatersideError if it cannot be made."""
    kind = game(wish.game)
    seats = wish.seats if wish.seats is not None else [SeatWish()] * kind.seats[0]
    players = kind.check_players(len(seats))
    options = kind.resolve(players, wish.options)
    Series(kind, players, wish.series, **options)
    for seat in seats:
        if (seat.kind == "bot") != (seat.level is not None):
            raise WatersideError("a seat for a bot has a level; a seat for a person has none")
        check_level(sender, seat.level)
    check_level(sender, wish.stand_in)
    name = wish.name or sender.name
    body: dict[str, Any] = {
        "game": kind.name,
        "options": options,
        "seats": [seat.model_dump(exclude_none=True) for seat in seats],
        "title": one_line(wish.title) or kind.title,
        "public": wish.public,
        "series": wish.series,
        "turn_time": wish.turn_time,
        "away_limit": wish.away_limit,
        "stand_in": wish.stand_in,
        "hints": wish.hints,
        "reminders": wish.reminders,
        "host": sender.identity,
        "name": name,
    }
    table = Table(new_token(TABLE_BYTES, sender.randbytes))
    events: list[Event] = []
    drafts: list[Draft] = []

    def add(draft: Draft) -> None:
        event = draft.event(table.number + 1, sender.now)
        table.apply(event, draft.steps)
        events.append(event)
        drafts.append(draft)

    secret = fairness.new_secret(sender.randbytes)
    body["coming_commitment"] = fairness.commitment(secret)
    add(Draft("created", body, {"coming_secret": secret.hex()}))
    if all(seat.kind == "bot" for seat in seats):
        add(started(table, sender))
    return table, events, drafts


def new_invitation(randbytes: fairness.RandBytes = secrets.token_bytes) -> str:
    """The secret of a link that lets people in; it is no seat's."""
    return new_token(INVITATION_BYTES, randbytes)
