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

from waterside.core.errors import GameError


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
        raise GameError("a state's fields must come in order of their width, the widest first")
    return dtype


def view_class(dtype: np.dtype[np.void]) -> type:
    """A class whose instances show one record of ``dtype``, given as its bytes.

    Single numbers are read through one memoryview of the whole record for each width that there
    is; arrays are memoryviews of their own, each made when it is first asked for.
    """
    arrays: dict[str, Callable[[memoryview], memoryview]] = {}
    letters: set[Any] = set()
    body: dict[str, Any] = {}
    for name in dtype.names or ():
        kind = dtype[name]
        start: int = dtype.fields[name][1]  # type: ignore[index]
        letter = kind.base.char
        if kind.shape:
            arrays[name] = partial(cut, start, start + kind.itemsize, letter, kind.shape)
        else:
            letters.add(letter)
            body[name] = single("_" + letter, start // kind.itemsize)
    widths = [("_" + letter, letter) for letter in sorted(letters)]

    def show(self: Any, record: bytes | bytearray | memoryview) -> None:
        whole = self._whole = memoryview(record)
        for name, letter in widths:
            setattr(self, name, whole.cast(letter))

    def make(self: Any, name: str) -> memoryview:
        maker = arrays.get(name)
        if maker is None:
            raise AttributeError(f"a state has no field {name}")
        part = maker(self._whole)
        setattr(self, name, part)
        return part

    slots = ("_whole", *(name for name, _ in widths), *arrays)
    return type(
        "StateView", (), {**body, "__init__": show, "__getattr__": make, "__slots__": slots}
    )


def cut(start: int, end: int, letter: Any, shape: tuple[int, ...], whole: memoryview) -> memoryview:
    """A part of a record as numbers of one width."""
    part = whole[start:end]
    return part.cast(letter, list(shape)) if len(shape) > 1 else part.cast(letter)


def single(whole: str, place: int) -> property:
    """A field that is one number, at this place of the record.

    Rules read such fields all the time: the names are written into the code of the two functions,
    which makes them twice as fast as ``getattr`` would be.
    """
    code = f"def read(self): return self.{whole}[{place}]\n"
    code += f"def write(self, value): self.{whole}[{place}] = value\n"
    made: dict[str, Any] = {}
    exec(code, made)
    return property(made["read"], made["write"])
