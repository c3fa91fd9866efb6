"""A picture: what a viewer sees of a position, as SVG whose parts have stable ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from waterside.core.position import Position
from waterside.pictures.palette import stylesheet
from waterside.pictures.shapes import Number, Shape, Shapes, flat, placed, points, rect, shape
from waterside.text.language import Say
from waterside.text.narration import Doer


@dataclass(frozen=True)
class Step:
    """Something that happened: who did it, and what, as far as the viewer may know it."""

    actor: Doer
    action: str | None


class PictureModule(Protocol):
    """What a game's ``picture.py`` provides."""

    def draw(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step] = (),
        names: Sequence[str] = (),
    ) -> Picture:
        """What a viewer sees, from their own side; ``seen`` is ``position.seen_by(seat)``."""

    def touches(self, seen: Position, action: str) -> tuple[str, ...]:
        """The ids of the parts that the player to act touches, in order, to choose an action."""


@dataclass(frozen=True)
class Part:
    """Something in a picture that can be touched."""

    id: str
    label: str


@dataclass(frozen=True)
class Picture:
    """Shapes within a frame, written as SVG by ``svg`` and ``standalone``."""

    size: tuple[int, int]
    title: str
    shapes: tuple[Shapes, ...]
    definitions: tuple[Shape, ...] = field(default=(), repr=False)
    """What ``use`` repeats, each with its own id."""

    @property
    def svg(self) -> str:
        """The picture for a page that has the stylesheet."""
        return str(self._root())

    def standalone(self, theme: str | None = None) -> str:
        """The picture with its stylesheet in it; without a theme it follows the reader's system."""
        background = rect(0, 0, *self.size, fill="sand")
        title = shape("title", self.title)
        return str(self._root(title, shape("style", stylesheet(theme)), background))

    def _repr_svg_(self) -> str:
        return self.standalone()

    def _root(self, *first: Shape) -> Shape:
        wide, high = self.size
        return shape(
            "svg",
            *first,
            shape("defs", *self.definitions) if self.definitions else None,
            *self.shapes,
            kind="picture",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {wide} {high}",
            role="group",
            aria_label=self.title,
        )

    def walk(self) -> Iterator[Shape]:
        """All shapes, in the order of painting."""
        for each in flat(self.shapes):
            yield from each.walk()

    def ids(self) -> list[str]:
        """The ids of all shapes that have one, definitions included."""
        known = [*self.definitions, *self.walk()]
        return [each.attributes["id"] for each in known if "id" in each.attributes]

    def parts(self) -> dict[str, Part]:
        """What can be touched, by id, in the order of painting."""
        touchable = [each.attributes for each in self.walk() if "data-touch" in each.attributes]
        return {a["id"]: Part(a["id"], a["aria-label"]) for a in touchable}


def part(
    id: str,
    label: str,
    *children: Shapes,
    at: tuple[Number, Number] | None = None,
    turn: Number = 0,
    size: Number = 1,
    lifts: bool = False,
    moves: bool = False,
    comes_from: str | None = None,
    way: Sequence[tuple[Number, Number]] = (),
) -> Shape:
    """Something that can be touched; ``lifts`` if it rises when it can be or is chosen.

    Give it a ``ring`` among its children: that is what shows whether it can be touched. For
    ``moves``, ``comes_from`` and ``way`` see ``thing``.
    """
    return shape(
        "g",
        *children,
        kind="part lifts" if lifts else "part",
        id=id,
        data_touch=id,
        data_moves="" if moves else None,
        data_from=comes_from,
        data_way=points(*way, at) if way and at else None,
        role="button",
        tabindex="-1",
        aria_label=label,
        transform=placed(at, turn, size),
    )


def thing(
    id: str,
    *children: Shapes,
    at: tuple[Number, Number] | None = None,
    turn: Number = 0,
    size: Number = 1,
    label: str | None = None,
    comes_from: str | None = None,
    takes: Sequence[str] = (),
    way: Sequence[tuple[Number, Number]] = (),
) -> Shape:
    """Something that keeps its id when it moves, so that a page can show the movement.

    ``comes_from``: the id of what it appears from, in the picture before, when it was not there
    itself; ``takes``: ids of what ends in it when they are there no longer; ``way``: where it comes
    by if it has moved, before it is where it is now.
    """
    return shape(
        "g",
        *children,
        id=id,
        data_moves="",
        data_from=comes_from,
        data_takes=" ".join(takes) or None,
        data_way=points(*way, at) if way and at else None,
        role="img" if label else None,
        aria_label=label,
        transform=placed(at, turn, size),
    )


def ring(
    x: Number, y: Number, width: Number, height: Number, corner: Number, stroke: Number = 7
) -> Shape:
    """The outline that lights up around a part, with a dark rim so that it shows on any ground."""
    return shape(
        "g",
        rect(x, y, width, height, corner, kind="rim", stroke=stroke + 4),
        rect(x, y, width, height, corner, kind="ring", stroke=stroke),
    )


def last_steps(position: Position, seat: int | None) -> tuple[Step, ...]:
    """What the last player to act did in a row, and what chance brought, as this seat may know it."""
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
        steps.append(Step(actor, position.action if before.is_seen_by(seat) else None))
        position = before
    while steps and steps[-1].actor == "chance":
        steps.pop()
    return tuple(reversed(steps))


def turned(seats: int, seat: int | None) -> list[int]:
    """The seats in order of play from the viewer's on (a spectator sits with seat 1)."""
    first = seat or 1
    return [(first - 1 + i) % seats + 1 for i in range(seats)]
