"""Who is connected to a table: to this process, or to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waterside.server.live.connection import Connection

if TYPE_CHECKING:
    from waterside.server.live.presence import Presence


class Visitors:
    """The connections of a table; users of other processes are known by their identity only."""

    def __init__(self, table_id: str, presence: Presence) -> None:
        self.connections: set[Connection] = set()
        self._table_id = table_id
        self._presence = presence

    def is_here(self, identity: str) -> bool:
        """Whether a user is connected, to this process or to another."""
        return self.is_connected(identity) or identity in self._presence.elsewhere(self._table_id)

    def is_connected(self, identity: str) -> bool:
        """Whether a user is connected to this process."""
        return any(connection.identity == identity for connection in self.connections)

    def names(self) -> dict[str, str]:
        """The names of all who are connected to this process, by identity."""
        return {one.identity: one.name for one in self.connections}
