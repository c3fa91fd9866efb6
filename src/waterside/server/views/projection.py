"""A table as a viewer may see it, in the shapes of the protocol; the game only from the redacted
state.

What all viewers see alike is made once for all of them; the game and the board once for each
viewpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

from waterside.protocol.codes import VERSION, Phase
from waterside.protocol.replies import View
from waterside.protocol.views import (
    LogEntry,
    OfferView,
    SeatView,
    SeriesView,
    TableView,
    You,
)
from waterside.server.domain.seat import Seat, person_of
from waterside.server.domain.table import Table
from waterside.server.views.board import board_parts
from waterside.server.views.game import game_view
from waterside.server.views.scenes import has_secrets
from waterside.server.views.viewpoint import Viewpoint


class SharedParts(TypedDict):
    """What all viewers of a table see alike."""

    phase: Phase
    seats: list[SeatView]
    people: dict[str, str]
    muted: dict[str, str]
    offer: OfferView | None
    series: SeriesView


def shared_parts(
    table: Table, present: Callable[[str], bool], here: Mapping[str, str]
) -> SharedParts:
    """What all viewers see alike; ``here`` are the names of all who are connected, by identity."""
    return {
        "phase": table.phase,
        "seats": seat_views(table, present),
        "people": people(table, here),
        "muted": {person_of(identity): name for identity, name in table.muted.items()},
        "offer": offer_view(table),
        "series": series_view(table),
    }


def view(
    table: Table, viewpoint: Viewpoint, you: You, shared: SharedParts, log: list[LogEntry]
) -> View:
    """All that a viewer may see."""
    return View(
        number=table.number,
        version=VERSION,
        table=table_view(table),
        you=you,
        **shared,
        game=game_view(table, viewpoint),
        **board_parts(table, viewpoint),
        log=log,
    )


def table_view(table: Table) -> TableView:
    """What was decided when the table was created."""
    return TableView(
        id=table.id,
        game=table.game.name,
        title=table.title,
        players=table.players,
        options=dict(table.series.options),
        public=table.public,
        turn_time=table.turn_time,
        away_limit=table.away_limit,
        stand_in=table.stand_in,
        hints=table.hints,
        reminders=table.reminders,
        host=person_of(table.host),
    )


def seat_views(table: Table, present: Callable[[str], bool]) -> list[SeatView]:
    """The seats and who has them."""
    names = table.names()
    return [seat_view(table, seat, names[seat.number], present) for seat in table.seats]


def seat_view(table: Table, seat: Seat, name: str, present: Callable[[str], bool]) -> SeatView:
    """A seat, who has it, and whether that player is here."""
    return SeatView(
        seat=seat.number,
        kind=seat.kind,
        name=name or None,
        person=person_of(seat.identity) if seat.identity else None,
        level=seat.level,
        present=seat.kind == "bot" or bool(seat.identity and present(seat.identity)),
        away_since=seat.away_since,
        left=seat.left,
        commitment=seat.commitment,
        mark=table.game.text.seat_mark(seat.number),
    )


def people(table: Table, here: Mapping[str, str]) -> dict[str, str]:
    """The names of all who are connected or were admitted, by what others may call them."""
    return {person_of(identity): name for identity, name in {**here, **table.members}.items()}


def offer_view(table: Table) -> OfferView | None:
    """What all players are asked for."""
    offer = table.offer
    if offer is None:
        return None
    return OfferView(
        number=offer.number, what=offer.what, seat=offer.seat, agreed=sorted(offer.agreed)
    )


def series_view(table: Table) -> SeriesView:
    """How several games in a row stand."""
    series = table.series
    return SeriesView(
        games=series.games,
        played=series.counted,
        scores=list(series.scores),
        over=series.is_over,
        winners=series.winners(),
        commitment=table.coming_commitment,
    )


def you_view(table: Table, identity: str, name: str, seat: int | None) -> You:
    """The viewer."""
    own = [own.number for own in table.seats_of(identity)]
    return You(
        person=person_of(identity),
        name=table.members.get(identity, name),
        host=identity == table.host,
        seats=own,
        seat=seat,
        secrets=len(own) > 1 and has_secrets(table, own),
    )
