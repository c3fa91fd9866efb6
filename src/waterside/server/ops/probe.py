"""Whether the store can be written to, for those who watch over a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from waterside.server.store import Store, StoreError

LASTS = 1.0
"""Seconds for which a result is passed on to all who ask: nobody can wear out the disk."""
LONGEST = 10.0
"""Seconds after which a write that does not end counts as failed."""


class WriteProbe:
    """Finds out whether the store can be written to."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._began = 0.0

    async def check(self) -> None:
        """Returns if a write has just succeeded; StoreError if it has failed."""
        now = self._clock()
        if self._task is None or (self._task.done() and now - self._began >= LASTS):
            self._began = now
            self._task = asyncio.create_task(self._write())
        await asyncio.shield(self._task)

    async def _write(self) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                await self._store.probe()
        except TimeoutError:
            raise StoreError(f"a write has taken more than {LONGEST:g} seconds") from None
