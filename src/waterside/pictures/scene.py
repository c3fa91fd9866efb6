"""Scenes: a board as a fixed scenery and the parts that lie, stand and move on it.

A game's ``scene.py`` provides what ``Scene`` lists. A browser gets the scenery once, all parts once,
and then for each step the parts that changed; notebook, docs and export get an SVG of both.

Ids name the physical thing as far as a viewer may know it: a stone, a tile, a bridge. Where things
are alike to the viewer (cards face down, cards of one animal) an id names a place among them, and
``Scene.changes`` says which of them goes on as which (``Motion.was``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import NamedTuple, Protocol

from waterside.core.lazy import lazy
from waterside.core.position import Position
from waterside.pictures.shapes import SYMBOL, Number, Shape, Shapes, flat, shape
from waterside.text.language import Say
from waterside.text.narration import Doer

Point = tuple[float, float]
TOUCH = "touch"
"""The class of parts that can be touched, where a choice needs them."""
LINKED = re.compile(rf'href="#{re.escape(SYMBOL)}([^"]+)"')


class Part(NamedTuple):
    """Something on the board that can change: what it looks like, where it lies, what it is called."""

    id: str
    symbol: str = ""
    """Names of symbols of the scenery, drawn one over the other."""
    x: Number = 0
    y: Number = 0
    turn: Number = 0
    """In degrees, clockwise."""
    scale: Number = 1
    layer: int = 0
    """Higher ones lie above lower ones."""
    classes: str = ""
    text: str = ""
    label: str = ""
    """What it is called, in the viewer's language, for those who hear it instead of seeing it."""
    path: str = ""
    """A line of its own instead of a symbol, written as SVG writes it."""

    @property
    def is_touchable(self) -> bool:
        """Whether some choice may ask for a touch of it."""
        return TOUCH in self.classes.split()


Group = Sequence[Part]
"""Parts that often change together: nothing has where it is the same object as before."""


class Motion(NamedTuple):
    """How a part changes in a step, where that is more than sliding, appearing or vanishing."""

    id: str
    was: str = ""
    """The id that the same thing had before."""
    start: str = ""
    """The part from whose place it appears."""
    end: str = ""
    """The part in whose place it vanishes."""
    way: tuple[Point, ...] = ()
    """The points that it comes by before it is where it is now."""
    how: str = ""
    """``turn``: over, from one side to the other; ``tumble``: as a die; ``splash``: into water."""
    back: str = ""
    """The symbol that shows until it has turned over or stopped to tumble."""
    late: bool = False
    """Whether it waits until the others have arrived."""


class Step(NamedTuple):
    """Something that happened: who did it, and what, as far as the viewer may know it."""

    actor: Doer
    action: str | None
    before: Position
    """The position that it happened in, as the viewer saw it."""


@dataclass(frozen=True)
class Scenery:
    """The part of a board that never changes, and the symbols that its parts are drawn by."""

    size: tuple[int, int]
    ground: tuple[Shapes, ...] = field(repr=False)
    symbols: tuple[Shape, ...] = field(default=(), repr=False)

    @lazy
    def svg(self) -> str:
        """The scenery as a file."""
        wide, high = self.size
        return str(
            shape(
                "svg",
                shape("defs", *self.symbols),
                *self.ground,
                kind="picture",
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {wide} {high}",
            )
        )

    @lazy
    def key(self) -> str:
        """A hash of the content: the same key, the same scenery."""
        return sha256(self.svg.encode()).hexdigest()[:16]

    @lazy
    def by_name(self) -> dict[str, Shape]:
        """The symbols by their names."""
        return {each.attributes["id"].removeprefix(SYMBOL): each for each in self.symbols}

    def used(self, names: Iterable[str]) -> list[Shape]:
        """The symbols of these names, and what they are made of, in the order of the scenery."""
        wanted: set[str] = set()
        waiting = [*names, *LINKED.findall("".join(map(str, flat(self.ground))))]
        while waiting:
            name = waiting.pop()
            if name not in wanted:
                wanted.add(name)
                waiting += LINKED.findall(str(self.by_name[name]))
        return [each for name, each in self.by_name.items() if name in wanted]


class Scene(Protocol):
    """What a game's ``scene.py`` provides."""

    def variant(self, seen: Position, seat: int | None) -> str:
        """Which of the game's sceneries this viewer has before them, as one word."""

    def scenery(self, variant: str) -> Scenery:
        """The scenery of this name, always the same object; KeyError if there is none."""

    def title(self, seen: Position, say: Say) -> str:
        """What the board as a whole is called."""

    def fixtures(self, variant: str, say: Say) -> tuple[Part, ...]:
        """Parts that never change: fields above all. They lie there to be touched."""

    def parts(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step] = (),
        names: Sequence[str] = (),
    ) -> list[Group]:
        """What lies where, from the viewer's own side; ``seen`` is ``position.seen_by(seat)``.

        What a step has changed is found the quicker, the more groups are the same objects at the
        same places as before it.
        """

    def changes(
        self, before: Position, after: Position, step: Step, seat: int | None
    ) -> Sequence[Motion]:
        """How a step looks, beyond its parts being elsewhere; both positions as the viewer sees them."""

    def touches(self, seen: Position, action: str) -> tuple[str, ...]:
        """The ids of the parts that the player to act touches, in order, to choose an action."""


def symbol(name: str, *shapes: Shapes) -> Shape:
    """Shapes under a name, to be drawn as often as a part asks for them."""
    return shape("g", *shapes, id=f"{SYMBOL}{name}")


def last_steps(position: Position, seat: int | None) -> tuple[Step, ...]:
    """What the last player to act did in a row, and what chance decided, as this seat may know it."""
    steps: list[Step] = []
    player: Doer | None = None
    while position.previous is not None:
        before = position.previous
        actor = before.actor
        assert actor is not None, "an action comes before the end"
        if actor != "chance":
            player = player or actor
            if actor != player:
                break
        action = position.action if before.is_seen_by(seat) else None
        steps.append(Step(actor, action, before.seen_by(seat)))
        position = before
    while steps and steps[-1].actor == "chance":
        steps.pop()
    return tuple(reversed(steps))


@cache
def turned(seats: int, seat: int | None) -> tuple[int, ...]:
    """The seats in order of play from the viewer's on (a spectator sits with seat 1)."""
    first = seat or 1
    return tuple((first - 1 + i) % seats + 1 for i in range(seats))
