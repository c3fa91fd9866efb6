"""The board as a picture for one viewer, and what to touch in it; only for clients that ask."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.pictures import Picture, drawing_of
from waterside.pictures import Step as Happened
from waterside.protocol.views import Frame
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.views.viewpoint import Viewpoint

MOST_FRAMES = 6
"""Pictures on the way to the last one; what takes more is narrated in words only."""


def happened(steps: Sequence[Step], viewpoint: Viewpoint) -> list[Happened]:
    """The steps as this viewpoint knows them."""
    found = []
    for step in steps:
        actor = step.before.actor
        assert actor is not None, "an action comes before the end"
        found.append(Happened(actor, step.action if viewpoint.sees(step.before) else None))
    return found


def draw(table: Table, position: Position, steps: Sequence[Step], viewpoint: Viewpoint) -> Picture:
    """A position with what happened last."""
    return drawing_of(table.game).draw(
        viewpoint.seen(position),
        viewpoint.seat,
        viewpoint.say,
        happened(steps, viewpoint),
        viewpoint.names(table),
    )


def picture(table: Table, viewpoint: Viewpoint) -> Picture | None:
    """The board as this viewpoint sees it now."""
    game = table.round
    return draw(table, game.position, game.latest, viewpoint) if game is not None else None


def frames(table: Table, steps: Sequence[Step], viewpoint: Viewpoint) -> list[Frame]:
    """One picture for each step but the last, which is the board as it is now."""
    found: list[Frame] = []
    names = viewpoint.names(table)
    for count, step in enumerate(steps[:-1][:MOST_FRAMES], start=1):
        before, after = viewpoint.seen(step.before), viewpoint.seen(step.after)
        latest = happened(steps[:count], viewpoint)
        actor = latest[-1].actor
        found.append(
            Frame(
                svg=draw(table, step.after, steps[:count], viewpoint).svg,
                text=table.game.text.narrate(
                    before, after, latest[-1].action, actor, viewpoint.seat, names, viewpoint.say
                ),
                actor=actor if isinstance(actor, int) else None,
            )
        )
    return found


def touched(step: Step, viewpoint: Viewpoint) -> list[str]:
    """The parts of the picture that a player's step was about, as this viewer knows them."""
    if not isinstance(step.before.actor, int):
        return []
    return list(drawing_of(step.before.game).touches(viewpoint.seen(step.before), step.action))


def has_secrets(table: Table, seats: Sequence[int]) -> bool:
    """Whether these seats see what others do not, so that their hands have to be covered."""
    if table.round is None:
        return False
    position = table.round.position
    public = position.seen_by(None)
    return any(position.seen_by(seat) != public for seat in seats)
