"""What can be set for a server, with the limits that keep everybody's share fair."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings have values that suit a small public server."""

    bots: int = 2
    """Processes in which bots think; 0 for none."""
    warm: bool = False
    """Whether bots get ready for all games at once, and not when they are first asked."""
    bot_pause: float = 0.8
    """Seconds that a bot takes at least, about: so people can follow."""
    messages_per_second: float = 10.0
    """Of one connection, and twice as many of one identity; 0 for no limit."""
    chats_per_minute: float = 20.0
    tables_per_minute: float = 10.0
    """That one identity may set up; 0 for no limit."""
    identities_per_minute: float = 30.0
    """That one address may ask for; 0 for no limit."""
    readings_per_minute: float = 300.0
    """Records, stories and checks of whole games for one address; 0 for no limit."""
    connections_each: int = 20
    """Sockets of one identity."""
    connections: int = 10_000
    """Sockets in all."""
    queue: int = 64
    """Messages that may wait for a slow reader before it is dropped."""
    idle: float = 120.0
    """Seconds after which a socket that says nothing is closed."""
    away_grace: float = 5.0
    """Seconds without a connection before somebody counts as away."""
    silence: float = 20.0
    """Seconds without a sign of life after which another process on the same database is gone."""
    forget_after: float = 60.0
    """Seconds that a table which nobody looks at is kept in memory."""
    secure_cookie: bool = False
    """Whether the cookie is only for https; set it behind a proxy that speaks TLS."""
    trusted_origins: tuple[str, ...] = ()
    """Pages of these origins may connect too, besides our own."""

    def without_rates(self) -> Settings:
        """The same with no limit on how often anybody does anything, for measuring."""
        return replace(
            self,
            messages_per_second=0,
            chats_per_minute=0,
            tables_per_minute=0,
            identities_per_minute=0,
            readings_per_minute=0,
            connections_each=self.connections,
        )
