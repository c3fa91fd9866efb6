"""Rate limits: how often an identity or an address may do something, and how much work it may cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address

from cachetools import LRUCache

MOST_KEYS = 10_000
HOST_BITS = 64
"""Bits of an IPv6 address that its owner chooses freely."""


def limit_key(address: str) -> str:
    """What limits by address count together: an IPv4 address, or all of an IPv6 /64 network."""
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    network = IPv6Address(int(parsed) >> HOST_BITS << HOST_BITS)
    return f"{network}/{HOST_BITS}"


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
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, cost: float) -> None:
        """Uses up what something has cost, which is known only afterwards: debts are possible."""
        if self._rate:
            self._refill()
            self._left -= cost

    @property
    def wait(self) -> float:
        """Seconds until all debts are paid; 0 if there are none."""
        if not self._rate:
            return 0.0
        self._refill()
        return max(0.0, -self._left / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._room, self._left + (now - self._since) * self._rate)
        self._since = now


class Allowances:
    """An allowance for each key, an identity or an address; the least recently used are dropped."""

    def __init__(
        self, rate: float, room: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._room, self._clock = rate, room, clock
        self._by_key: LRUCache[str, Allowance] = LRUCache(MOST_KEYS)

    def of(self, key: str) -> Allowance:
        """The allowance of a key."""
        allowance = self._by_key.get(key)
        if allowance is None:
            allowance = self._by_key[key] = Allowance(self._rate, self._room, self._clock)
        return allowance

    def take(self, key: str) -> bool:
        """Uses one of this key's up; False if none is left."""
        return self.of(key).take()
