"""Background work on whole games: one at a time beside the event loop, limited for each address.

A record or a log may be thousands of actions long. Requests for them wait in a queue of their own,
so that players never wait for them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from waterside.server.ops.limits import Allowances

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Background:
    """The thread that works on whole games, and how often each address may ask for that."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowances = Allowances(per_minute / 60, per_minute / 2, clock)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="background")

    def allows(self, address: str) -> bool:
        """Uses up one request of an address; False if none is left."""
        return self._allowances.take(address)

    async def run(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """The result of a function, which runs in the thread when its turn comes."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*given, **named))

    def close(self) -> None:
        """Takes no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
