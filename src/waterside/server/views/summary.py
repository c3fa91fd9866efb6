"""What lists of tables show."""

from __future__ import annotations

from typing import TypedDict

from waterside.protocol.fields import SeatKind
from waterside.server.domain.table import Table


class ListedSeat(TypedDict):
    """What a list of tables shows of a seat."""

    kind: SeatKind
    name: str | None
    free: bool


def listed_seats(table: Table) -> list[ListedSeat]:
    """What lists of tables show of the seats."""
    return [
        {"kind": seat.kind, "name": seat.shown_name or None, "free": seat.is_free}
        for seat in table.seats
    ]
