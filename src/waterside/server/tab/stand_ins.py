"""Puts stand-ins where a browser has no packages: for pydantic, and for the store of a server.

``install`` is called first, before anything that would import those.
"""

from __future__ import annotations

import sys
from types import ModuleType

from waterside.core.errors import WatersideError
from waterside.server.tab import models


class StoreError(WatersideError):
    """Something could not be kept."""


class NumberTakenError(StoreError):
    """Another tab has kept an event with this number."""

    def __init__(self, table_id: str, number: int, last: int) -> None:
        super().__init__(f"table {table_id}: number {number} is taken")


def install() -> None:
    """Puts the stand-ins in place; only for a process that has no packages to lose."""
    sys.modules["pydantic"] = sys.modules["pydantic_core"] = models
    store = ModuleType("waterside.server.store")
    store.StoreError = StoreError  # type: ignore[attr-defined]
    store.NumberTakenError = NumberTakenError  # type: ignore[attr-defined]
    sys.modules[store.__name__] = store
