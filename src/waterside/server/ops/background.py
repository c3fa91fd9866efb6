"""Background work on whole games: one at a time beside the event loop, addresses taking turns.

A record or a log may be thousands of actions long. Requests for them wait in a queue of their own,
so that players never wait for them. Each address has an allowance of requests and one of seconds,
which are known when the work is done: whoever asks for much waits, and nobody else.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from waterside.server.ops.limits import Allowances

Given = ParamSpec("Given")
Found = TypeVar("Found")
Job = tuple[asyncio.Future[Any], Callable[[], Any]]
"""Where a result is waited for, and the work that leads to it."""
MOST_WAITING = 32
"""Pieces of work of one address that may wait for the thread."""


class Background:
    """The thread that works on whole games, and how much of it each address may ask for."""

    def __init__(
        self,
        per_minute: float,
        clock: Callable[[], float] = time.monotonic,
        seconds_per_minute: float = 0.0,
    ) -> None:
        self._clock = clock
        self._requests = Allowances(per_minute / 60, per_minute / 2, clock)
        self._seconds = Allowances(seconds_per_minute / 60, seconds_per_minute / 2, clock)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="background")
        self._waiting: dict[str, deque[Job]] = {}
        self._is_working = False

    def allows(self, address: str) -> bool:
        """Uses up one request of an address; False if none is left, or its earlier ones were too
        much work.
        """
        if len(self._waiting.get(address, ())) >= MOST_WAITING:
            return False
        return not self._seconds.of(address).wait and self._requests.take(address)

    async def run(
        self,
        address: str,
        work: Callable[Given, Found],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Found:
        """The result of a function, which runs in the thread when the address has its turn."""
        future: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        job = (future, lambda: work(*given, **named))
        self._waiting.setdefault(address, deque()).append(job)
        self._work_on()
        return await future

    def _work_on(self) -> None:
        """Starts the next piece of work of the address that has waited longest for its turn."""
        if self._is_working or not self._waiting:
            return
        address = next(iter(self._waiting))
        jobs = self._waiting.pop(address)
        future, work = jobs.popleft()
        if jobs:
            self._waiting[address] = jobs
        if future.cancelled():
            self._work_on()
            return
        self._is_working = True
        began = self._clock()

        def finish(done: asyncio.Future[Any]) -> None:
            self._is_working = False
            if others := self._waiting.pop(address, None):  # it is another address's turn now
                self._waiting[address] = others
            self._seconds.of(address).spend(self._clock() - began)
            if done.cancelled():
                future.cancel()
            elif not future.cancelled():
                problem = done.exception()
                if problem is None:
                    future.set_result(done.result())
                else:
                    future.set_exception(problem)
            self._work_on()

        loop = asyncio.get_running_loop()
        try:
            loop.run_in_executor(self._thread, work).add_done_callback(finish)
        except RuntimeError:  # closed: nothing more is worked on
            future.cancel()

    def close(self) -> None:
        """Takes no more work."""
        for jobs in self._waiting.values():
            for future, _ in jobs:
                future.cancel()
        self._waiting.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)
