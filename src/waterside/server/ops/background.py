"""Background work on whole games: one at a time in a process of its own, addresses taking turns.

A record or a log may be thousands of actions long. Requests for them wait in a queue of their own,
so that players never wait for them: a thread of this process would keep the interpreter from the
event loop, the other process has a lower priority. Each address has an allowance of requests and one
of seconds, which are known when the work is done: whoever asks for much waits, and nobody else.
"""

from __future__ import annotations

import asyncio
import pickle
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from waterside.bots.bot import Stop
from waterside.bots.pool import Pool
from waterside.server.ops.limits import Allowances

Given = ParamSpec("Given")
Found = TypeVar("Found")
Job = tuple[asyncio.Future[Any], Callable[[], Any]]
"""Where a result is waited for, and the work that leads to it."""
MOST_WAITING = 32
"""Pieces of work of one address that may wait for the process."""
NICE = 5
"""How much others come before the process where all processors are busy: they get three times its share."""
TASK = "waterside.server.ops.background:work_on"


class WorkProcess:
    """A process that does one piece of work after the other; it starts with the first.

    Functions and what they are given travel there, and results come back: all of it can be pickled.
    """

    def __init__(self) -> None:
        self._pool: Pool | None = None

    def start(self) -> Pool:
        """Starts the process, if it does not run yet."""
        if self._pool is None:
            self._pool = Pool(1, interpreted=True, nice=NICE)
        return self._pool

    async def __call__(self, work: Callable[[], Found]) -> Found:
        """What the work leads to; the process is replaced if it takes very long."""
        found: Found | Exception
        is_done, found = pickle.loads(
            await self.start().work_async(TASK, pickle.dumps(work, pickle.HIGHEST_PROTOCOL))
        )
        if is_done:
            return found  # type: ignore[return-value]
        assert isinstance(found, Exception)
        raise found

    def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            self._pool.close()


def work_on(given: bytes, stop: Stop) -> bytes:
    """Does a piece of work in the other process: whether it succeeded, and what came of it."""
    try:
        outcome = (True, pickle.loads(given)())
    except Exception as problem:
        problem.add_note(traceback.format_exc())
        outcome = (False, problem)
    return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)


class Background:
    """The queue of work on whole games, and how much of it each address may ask for.

    ``process`` does a piece of work: one of this computer's, if none is given.
    """

    def __init__(
        self,
        per_minute: float,
        clock: Callable[[], float] = time.monotonic,
        seconds_per_minute: float = 0.0,
        process: Callable[[Callable[[], Any]], Awaitable[Any]] | None = None,
    ) -> None:
        self._clock = clock
        self._requests = Allowances(per_minute / 60, per_minute / 2, clock)
        self._seconds = Allowances(seconds_per_minute / 60, seconds_per_minute / 2, clock)
        self._own = WorkProcess()
        self._process = process or self._own
        self._waiting: dict[str, deque[Job]] = {}
        self._working: asyncio.Future[Any] | None = None
        self._is_closed = False

    def start(self) -> None:
        """Starts the process before a user waits for it."""
        self._own.start()

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
        """The result of a function, which runs in the process when the address has its turn."""
        future: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            future.cancel()
        else:
            job = (future, partial(work, *given, **named))
            self._waiting.setdefault(address, deque()).append(job)
            self._work_on()
        return await future

    def _work_on(self) -> None:
        """Starts the next piece of work of the address that has waited longest for its turn."""
        if self._working is not None or not self._waiting:
            return
        address = next(iter(self._waiting))
        jobs = self._waiting.pop(address)
        future, work = jobs.popleft()
        if jobs:
            self._waiting[address] = jobs
        if future.cancelled():
            self._work_on()
            return
        began = self._clock()

        def finish(done: asyncio.Future[Any]) -> None:
            self._working = None
            if others := self._waiting.pop(address, None):  # it is another address's turn now
                self._waiting[address] = others
            self._seconds.of(address).spend(self._clock() - began)
            problem = None if done.cancelled() else done.exception()
            if future.cancelled():
                pass  # nobody waits for it any more
            elif done.cancelled():
                future.cancel()
            elif problem is None:
                future.set_result(done.result())
            else:
                future.set_exception(problem)
            self._work_on()

        self._working = asyncio.ensure_future(self._process(work))
        self._working.add_done_callback(finish)

    async def close(self) -> None:
        """Takes no more work, and ends the process."""
        self._is_closed = True
        for jobs in self._waiting.values():
            for future, _ in jobs:
                future.cancel()
        self._waiting.clear()
        if self._working is not None:
            self._working.cancel()
        await asyncio.to_thread(self._own.close)
