"""Checks whether a server is set up well on this computer, and says what to change.

Nothing is changed: the database is only read, and a running server is only asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from waterside.engine.build import cache_folder
from waterside.server.doctor.findings import Finding, Level
from waterside.server.doctor.host import (
    Plan,
    database,
    descriptors,
    exposure,
    folder,
    packages,
    processes,
    table_logs,
)
from waterside.server.doctor.running import running_server

__all__ = ["Finding", "Level", "Plan", "examine"]


def examine(plan: Plan, *, logs: bool = False, url: str | None = None) -> Iterator[Finding]:
    """All findings about a server that is to be started, its database, and one that runs."""
    yield from packages()
    yield descriptors()
    yield folder("cache folder", cache_folder())
    yield from processes(plan)
    yield from exposure(plan)
    yield from database(plan)
    if logs:
        yield from table_logs(plan.database)
    if url:
        yield from running_server(url.rstrip("/"))
