"""Creating a table: checks what was asked for, and gives its first events."""

from __future__ import annotations

import secrets
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from waterside import fairness
from waterside.core.errors import WatersideError
from waterside.core.position import Position
from waterside.core.record import one_line
from waterside.core.registry import game
from waterside.core.series import Series
from waterside.protocol.fields import Level, Name, SeatKind, is_visible
from waterside.server.domain.commands.handlers import Sender, check_level
from waterside.server.domain.commands.starting import started
from waterside.server.domain.events import Created, Draft, Logged
from waterside.server.domain.table import Table
from waterside.server.domain.tokens import new_token

LONGEST_TITLE = 60
MOST_GAMES = 100
TABLE_BYTES = 9
INVITATION_BYTES = 16
MOST_ACTIONS = 1_500
Action = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]


class SeatWish(BaseModel):
    """Whom a seat is for: a person, whoever comes first (else a bot), or a bot."""

    model_config = ConfigDict(extra="forbid")
    kind: SeatKind = "person"
    level: Level | None = None
    """Of the bot."""


class TableWish(BaseModel):
    """A table as a user wants it. Sitting down comes after: by then the server has committed to
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
    """Seconds that a player may be away before the others can go on without."""
    stand_in: Level = "club"
    """The bot that plays where a person is missing."""
    actions: Annotated[list[Action], Field(max_length=MOST_ACTIONS)] = []
    """What was played already, where the first game goes on from a position."""
    hints: bool = True
    reminders: bool = True
    """Whether what was seen once stays visible, in games where people would have to remember it."""
    name: Name | None = None


def create(wish: TableWish, sender: Sender) -> tuple[Table, list[Logged], list[Draft]]:
    """The new table, its first events, and their drafts; WatersideError if it cannot be made."""
    kind = game(wish.game)
    seats = wish.seats if wish.seats is not None else [SeatWish()] * kind.seats[0]
    players = kind.check_players(len(seats))
    options = kind.resolve(players, wish.options)
    series = Series(kind, players, wish.series, **options)
    if wish.actions:
        check_opening(series.next(), wish)
    for seat in seats:
        if (seat.kind == "bot") != (seat.level is not None):
            raise WatersideError("a seat for a bot has a level; a seat for a person has none")
        check_level(sender, seat.level)
    check_level(sender, wish.stand_in)
    secret = fairness.new_secret(sender.randbytes)
    created = Created(
        game=kind.name,
        options=options,
        seats=[seat.model_dump(exclude_none=True) for seat in seats],
        title=one_line(wish.title) if is_visible(wish.title) else kind.title,
        public=wish.public,
        series=wish.series,
        turn_time=wish.turn_time,
        away_limit=wish.away_limit,
        stand_in=wish.stand_in,
        hints=wish.hints,
        reminders=wish.reminders,
        host=sender.identity,
        name=wish.name or sender.name,
        coming_commitment=fairness.commitment(secret),
        coming_secret=secret.hex(),
        actions=wish.actions or (),
    )
    table = Table(new_token(TABLE_BYTES, sender.randbytes))
    drafts = [Draft(created)]
    events = [drafts[0].logged(1, sender.now)]
    table.apply(events[0])
    if all(seat.kind == "bot" for seat in seats):
        drafts.append(started(table, sender))
        events.append(drafts[1].logged(2, sender.now))
        table.apply(events[1], drafts[1].steps)
    return table, events, drafts


def check_opening(position: Position, wish: TableWish) -> None:
    """Refuses a position from which no game can go on."""
    if wish.series > 1:
        raise WatersideError("a series begins with a new game, not with a position")
    for number, action in enumerate(wish.actions, start=1):
        try:
            position = position.play(action)
        except WatersideError as problem:
            raise WatersideError(f"action {number}: {problem}") from None
    if position.is_over:
        raise WatersideError("the game is over in this position: there is nothing left to play")


def new_invitation(randbytes: fairness.RandBytes = secrets.token_bytes) -> str:
    """The secret of a link that admits people to a table; it belongs to no seat."""
    return new_token(INVITATION_BYTES, randbytes)
