"""A position that one person looks at alone: a puzzle, or a position from a link."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.pictures import drawing_of
from waterside.server.domain.round import Step
from waterside.server.views.scenes import Json, Sight, turn_before
from waterside.text.language import Say
from waterside.text.narration import narrate


def names_for(game: Game, players: int, viewer: int | None, say: Say) -> list[str]:
    """What the seats are called: the viewer's is their own."""
    seats = range(1, players + 1)
    return [say("You") if seat == viewer else game.text.seat_name(seat, say) for seat in seats]


class Alone:
    """Shows positions to one person, who sees them from a seat; without one, everything is open."""

    def __init__(
        self, game: Game, players: int, seat: int | None, say: Say, wide: bool = False
    ) -> None:
        self.seat, self.say = seat, say
        self.names = names_for(game, players, seat, say)
        if seat is None:
            self.sight = Sight.open(say, self.names, wide)
        else:
            self.sight = Sight.from_seat(seat, say, self.names, wide)

    def scene(self, position: Position) -> Json:
        """The position as a scene."""
        return self.sight.whole(position, self.sight.parts(position, turn_before(position)))

    def choices(self, position: Position) -> list[Json]:
        """What the player to act may do: in words, and by which touches."""
        seat = position.actor
        if not isinstance(seat, int):
            return []
        seen = position.seen_by(seat) if seat == self.seat else self.sight.seen(position)
        label, touches = position.game.text.label, drawing_of(position.game).touches
        return [
            {
                "action": action,
                "label": label(seen, action, self.say, self.names),
                "touch": list(touches(seen, action)),
            }
            for action in seen.legal()
        ]

    def steps(self, position: Position, actions: Sequence[str]) -> tuple[list[Json], Position]:
        """What some actions look like, one after the other, and the position after them."""
        parts = self.sight.parts(position, turn_before(position))
        found = []
        for action in actions:
            step = Step(position, position.after(position.number_of(action), action))
            position = step.after
            after = self.sight.parts(position, turn_before(position))
            text = narrate(step.before, step.after, self.seat, self.names, self.say)
            if written := self.sight.step(parts, after, [step], text):
                found.append(written)
            parts = after
        return found, position
