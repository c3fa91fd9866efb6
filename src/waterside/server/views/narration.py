"""What happened at a table, as entries of the log for one viewpoint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waterside.protocol.views import LogEntry
from waterside.server.domain.events import Acted, Logged
from waterside.server.domain.round import Step
from waterside.server.domain.seat import person_of
from waterside.server.domain.table import Table
from waterside.server.views.pictures import touched
from waterside.server.views.viewpoint import Viewpoint


def entries(
    table: Table, logged: Logged, steps: Sequence[Step], viewpoint: Viewpoint
) -> list[LogEntry]:
    """An event as this viewpoint may know it: no entry, one, or one for every action."""
    found = []
    if text := logged.event.sentence(table, viewpoint):
        found.append(entry_of_event(logged, text))
    if steps:
        names = viewpoint.names(table)
        for step in steps:
            if played := entry_of_step(logged, step, names, viewpoint):
                found.append(played)
    return found


def entry_of_event(logged: Logged, text: str) -> LogEntry:
    """The entry of an event, with the seat or the user that it is about."""
    body = logged.event.body()
    about: dict[str, Any] = {}
    if "seat" in body:
        about["seat"] = body["seat"]
    if "identity" in body:
        about["person"] = person_of(body["identity"])
    if "text" in body:
        about["says"] = body["text"]
    return LogEntry(number=logged.number, kind=logged.event.kind, at=logged.at, text=text, **about)


def entry_of_step(
    logged: Logged, step: Step, names: Sequence[str], viewpoint: Viewpoint
) -> LogEntry | None:
    """The entry of an action as this viewpoint may know it; None where there is nothing to say."""
    actor = step.before.actor
    assert actor is not None
    action = step.action if viewpoint.sees(step.before) else None
    before, after = viewpoint.seen(step.before), viewpoint.seen(step.after)
    tell = step.before.game.text.narrate
    text = tell(before, after, action, actor, viewpoint.seat, names, viewpoint.say)
    if not text:
        return None
    about: dict[str, Any] = {}
    if action is not None:
        about["action"] = action
    if actor != "chance":
        about["seat"] = actor
    if viewpoint.pictures and (parts := touched(step, viewpoint)):
        about["parts"] = parts
    return LogEntry(number=logged.number, kind=Acted.kind, at=logged.at, text=text, **about)
