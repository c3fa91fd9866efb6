"""Coming to a table, talking there, leaving it, and closing it."""

from __future__ import annotations

from waterside.core.record import one_line
from waterside.protocol import messages
from waterside.protocol.codes import Phase, Refusal
from waterside.protocol.errors import RefusalError
from waterside.protocol.fields import is_visible
from waterside.server.domain.commands.handlers import Sender, handles
from waterside.server.domain.events import Admitted, Chatted, Closed, Draft, Left, Muted
from waterside.server.domain.seat import person_of
from waterside.server.domain.table import Table


@handles(messages.Hello)
def hello(table: Table, sender: Sender, request: messages.Hello) -> list[Draft]:
    """Changes nothing: it asks for a view."""
    return []


@handles(messages.Ping)
def ping(table: Table, sender: Sender, request: messages.Ping) -> list[Draft]:
    """Changes nothing: it keeps the socket open."""
    return []


def admit(table: Table, identity: str, name: str) -> list[Draft]:
    """Lets a user in who has an invitation."""
    return [] if identity in table.members else [Draft(Admitted(identity, name))]


@handles(messages.Chat)
def chat(table: Table, sender: Sender, request: messages.Chat) -> list[Draft]:
    """Says something to all."""
    if sender.identity in table.muted:
        raise RefusalError(Refusal.MUTED, "The host has muted you.")
    name = table.members.get(sender.identity, sender.name)
    text = one_line(request.text)
    if not is_visible(text):
        raise RefusalError(Refusal.MALFORMED, "There is nothing to read in it.")
    return [Draft(Chatted(sender.identity, name, text))]


@handles(messages.Mute)
def mute(table: Table, sender: Sender, request: messages.Mute) -> list[Draft]:
    """Stops the chat of a member, a spectator or anybody who has spoken, or allows it again."""
    names = {**table.muted, **table.speakers, **sender.visitors(), **table.members}
    who = next((one for one in names if person_of(one) == request.person), None)
    if who is None or who == table.host:
        raise RefusalError(Refusal.NO_SUCH, "There is nobody of this name to be muted.")
    if (who in table.muted) == request.muted:
        return []
    return [Draft(Muted(who, names[who], request.muted))]


@handles(messages.Leave)
def leave(table: Table, sender: Sender, request: messages.Leave) -> list[Draft]:
    """Leaves for good; a spectator who was never admitted leaves no trace."""
    seats = [seat.number for seat in table.seats_of(sender.identity)]
    if not seats and sender.identity not in table.members:
        return []
    name = table.members.get(sender.identity, sender.name)
    return [Draft(Left(sender.identity, name, seats))]


def remove(table: Table, sender: Sender) -> list[Draft]:
    """Takes a table out of the sender's list: they leave it, and it closes where no other person
    plays.
    """
    others = [seat for seat in table.people() if seat.identity != sender.identity]
    if sender.identity == table.host and not others:
        return [] if table.phase is Phase.CLOSED else [Draft(Closed())]
    return [] if table.phase is Phase.CLOSED else leave(table, sender, messages.Leave())


@handles(messages.Close)
def close(table: Table, sender: Sender, request: messages.Close) -> list[Draft]:
    """Closes the table."""
    return [Draft(Closed())]
