"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 50_000


class Allowance:
    """So many at once, refilled at a steady rate; a rate of 0 means no limit."""

    __slots__ = ("_clock", "_left", "_rate", "_room", "_since")

    def __init__(
        self, rate: float, room: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._room = self._left = room
        self._clock = clock
        self._since = clock()

    def take(self) -> bool:
        """Uses one up; False if there is none left."""
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
    """One allowance for each identity or address; those last used longest ago are forgotten."""

    def __init__(
        self, rate: float, room: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._room, self._clock = rate, room, clock
        self._of: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, key: str) -> bool:
        """Uses one of this key's up; False if there is none left."""
        allowance = self._of.get(key)
        if allowance is None:
            allowance = self._of[key] = Allowance(self._rate, self._room, self._clock)
            while len(self._of) > MOST_KEYS:
                self._of.popitem(last=False)
        else:
            self._of.move_to_end(key)
        return allowance.take()
