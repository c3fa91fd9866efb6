"""The board as a scene for one viewer: all of it once, and then what each step has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.pictures import Group, Motion, Picture, drawing_of
from waterside.pictures import Step as Happened
from waterside.pictures.updates import changed, differences, quoted
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.language import Say

MOST_STEPS = 8
"""Steps of one update: longer chains of chance, a deal above all, are shown several at a time."""

Json = dict[str, Any]
Parts = Sequence[Group]
Turn = Sequence[tuple[Step, Happened]]
"""Steps, and how they are seen."""


@dataclass(slots=True)
class Sight:
    """How the positions of a game are seen: from which seat, in which language, with which names."""

    seat: int | None
    say: Say
    names: Sequence[str]
    seen: Callable[[Position], Position]
    """What is seen of a position."""
    sees: Callable[[Position], bool]
    """Whether the action that is played in a position is seen."""
    wide: bool = False
    """Whether there is more width than height."""

    @classmethod
    def of(cls, table: Table, viewpoint: Viewpoint) -> Sight:
        """How the game at a table is seen from a viewpoint."""
        names = viewpoint.names(table)
        how = viewpoint.seen, viewpoint.sees, viewpoint.wide
        return cls(viewpoint.seat, viewpoint.say, names, *how)

    @classmethod
    def open(cls, say: Say, names: Sequence[str], wide: bool = False) -> Sight:
        """How one game is seen with everything open."""
        return cls(None, say, names, lambda position: position, lambda _: True, wide)

    @classmethod
    def from_seat(
        cls, seat: int | None, say: Say, names: Sequence[str], wide: bool = False
    ) -> Sight:
        """How one game is seen from a seat, or by spectators."""
        known: dict[int, Position] = {}

        def seen(position: Position) -> Position:
            if position.number not in known:
                known[position.number] = position.seen_by(seat)
            return known[position.number]

        return cls(seat, say, names, seen, lambda before: before.is_seen_by(seat), wide)

    def happened(self, steps: Sequence[Step], known: Turn = ()) -> list[Happened]:
        """Steps as far as they are seen; ``known`` are those that were asked for before."""
        noticed = [saw for step, (before, saw) in zip(steps, known, strict=False) if step is before]
        if len(noticed) != len(known):  # another turn
            noticed = []
        return noticed + [self.saw(step) for step in steps[len(noticed) :]]

    def saw(self, step: Step) -> Happened:
        """A step as far as it is seen."""
        actor = step.before.actor
        assert actor is not None, "an action comes before the end"
        action = step.action if self.sees(step.before) else None
        return Happened(actor, action, self.seen(step.before))

    def variant(self, position: Position) -> str:
        """Which scenery lies under a position."""
        scene = drawing_of(position.game).scene_for(self.wide)
        return scene.variant(self.seen(position), self.seat)

    def parts(self, position: Position, last: Sequence[Step] = ()) -> Parts:
        """What lies where in a position; ``last`` is what happened last."""
        return self.parts_after(position, self.happened(last))

    def parts_after(self, position: Position, last: Sequence[Happened]) -> Parts:
        """The same, where what happened last is known as it was seen."""
        scene = drawing_of(position.game).scene_for(self.wide)
        return scene.parts(self.seen(position), self.seat, self.say, last, self.names)

    def whole(self, position: Position, parts: Parts) -> Json:
        """All of a scene, to be sent."""
        found: Json = json.loads(self.whole_text(position, parts))
        return found

    def whole_text(self, position: Position, parts: Parts) -> str:
        """The same as JSON."""
        scene = drawing_of(position.game).scene_for(self.wide)
        variant = self.variant(position)
        fixtures = scene.fixtures(variant, self.say)
        scenery = address(position.game, variant)
        title = scene.title(self.seen(position), self.say)
        texts = [changed(part) for group in (fixtures, *parts) for part in group]
        return (
            f'{{"scenery":{quoted(scenery)},"title":{quoted(title)},"parts":[{",".join(texts)}]}}'
        )

    def step(self, before: Parts, after: Parts, group: Sequence[Step], text: str) -> Json:
        """What some steps have changed, to be sent; empty where nothing is seen of them."""
        written = self.step_text(before, after, group, text, self.happened(group))
        found: Json = json.loads(written or "{}")
        return found

    def step_text(
        self,
        before: Parts,
        after: Parts,
        group: Sequence[Step],
        text: str,
        noticed: Sequence[Happened],
    ) -> str:
        """The same as JSON, or nothing, of steps that were ``noticed``, as they are seen."""
        written = differences(before, after, self.motions(group, noticed))
        if text:
            written.append(f'"text":{quoted(text)}')
        if not written:
            return ""
        actor = noticed[0].actor
        return f'{{{",".join(written)},"actor":{actor if actor != "chance" else "null"}}}'

    def motions(self, group: Sequence[Step], noticed: Sequence[Happened]) -> Sequence[Motion]:
        """How some steps look together, which were ``noticed`` as they are seen."""
        changes = drawing_of(group[0].before.game).scene_for(self.wide).changes
        if len(group) == 1:
            return changes(noticed[0].before, self.seen(group[0].after), noticed[0], self.seat)
        found: dict[str, Motion] = {}
        for step, one in zip(group, noticed, strict=True):
            for motion in changes(one.before, self.seen(step.after), one, self.seat):
                found[motion.id] = motion
        return list(found.values())


def address(game: Game, variant: str) -> str:
    """Where a scenery is found, for ever."""
    key = drawing_of(game).scenery(variant).key
    return f"/scenery/{game.name}/{variant}/{key}.svg"


def grouped(moves: Sequence[Step]) -> list[list[Step]]:
    """The steps one by one; what chance does in a row is put together where that is too many."""
    if len(moves) <= MOST_STEPS:
        return [[step] for step in moves]
    by_chance = sum(step.before.actor == "chance" for step in moves)
    room = max(1, MOST_STEPS - (len(moves) - by_chance))
    size = -(-by_chance // room)
    groups: list[list[Step]] = []
    for step in moves:
        last = groups[-1] if groups else None
        is_chance = step.before.actor == "chance"
        if is_chance and last and last[-1].before.actor == "chance" and len(last) < size:
            last.append(step)
        else:
            groups.append([step])
    return groups


class Shown(NamedTuple):
    """What the viewers of a viewpoint have before them."""

    round: int
    """Which game at the table."""
    variant: str
    parts: Parts
    """Without those that never change."""
    turn: Turn = ()
    """What happened in the turn that goes on."""


def present(table: Table, viewpoint: Viewpoint) -> Shown | None:
    """The board of a table as it is now; None before the first game."""
    game = table.round
    if game is None:
        return None
    sight = Sight.of(table, viewpoint)
    position = game.position
    return Shown(game.number, sight.variant(position), sight.parts(position, game.latest))


def scene_part(table: Table, now: Shown, viewpoint: Viewpoint) -> str:
    """All of the board of a table, as JSON."""
    assert table.round is not None
    return Sight.of(table, viewpoint).whole_text(table.round.position, now.parts)


def advance(
    table: Table, before: Shown | None, moves: list[Step], viewpoint: Viewpoint
) -> tuple[dict[str, str], Shown | None]:
    """What an update says of the board, as JSON, and what its viewers have before them then.

    That is a list of steps; before it the whole scene where a game has begun; and just the scene
    where it is not known what the viewers have before them, or where it needs another scenery.
    """
    game = table.round
    if game is None:
        return {}, None
    sight = Sight.of(table, viewpoint)
    variant = sight.variant(game.position)
    written: dict[str, str] = {}
    is_new = before is None or before.round != game.number
    if is_new and moves and moves[0].before.number == 0 and not game.given:
        start = moves[0].before
        before = Shown(game.number, sight.variant(start), sight.parts(start, ()))
        written["scene"] = sight.whole_text(start, before.parts)
    if before is None or before.round != game.number or before.variant != variant:
        now = Shown(game.number, variant, sight.parts(game.position, game.latest))
        return {"scene": sight.whole_text(game.position, now.parts)}, now
    steps: list[str] = []
    parts = before.parts
    turn = turn_with(game.latest, moves)
    noticed = sight.happened(turn, before.turn)
    end = len(turn) - len(moves)
    for group in grouped(moves):
        begin, end = end, end + len(group)
        after = sight.parts_after(group[-1].after, noticed[:end])
        texts = [viewpoint.sentence(table, one) for one in group]
        text = texts[0] if len(texts) == 1 else " ".join(texts).strip()
        if step := sight.step_text(parts, after, group, text, noticed[begin:end]):
            steps.append(step)
        parts = after
    if not moves:
        after = sight.parts(game.position, game.latest)
        if members := differences(parts, after):
            steps.append(f"{{{','.join(members)}}}")
        parts = after
    if steps:
        written["steps"] = f"[{','.join(steps)}]"
    return written, Shown(game.number, variant, parts, tuple(zip(turn, noticed, strict=True)))


def between(start: Position, end: Position) -> list[Step]:
    """The steps from one position to a later one."""
    steps = []
    while end is not start and end.previous is not None:
        steps.append(Step(end.previous, end))
        end = end.previous
    return steps[::-1]


def turn_before(position: Position) -> list[Step]:
    """What the last player to act did in a row, and what chance decided, up to a position."""
    steps: list[Step] = []
    player = None
    while position.previous is not None:
        actor = position.previous.actor
        if actor != "chance":
            player = player or actor
            if actor != player:
                break
        steps.append(Step(position.previous, position))
        position = position.previous
    while steps and steps[-1].before.actor == "chance":
        steps.pop()
    return steps[::-1]


def turn_with(latest: list[Step], moves: list[Step]) -> list[Step]:
    """What the last player to decide did in a row, with all of these moves at its end."""
    return latest if latest[len(latest) - len(moves) :] == moves else moves


def picture(table: Table, viewpoint: Viewpoint) -> Picture | None:
    """The board as it is seen from a viewpoint now."""
    game = table.round
    if game is None:
        return None
    sight = Sight.of(table, viewpoint)
    return drawing_of(table.game).draw(
        sight.seen(game.position), sight.seat, sight.say, sight.happened(game.latest), sight.names
    )


def touched(step: Step, viewpoint: Viewpoint) -> tuple[str, ...]:
    """The parts of the scene that a player's step was about, as this viewer has them: of another
    player's step the last one, as a hand is before its player alone.
    """
    if not isinstance(step.before.actor, int):
        return ()
    parts = drawing_of(step.before.game).touches(viewpoint.seen(step.before), step.action)
    return parts if step.before.actor == viewpoint.seat else parts[-1:]


def is_covered(table: Table) -> bool:
    """Whether the player to act shares a device with others and has not taken it yet, where hands
    are secret.
    """
    actor = table.actor()
    if actor is None or actor.identity is None or table.faced == actor.number:
        return False
    own = [seat.number for seat in table.seats_of(actor.identity)]
    return len(own) > 1 and has_secrets(table, own)


def has_secrets(table: Table, seats: Sequence[int]) -> bool:
    """Whether these seats see what others do not, so that their hands have to be covered."""
    if table.round is None:
        return False
    position = table.round.position
    public = position.seen_by(None)
    return any(position.seen_by(seat) != public for seat in seats)
