"""What happened at a table, in words for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from waterside.server.drawing import touched
from waterside.server.rounds import Step
from waterside.server.seeing import Eyes
from waterside.server.store.rows import Event
from waterside.server.table import Table, person_of


def told(table: Table, event: Event, steps: Sequence[Step], eyes: Eyes) -> list[dict[str, Any]]:
    """The event as the viewer may hear of it: nothing, one entry, or one for every action."""
    body = event.body
    entry: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at}
    entries = []
    if sentence := SENTENCES.get(event.kind):
        entry["text"] = sentence(table, body, eyes)
        if "seat" in body:
            entry["seat"] = body["seat"]
        if "identity" in body:
            entry["person"] = person_of(body["identity"])
        if event.kind == "chatted":
            entry["says"] = body["text"]
        entries.append(entry)
    names = eyes.names(table)
    for step in steps:
        if played := of_step(event, step, names, eyes):
            entries.append(played)
    return entries


def of_step(event: Event, step: Step, names: Sequence[str], eyes: Eyes) -> dict[str, Any] | None:
    """One action as the viewer may hear of it; None where there is nothing to tell."""
    actor = step.before.actor
    assert actor is not None
    action = step.action if eyes.sees(step.before) else None
    before, after = eyes.seen(step.before), eyes.seen(step.after)
    tell = step.before.game.words.tell
    text = tell(before, after, action, actor, eyes.seat, names, eyes.say)
    if not text:
        return None
    entry: dict[str, Any] = {"number": event.number, "kind": "acted", "at": event.at, "text": text}
    if action is not None:
        entry["action"] = action
    if actor != "chance":
        entry["seat"] = actor
    if eyes.pictures and (parts := touched(step, eyes)):
        entry["parts"] = parts
    return entry


def created(table: Table, body: Any, eyes: Eyes) -> str:
    """Who made the table."""
    return eyes.say("{who} has set up the table.", who=body["name"])


def admitted(table: Table, body: Any, eyes: Eyes) -> str:
    """Who came by the invitation."""
    return eyes.say("{who} comes in.", who=body["name"])


def seated(table: Table, body: Any, eyes: Eyes) -> str:
    """Who sat down."""
    return eyes.say("{who} sits down.", who=body["name"])


def stood(table: Table, body: Any, eyes: Eyes) -> str:
    """Which seat is free again."""
    return eyes.say("Seat {seat} is free again.", seat=body["seat"])


def assigned(table: Table, body: Any, eyes: Eyes) -> str:
    """Whom the host gave a seat to."""
    if body["kind"] == "bot":
        return eyes.say(
            "Seat {seat} is for a bot: {level}.", seat=body["seat"], level=body["level"]
        )
    return eyes.say("Seat {seat} is for a person.", seat=body["seat"])


def started(table: Table, body: Any, eyes: Eyes) -> str:
    """That a game begins."""
    return eyes.say("The game begins.")


def taken_back(table: Table, body: Any, eyes: Eyes) -> str:
    """Whose decision was taken back."""
    return by_seat(table, body, eyes, eyes.say("You take your move back."),
                   eyes.say("{who} takes a move back."))  # fmt: skip


def resigned(table: Table, body: Any, eyes: Eyes) -> str:
    """Who gave up."""
    return by_seat(table, body, eyes, eyes.say("You resign."), eyes.say("{who} resigns."))


def ended(table: Table, body: Any, eyes: Eyes) -> str:
    """That the game was broken off."""
    return eyes.say("The game is broken off.")


def offered(table: Table, body: Any, eyes: Eyes) -> str:
    """What somebody asks for."""
    if body["what"] == "again":
        return by_seat(table, body, eyes, eyes.say("You offer another game."),
                       eyes.say("{who} offers another game."))  # fmt: skip
    return by_seat(table, body, eyes, eyes.say("You ask to take your move back."),
                   eyes.say("{who} asks to take a move back."))  # fmt: skip


def answered(table: Table, body: Any, eyes: Eyes) -> str:
    """Who agrees, or does not."""
    seat = {"seat": body["seats"][0]}
    if body["agree"]:
        return by_seat(table, seat, eyes, eyes.say("You agree."), eyes.say("{who} agrees."))
    return by_seat(table, seat, eyes, eyes.say("You refuse."), eyes.say("{who} refuses."))


def away(table: Table, body: Any, eyes: Eyes) -> str:
    """Who has gone."""
    return eyes.say("{who} is away.", who=eyes.names(table)[body["seats"][0] - 1])


def back(table: Table, body: Any, eyes: Eyes) -> str:
    """Who is here again."""
    return eyes.say("{who} is back.", who=eyes.names(table)[body["seats"][0] - 1])


def replaced(table: Table, body: Any, eyes: Eyes) -> str:
    """For whom a bot plays."""
    return eyes.say("A bot plays for {who}.", who=eyes.names(table)[body["seat"] - 1])


def returned(table: Table, body: Any, eyes: Eyes) -> str:
    """Who plays again."""
    return eyes.say("{who} plays again.", who=eyes.names(table)[body["seat"] - 1])


def left(table: Table, body: Any, eyes: Eyes) -> str:
    """Who went for good."""
    return eyes.say("{who} leaves the table.", who=body["name"])


def muted(table: Table, body: Any, eyes: Eyes) -> str:
    """Whom the host muted."""
    if body["muted"]:
        return eyes.say("{who} is muted.", who=body["name"])
    return eyes.say("{who} may speak again.", who=body["name"])


def chatted(table: Table, body: Any, eyes: Eyes) -> str:
    """Who says something."""
    return f"{body['name']}: {body['text']}"


def closed(table: Table, body: Any, eyes: Eyes) -> str:
    """That the table is closed."""
    return eyes.say("The table is closed.")


def by_seat(table: Table, body: Any, eyes: Eyes, own: str, others: str) -> str:
    """A sentence for whoever did it, or for the others."""
    if body["seat"] == eyes.seat:
        return own
    who = body.get("name") or eyes.names(table)[body["seat"] - 1]
    return others.format(who=who)


Sentence = Callable[[Table, Any, Eyes], str]
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
