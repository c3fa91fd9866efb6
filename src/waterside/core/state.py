"""A state is one NumPy record; interpreted rules see it through named, plain-number views.

NumPy's own record scalars take microseconds for every field. A view made here holds a memoryview of
each array field and reads single fields as Python integers, so that interpreted rules are some
fifteen times faster, never overflow silently, and read just like the compiled ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import BadGame


def state_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The record type of a game's state: named integer fields, arrays allowed, the widest first.

    Every byte belongs to a field (``spare`` fills the end), so that equal states are equal bytes:
    NumPy does not copy bytes between fields.
    """
    used = sum(np.dtype([field]).itemsize for field in fields)
    aligned = np.dtype(fields, align=True).itemsize
    if aligned > used:
        fields = [*fields, ("spare", np.int8, aligned - used)]
    dtype = np.dtype(fields, align=True)
    if dtype.itemsize != aligned or dtype != np.dtype(fields):
        raise BadGame("a state's fields must come in order of their width, the widest first")
    return dtype


def view_class(dtype: np.dtype[np.void]) -> type:
    """A class whose instances show one record of ``dtype``: ``view(records, index)``.

    Arrays are memoryviews of their own; single numbers are read through one memoryview of the
    whole record for each width that there is. Each of them is made when it is first asked for.
    """
    makers: dict[str, Callable[[memoryview], memoryview]] = {}
    body: dict[str, Any] = {}
    for name in dtype.names or ():
        kind = dtype[name]
        start: int = dtype.fields[name][1]  # type: ignore[index]
        letter = kind.base.char
        if kind.shape:
            makers[name] = partial(cut, start, start + kind.itemsize, letter, kind.shape)
        else:
            makers["_" + letter] = partial(cut, 0, dtype.itemsize, letter, (1,))
            body[name] = single("_" + letter, start // kind.itemsize)
    size = dtype.itemsize

    def show(self: Any, records: npt.NDArray[np.void], index: int = 0) -> None:
        self._whole = records.view(np.uint8).data[index * size : (index + 1) * size]

    def make(self: Any, name: str) -> memoryview:
        maker = makers.get(name)
        if maker is None:
            raise AttributeError(f"a state has no field {name}")
        part = maker(self._whole)
        setattr(self, name, part)
        return part

    slots = ("_whole", *makers)
    return type(
        "StateView", (), {**body, "__init__": show, "__getattr__": make, "__slots__": slots}
    )


def cut(start: int, end: int, letter: Any, shape: tuple[int, ...], whole: memoryview) -> memoryview:
    """A part of a record as numbers of one width."""
    part = whole[start:end]
    return part.cast(letter, list(shape)) if len(shape) > 1 else part.cast(letter)


def single(whole: str, place: int) -> property:
    """A field that is one number, at this place of the record."""

    def read(self: Any) -> int:
        value: int = getattr(self, whole)[place]
        return value

    def write(self: Any, value: int) -> None:
        getattr(self, whole)[place] = value

    return property(read, write)
