"""The client for programs without asyncio: the same calls, each waits for its answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from waterside import protocol
from waterside.client.asynchronous import AsyncClient, AsyncTable
from waterside.client.state import Seen
from waterside.fairness import Promises, Verification

T = TypeVar("T")


class Client:
    """A user of a server. ``with Client(address, name="Ada") as client: …``"""

    def __init__(
        self,
        address: str,
        name: str = "program",
        token: str | None = None,
        language: str = "en",
        *,
        promises: Promises | None = None,
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._client: AsyncClient | None = None
        self._settings = (address, name, token, language)
        self._promises = promises

    def __enter__(self) -> Client:
        self._thread.start()
        try:
            self._client = self._do(self._open())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *problem: object) -> None:
        self._do(self.asynchronous.close())
        self._stop()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> AsyncClient:
        client = AsyncClient(*self._settings, promises=self._promises)
        try:
            await client.sign_in()
        except BaseException:
            await client.close()
            raise
        return client

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def asynchronous(self) -> AsyncClient:
        """The client that does the work."""
        assert self._client is not None, "use it as: with Client(…) as client"
        return self._client

    @property
    def token(self) -> str | None:
        """Proves who we are: keep it secret, and use it again to come back."""
        return self.asynchronous.token

    def games(self) -> list[dict[str, Any]]:
        """The games of the server."""
        return self._do(self.asynchronous.games())

    def tables(self, *, mine: bool = False) -> list[dict[str, Any]]:
        """Public tables, the newest first; or one's own."""
        return self._do(self.asynchronous.tables(mine=mine))

    def create(
        self,
        game: str,
        seats: Sequence[str] = (),
        options: Mapping[str, str | int | bool] | None = None,
        **wishes: Any,
    ) -> tuple[str, str]:
        """Makes a table and sits down; gives its id and the link for others."""
        return self._do(self.asynchronous.create(game, seats, options, **wishes))

    def join(self, link: str) -> str:
        """Follows an invitation; gives the table's id."""
        return self._do(self.asynchronous.join(link))

    def record(self, table: str, game: int | None = None) -> str:
        """The record of a game that is over."""
        return self._do(self.asynchronous.record(table, game))

    def verify(self, table: str, game: int) -> Verification:
        """Checks a game that is over, here and not on the server; see ``AsyncClient.verify``."""
        return self._do(self.asynchronous.verify(table, game))

    def table(self, table: str) -> Table:
        """A table by its id: ``with client.table(id) as table: …``."""
        return Table(self, table)


class Table:
    """A table that is watched or played at."""

    def __init__(self, client: Client, table: str) -> None:
        self._client = client
        self._do = client._do
        self._table = AsyncTable(client.asynchronous, table)

    def __enter__(self) -> Table:
        self._do(self._table.__aenter__())
        return self

    def __exit__(self, *problem: object) -> None:
        self._do(self._table.__aexit__())

    @property
    def seen(self) -> Seen:
        """The table as it is now."""
        return self._table.seen

    def until(self, holds: Callable[[Seen], object]) -> Seen:
        """Waits until something holds of the table as we see it."""
        return self._do(self._table.until(holds))

    def request(self, kind: type[protocol.Request], **fields: Any) -> protocol.Reply:
        """Sends any message and waits for its answer."""
        return self._do(self._table.request(kind, **fields))

    def sit(self, seat: int | None = None) -> int:
        """Takes a seat, the first free one if none is named; gives its number."""
        return self._do(self._table.sit(seat))

    def leave_seat(self) -> None:
        """Frees all seats of this client."""
        self._do(self._table.leave_seat())

    def start(self) -> None:
        """Starts the game with bots in open seats."""
        self._do(self._table.start())

    def play(self, action: str) -> Seen:
        """Plays an action; gives the table after it."""
        return self._do(self._table.play(action))

    def takeback(self) -> None:
        """Takes this client's last decision back, or asks the others."""
        self._do(self._table.takeback())

    def rematch(self) -> None:
        """Offers the next game."""
        self._do(self._table.rematch())

    def answer(self, agree: bool) -> None:
        """Agrees to what is asked, or refuses."""
        self._do(self._table.answer(agree))

    def verify(self, game: int | None = None) -> Verification:
        """Checks a game that is over, the last one if none is named; see ``AsyncClient.verify``."""
        return self._do(self._table.verify(game))

    def resign(self) -> None:
        """Gives the game up."""
        self._do(self._table.resign())

    def chat(self, text: str) -> None:
        """Says something to all at the table."""
        self._do(self._table.chat(text))

    def hint(self) -> list[protocol.Advice]:
        """What a bot would do, the best first."""
        return self._do(self._table.hint())

    def explain(self, action: str, other: str | None = None) -> list[str]:
        """What an action threatens, what it allows, and what it gives up beside another one."""
        return self._do(self._table.explain(action, other))

    def leave(self) -> None:
        """Goes away for good."""
        self._do(self._table.leave())
