"""The tables of a browser tab: what they share, and how the page's scripts reach them.

``LiveTable`` is the one that servers use. Here its events are kept by the browser, its bots think in the
page's search workers, and nobody else is connected.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from waterside import protocol
from waterside.bots.levels import ADVISER, LEVELS
from waterside.core.registry import game as game_named
from waterside.fairness import RandBytes
from waterside.pictures import drawing_of
from waterside.protocol import RefusalError, read_request
from waterside.server.domain.commands import Sender
from waterside.server.domain.creation import TableWish, create
from waterside.server.domain.events import Draft, Logged, read
from waterside.server.domain.table import Table
from waterside.server.live.connection import Connection
from waterside.server.live.errors import UnreadableTableError
from waterside.server.live.recent import KEPT, Recent
from waterside.server.live.table import LiveTable
from waterside.server.ops.settings import Settings
from waterside.server.store import NumberTakenError
from waterside.server.tab.bots import Review, TabBots, Think
from waterside.server.views.summary import listed_seats

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub

Keep = Callable[[str, str, str], Awaitable[bool]]
"""Keeps events of a table in the browser: the table's id, the rows as JSON, and what lists show of the
table as JSON, empty if that is as it was. False if another tab has kept one of these numbers."""
Rows = Callable[[str, int], Awaitable[str]]
"""The rows of a table after a number, as JSON."""
Hear = Callable[[str], None]
"""Takes a message to the page."""
LONGEST_QUEUE = 10_000


@dataclass(frozen=True)
class KeptRow:
    """A row of a log as the browser keeps it."""

    number: int
    kind: str
    body: dict[str, Any]
    private: dict[str, Any]
    at: float


class TabLog:
    """Where events go."""

    def __init__(self, keep: Keep, rows: Rows) -> None:
        self.keep = keep
        self.rows = rows

    async def read(self, table_id: str, after: int = 0) -> list[Logged]:
        """The events of a table after a number."""
        return [read(row) for row in await self.stored(table_id, after)]

    async def stored(self, table_id: str, after: int = 0) -> list[KeptRow]:
        """The rows of a table after a number."""
        return [KeptRow(**row) for row in json.loads(await self.rows(table_id, after))]

    async def append(self, table: Table, events: Sequence[Logged], drafts: Sequence[Draft]) -> None:
        """Keeps new events; they count only when that is done."""
        listed = ""
        if any(draft.is_listed for draft in drafts):
            listed = listed_as(table.after(events, [draft.steps for draft in drafts]))
        await self.put(table, events, listed)

    async def put(self, table: Table, events: Sequence[Logged], listed: str) -> None:
        """Keeps events; NumberTakenError if another tab was quicker."""
        if not await self.keep(table.id, rows_of(events), listed):
            raise NumberTakenError(table.id, events[0].number, table.number)


def listed_as(table: Table) -> str:
    """What a list of tables shows of one."""
    return json.dumps(
        {
            "game": table.game.name,
            "title": table.title,
            "phase": table.phase.value,
            "seats": listed_seats(table),
        }
    )


def rows_of(events: Iterable[Logged]) -> str:
    """Events as the rows that a browser keeps."""
    rows = [
        {
            "number": logged.number,
            "kind": logged.event.kind,
            "body": logged.event.body(),
            "private": logged.event.private(),
            "at": logged.at,
        }
        for logged in events
    ]
    return json.dumps(rows)


class Nothing:
    """Stands for metrics, and for notices to players who are elsewhere: whatever is asked, nothing is done."""

    def __getattr__(self, name: str) -> Nothing:
        return self

    def __call__(self, *values: object) -> Nothing:
        """Does nothing."""
        return self


class NobodyElsewhere:
    """Stands for what other processes say about who is connected to them."""

    def changed(self, live: LiveTable) -> None:
        """Nobody has to know."""

    def elsewhere(self, table_id: str) -> frozenset[str]:
        """Nobody."""
        return frozenset()


class Tab:
    """All tables of a tab; it has what a live table asks of its hub."""

    closing = False
    hint_level = ADVISER
    known_levels = frozenset(LEVELS)

    def __init__(
        self,
        keep: Keep,
        rows: Rows,
        think: Think,
        settings: Settings | None = None,
        randbytes: RandBytes = secrets.token_bytes,
        review: Review | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.randbytes = randbytes
        self.clock = time.monotonic
        self.log = TabLog(keep, rows)
        self.bots = TabBots(think, review)
        self.metrics = self.notices = Nothing()
        self.presence = NobodyElsewhere()
        self.store: Any = SimpleNamespace(is_shared=False)
        self.background: Any = None
        self.reviews: Any = None
        self.modules = None
        self.away_grace = self.settings.away_grace
        self._live: dict[str, LiveTable] = {}

    def now(self) -> float:
        """The time as events have it."""
        return time.time()

    def pool_for(self, game: str) -> TabBots:
        """Who thinks for bots."""
        return self.bots

    def pool(self) -> TabBots:
        """Who works on reviews."""
        return self.bots

    async def table(self, table_id: str) -> LiveTable | None:
        """A table that was kept; None if there is none."""
        return self._live[table_id] if await self.load(table_id) else None

    async def create(self, wish: str, identity: str, name: str) -> str:
        """A new table as the page wishes it; returns its id."""
        sender = Sender(
            identity, name, self.now(), known_levels=self.known_levels, randbytes=self.randbytes
        )
        table, events, drafts = create(TableWish.model_validate(json.loads(wish)), sender)
        await self.log.put(table, events, listed_as(table))
        recent = [Recent.of(one, d.steps or ()) for one, d in zip(events, drafts, strict=True)]
        self._take(table, recent).wake()
        return table.id

    async def load(self, table_id: str) -> bool:
        """Takes a table up again from the rows that the browser has kept; False if there are none."""
        if table_id not in self._live:
            table = Table(table_id)
            recent: list[Recent] = []
            for logged in await self.log.read(table_id):
                recent = [*recent, Recent.of(logged, table.apply(logged))][-KEPT:]
            if table.number == 0:
                return False
            self._take(table, recent).wake()
        return True

    async def catch_up(self, table_id: str, number: int) -> None:
        """Takes in what another tab has kept of a table up to a number."""
        if live := self._live.get(table_id):
            await live.catch_up_with(number)

    def set_aside(self, table_id: str, problem: Exception) -> UnreadableTableError:
        """Takes a table out of use whose rows cannot be read; gives the error to raise."""
        self._live.pop(table_id).stop()
        return UnreadableTableError()

    def _take(self, table: Table, recent: Iterable[Recent]) -> LiveTable:
        live = self._live[table.id] = LiveTable(cast("Hub", self), table, recent)
        return live

    def scenery(self, game: str, variant: str) -> str:
        """The fixed drawing of a board, as SVG."""
        return drawing_of(game_named(game)).scene.scenery(variant).svg

    async def connect(
        self, table_id: str, identity: str, name: str, language: str, hear: Hear
    ) -> Line:
        """Connects the page to a table: ``hear`` gets what a socket would bring."""
        live = self._live[table_id]
        line = Line(live, identity, name, language, hear)
        await live.enter(line.connection)
        return line


class Line:
    """What stands for a socket between the page and a table."""

    def __init__(
        self, live: LiveTable, identity: str, name: str, language: str, hear: Hear
    ) -> None:
        async def send(event: dict[str, object]) -> None:
            hear(json.dumps(event))

        self.live = live
        self.connection = Connection(
            identity, name, language, send, room=LONGEST_QUEUE, allowance=cast(Any, None)
        )
        self._sender = self.connection.start()

    async def receive(self, text: str) -> None:
        """Does what a message of the page asks for."""
        request = None
        try:
            try:
                request = read_request.validate_json(text)
            except ValueError as problem:
                raise RefusalError(
                    protocol.Refusal.MALFORMED,
                    "Not understood: {problem}",
                    problem=type(problem).__name__,
                ) from None
            if self.connection.viewpoint is None and not isinstance(request, protocol.Hello):
                raise RefusalError(protocol.Refusal.HELLO_FIRST, "Say hello first.")
            await self.live.handle(self.connection, request)
        except RefusalError as refused:
            self.live.refuse(self.connection, request.id if request else None, refused)

    def close(self) -> None:
        """The page has gone."""
        self.live.leave(self.connection)
        self._sender.cancel()
        self.connection.end()
