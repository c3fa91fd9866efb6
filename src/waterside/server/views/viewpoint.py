"""The viewpoint of a seat or a spectator: only what is seen from one leaves the server."""

from __future__ import annotations

from functools import lru_cache

from waterside.core.position import Position
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.text.language import Say, speaker

REMEMBERED = 32
"""Positions of one update that are seen again and again, those of a deal among them; a plain dict, as
this is asked all the time."""


class Viewpoint:
    """A seat, or a spectator, and a language: all viewers with the same viewpoint see the same.

    ``scene``: whether the board is shown as a scene, as for people; ``wide``: with more width than
    height. ``reminded``: whether what
    a player once saw and would have to remember is shown.
    """

    def __init__(
        self,
        seat: int | None,
        language: str,
        scene: bool = False,
        wide: bool = False,
        reminded: bool = True,
    ) -> None:
        self.seat = seat
        self.scene = scene
        self.wide = wide
        self.reminded = reminded
        self.language = language
        self.say: Say = speaker(language)
        self._seen: dict[int, tuple[Position, Position]] = {}
        self._sentences: dict[int, tuple[Step, str]] = {}
        self._named: tuple[Table | None, int] = (None, 0)
        self._names: list[str] = []

    def seen(self, position: Position) -> Position:
        """The position as it is seen from here; the same object when it is asked for again."""
        found = self._seen.get(id(position))
        if found is not None and found[0] is position:
            return found[1]
        seen = redacted(position, self.seat)
        if not self.reminded:
            seen = seen.forgotten()
        if len(self._seen) >= REMEMBERED:
            del self._seen[next(iter(self._seen))]
        self._seen[id(position)] = (position, seen)
        return seen

    def sees(self, before: Position) -> bool:
        """Whether the action that is played in a position is seen from here."""
        return before.is_seen_by(self.seat)

    def sentence(self, table: Table, step: Step) -> str:
        """What a step of the table's game means from here, in words; found once."""
        found = self._sentences.get(id(step))
        if found is not None and found[0] is step:
            return found[1]
        before, after = self.seen(step.before), self.seen(step.after)
        action = step.action if self.sees(step.before) else None
        actor = step.before.actor
        assert actor is not None, "an action comes before the end"
        text = step.before.game.text.narrate(
            before, after, action, actor, self.seat, self.names(table), self.say
        )
        self._sentences[id(step)] = (step, text)
        return text

    def forget(self, but: Position | None = None) -> None:
        """Lets go of all positions, except perhaps one that will be needed again."""
        kept = self._seen.get(id(but)) if but is not None else None
        self._seen.clear()
        self._sentences.clear()
        if kept is not None:
            self._seen[id(but)] = kept

    def names(self, table: Table) -> list[str]:
        """What the seats are called."""
        last, number = self._named
        if last is not table or number != table.number:  # only events change them
            self._named, self._names = (table, table.number), self._name_seats(table)
        return self._names

    def _name_seats(self, table: Table) -> list[str]:
        seat_name, names = table.game.text.seat_name, table.names()
        return [names[seat] or seat_name(seat, self.say) for seat in sorted(names)]


def redacted(position: Position, seat: int | None) -> Position:
    """As ``Position.seen_by``; the position itself where nothing in it is hidden, so that what is
    known of it need not be found out twice.
    """
    seen = position.seen_by(seat)
    return position if seen.held == position.held else seen


@lru_cache(256)
def level_name(level: str | None, say: Say) -> str:
    """What a level of bots is called; empty for none."""
    known = {
        "beginner": say("Beginner"),
        "casual": say("Casual"),
        "club": say("Club"),
        "expert": say("Expert"),
        "master": say("Master"),
    }
    return known.get(level or "", (level or "").capitalize())
