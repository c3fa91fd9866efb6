"""The settings of a server, with the limits that keep each user's share fair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from waterside.bots.levels import ADVISER


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server; the defaults suit a small public one."""

    bots: int = 2
    """Processes that compute the moves of bots; 0 for none."""
    warm: bool = False
    """Whether bots prepare for all games at the start, instead of at their first move."""
    hint_level: str = ADVISER
    """The level of the bot that is asked for hints and analyses."""
    bot_pause: float = 0.8
    """The least time in seconds that a bot's move takes, so that people can follow the game."""
    page_time: float = 4.0
    """Seconds that a player's page which thinks for a bot has beyond the bot's time: to load the game's
    module, and to send what it has found."""
    messages_per_second: float = 10.0
    """The limit for one connection; an identity has twice as much. 0 for no limit."""
    chats_per_minute: float = 20.0
    tables_per_minute: float = 10.0
    """New tables of one identity; 0 for no limit."""
    identities_per_minute: float = 30.0
    """New identities for one address; 0 for no limit."""
    whole_games_per_minute: float = 300.0
    """Records, logs and checks of whole games for one address; 0 for no limit."""
    whole_game_seconds_per_minute: float = 20.0
    """Seconds of background work on whole games for one address; 0 for no limit."""
    reviews_per_hour: float = 20.0
    """Games that are reviewed for one address; 0 for no limit."""
    review_budget: Mapping[str, int] = field(default_factory=dict)
    """What reviews look at where it is not the usual: fields of ``waterside.review.Budget``."""
    loop_share: float = 0.1
    """The share of the event loop's time that HTTP requests of one address may take; 0 for no
    limit."""
    socket_share: float = 0.15
    """The share of the event loop's time that messages on all sockets of one address may take; 0 for
    no limit."""
    connections_per_address: int = 500
    """The most sockets of one address, and the most connections of one that is no proxy."""
    bad_connections_per_minute: float = 60.0
    """Connections of one address, if it is no proxy, that may end because of what was sent on them
    (heads that are too large or too slow, requests far ahead, no HTTP at all) before it is not
    listened to for a while; 0 for no limit."""
    connections_per_table: int = 64
    """The most sockets of one address at one table, unless a player comes."""
    connections_each: int = 20
    """The most sockets of one identity."""
    connections: int = 10_000
    """The most sockets in all."""
    http_connections: int = 4_000
    """The most other connections; the longest idle one gives way to a new one."""
    queue: int = 64
    """The most messages that may wait for a slow client before its socket is closed."""
    idle: float = 120.0
    """Seconds after which a silent socket is closed."""
    away_grace: float = 5.0
    """Seconds without a connection before a player counts as away."""
    reveal_time: float = 10.0
    """Seconds that players have to reveal their entropy before a game."""
    silence: float = 20.0
    """Seconds without a message after which another process on the same database counts as gone."""
    forget_after: float = 60.0
    """Seconds that a table without viewers is kept in memory."""
    secure_cookie: bool = False
    """Whether the cookie is sent over HTTPS only; set it behind a proxy that terminates TLS."""
    push_key: str = ""
    """The private key for push messages, base64url of its 32 bytes; empty for no push messages."""
    push_contact: str = ""
    """How push services reach whoever runs this server: ``mailto:…`` or ``https://…``."""
    push_anywhere: bool = False
    """Whether push messages may go to any address, over HTTP too: for tests on one machine."""
    pushes_per_minute: float = 20.0
    """Push messages about one table, and about all tables of one address; 0 for no limit."""
    subscriptions_per_minute: float = 10.0
    """Browsers of one address that ask for push messages; 0 for no limit."""
    trusted_origins: tuple[str, ...] = ()
    """Origins of other sites whose pages may connect, too."""
    trusted_hosts: tuple[str, ...] = ()
    """Names that this server answers to, ``*.example.org`` for all below one; empty for any."""

    def fitted(self, descriptors: int) -> Settings:
        """The same settings with no more connections than there may be open files: half of them
        for sockets, a quarter for other connections, the rest for the database and bots.
        """
        return replace(
            self,
            connections=min(self.connections, descriptors // 2),
            http_connections=min(self.http_connections, descriptors // 4),
        )

    def without_rates(self) -> Settings:
        """The same settings without rate limits, for measurements."""
        return replace(
            self,
            messages_per_second=0,
            chats_per_minute=0,
            tables_per_minute=0,
            identities_per_minute=0,
            whole_games_per_minute=0,
            whole_game_seconds_per_minute=0,
            pushes_per_minute=0,
            subscriptions_per_minute=0,
            reviews_per_hour=0,
            loop_share=0,
            socket_share=0,
            bad_connections_per_minute=0,
            connections_per_address=self.connections,
            connections_per_table=self.connections,
            connections_each=self.connections,
        )
