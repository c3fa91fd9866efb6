"""Shapes: SVG elements as values, with everything escaped when they are written.

Colours are names of the palette, which become classes: ``fill="water"`` is ``class="f-water"``.
No style attributes, no scripts: a page with a strict content policy can take a picture in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from waterside.core.lazy import lazy

Number = int | float
KEPT = "\t\n\u00a0\u202f"
"""White space that may stay as it is, beside the plain space."""
SYMBOL = "s."
"""What the ids of symbols begin with, in a document that holds parts with ids of their own."""


@dataclass(frozen=True)
class Shape:
    """An SVG element: its name, attributes and what it holds."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: tuple[Shape | str, ...] = ()

    def __str__(self) -> str:
        return self._written

    @lazy
    def _written(self) -> str:
        attributes = "".join([f" {key}={quoted(v)}" for key, v in self.attributes.items()])
        if not self.children:
            return f"<{self.name}{attributes}/>"
        inside = "".join(
            [
                escape(clean(child)) if isinstance(child, str) else child._written
                for child in self.children
            ]
        )
        return f"<{self.name}{attributes}>{inside}</{self.name}>"

    def walk(self) -> Iterator[Shape]:
        """The shape and all within it, in the order of painting."""
        yield self
        for child in self.children:
            if isinstance(child, Shape):
                yield from child.walk()


Shapes = Shape | None | Iterable["Shapes"]
"""A shape, nothing, or any nesting of lists of shapes."""


def flat(shapes: Shapes) -> Iterator[Shape]:
    """The shapes of a nesting, one by one."""
    if isinstance(shapes, Shape):
        yield shapes
    elif shapes is not None:
        for some in shapes:
            yield from flat(some)


def clean(text: str) -> str:
    """The text without what XML cannot hold."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in KEPT else " " for c in text)


@lru_cache(1 << 14)  # the same few words and numbers, again and again
def quoted(text: str) -> str:
    """The text as the value of an attribute."""
    return quoteattr(clean(text))


@lru_cache(1 << 14)
def number(value: Number) -> str:
    """A number as short as it can be written, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0", value == 0)


@lru_cache(1 << 10)
def spelled(key: str) -> str:
    """The name of an attribute as SVG spells it: ``text_anchor`` is text-anchor."""
    return key.replace("__", ":").replace("_", "-")


def points(*pairs: tuple[Number, Number]) -> str:
    """Coordinates as paths and polygons take them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def shape(
    name: str,
    *children: Shapes | str,
    fill: str | None = None,
    line: str | None = None,
    stroke: Number | None = None,
    kind: str = "",
    **attributes: Number | str | None,
) -> Shape:
    """An element; ``fill`` and ``line`` are colours of the palette, ``kind`` further classes.

    >>> print(shape("circle", r=4.5, fill="sun", line="ink", stroke=2))
    <circle class="f-sun s-ink" stroke-width="2" r="4.5"/>
    """
    classes = [f"f-{fill}"] if fill else []
    classes += [f"s-{line}"] if line else []
    classes += [kind] if kind else []
    written = {"class": " ".join(classes)} if classes else {}
    if fill is None and line:
        written["fill"] = "none"
    if stroke is not None:
        written["stroke-width"] = number(stroke)
    for key, value in attributes.items():
        if value is not None:
            written[spelled(key)] = value if isinstance(value, str) else number(value)
    if "opacity" in written and bool(fill) != bool(line) and not children:
        # painted alone it looks the same, and costs no layer
        written["fill-opacity" if fill else "stroke-opacity"] = written.pop("opacity")
    inside: list[Shape | str] = []
    for child in children:
        if isinstance(child, str):
            inside.append(child)
        else:
            inside.extend(flat(child))
    return Shape(name, written, tuple(inside))


def placed(
    at: tuple[Number, Number] | None = None, turn: Number = 0, size: Number = 1
) -> str | None:
    """A transform: moved there, turned by degrees, scaled; None if nothing of it."""
    steps = []
    if at and at != (0, 0):
        steps.append(f"translate({number(at[0])} {number(at[1])})")
    if turn:
        steps.append(f"rotate({number(turn)})")
    if size != 1:
        steps.append(f"scale({number(size)})")
    return " ".join(steps) or None


def group(
    *children: Shapes,
    at: tuple[Number, Number] | None = None,
    turn: Number = 0,
    size: Number = 1,
    **more: str | None,
) -> Shape:
    """Shapes together, moved, turned and scaled as one."""
    return shape("g", *children, transform=placed(at, turn, size), **more)  # type: ignore[arg-type]


def rect(
    x: Number,
    y: Number,
    width: Number,
    height: Number,
    corner: Number = 0,
    **more: str | Number | None,
) -> Shape:
    """A rectangle with round corners."""
    size = {"width": width, "height": height, "rx": corner or None, **more}
    return shape("rect", x=x, y=y, **size)  # type: ignore[arg-type]


def circle(x: Number, y: Number, radius: Number, **more: str | Number | None) -> Shape:
    """A circle."""
    return shape("circle", cx=x, cy=y, r=radius, **more)  # type: ignore[arg-type]


def ellipse(x: Number, y: Number, rx: Number, ry: Number, **more: str | Number | None) -> Shape:
    """An ellipse."""
    return shape("ellipse", cx=x, cy=y, rx=rx, ry=ry, **more)  # type: ignore[arg-type]


def path(d: str, **more: str | Number | None) -> Shape:
    """A path, written as SVG writes it."""
    return shape("path", d=d, **more)  # type: ignore[arg-type]


def polygon(*corners: tuple[Number, Number], **more: str | Number | None) -> Shape:
    """A polygon."""
    return shape("polygon", points=points(*corners), **more)  # type: ignore[arg-type]


def text(
    x: Number,
    y: Number,
    words: str,
    size: Number = 20,
    anchor: str = "middle",
    fill: str = "ink",
    **more: str | Number | None,
) -> Shape:
    """Words, for what has no picture: names above all. Numbers are drawn by ``numeral``."""
    attributes = {"text_anchor": anchor, "font_size": size, **more}
    return shape("text", words, x=x, y=y, fill=fill, **attributes)  # type: ignore[arg-type]


def use(name: str, x: Number = 0, y: Number = 0, **more: str | Number | None) -> Shape:
    """The symbol of this name, once more."""
    return shape("use", href=f"#{SYMBOL}{name}", x=x or None, y=y or None, **more)  # type: ignore[arg-type]
