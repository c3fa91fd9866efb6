"""What lists of tables show."""

from __future__ import annotations

from typing import TypedDict

from waterside.protocol.fields import SeatKind
from waterside.server.domain.seat import person_of
from waterside.server.domain.table import Table


class ListedSeat(TypedDict):
    """What a list of tables shows of a seat."""

    kind: SeatKind
    name: str | None
    level: str | None
    """Of the bot that plays here."""
    free: bool
    person: str | None
    """Names the person without giving the identity away."""
    turn: bool
    """Whether it is this seat's turn."""


def listed_seats(table: Table) -> list[ListedSeat]:
    """What lists of tables show of the seats."""
    names, actor = table.names(), table.actor()
    return [
        {
            "kind": seat.kind,
            "name": names[seat.number] or None,
            "level": seat.level,
            "free": seat.is_free,
            "person": person_of(seat.identity) if seat.identity else None,
            "turn": seat is actor,
        }
        for seat in table.seats
    ]
