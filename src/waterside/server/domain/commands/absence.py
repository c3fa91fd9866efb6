"""What can be done while a player is away, and coming back."""

from __future__ import annotations

from waterside.protocol import messages
from waterside.protocol.codes import Phase, Refusal
from waterside.protocol.errors import RefusalError
from waterside.server.domain.commands.handlers import (
    Sender,
    check_level,
    find_seat,
    handles,
    own_seats,
)
from waterside.server.domain.events import Away, Back, Draft, Ended, Replaced, Returned
from waterside.server.domain.seat import Seat
from waterside.server.domain.table import Table


@handles(messages.Replace)
def replace(table: Table, sender: Sender, request: messages.Replace) -> list[Draft]:
    """Gives the seat of a player who is away too long to a bot."""
    seat = find_seat(table, request.seat)
    if seat.identity is None or seat.level is not None:
        raise RefusalError(Refusal.NOT_NOW, "A bot plays in this seat already.")
    check_away(table, sender, seat)
    check_level(sender, request.level)
    return [Draft(Replaced(seat.number, request.level or table.stand_in))]


@handles(messages.ComeBack)
def come_back(table: Table, sender: Sender, request: messages.ComeBack) -> list[Draft]:
    """Takes the sender's seats over from the bots that played meanwhile."""
    own = own_seats(table, sender, request.seat)
    gone = [seat for seat in own if seat.has_stand_in or seat.left]
    if not gone:
        raise RefusalError(Refusal.NOT_NOW, "You play in your seat already.")
    return [Draft(Returned(seat.number)) for seat in gone]


@handles(messages.End)
def end(table: Table, sender: Sender, request: messages.End) -> list[Draft]:
    """Ends a game in which a player is away too long."""
    others = [s for s in table.seats if s.identity and s.identity != sender.identity]
    if not others:
        raise RefusalError(Refusal.NOT_NOW, "Nobody is away; you can resign.")
    for seat in others:
        if is_away(table, sender, seat):
            return [Draft(Ended(seat.number, ends_series=False))]
    raise RefusalError(Refusal.NOT_NOW, "Nobody has been away long enough.")


def check_away(table: Table, sender: Sender, seat: Seat) -> None:
    """Refuses unless the player of this seat is away longer than the table allows, or has left."""
    if not is_away(table, sender, seat):
        raise RefusalError(
            Refusal.NOT_NOW,
            "{name} is here, or has not been away for {limit:g} seconds.",
            name=seat.name,
            limit=table.away_limit,
        )


def is_away(table: Table, sender: Sender, seat: Seat) -> bool:
    """Whether the player of this seat is away longer than the table allows, or has left.

    A player whose connection was lost a moment ago is not marked as away yet, and the time of the
    mark is that of a clock that may jump: the sender knows how long the connection has been gone.
    """
    if seat.left:
        return True
    assert seat.identity is not None
    if seat.away_since is None:
        return False
    absent = sender.absent_for(seat.identity)
    return absent > 0 and absent >= table.away_limit


def went_away(table: Table, identity: str, since: float) -> list[Draft]:
    """What it means for a game that a player's connection was lost at this time."""
    seats = [seat.number for seat in table.seats_of(identity) if seat.away_since is None]
    return [Draft(Away(seats, since))] if seats and table.phase is Phase.PLAYING else []


def is_back(table: Table, identity: str) -> list[Draft]:
    """What it means for a game that a player who was away is connected."""
    seats = [seat.number for seat in table.seats_of(identity) if seat.away_since is not None]
    return [Draft(Back(seats))] if seats and table.phase is Phase.PLAYING else []
