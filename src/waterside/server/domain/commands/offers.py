"""What players ask each other: to take a move back, or to play another game."""

from __future__ import annotations

from waterside.protocol import messages
from waterside.protocol.codes import Refusal
from waterside.protocol.errors import RefusalError
from waterside.server.domain.commands.handlers import Sender, check_fresh, handles
from waterside.server.domain.commands.starting import begin
from waterside.server.domain.events import Answered, Draft, Offered, TakenBack
from waterside.server.domain.seat import Offer
from waterside.server.domain.table import Table


@handles(messages.Takeback)
def takeback(table: Table, sender: Sender, request: messages.Takeback) -> list[Draft]:
    """Takes the sender's last decision back, or asks the others whether they agree."""
    check_fresh(table, request.at)
    seat, where = last_decision(table, sender)
    if table.has_free_takeback(seat):
        return [Draft(TakenBack(seat, where))]
    assert table.round is not None
    bots = any(other.level for other in table.seats)
    if bots and (table.round.chance_since(where) or table.round.revealed_since(where)):
        raise RefusalError(
            Refusal.NOT_NOW, "It cannot be taken back: something was revealed since."
        )
    check_no_offer(table)
    agreed = [own.number for own in table.seats_of(sender.identity)]
    return [Draft(Offered("takeback", seat, agreed, to=where))]


def last_decision(table: Table, sender: Sender) -> tuple[int, int]:
    """The seat of the sender's that decided last, and where in the actions."""
    assert table.round is not None
    found = [
        (where, seat.number)
        for seat in table.seats_of(sender.identity)
        if (where := table.round.last_decision(seat.number)) is not None
    ]
    if not found:
        raise RefusalError(Refusal.NOT_NOW, "You have not decided anything yet.")
    where, seat = max(found)
    return seat, where


@handles(messages.Rematch)
def rematch(table: Table, sender: Sender, request: messages.Rematch) -> list[Draft]:
    """Offers another game; where all others are bots it starts at once."""
    if any(seat.is_free for seat in table.seats):
        raise RefusalError(Refusal.NOT_NOW, "A seat is free: a player has to take it first.")
    check_no_offer(table)
    own = [seat.number for seat in table.seats_of(sender.identity)]
    commitments = dict.fromkeys(own, request.commitment)
    if table.all_agree(set(own)):
        return begin(table, sender, commitments=commitments)
    return [Draft(Offered("rematch", own[0], own, commitments=commitments))]


def check_no_offer(table: Table) -> None:
    """Refuses a second question while one is open."""
    if table.offer is not None:
        raise RefusalError(Refusal.NOT_NOW, "Another question is open already.")


@handles(messages.Answer)
def answer(table: Table, sender: Sender, request: messages.Answer) -> list[Draft]:
    """Agrees to an offer or refuses it; when the last player agrees, it is done."""
    offer = table.offer
    if offer is None or offer.number != request.offer:
        raise RefusalError(Refusal.STALE, "This question is not open any more.")
    own = [seat.number for seat in table.seats_of(sender.identity)]
    commitments = dict.fromkeys(own, request.commitment) if offer.what == "rematch" else {}
    drafts = [Draft(Answered(request.agree, own, offer.what, commitments=commitments))]
    if request.agree and table.all_agree(offer.agreed | set(own)):
        drafts += accepted(table, sender, offer, commitments)
    return drafts


def accepted(
    table: Table, sender: Sender, offer: Offer, commitments: dict[int, str]
) -> list[Draft]:
    """What an offer leads to when all agree."""
    if offer.what == "rematch":
        return begin(table, sender, commitments=commitments)
    return [Draft(TakenBack(offer.seat, offer.to))]
