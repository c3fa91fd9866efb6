"""What each message does to a table: one function for each, from a table to new events.

Nothing here changes the table: the events do, once they are stored. The modules are families of
messages; importing them registers their handlers.
"""

from waterside.server.domain.commands import absence, games, offers, seats, visits
from waterside.server.domain.commands.handlers import HANDLERS, Sender, command, handles

__all__ = [
    "HANDLERS",
    "Sender",
    "absence",
    "command",
    "games",
    "handles",
    "offers",
    "seats",
    "visits",
]
