"""Connections that break: PostgreSQL was restarted, or the network had a hiccup."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError

T = TypeVar("T")
PATIENCE = 2.0
"""Seconds in which a broken connection is replaced without anybody noticing."""
PAUSE = 0.05


def persist(action: Callable[[], T]) -> T:
    """Does it, and does it again while connections break."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return action()
        except DBAPIError as problem:
            if not connection_lost(problem) or time.monotonic() > until:
                raise
        time.sleep(PAUSE)


def connection_lost(problem: BaseException) -> bool:
    """Whether a PostgreSQL connection broke or could not be made, so that another may do better."""
    if not isinstance(problem, DBAPIError):
        return False
    if problem.connection_invalidated:
        return True
    state = getattr(problem.orig, "sqlstate", "another database")
    return isinstance(problem, OperationalError) and (state or "08").startswith(("08", "57P"))
