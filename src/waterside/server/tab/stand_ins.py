"""Puts stand-ins where a browser has no packages: for pydantic and Starlette, and for a server's store.

``install`` is called first, before anything that would import those.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from waterside.core.errors import WatersideError
from waterside.server.tab import models, web


class StoreError(WatersideError):
    """Something could not be kept."""


class NumberTakenError(StoreError):
    """Another tab has kept an event with this number."""

    def __init__(self, table_id: str, number: int, last: int) -> None:
        super().__init__(f"table {table_id}: number {number} is taken")


class ReviewTakenError(StoreError):
    """Another process works on a review, which no tab ever says."""


def install() -> None:
    """Puts the stand-ins in place; only for a process that has no packages to lose."""
    sys.modules["pydantic"] = sys.modules["pydantic_core"] = models
    for name in ("requests", "responses", "routing", "exceptions"):
        sys.modules[f"starlette.{name}"] = web
    unused = {"FastAPI": object, "APIRouter": object, "RequestValidationError": ValueError}
    fields = {"Path": models.Field, "Query": models.Field}
    put("starlette")
    put("fastapi", **unused, **fields, Request=web.Request, Response=web.Response)
    put("fastapi.exceptions", **unused)
    put("fastapi.responses", **vars(web))
    put("waterside.server.live.hub", Hub=object)
    errors = (StoreError, NumberTakenError, ReviewTakenError)
    store = put("waterside.server.store", **{one.__name__: one for one in errors})
    store.__path__ = [str(Path(__file__).parents[1] / "store")]
    from waterside.server.store import rows

    store.__dict__.update({**vars(rows), "__name__": store.__name__, "Store": object})
    asyncio.to_thread = at_once  # type: ignore[assignment]


def put(name: str, **content: Any) -> ModuleType:
    """Puts a module with this content in place."""
    module = sys.modules[name] = ModuleType(name)
    module.__dict__.update(content)
    return module


async def at_once(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Stands in for ``asyncio.to_thread`` where there are no threads."""
    return work(*given, **named)
