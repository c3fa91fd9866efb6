"""Answers about one table that were made already: asking again costs next to nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import sha256

KEPT = 16
"""Answers of one table: some viewers in some languages."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was answered, and a tag that is the same only for the same content."""

    content: bytes
    tag: str


class Snapshots:
    """The latest answers about one table, kept until anything in them may have changed."""

    def __init__(self) -> None:
        self._version: Hashable = None
        self._kept: dict[Hashable, Snapshot] = {}

    def get(self, version: Hashable, key: Hashable, make: Callable[[], str]) -> Snapshot:
        """The answer to ``key`` at a version of the table; made only if it is not here."""
        if version != self._version:
            self._version = version
            self._kept.clear()
        found = self._kept.get(key)
        if found is None:
            content = make().encode()
            found = Snapshot(content, f'"{sha256(content).hexdigest()[:20]}"')
            if len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = found
        return found
