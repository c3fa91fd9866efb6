"""A state is one record of whole numbers; interpreted rules read it through named views.

A ``StateLayout`` says which fields there are and where their bytes lie. It needs no NumPy; where
arrays of states are wanted, ``dtype`` is the same layout as NumPy knows it.

NumPy's own record scalars take microseconds for every field. A view made here holds a memoryview of
each array field and reads single fields as Python integers, so that interpreted rules are some
fifteen times faster, never overflow silently, and read just like the compiled ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from waterside.core.errors import GameError

if TYPE_CHECKING:
    import numpy as np

Width = Literal["b", "h", "i", "q"]
"""How wide a field's numbers are, as ``struct`` and ``memoryview`` write it."""
INT8: Final = "b"
INT16: Final = "h"
INT32: Final = "i"
INT64: Final = "q"
WIDTHS: Mapping[Width, int] = {INT8: 1, INT16: 2, INT32: 4, INT64: 8}
SPARE = "spare"
"""The name of the field that fills the end of a state."""


@dataclass(frozen=True)
class Field:
    """One number, or an array of numbers of one width, at its place within a state."""

    name: str
    width: Width
    shape: tuple[int, ...]
    """Empty for a single number."""
    start: int
    """The first of its bytes."""

    @property
    def end(self) -> int:
        """The byte after its last one."""
        return self.start + WIDTHS[self.width] * math.prod(self.shape)


class StateLayout:
    """The fields of a game's state: whole numbers and arrays of them, the widest first.

    Every byte belongs to a field (``spare`` fills the end), so that equal states are equal bytes:
    NumPy does not copy bytes between fields.

    >>> layout = StateLayout([("turns", INT32), ("hands", INT8, (2, 3))])
    >>> layout.size, [field.name for field in layout.fields]
    (12, ['turns', 'hands', 'spare'])
    >>> state = layout.zeros()
    >>> fields = layout.view(state)
    >>> fields.hands[1, 2] = 5
    >>> state.index(5)
    9
    """

    def __init__(self, fields: Iterable[tuple[Any, ...]]) -> None:
        placed: list[Field] = []
        end, widest = 0, 1
        for name, width, *shape in fields:
            if width not in WIDTHS:
                raise GameError(f"{name}: a field is one of INT8, INT16, INT32 and INT64 wide")
            if end % WIDTHS[width]:
                raise GameError(
                    "a state's fields must come in order of their width, the widest first"
                )
            sizes = shape[0] if shape else ()
            placed.append(Field(name, width, sizes if isinstance(sizes, tuple) else (sizes,), end))
            end = placed[-1].end
            widest = max(widest, WIDTHS[width])
        if spare := -end % widest:
            placed.append(Field(SPARE, INT8, (spare,), end))
        self.fields = tuple(placed)
        self.size = end + spare
        """How many bytes a state takes."""

    def zeros(self) -> bytearray:
        """The bytes of a state of which every field is zero."""
        return bytearray(self.size)

    def filled(self, values: Mapping[str, Any]) -> bytearray:
        """The bytes of a state with these fields, given as numbers and nested lists; others are
        zero.
        """
        state = self.zeros()
        fields = self.view(state)
        for field in self.fields:
            if field.name in values:
                put(fields, field.name, (), field.shape, values[field.name])
        return state

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The layout as NumPy knows it."""
        import numpy as np

        return np.dtype(
            [(field.name, f"i{WIDTHS[field.width]}", field.shape) for field in self.fields],
            align=True,
        )

    @cached_property
    def view(self) -> Callable[[bytes | bytearray | memoryview], Any]:
        """Shows the bytes of one state to interpreted rules, by the names of its fields."""
        return view_class(self)


def view_class(layout: StateLayout) -> type:
    """A class whose instances show one state, given as its bytes.

    Single numbers are read through one memoryview of the whole state for each width that there
    is; arrays are memoryviews of their own. All are made at once: rules look at most of them, and
    one by one, when each is first asked for, they would take seven times as long.
    """
    body: dict[str, Any] = {}
    shapes: dict[str, list[int]] = {}
    made = {"_whole": "whole"}
    for field in layout.fields:
        wide, size = "_" + field.width, WIDTHS[field.width]
        if len(field.shape) < 2:
            made.setdefault(wide, f"whole.cast({field.width!r})")
        if not field.shape:
            body[field.name] = single(wide, field.start // size)
        elif len(field.shape) == 1:
            made[field.name] = f"self.{wide}[{field.start // size}:{field.end // size}]"
        else:
            shapes[f"shape_of_{field.name}"] = list(field.shape)
            part = f"whole[{field.start}:{field.end}]"
            made[field.name] = f"{part}.cast({field.width!r}, shape_of_{field.name})"
    lines = ["def show(self, state):", "whole = memoryview(state)"]
    lines += [f"self.{name} = {how}" for name, how in made.items()]
    show = compiled("\n ".join(lines), shapes)["show"]

    def copied(self: Any) -> bytes:
        return bytes(self._whole)

    functions = {"__init__": show, "__bytes__": copied, "__slots__": tuple(made)}
    return type("StateView", (), {**body, **functions})


def put(fields: Any, name: str, at: tuple[int, ...], shape: tuple[int, ...], value: Any) -> None:
    """Writes a field from a number or from nested lists of its shape."""
    if len(at) < len(shape):
        for index, inner in enumerate(value):
            put(fields, name, (*at, index), shape, inner)
    elif at:
        getattr(fields, name)[at if len(at) > 1 else at[0]] = value
    else:
        setattr(fields, name, value)


def single(whole: str, place: int) -> property:
    """A field that is one number, at this place of the state.

    Rules read such fields all the time: the names are written into the code of the two functions,
    which makes them twice as fast as ``getattr`` would be.
    """
    code = f"def read(self): return self.{whole}[{place}]\n"
    code += f"def write(self, value): self.{whole}[{place}] = value\n"
    made = compiled(code)
    return property(made["read"], made["write"])


def compiled(code: str, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The functions that a piece of code defines, by name; ``known`` is what it can refer to."""
    made: dict[str, Any] = dict(known or {})
    exec(code, made)
    return made
