"""The board for one viewpoint: its fields for programs, a picture for people.

This is the one place that decides in which form a board leaves the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypedDict

from waterside.core.game import Game
from waterside.core.state import SPARE
from waterside.protocol.views import Frame
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.views import pictures
from waterside.server.views.viewpoint import Viewpoint


class BoardParts(TypedDict, total=False):
    """What a view or an update says of the board."""

    board: dict[str, Any] | None
    svg: str | None


def board_parts(table: Table, viewpoint: Viewpoint, before: bytes | None = None) -> BoardParts:
    """The board as this viewpoint sees it: for programs the fields that are not as they were
    ``before`` (all of them without that), for people a picture.
    """
    if not viewpoint.pictures:
        return {"board": board_fields(table, viewpoint, before)}
    drawn = pictures.picture(table, viewpoint)
    return {"board": None, "svg": drawn.svg} if drawn is not None else {"board": None}


def board_fields(
    table: Table, viewpoint: Viewpoint, before: bytes | None = None
) -> dict[str, Any] | None:
    """The fields of the state as this viewpoint sees them; None before the first game."""
    if table.round is None:
        return None
    seen = viewpoint.seen(table.round.position)
    now, view = seen.held, seen.fields
    return {
        name: plain(getattr(view, name))
        for name, start, end in fields(table.game)
        if before is None or now[start:end] != before[start:end]
    }


def shown_board(table: Table, viewpoint: Viewpoint) -> bytes | None:
    """What this viewpoint sees now, to be compared with what it sees later."""
    return viewpoint.seen(table.round.position).held if table.round is not None else None


def frames(table: Table, steps: Sequence[Step], viewpoint: Viewpoint) -> list[Frame]:
    """The boards on the way to the one that is shown now."""
    return pictures.frames(table, steps, viewpoint)


@cache
def fields(game: Game) -> tuple[tuple[str, int, int], ...]:
    """What is in a state: the name of each field, and where its bytes begin and end."""
    named = (field for field in game.layout.fields if field.name != SPARE)
    return tuple((field.name, field.start, field.end) for field in named)


def plain(value: int | memoryview) -> Any:
    """A field as JSON has it."""
    return value.tolist() if isinstance(value, memoryview) else value
