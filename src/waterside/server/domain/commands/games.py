"""Playing a game, asking for a hint or a reason, and giving it up."""

from __future__ import annotations

from waterside.core.errors import WatersideError
from waterside.protocol import messages
from waterside.protocol.codes import Refusal
from waterside.protocol.errors import RefusalError
from waterside.server.domain.commands.handlers import Sender, check_fresh, handles, own_seats
from waterside.server.domain.events import Acted, Draft, Resigned
from waterside.server.domain.table import Table


@handles(messages.Play)
def play(table: Table, sender: Sender, request: messages.Play) -> list[Draft]:
    """Plays an action of the seat whose turn it is."""
    check_fresh(table, request.at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    if actor.has_stand_in:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "A bot plays for you; come back first.")
    return [acted(table, actor.number, request.action)]


def acted(table: Table, seat: int, action: str, by: str | None = None) -> Draft:
    """The action with what chance decides after it."""
    assert table.round is not None
    try:
        steps = table.round.play(action)
    except WatersideError as problem:
        raise RefusalError(Refusal.ILLEGAL, "{problem}", problem=problem) from None
    return Draft(Acted(seat, [step.action for step in steps], by), steps)


@handles(messages.Hint)
def hint(table: Table, sender: Sender, request: messages.Hint) -> list[Draft]:
    """Changes nothing; hints are for the player to act, where the table allows them."""
    check_hints(table, sender, request.at)
    return []


@handles(messages.Explain)
def explain(table: Table, sender: Sender, request: messages.Explain) -> list[Draft]:
    """Changes nothing; for the player to act, where the table allows hints, about what is legal."""
    check_hints(table, sender, request.at)
    assert table.round is not None
    try:
        for action in (request.action, request.other):
            if action is not None:
                table.round.position.number_of(action)
    except WatersideError as problem:
        raise RefusalError(Refusal.ILLEGAL, "{problem}", problem=problem) from None
    return []


def check_hints(table: Table, sender: Sender, at: int) -> None:
    """Hints are for the player to act, where the table allows them."""
    check_fresh(table, at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    if not table.hints:
        raise RefusalError(Refusal.NOT_ALLOWED, "There are no hints at this table.")


@handles(messages.Why)
def why(table: Table, sender: Sender, request: messages.Why) -> list[Draft]:
    """Changes nothing; reasons are for the player to act."""
    check_fresh(table, request.at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    return []


@handles(messages.Resign)
def resign(table: Table, sender: Sender, request: messages.Resign) -> list[Draft]:
    """Gives one game up: of two players the other has won it, with more a bot goes on."""
    check_fresh(table, request.at)
    seat = own_seats(table, sender, request.seat)[0]
    if table.players == 2:
        winners = [3 - seat.number]
        return [Draft(Resigned(seat.number, seat.name, winners=winners, ends_series=False))]
    return [Draft(Resigned(seat.number, seat.name, level=table.stand_in))]
