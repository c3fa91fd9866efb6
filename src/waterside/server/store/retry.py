"""Another try when a connection breaks: PostgreSQL was restarted, or the network failed briefly."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError

T = TypeVar("T")
LONGEST_OUTAGE = 2.0
"""Seconds for which a lost connection is replaced before its loss becomes an error."""
PAUSE = 0.05


def with_retries(action: Callable[[], T]) -> T:
    """Calls the function, and calls it again while connections break."""
    until = time.monotonic() + LONGEST_OUTAGE
    while True:
        try:
            return action()
        except DBAPIError as problem:
            if not connection_lost(problem) or time.monotonic() > until:
                raise
        time.sleep(PAUSE)


def connection_lost(problem: BaseException) -> bool:
    """Whether a PostgreSQL connection broke or could not be made, so that another may succeed."""
    if not isinstance(problem, DBAPIError):
        return False
    if problem.connection_invalidated:
        return True
    state = getattr(problem.orig, "sqlstate", "another database")
    return isinstance(problem, OperationalError) and (state or "08").startswith(("08", "57P"))
