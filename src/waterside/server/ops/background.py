"""Work on whole games of the past: one after the other beside the event loop, so many for each address.

A record or a story may be thousands of actions long. Whoever asks for many of them waits in a queue
with others who do, and nobody who plays waits for any.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from starlette.requests import Request

from waterside.server.http.request import address_of
from waterside.server.ops.limits import Allowances

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Reading:
    """The one thread that reads, and who may still ask it."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowances = Allowances(per_minute / 60, per_minute / 2, clock)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reading")

    def allows(self, request: Request) -> bool:
        """Uses up one of what the address of a request may ask for; False if nothing is left."""
        return self._allowances.take(address_of(request))

    async def do(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """What the work gives, when it is its turn."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*given, **named))

    def close(self) -> None:
        """Takes no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
