"""Taking, leaving and assigning seats, and which of one's seats is shown."""

from __future__ import annotations

from waterside.core.record import one_line
from waterside.protocol import messages
from waterside.protocol.codes import Phase, Refusal
from waterside.protocol.errors import RefusalError
from waterside.protocol.fields import is_visible
from waterside.server.domain.commands.handlers import (
    Sender,
    check_level,
    find_seat,
    handles,
    own_seat,
    own_seats,
)
from waterside.server.domain.commands.starting import begin
from waterside.server.domain.events import Assigned, Draft, Faced, LeftSeat, Seated
from waterside.server.domain.table import Table


@handles(messages.Sit)
def sit(table: Table, sender: Sender, request: messages.Sit) -> list[Draft]:
    """Takes a seat; the last one starts the game."""
    if request.seat is None:
        chosen = next((seat for seat in table.seats if seat.is_free), None)
        if chosen is None:
            raise RefusalError(Refusal.TAKEN, "All seats are taken.")
    else:
        chosen = find_seat(table, request.seat)
        if not chosen.is_free:
            raise RefusalError(Refusal.TAKEN, "This seat is taken.")
    if request.name is not None and not is_visible(request.name):
        raise RefusalError(Refusal.MALFORMED, "A name needs at least one visible letter.")
    name = one_line(request.name or "") or sender.name
    drafts = [Draft(Seated(chosen.number, sender.identity, name, commitment=request.commitment))]
    full = all(seat.is_taken for seat in table.seats if seat is not chosen)
    if full and table.phase is Phase.WAITING:
        drafts += begin(table, sender, commitments={chosen.number: request.commitment})
    return drafts


@handles(messages.LeaveSeat)
def leave_seat(table: Table, sender: Sender, request: messages.LeaveSeat) -> list[Draft]:
    """Frees one seat of the sender, or all of them."""
    return [Draft(LeftSeat(seat.number)) for seat in own_seats(table, sender, request.seat)]


@handles(messages.Assign)
def assign(table: Table, sender: Sender, request: messages.Assign) -> list[Draft]:
    """The host says whom a seat is for; if a bot takes the last one, the game starts."""
    seat = find_seat(table, request.seat)
    if (request.kind == "bot") != (request.level is not None):
        raise RefusalError(Refusal.MALFORMED, "A bot has a level, a person has none.")
    check_level(sender, request.level)
    drafts = [Draft(Assigned(seat.number, request.kind, request.level))]
    others = [other for other in table.seats if other is not seat]
    full = request.kind == "bot" and all(other.is_taken for other in others)
    if full and table.phase is Phase.WAITING and any(other.identity for other in others):
        drafts += begin(table, sender, commitments={seat.number: ""})
    return drafts


@handles(messages.SwitchSeat)
def switch_seat(table: Table, sender: Sender, request: messages.SwitchSeat) -> list[Draft]:
    """Only the sender's seats can be seen from. Where several share a device and turns have a time,
    it begins when the one to act looks.
    """
    if request.seat is None:
        return []
    seat = own_seat(table, sender, request.seat)
    is_next = table.turn_time is not None and table.actor() is seat and table.faced != seat.number
    return [Draft(Faced(seat.number))] if is_next else []


@handles(messages.Pace)
def pace(table: Table, sender: Sender, request: messages.Pace) -> list[Draft]:
    """Changes nothing at the table: the bots of the connection's table move as fast from now on."""
    return []
