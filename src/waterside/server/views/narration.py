"""What happened at a table, as entries of the log for one viewpoint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waterside.protocol.views import LogEntry
from waterside.server.domain.events import Acted, Logged
from waterside.server.domain.round import Step
from waterside.server.domain.seat import person_of
from waterside.server.domain.table import Table
from waterside.server.views.scenes import touched
from waterside.server.views.viewpoint import Viewpoint


def entries(
    table: Table, logged: Logged, steps: Sequence[Step], viewpoint: Viewpoint
) -> list[LogEntry]:
    """An event as this viewpoint may know it: no entry, one, or one for every action."""
    found = []
    if text := logged.event.sentence(table, viewpoint):
        found.append(entry_of_event(logged, text))
    for step in steps:
        if played := entry_of_step(table, logged, step, viewpoint):
            found.append(played)
    return found


def entry_of_event(logged: Logged, text: str) -> LogEntry:
    """The entry of an event, with the seat or the user that it is about. What is said of a move
    beside the game's own words is that its time was over.
    """
    body = logged.event.body()
    about: dict[str, Any] = {}
    if "seat" in body:
        about["seat"] = body["seat"]
    if "identity" in body:
        about["person"] = person_of(body["identity"])
    if "text" in body:
        about["says"] = body["text"]
    kind = "clock" if isinstance(logged.event, Acted) else logged.event.kind
    return LogEntry(logged.number, kind, text, logged.at, **about)


def entry_of_step(
    table: Table, logged: Logged, step: Step, viewpoint: Viewpoint
) -> LogEntry | None:
    """The entry of an action as this viewpoint may know it; None where there is nothing to say."""
    text = viewpoint.sentence(table, step)
    if not text:
        return None
    actor = step.before.actor
    return LogEntry(
        logged.number,
        Acted.kind,
        text,
        logged.at,
        seat=actor if isinstance(actor, int) else None,
        action=step.action if viewpoint.sees(step.before) else None,
        parts=touched(step, viewpoint) if viewpoint.scene else (),
    )
