"""Which function handles which message, and what all of them may ask first."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from waterside.fairness import RandBytes
from waterside.protocol import codes
from waterside.protocol.codes import Phase, Refusal
from waterside.protocol.errors import RefusalError
from waterside.protocol.messages import Request
from waterside.server.domain.events import Draft
from waterside.server.domain.seat import Seat
from waterside.server.domain.table import Table
from waterside.text.language import later

R = TypeVar("R", bound=Request)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a message, and when."""

    identity: str
    name: str
    now: float
    absent_for: Callable[[str], float] = lambda identity: 0.0
    """For how many seconds a user has had no connection; 0 for one who is connected."""
    visitors: Callable[[], Mapping[str, str]] = dict
    """The names of all who are connected, by identity."""
    known_levels: frozenset[str] = frozenset()
    randbytes: RandBytes = secrets.token_bytes
    """Where the secrets of games come from."""
    reveal_time: float = 10.0
    """Seconds that players have to reveal their entropy before a game."""


Handler = Callable[[Table, Sender, R], list[Draft]]
HANDLERS: dict[type[Request], Handler[Any]] = {}
"""What handles each message: from a table to new events, which change it once they are stored."""


def handles(message: type[R]) -> Callable[[Handler[R]], Handler[R]]:
    """Registers the one function that handles a message."""

    def register(handler: Handler[R]) -> Handler[R]:
        if message in HANDLERS:
            raise TypeError(f"{message.__name__} has two handlers")
        HANDLERS[message] = handler
        return handler

    return register


def command(table: Table, sender: Sender, request: Request) -> list[Draft]:
    """The events that a message leads to; RefusalError if it is refused."""
    check(table, sender, request)
    drafts: list[Draft] = HANDLERS[type(request)](table, sender, request)
    return drafts


def check(table: Table, sender: Sender, request: Request) -> None:
    """Refuses what the sender may not do, or not now: as declared beside the message."""
    if not table.allows(sender.identity, request.who):
        raise RefusalError(Refusal.NOT_ALLOWED, WHO_MAY[request.who])
    if table.phase not in request.when:
        raise RefusalError(Refusal.NOT_NOW, NOT_NOW[table.phase])


WHO_MAY = {
    codes.PLAYERS: later("Only players can do this: take a seat first."),
    codes.HOST: later("Only the host of the table can do this."),
    codes.PLAYERS_AND_HOST: later("Only players and the host can do this."),
}
NOT_NOW = {
    Phase.WAITING: later("The game has not started yet."),
    Phase.STARTING: later("The game starts in a moment."),
    Phase.PLAYING: later("This is not possible in the middle of a game."),
    Phase.BETWEEN: later("The game is over."),
    Phase.CLOSED: later("The table is closed."),
}


def check_fresh(table: Table, at: int) -> None:
    """Refuses what was chosen before the game went on."""
    if at < table.game_number or at > table.number:
        raise RefusalError(Refusal.STALE, "The game has gone on meanwhile; look again.")


def check_level(sender: Sender, level: str | None) -> None:
    """Refuses the name of a bot that does not exist."""
    if level is not None and level not in sender.known_levels:
        raise RefusalError(
            Refusal.NO_SUCH, "There is no bot {level}; there are {levels}.",
            level=level, levels=", ".join(sorted(sender.known_levels)),
        )  # fmt: skip


def find_seat(table: Table, number: int) -> Seat:
    """The seat of this number; refuses a number that no seat has."""
    seat = table.seat(number)
    if seat is None:
        raise RefusalError(
            Refusal.NO_SUCH, "There is no seat {seat}; seats go from 1 to {players}.",
            seat=number, players=table.players,
        )  # fmt: skip
    return seat


def own_seat(table: Table, sender: Sender, number: int) -> Seat:
    """The seat of this number, which must be the sender's."""
    seat = find_seat(table, number)
    if seat.identity != sender.identity:
        raise RefusalError(Refusal.NOT_ALLOWED, "This seat is not yours.")
    return seat


def own_seats(table: Table, sender: Sender, number: int | None) -> list[Seat]:
    """All seats of the sender, or only the one of this number."""
    if number is not None:
        return [own_seat(table, sender, number)]
    return table.seats_of(sender.identity)
