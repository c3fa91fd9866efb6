"""Open HTTP connections: how many one address may have, and which give way when there are too many."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from waterside.server.ops.limits import Allowances, limit_key
from waterside.server.ops.metrics import Metrics

DESCRIPTORS = 65_536
"""Open files that a server asks the system for; every connection is one."""


class Droppable(Protocol):
    """A connection that can be ended at once."""

    def drop(self) -> None:
        """Ends the connection without waiting for the other side."""


class Connections:
    """The HTTP connections of one process; sockets of tables are counted elsewhere.

    Those that have sent no whole request, or wait for the next one, are idle. When there are as many
    connections as there may be, the one that has been idle for longest gives way. An address whose
    connections had to be ended again and again is not listened to for a while. Proxies have as many
    connections as they like.
    """

    def __init__(
        self,
        most: int,
        per_address: int,
        proxies: Iterable[str],
        metrics: Metrics,
        *,
        bad_per_minute: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.per_address = per_address
        self.proxies = frozenset(proxies)
        self.metrics = metrics
        self._bad = Allowances(bad_per_minute / 60, bad_per_minute, clock)
        self._addresses: dict[Droppable, str | None] = {}
        self._by_address: Counter[str] = Counter()
        self._idle: dict[Droppable, None] = {}

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, connection: Droppable, host: str) -> bool:
        """Counts a new connection; False if its address, which is no proxy, has too many."""
        is_proxy = "*" in self.proxies or host in self.proxies
        key = None if is_proxy else limit_key(host)
        if key is not None and self._by_address[key] >= self.per_address:
            self.metrics.http_refused.labels("address").inc()
            return False
        if len(self) >= self.most and not self._make_room():
            self.metrics.http_refused.labels("full").inc()
            return False
        self._addresses[connection] = key
        if key is not None:
            self._by_address[key] += 1
        self._idle[connection] = None
        self.metrics.http_connections.set(len(self))
        return True

    def is_busy(self, connection: Droppable) -> None:
        """Marks a connection that has sent a whole head: it is being answered."""
        self._idle.pop(connection, None)

    def is_idle(self, connection: Droppable) -> None:
        """Marks a connection that has got its answer."""
        if connection in self._addresses:
            self._idle[connection] = None

    def is_bad(self, connection: Droppable) -> None:
        """Notes that a connection has to be ended because of what it sends, or does not."""
        key = self._addresses.get(connection)
        if key is not None:
            self._bad.of(key).spend(1)

    def is_ignored(self, connection: Droppable) -> bool:
        """Whether nothing of a new connection is to be read: its address had too many bad ones."""
        key = self._addresses.get(connection)
        return key is not None and self._bad.of(key).wait > 0

    def remove(self, connection: Droppable) -> None:
        """Counts a connection no more: it has ended, or is a socket now."""
        if connection not in self._addresses:
            return
        key = self._addresses.pop(connection)
        self._idle.pop(connection, None)
        if key is not None:
            self._by_address[key] -= 1
            if not self._by_address[key]:
                del self._by_address[key]
        self.metrics.http_connections.set(len(self))

    def _make_room(self) -> bool:
        if not self._idle:
            return False
        oldest = next(iter(self._idle))
        self.metrics.http_refused.labels("gave_way").inc()
        self.remove(oldest)
        oldest.drop()
        return True


def raise_descriptor_limit() -> int:
    """Raises the limit of open files as far as the system allows; returns it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
