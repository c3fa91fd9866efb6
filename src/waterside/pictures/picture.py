"""A picture: what a viewer sees of a position, as SVG made of its scenery and its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from waterside.core.lazy import lazy
from waterside.pictures.palette import stylesheet
from waterside.pictures.scene import TOUCH, Part, Scenery
from waterside.pictures.shapes import Shape, flat, number, path, placed, rect, shape, use


@dataclass(frozen=True)
class Picture:
    """A scenery with what lies on it, written as SVG by ``svg`` and ``standalone``."""

    scenery: Scenery
    parts: Sequence[Part]
    title: str

    @property
    def size(self) -> tuple[int, int]:
        """How wide and how high it is, in its own units."""
        return self.scenery.size

    @lazy
    def svg(self) -> str:
        """The picture for a page that has the stylesheet."""
        return str(self._root())

    def standalone(self, theme: str | None = None) -> str:
        """The picture with its stylesheet in it; without a theme it follows the reader's system."""
        background = rect(0, 0, *self.size, fill="sand")
        title = shape("title", self.title)
        return str(self._root(title, shape("style", stylesheet(theme)), background))

    def nested(self, x: float, y: float, width: float, height: float) -> Shape:
        """The picture as a part of another one, which has the stylesheet."""
        whole = self._root()
        place = {
            name: number(value)
            for name, value in (("x", x), ("y", y), ("width", width), ("height", height))
        }
        return Shape(whole.name, {**whole.attributes, **place}, whole.children)

    def _repr_svg_(self) -> str:
        return self.standalone()

    def _root(self, *first: Shape) -> Shape:
        wide, high = self.size
        ordered = sorted(self.parts, key=lambda part: (part.layer, part.id))
        symbols = self.scenery.used(name for part in ordered for name in part.symbol.split())
        return shape(
            "svg",
            *first,
            shape("defs", *symbols) if symbols else None,
            *flat(self.scenery.ground),
            *map(drawn, ordered),
            kind="picture",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {wide} {high}",
            role="group",
            aria_label=self.title,
        )

    @lazy
    def by_id(self) -> dict[str, Part]:
        """The parts by their ids."""
        return {part.id: part for part in self.parts}

    def touchable(self) -> dict[str, Part]:
        """What can be touched, by id."""
        return {part.id: part for part in self.parts if part.is_touchable}


def drawn(part: Part) -> Shape:
    """A part as SVG."""
    classes = part.classes.split()
    is_touchable = TOUCH in classes
    role = "button" if is_touchable else "img" if part.label else None
    return shape(
        "g",
        *(use(name) for name in part.symbol.split()),
        path(part.path) if part.path else None,
        written(part) if part.text else None,
        kind=" ".join(["part", *classes]),
        id=part.id,
        data_touch=part.id if is_touchable else None,
        data_moves="" if part.symbol else None,
        role=role,
        tabindex="-1" if is_touchable else None,
        aria_label=part.label or None,
        transform=placed((part.x, part.y), part.turn, part.scale),
    )


def written(part: Part) -> Shape:
    """The text of a part; the spaces of a typed one matter."""
    spaces = "preserve" if "typed" in part.classes.split() else None
    return shape("text", part.text, xml__space=spaces)
