"""Fair shares of the event loop: what one address asks for delays that address, and no other.

Requests differ a thousandfold in what they cost, so it is not requests that are counted but the
time for which they keep the event loop. An address that has used up its share waits; it is not
refused, unless hundreds of its requests wait already.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any

from cachetools import LRUCache

from waterside.server.ops.limits import MOST_KEYS, Allowance

AT_ONCE = 4
"""Requests of one address that are worked on at the same time."""
MOST_WAITING = 256
"""Requests of one address that may wait for their turn."""
EACH = 0.001
"""Seconds that every request costs besides what is measured: reading it, threads of the store."""
BURST = 5.0
"""Seconds of its share that an address may use at once."""
REMEMBERED = 4
"""Pieces of work of an address by which the cost of the next one is guessed."""
LONGEST_WAIT = 1.0
"""Seconds until it is looked again whether an address may have more work done."""


class LoopShare:
    """What one address may still use of the event loop, and its work that waits for a turn.

    In one round of the event loop at most one piece of it begins, so that those of others are looked
    at in between; and what a piece will probably cost is paid before it begins, so that several which
    have waited for the same debt do not all begin when it is paid.
    """

    def __init__(self, share: float, clock: Callable[[], float], each: float = EACH) -> None:
        self._clock = clock
        self._budget = Allowance(share, share * BURST, clock)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._next = asyncio.Lock()
        self._has_begun = False
        self._each = each
        self._expected = EACH
        self._prepaid: deque[float] = deque()
        self.waiting = 0

    @property
    def is_full(self) -> bool:
        """Whether no more requests of this address may wait."""
        return self.waiting >= MOST_WAITING

    async def take_turn(self) -> bool:
        """Waits until it is this request's turn and all earlier ones are paid for; returns whether
        that took any time.
        """
        self.waiting += 1
        has_waited = self._turns.locked()
        try:
            await self._turns.acquire()
            try:
                has_waited |= await self.prepay()
            except BaseException:
                self._turns.release()
                raise
        finally:
            self.waiting -= 1
        return has_waited

    def end_turn(self) -> None:
        """Lets the next request of this address begin."""
        self._turns.release()

    async def prepay(self) -> bool:
        """Waits until all earlier work is paid for, pays for one more piece as far as its cost can be
        guessed, and returns whether that took any time. ``spend`` has to follow.
        """
        has_waited = self._next.locked()
        async with self._next:
            while wait := self._budget.wait:
                has_waited = True
                await asyncio.sleep(min(wait, LONGEST_WAIT))
            if self._has_begun:
                has_waited = True
                await asyncio.sleep(0)
            self._has_begun = True
            asyncio.get_running_loop().call_soon(self._begin_round)
            self._budget.spend(self._expected)
            self._prepaid.append(self._expected)
        return has_waited

    def _begin_round(self) -> None:
        self._has_begun = False

    async def charge(self, work: Coroutine[Any, Any, None]) -> None:
        """Does some work that is prepaid, and charges what it has cost."""
        done = Metered(work, self._clock)
        try:
            await done
        finally:
            self.spend(done.spent)

    def spend(self, seconds: float) -> None:
        """Charges what a piece of work has cost."""
        cost = seconds + self._each
        self._budget.spend(cost - self._prepaid.popleft() if self._prepaid else cost)
        self._expected += (cost - self._expected) / REMEMBERED


class LoopShares:
    """The share of each address; those that asked for nothing for longest are dropped."""

    def __init__(
        self, share: float, clock: Callable[[], float] = time.perf_counter, each: float = EACH
    ) -> None:
        self.is_limited = share > 0
        self.clock = clock
        self._share, self._each = share, each
        self._by_key: LRUCache[str, LoopShare] = LRUCache(MOST_KEYS)

    def of(self, key: str) -> LoopShare:
        """The share of an address."""
        share = self._by_key.get(key)
        if share is None:
            share = self._by_key[key] = LoopShare(self._share, self.clock, self._each)
        return share


class Metered:
    """Awaits a coroutine and adds up for how long it keeps the event loop."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], clock: Callable[[], float]) -> None:
        self._coroutine = coroutine
        self._clock = clock
        self.spent = 0.0
        """Seconds so far, without those in which the coroutine waited for something."""

    def __await__(self) -> Generator[Any, Any, None]:
        step: Callable[[], Any] = partial(self._coroutine.send, None)
        while True:
            began = self._clock()
            try:
                awaited = step()
            except StopIteration:
                return
            finally:
                self.spent += self._clock() - began
            try:
                answer = yield awaited
            except BaseException as problem:  # whatever it is, it is for the coroutine
                step = partial(self._coroutine.throw, problem)
            else:
                step = partial(self._coroutine.send, answer)
