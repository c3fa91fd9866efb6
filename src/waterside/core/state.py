"""A state is one NumPy record; interpreted rules see it through named, plain-number views.

NumPy's own record scalars take microseconds for every field. A view made here holds a memoryview of
each array field and reads single fields as Python integers, so that interpreted rules are some
fifteen times faster, never overflow silently, and read just like the compiled ones.
"""

from __future__ import annotations

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
    """A class whose instances show one record of ``dtype``: ``view(records, index)``."""
    names = dtype.names or ()
    arrays = tuple(name for name in names if dtype[name].shape)
    singles = tuple(name for name in names if not dtype[name].shape)

    def show(self: Any, records: npt.NDArray[np.void], index: int = 0) -> None:
        for name in arrays:
            setattr(self, name, memoryview(records[name][index].data))
        for name in singles:
            setattr(self, "_" + name, memoryview(records[name][index : index + 1].data))

    def single(name: str) -> property:
        place = "_" + name

        def read(self: Any) -> int:
            value: int = getattr(self, place)[0]
            return value

        def write(self: Any, value: int) -> None:
            getattr(self, place)[0] = value

        return property(read, write)

    body: dict[str, Any] = {name: single(name) for name in singles}
    body["__init__"] = show
    body["__slots__"] = arrays + tuple("_" + name for name in singles)
    return type("StateView", (), body)
