"""The settings of a server, with the limits that keep each user's share fair."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server; the defaults suit a small public one."""

    bots: int = 2
    """Processes that compute the moves of bots; 0 for none."""
    warm: bool = False
    """Whether bots prepare for all games at the start, instead of at their first move."""
    bot_pause: float = 0.8
    """The least time in seconds that a bot's move takes, so that people can follow the game."""
    messages_per_second: float = 10.0
    """The limit for one connection; an identity has twice as much. 0 for no limit."""
    chats_per_minute: float = 20.0
    tables_per_minute: float = 10.0
    """New tables of one identity; 0 for no limit."""
    identities_per_minute: float = 30.0
    """New identities for one address; 0 for no limit."""
    whole_games_per_minute: float = 300.0
    """Records, logs and checks of whole games for one address; 0 for no limit."""
    connections_each: int = 20
    """The most sockets of one identity."""
    connections: int = 10_000
    """The most sockets in all."""
    queue: int = 64
    """The most messages that may wait for a slow client before its socket is closed."""
    idle: float = 120.0
    """Seconds after which a silent socket is closed."""
    away_grace: float = 5.0
    """Seconds without a connection before a player counts as away."""
    silence: float = 20.0
    """Seconds without a message after which another process on the same database counts as gone."""
    forget_after: float = 60.0
    """Seconds that a table without viewers is kept in memory."""
    secure_cookie: bool = False
    """Whether the cookie is sent over HTTPS only; set it behind a proxy that terminates TLS."""
    trusted_origins: tuple[str, ...] = ()
    """Origins of other sites whose pages may connect, too."""

    def without_rates(self) -> Settings:
        """The same settings without rate limits, for measurements."""
        return replace(
            self,
            messages_per_second=0,
            chats_per_minute=0,
            tables_per_minute=0,
            identities_per_minute=0,
            whole_games_per_minute=0,
            connections_each=self.connections,
        )
