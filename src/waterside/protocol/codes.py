"""The fixed words of the protocol: roles, phases, reasons for refusals, close codes."""

from __future__ import annotations

from enum import IntEnum, StrEnum

VERSION = 2
"""Counted up when an old client would misunderstand a new server, or the other way round."""


class Role(StrEnum):
    """What a user is at a table; a host may have a seat or none."""

    GUEST = "guest"
    """Any user whom the table admits."""
    PLAYER = "player"
    """A user with a seat."""
    HOST = "host"
    """The user who created the table."""


class Phase(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    """For players to sit down."""
    STARTING = "starting"
    """All seats are taken; players reveal the entropy that they committed to."""
    PLAYING = "playing"
    BETWEEN = "between"
    """A game is over; another can follow."""
    CLOSED = "closed"


class Refusal(StrEnum):
    """Why a message was refused."""

    MALFORMED = "malformed"
    VERSION = "version"
    HELLO_FIRST = "hello_first"
    DUPLICATE = "duplicate"
    NOT_ALLOWED = "not_allowed"
    NOT_NOW = "not_now"
    STALE = "stale"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL = "illegal"
    TAKEN = "taken"
    NO_SUCH = "no_such"
    MUTED = "muted"
    TOO_OFTEN = "too_often"
    TOO_BUSY = "too_busy"
    STORE = "store"
    UNREADABLE = "unreadable_table"


class CloseCode(IntEnum):
    """Why the server closes a socket; 1000 and 1001 as everywhere."""

    NOT_UTF8 = 1007
    TOO_LARGE = 1009
    RESTART = 1012
    MALFORMED = 4400
    UNKNOWN_IDENTITY = 4401
    NOT_INVITED = 4403
    NO_SUCH_TABLE = 4404
    IDLE = 4408
    LEFT = 4410
    TOO_SLOW = 4413
    TOO_OFTEN = 4429
    UNREADABLE = 4503


ALL = frozenset({Role.GUEST, Role.PLAYER, Role.HOST})
PLAYERS = frozenset({Role.PLAYER})
HOST = frozenset({Role.HOST})
PLAYERS_AND_HOST = frozenset({Role.PLAYER, Role.HOST})

ALWAYS = frozenset(Phase)
OPEN = frozenset({Phase.WAITING, Phase.STARTING, Phase.PLAYING, Phase.BETWEEN})
WAITING = frozenset({Phase.WAITING})
STARTING = frozenset({Phase.STARTING})
PLAYING = frozenset({Phase.PLAYING})
BETWEEN = frozenset({Phase.BETWEEN})
PLAYING_OR_BETWEEN = frozenset({Phase.PLAYING, Phase.BETWEEN})
NOT_PLAYING = frozenset({Phase.WAITING, Phase.BETWEEN})
