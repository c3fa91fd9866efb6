"""Bots get ready in the background, so that nobody waits for a compiler."""

from __future__ import annotations

import logging
import threading

from waterside.bots.pool import Pool, PoolClosedError
from waterside.core.errors import WatersideError
from waterside.core.registry import all_games

log = logging.getLogger(__name__)


class Warming:
    """How far the bots are; ``start`` has them load and compile all games, one after the other."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
        self._waiting: set[str] = set()

    def is_waiting(self, name: str) -> bool:
        """Whether the bots of this game are still to get ready."""
        return name in self._waiting

    @property
    def is_ready(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.done >= self.total

    def start(self, pool: Pool) -> None:
        """Begins, and returns at once."""
        names = list(all_games())
        self.done, self.total = 0, len(names)
        self._waiting = set(names)
        threading.Thread(target=self._warm, args=(pool, names), daemon=True).start()

    def _warm(self, pool: Pool, names: list[str]) -> None:
        for name in names:
            try:
                pool.warm(name).result()
            except PoolClosedError:
                return
            except WatersideError as problem:
                log.warning("the bots for %s are not ready: %s", name, problem)
            self._waiting.discard(name)
            self.done += 1
