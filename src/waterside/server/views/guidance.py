"""What is said about touches: what to touch next, and why something cannot be touched."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.pictures import drawing_of
from waterside.server.domain.table import Table
from waterside.server.views.viewpoint import Viewpoint


def prompts(
    table: Table, seen: Position, viewpoint: Viewpoint, touched: Sequence[str]
) -> dict[str, str]:
    """What to do next, by the part that was touched first, where a choice takes several touches."""
    guidance = drawing_of(table.game).guidance
    if guidance is None:
        return {}
    say, names = viewpoint.say, viewpoint.names(table)
    return {
        first: guidance.prompt_after(seen, [first], say, names) for first in dict.fromkeys(touched)
    }


def why_not(table: Table, viewpoint: Viewpoint | None, touched: Sequence[str]) -> str:
    """Why the last of these parts cannot be touched now, by who has to act; empty if unknown."""
    guidance = drawing_of(table.game).guidance
    game = table.round
    if game is None or viewpoint is None or viewpoint.seat != game.actor or guidance is None:
        return ""
    seen = viewpoint.seen(game.position)
    return guidance.why_not(seen, touched, viewpoint.say, viewpoint.names(table))
