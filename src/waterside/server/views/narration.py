"""What happened at a table, in words for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from waterside.server.domain.round import Step
from waterside.server.domain.table import Table, person_of
from waterside.server.store.rows import Event
from waterside.server.views.pictures import touched
from waterside.server.views.viewpoint import Viewpoint


def told(
    table: Table, event: Event, steps: Sequence[Step], viewpoint: Viewpoint
) -> list[dict[str, Any]]:
    """The event as the viewer may hear of it: nothing, one entry, or one for every action."""
    body = event.body
    entry: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at}
    entries = []
    if sentence := SENTENCES.get(event.kind):
        entry["text"] = sentence(table, body, viewpoint)
        if "seat" in body:
            entry["seat"] = body["seat"]
        if "identity" in body:
            entry["person"] = person_of(body["identity"])
        if event.kind == "chatted":
            entry["says"] = body["text"]
        entries.append(entry)
    names = viewpoint.names(table)
    for step in steps:
        if played := of_step(event, step, names, viewpoint):
            entries.append(played)
    return entries


def of_step(
    event: Event, step: Step, names: Sequence[str], viewpoint: Viewpoint
) -> dict[str, Any] | None:
    """One action as the viewer may hear of it; None where there is nothing to tell."""
    actor = step.before.actor
    assert actor is not None
    action = step.action if viewpoint.sees(step.before) else None
    before, after = viewpoint.seen(step.before), viewpoint.seen(step.after)
    tell = step.before.game.text.narrate
    text = tell(before, after, action, actor, viewpoint.seat, names, viewpoint.say)
    if not text:
        return None
    entry: dict[str, Any] = {"number": event.number, "kind": "acted", "at": event.at, "text": text}
    if action is not None:
        entry["action"] = action
    if actor != "chance":
        entry["seat"] = actor
    if viewpoint.pictures and (parts := touched(step, viewpoint)):
        entry["parts"] = parts
    return entry


def created(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who made the table."""
    return viewpoint.say("{who} has set up the table.", who=body["name"])


def admitted(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who came by the invitation."""
    return viewpoint.say("{who} comes in.", who=body["name"])


def seated(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who sat down."""
    return viewpoint.say("{who} sits down.", who=body["name"])


def stood(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Which seat is free again."""
    return viewpoint.say("Seat {seat} is free again.", seat=body["seat"])


def assigned(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Whom the host gave a seat to."""
    if body["kind"] == "bot":
        return viewpoint.say(
            "Seat {seat} is for a bot: {level}.", seat=body["seat"], level=body["level"]
        )
    return viewpoint.say("Seat {seat} is for a person.", seat=body["seat"])


def started(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """That a game begins."""
    return viewpoint.say("The game begins.")


def taken_back(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Whose decision was taken back."""
    return by_seat(table, body, viewpoint, viewpoint.say("You take your move back."),
                   viewpoint.say("{who} takes a move back."))  # fmt: skip


def resigned(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who gave up."""
    return by_seat(
        table, body, viewpoint, viewpoint.say("You resign."), viewpoint.say("{who} resigns.")
    )


def ended(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """That the game was broken off."""
    return viewpoint.say("The game is broken off.")


def offered(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """What somebody asks for."""
    if body["what"] == "again":
        return by_seat(table, body, viewpoint, viewpoint.say("You offer another game."),
                       viewpoint.say("{who} offers another game."))  # fmt: skip
    return by_seat(table, body, viewpoint, viewpoint.say("You ask to take your move back."),
                   viewpoint.say("{who} asks to take a move back."))  # fmt: skip


def answered(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who agrees, or does not."""
    seat = {"seat": body["seats"][0]}
    if body["agree"]:
        return by_seat(
            table, seat, viewpoint, viewpoint.say("You agree."), viewpoint.say("{who} agrees.")
        )
    return by_seat(
        table, seat, viewpoint, viewpoint.say("You refuse."), viewpoint.say("{who} refuses.")
    )


def away(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who has gone."""
    return viewpoint.say("{who} is away.", who=viewpoint.names(table)[body["seats"][0] - 1])


def back(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who is here again."""
    return viewpoint.say("{who} is back.", who=viewpoint.names(table)[body["seats"][0] - 1])


def replaced(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """For whom a bot plays."""
    return viewpoint.say("A bot plays for {who}.", who=viewpoint.names(table)[body["seat"] - 1])


def returned(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who plays again."""
    return viewpoint.say("{who} plays again.", who=viewpoint.names(table)[body["seat"] - 1])


def left(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who went for good."""
    return viewpoint.say("{who} leaves the table.", who=body["name"])


def muted(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Whom the host muted."""
    if body["muted"]:
        return viewpoint.say("{who} is muted.", who=body["name"])
    return viewpoint.say("{who} may speak again.", who=body["name"])


def chatted(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """Who says something."""
    return f"{body['name']}: {body['text']}"


def closed(table: Table, body: Any, viewpoint: Viewpoint) -> str:
    """That the table is closed."""
    return viewpoint.say("The table is closed.")


def by_seat(table: Table, body: Any, viewpoint: Viewpoint, own: str, others: str) -> str:
    """A sentence for whoever did it, or for the others."""
    if body["seat"] == viewpoint.seat:
        return own
    who = body.get("name") or viewpoint.names(table)[body["seat"] - 1]
    return others.format(who=who)


Sentence = Callable[[Table, Any, Viewpoint], str]
SENTENCES: dict[str, Sentence] = {
    "created": created,
    "admitted": admitted,
    "seated": seated,
    "stood": stood,
    "assigned": assigned,
    "started": started,
    "taken_back": taken_back,
    "resigned": resigned,
    "ended": ended,
    "offered": offered,
    "answered": answered,
    "away": away,
    "back": back,
    "replaced": replaced,
    "returned": returned,
    "left": left,
    "muted": muted,
    "chatted": chatted,
    "closed": closed,
}
