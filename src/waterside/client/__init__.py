"""A client for tables on a Waterside server: sit down, watch, play, or send your bot.

``play(link, bot)`` lets any bot of ``waterside.bots`` play; ``Client`` and ``AsyncClient`` do
everything else. Needs ``pip install 'waterside[client]'``.
"""

from waterside.client.asynchronous import AsyncClient, AsyncTable
from waterside.client.bot import play, play_async
from waterside.client.errors import ConnectionLostError, NotServedError, RefusedError
from waterside.client.state import Seen
from waterside.client.synchronous import Client, Table

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "Client",
    "ConnectionLostError",
    "NotServedError",
    "RefusedError",
    "Seen",
    "Table",
    "play",
    "play_async",
]
