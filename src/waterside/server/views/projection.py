"""A table as a viewer may see it, as JSON-ready parts; the game only from the redacted state.

``parts`` that all viewers see alike are made once for all of them; ``game`` and ``board`` once for
all viewers with the same eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.state import SPARE
from waterside.pictures import drawing_of
from waterside.server.domain.commands import may_take_back
from waterside.server.domain.round import Round
from waterside.server.domain.table import Seat, Table, person_of
from waterside.server.views import pictures
from waterside.server.views.viewpoint import Viewpoint

Part = dict[str, Any]


def table_part(table: Table) -> Part:
    """What was decided when the table was made."""
    return {
        "id": table.id,
        "game": table.game.name,
        "title": table.title,
        "players": table.players,
        "options": dict(table.series.options),
        "public": table.public,
        "turn_time": table.turn_time,
        "away_limit": table.away_limit,
        "stand_in": table.stand_in,
        "hints": table.hints,
        "reminders": table.reminders,
        "host": person_of(table.host),
    }


def seats_part(table: Table, present: Callable[[str], bool]) -> list[Part]:
    """Who sits where, and who is here."""
    return [seat_part(table, seat, present) for seat in table.seats]


def seat_part(table: Table, seat: Seat, present: Callable[[str], bool]) -> Part:
    """One seat."""
    return {
        "seat": seat.number,
        "kind": seat.kind,
        "name": seat.shown_name or None,
        "person": person_of(seat.identity) if seat.identity else None,
        "level": seat.level,
        "present": seat.kind == "bot" or bool(seat.identity and present(seat.identity)),
        "away_since": seat.away_since,
        "left": seat.left,
        "mark": table.game.text.seat_mark(seat.number),
    }


def offer_part(table: Table) -> Part | None:
    """What all are asked for."""
    offer = table.offer
    if offer is None:
        return None
    return {
        "number": offer.number,
        "what": offer.what,
        "seat": offer.seat,
        "agreed": sorted(offer.agreed),
    }


def series_part(table: Table) -> Part:
    """How several games in a row stand."""
    series = table.series
    return {
        "games": series.games,
        "played": series.counted,
        "scores": list(series.scores),
        "over": series.is_over,
        "winners": series.winners(),
        "commitment": table.coming_commitment,
    }


def you_part(table: Table, identity: str, name: str, seat: int | None) -> Part:
    """The viewer."""
    own = [own.number for own in table.seats_of(identity)]
    return {
        "person": person_of(identity),
        "name": table.members.get(identity, name),
        "host": identity == table.host,
        "seats": own,
        "looking": seat,
        "muted": identity in table.muted,
        "secrets": len(own) > 1 and pictures.has_secrets(table, own),
    }


def game_part(table: Table, viewpoint: Viewpoint) -> Part | None:
    """The game as these eyes see it."""
    game = table.round
    if game is None:
        return None
    seen = viewpoint.seen(game.position)
    actor = game.actor
    own_turn = actor is not None and actor == viewpoint.seat
    clock = None
    if table.turn_time is not None and actor is not None:
        clock = {"since": table.turn_since, "until": table.turn_since + table.turn_time}
    return {
        "number": game.number,
        "actions": len(game.actions),
        "actor": actor,
        "prompt": prompt(table, seen, actor, viewpoint),
        "scores": seen.scores(),
        "winners": game.winners if game.reason else None,
        "ending": ending(table, game, viewpoint),
        "reason": game.reason,
        "legal": choices(table, seen, viewpoint) if own_turn else [],
        "may_take_back": viewpoint.seat is not None and may_take_back(table, viewpoint.seat),
        "clock": clock,
        "chance": {
            "commitment": game.commitment,
            "entropy": list(game.entropy),
            "secret": game.secret.hex() if game.reason else None,
        },
    }


def prompt(table: Table, seen: Position, actor: int | None, viewpoint: Viewpoint) -> str:
    """What the viewer has to do, or for whom everybody waits."""
    if actor is None:
        return ""
    if actor == viewpoint.seat:
        return table.game.text.prompt(seen, viewpoint.say)
    return viewpoint.say("It is the turn of {who}.", who=viewpoint.names(table)[actor - 1])


def choices(table: Table, seen: Position, viewpoint: Viewpoint) -> list[Part]:
    """The legal actions with their labels; for those who look at a picture, what to touch in it."""
    label, say, names = table.game.text.label, viewpoint.say, viewpoint.names(table)
    found: list[Part] = [
        {"action": action, "label": label(seen, action, say, names)} for action in seen.legal()
    ]
    if viewpoint.pictures:
        for choice in found:
            choice["touch"] = list(drawing_of(table.game).touches(seen, choice["action"]))
    return found


def ending(table: Table, game: Round, viewpoint: Viewpoint) -> str | None:
    """How the game ended, in words."""
    names = viewpoint.names(table)
    if game.reason == "over":
        seen = viewpoint.seen(game.position)
        return " ".join(table.game.text.ending(seen, names, viewpoint.seat, viewpoint.say))
    if game.reason == "resigned":
        winner = (game.winners or [0])[0]
        if winner == viewpoint.seat:
            return viewpoint.say("You have won: the game was given up.")
        return viewpoint.say("{who} has won: the game was given up.", who=names[winner - 1])
    if game.reason == "abandoned":
        return viewpoint.say("The game was broken off.")
    return None


def board_part(table: Table, viewpoint: Viewpoint, before: bytes | None = None) -> Part | None:
    """The fields of the state as these eyes see them, where they are not as they were ``before``;
    all of them without that. None for those who look at a picture.
    """
    if table.round is None or viewpoint.pictures:
        return None
    seen = viewpoint.seen(table.round.position)
    now, view = seen.held, seen.fields
    return {
        name: plain(getattr(view, name))
        for name, start, end in fields(table.game)
        if before is None or now[start:end] != before[start:end]
    }


@cache
def fields(game: Game) -> tuple[tuple[str, int, int], ...]:
    """What is in a state: the name of each field, and where its bytes begin and end."""
    named = (field for field in game.layout.fields if field.name != SPARE)
    return tuple((field.name, field.start, field.end) for field in named)


def plain(value: int | memoryview) -> Any:
    """A field as JSON has it."""
    return value.tolist() if isinstance(value, memoryview) else value


def picture_part(table: Table, viewpoint: Viewpoint) -> str | None:
    """The board as a picture, for those who ask for pictures."""
    if not viewpoint.pictures:
        return None
    drawn = pictures.picture(table, viewpoint)
    return drawn.svg if drawn is not None else None


def people_part(table: Table, here: dict[str, str]) -> Part:
    """Everybody who is connected, and all who have been let in, by what others may call them."""
    return {person_of(identity): name for identity, name in {**here, **table.members}.items()}


def summary_seats(table: Table) -> list[Part]:
    """What lists of tables show of the seats."""
    return [
        {"kind": seat.kind, "name": seat.shown_name or None, "free": seat.is_free}
        for seat in table.seats
    ]
