"""Rate limits: how often an identity or an address may do something."""

from __future__ import annotations

import time
from collections.abc import Callable

from cachetools import LRUCache

MOST_KEYS = 50_000


class Allowance:
    """A token bucket: ``room`` uses at once, refilled at ``rate`` a second; rate 0 is no limit."""

    __slots__ = ("_clock", "_left", "_rate", "_room", "_since")

    def __init__(
        self, rate: float, room: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._room = self._left = room
        self._clock = clock
        self._since = clock()

    def take(self) -> bool:
        """Uses one up; False if none is left."""
        if not self._rate:
            return True
        now = self._clock()
        self._left = min(self._room, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Allowances:
    """An allowance for each key, an identity or an address; the least recently used are dropped."""

    def __init__(
        self, rate: float, room: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._room, self._clock = rate, room, clock
        self._by_key: LRUCache[str, Allowance] = LRUCache(MOST_KEYS)

    def take(self, key: str) -> bool:
        """Uses one of this key's up; False if none is left."""
        allowance = self._by_key.get(key)
        if allowance is None:
            allowance = self._by_key[key] = Allowance(self._rate, self._room, self._clock)
        return allowance.take()
