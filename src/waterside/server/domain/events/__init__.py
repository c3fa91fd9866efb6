"""Every event of a table's log: one class for each, with how it folds into the table, the sentence
that narrates it, and its flags. All that is known of events by their kind derives from these classes.
"""

from waterside.server.domain.events.base import Draft, Logged, Reader, Row, TableEvent
from waterside.server.domain.events.games import (
    Acted,
    Answered,
    Committed,
    Ended,
    Offered,
    Resigned,
    Revealed,
    Started,
    TakenBack,
)
from waterside.server.domain.events.seats import (
    Assigned,
    Away,
    Back,
    Faced,
    LeftSeat,
    Replaced,
    Returned,
    Seated,
)
from waterside.server.domain.events.tables import Admitted, Chatted, Closed, Created, Left, Muted

__all__ = [
    "EVENTS",
    "Acted",
    "Admitted",
    "Answered",
    "Assigned",
    "Away",
    "Back",
    "Chatted",
    "Closed",
    "Committed",
    "Created",
    "Draft",
    "Ended",
    "Faced",
    "Left",
    "LeftSeat",
    "Logged",
    "Muted",
    "Offered",
    "Reader",
    "Replaced",
    "Resigned",
    "Returned",
    "Revealed",
    "Row",
    "Seated",
    "Started",
    "TableEvent",
    "TakenBack",
    "read",
]

EVENTS: tuple[type[TableEvent], ...] = tuple(TableEvent.__subclasses__())
"""The class of every event."""
BY_KIND = {kind: event for event in EVENTS for kind in (event.kind, *event.former_kinds)}


def read(row: Row) -> Logged:
    """The event that a row of a log holds, also where an older version wrote it."""
    return Logged(row.number, row.at, BY_KIND[row.kind].of(row.body, row.private))
