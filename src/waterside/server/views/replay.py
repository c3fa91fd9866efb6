"""A game that was played, shown moment by moment from a chosen viewpoint."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

from cachetools import LRUCache

from waterside.bots.factory import kinds
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.server.views.scenes import Json, Sight, between, grouped, turn_before
from waterside.server.views.viewpoint import level_name
from waterside.text.language import Say
from waterside.text.narration import narrate

OPEN = "open"
"""The viewpoint that sees everything; for games that are over."""
WATCHING = "watching"
"""The viewpoint of a spectator."""
KEPT = 10_000
"""Actions of all replays that are kept in memory together."""
BOT = re.compile(r"(?P<name>.+) \((?P<level>[^()]+)\)")
"""A bot as records name it, with its level."""


class Replay:
    """A game as its moments: the start, each decision of a player, and the end.

    They are played when they are first asked for, which takes long. The process that serves pages
    never asks: what it needs to know (``length``, ``is_over``) comes with a replay from the one that
    works on whole games, where the moments stay (``kept``).
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = game(record.game)
        self.players = record.players

    def __reduce__(self) -> tuple[Any, ...]:
        return kept, (self.record, self.length, self.is_over)

    @cached_property
    def end(self) -> Position:
        """The position after the last action."""
        return self.record.position()

    @cached_property
    def moments(self) -> list[Position]:
        """The positions that are shown."""
        chain: list[Position] = []
        one: Position | None = self.end
        while one is not None:
            chain.append(one)
            one = one.previous
        return [at for at in reversed(chain) if at is self.end or at.actor != "chance"]

    @cached_property
    def length(self) -> int:
        """How many moments there are."""
        return len(self.moments)

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.end.is_over

    def names(self, say: Say) -> list[str]:
        """What the seats are called; bots without names by their level."""
        found = []
        for seat in range(1, self.players + 1):
            name = self.record.seats.get(seat) or self.game.text.seat_name(seat, say)
            named = BOT.fullmatch(name)
            if named and named["level"] in known_bots():
                found.append(named["name"])
            else:
                found.append(level_name(name, say) if name in known_bots() else name)
        return found

    def log(self, viewpoint: str, say: Say) -> list[dict[str, Any]]:
        """What happened before each moment, in words, and who did it."""
        names = self.names(say)
        found = []
        before: Position | None = None
        for moment in self.moments:
            sentences: list[str] = []
            seat = None
            step = moment
            while before is not None and step is not before and step.previous is not None:
                sentences.append(sentence(step.previous, step, viewpoint, names, say))
                actor = step.previous.actor
                seat = actor if isinstance(actor, int) else seat
                step = step.previous
            text = " ".join(filter(None, reversed(sentences)))
            found.append(
                {
                    "text": text if before is not None else say("The game begins."),
                    "seat": seat,
                    "scores": moment.scores(),
                }
            )
            before = moment
        return found

    def ending(self, viewpoint: str, say: Say) -> str:
        """How it ended, in words; empty for a game that goes on."""
        if not self.end.is_over:
            return ""
        viewer = seat_of(viewpoint)
        return " ".join(self.end.game.text.ending(self.end, self.names(say), viewer, say))

    def scenes(self, first: int, last: int, viewpoint: str, say: Say, wide: bool = False) -> Json:
        """A moment as a scene, and the steps from there to each of the moments that follow."""
        sight = self.sight(viewpoint, say, wide)
        start = self.moments[first]
        parts = sight.parts(start, turn_before(start))
        found: Json = {"scene": sight.whole(start, parts), "steps": []}
        for number in range(first + 1, last + 1):
            steps = []
            for group in grouped(between(self.moments[number - 1], self.moments[number])):
                after = sight.parts(group[-1].after, turn_before(group[-1].after))
                if step := sight.step(parts, after, group, ""):
                    steps.append(step)
                parts = after
            found["steps"].append(steps)
        return found

    def sight(self, viewpoint: str, say: Say, wide: bool = False) -> Sight:
        """How the game is seen from a viewpoint."""
        names = self.names(say)
        if viewpoint == OPEN:
            return Sight.open(say, names, wide)
        return Sight.from_seat(seat_of(viewpoint), say, names, wide)


def size_of(replay: Replay) -> int:
    """How much of the memory for replays one takes; the longest take all of it."""
    return min(KEPT, len(replay.record.actions) + 1)


_kept: LRUCache[str, Replay] = LRUCache(KEPT, getsizeof=size_of)


def played(record: Record) -> Replay:
    """The replay of a record, with its moments, which are kept for the next who asks."""
    replay = Replay(record)
    _kept[record.dumps()] = replay
    assert replay.length
    return replay


def kept(record: Record, length: int, is_over: bool) -> Replay:
    """A replay that comes from another process: with its moments, if they are kept in this one."""
    replay = _kept.get(record.dumps())
    if replay is None:
        replay = _kept[record.dumps()] = Replay(record)
        replay.length, replay.is_over = length, is_over
    return replay


@cache
def known_bots() -> frozenset[str]:
    """The names of all bots: to look for installed packages takes some ten milliseconds, and what is
    installed stays the same while a server runs.
    """
    return frozenset(kinds())


def seat_of(viewpoint: str) -> int | None:
    """The seat of a viewpoint; None for a spectator's and for the one that sees everything."""
    return int(viewpoint) if viewpoint.isdigit() else None


def sentence(
    before: Position, after: Position, viewpoint: str, names: Sequence[str], say: Say
) -> str:
    """What one action was, as the viewpoint saw it."""
    if viewpoint != OPEN:
        return narrate(before, after, seat_of(viewpoint), names, say)
    actor = before.actor
    assert actor is not None, "an action comes before the end"
    return before.game.text.narrate(before, after, after.action, actor, None, names, say)
