"""A table as a viewer may see it, in the shapes of the protocol; the game only from the redacted
state.

What all viewers see alike is made once for all of them; the game and the board once for each
viewpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

from pydantic import TypeAdapter

from waterside.core.position import Position
from waterside.protocol.codes import VERSION, Phase
from waterside.protocol.replies import View
from waterside.protocol.views import (
    ChanceView,
    ClockView,
    GameView,
    LogEntry,
    OfferView,
    SeatView,
    SeriesView,
    TableView,
    You,
)
from waterside.server.domain.round import Round
from waterside.server.domain.seat import Seat, person_of
from waterside.server.domain.table import Table
from waterside.server.views.board import board_parts
from waterside.server.views.choices import choices, first_touches, written_choices
from waterside.server.views.guidance import prompts
from waterside.server.views.scenes import has_secrets, is_covered
from waterside.server.views.viewpoint import Viewpoint

GAME = TypeAdapter(GameView)


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


def game_view(table: Table, viewpoint: Viewpoint) -> GameView | None:
    """The game as this viewpoint sees it."""
    game = table.round
    if game is None:
        return None
    found = game_without_choices(table, game, viewpoint)
    if viewpoint.seat is not None and viewpoint.seat == game.actor:
        seen = viewpoint.seen(game.position)
        found.legal = choices(table, seen, viewpoint)
        found.prompts = prompts(table, seen, viewpoint, first_touches(found.legal))
    return found


def game_text(table: Table, viewpoint: Viewpoint) -> str | None:
    """The same for viewers of a scene, as JSON."""
    game = table.round
    if game is None:
        return None
    found = game_without_choices(table, game, viewpoint)
    legal = ""
    if viewpoint.seat is not None and viewpoint.seat == game.actor:
        seen = viewpoint.seen(game.position)
        known = written_choices(table, seen, viewpoint)
        legal = ",".join([text for text, _ in known])
        found.prompts = prompts(table, seen, viewpoint, [first for _, first in known if first])
    text = GAME.dump_json(found, exclude={"legal"}, exclude_defaults=True).decode()
    return f'{{"legal":[{legal}],{text[1:]}'


def game_without_choices(table: Table, game: Round, viewpoint: Viewpoint) -> GameView:
    """The game apart from what the viewer can do in it."""
    seen = viewpoint.seen(game.position)
    actor = game.actor
    clock = None
    if table.turn_time is not None and actor is not None:
        clock = ClockView(
            since=table.turn_since,
            until=table.turn_since + table.turn_time,
            stopped=is_covered(table),
        )
    return GameView(
        number=game.number,
        actions=len(game.actions),
        actor=actor,
        prompt=prompt(table, seen, actor, viewpoint),
        scores=seen.scores(),
        winners=game.winners if game.reason else None,
        ending=ending(table, game, viewpoint),
        reason=game.reason,
        legal=[],
        prompts={},
        free_takeback=viewpoint.seat is not None and table.has_free_takeback(viewpoint.seat),
        clock=clock,
        chance=ChanceView(
            commitment=game.chance.commitment,
            commitments=list(game.chance.commitments) or [""] * table.players,
            entropy=list(game.chance.entropy),
            missing=list(game.chance.missing),
            secret=game.chance.secret.hex() if game.reason else None,
        ),
        out=table.game.text.eliminated(seen),
    )


def prompt(table: Table, seen: Position, actor: int | None, viewpoint: Viewpoint) -> str:
    """What the viewer has to do, or for whom all wait."""
    if actor is None:
        return ""
    if actor == viewpoint.seat:
        return table.game.text.prompt(seen, viewpoint.say)
    return viewpoint.say("It is the turn of {who}.", who=viewpoint.names(table)[actor - 1])


def ending(table: Table, game: Round, viewpoint: Viewpoint) -> str | None:
    """How the game ended, in words: who has won, what decided it, and more, a line each."""
    names = viewpoint.names(table)
    if game.reason == "over":
        seen = viewpoint.seen(game.position)
        return "\n".join(table.game.text.ending(seen, names, viewpoint.seat, viewpoint.say))
    if game.reason == "resigned":
        return resigned(game, names, viewpoint)
    if game.reason == "abandoned":
        return viewpoint.say("The game was ended early; nobody wins.")
    return None


def resigned(game: Round, names: Sequence[str], viewpoint: Viewpoint) -> str:
    """Who of two players has given the game up, in words."""
    winner = (game.winners or [0])[0]
    loser, say = 3 - winner, viewpoint.say
    if loser == viewpoint.seat:
        return say("You resigned. {who} wins.", who=names[winner - 1])
    if winner == viewpoint.seat:
        return say("{who} resigned. You win!", who=names[loser - 1])
    return say("{loser} resigned. {who} wins.", loser=names[loser - 1], who=names[winner - 1])
