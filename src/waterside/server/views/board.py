"""The board for one viewpoint as programs get it: the fields of its state."""

from __future__ import annotations

from functools import cache
from typing import Any, TypedDict

from waterside.core.game import Game
from waterside.core.state import SPARE
from waterside.server.domain.table import Table
from waterside.server.views.viewpoint import Viewpoint


class BoardParts(TypedDict, total=False):
    """What a view or an update says of the board."""

    board: dict[str, Any] | None


def board_parts(table: Table, viewpoint: Viewpoint, before: bytes | None = None) -> BoardParts:
    """The board as this viewpoint sees it: for programs the fields that are not as they were
    ``before`` (all of them without that). People get a scene instead, see ``scenes``.
    """
    if viewpoint.scene:
        return {"board": None}
    return {"board": board_fields(table, viewpoint, before)}


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


@cache
def fields(game: Game) -> tuple[tuple[str, int, int], ...]:
    """What is in a state: the name of each field, and where its bytes begin and end."""
    named = (field for field in game.layout.fields if field.name != SPARE)
    return tuple((field.name, field.start, field.end) for field in named)


def plain(value: int | memoryview) -> Any:
    """A field as JSON has it."""
    return value.tolist() if isinstance(value, memoryview) else value
