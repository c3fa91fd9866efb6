"""The tables in use in this process, and what they share: the store, the bots, the limits."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from waterside.bots.factory import kinds
from waterside.bots.pool import Pool
from waterside.core.errors import WatersideError
from waterside.fairness import RandBytes
from waterside.protocol import CloseCode, Phase
from waterside.server.domain.events import Draft, Logged
from waterside.server.domain.table import Table
from waterside.server.live.bots import OTHERS_TURN
from waterside.server.live.errors import UnreadableTableError
from waterside.server.live.identities import hashed
from waterside.server.live.log import TableLog
from waterside.server.live.modules import Modules
from waterside.server.live.notices import Notices
from waterside.server.live.presence import Presence
from waterside.server.live.recent import KEPT, Recent
from waterside.server.live.reviews import Reviews
from waterside.server.live.table import LiveTable
from waterside.server.live.warmup import Warming
from waterside.server.ops.background import Background
from waterside.server.ops.limits import Allowances
from waterside.server.ops.loop_delay import measure_loop_delay
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.settings import Settings
from waterside.server.store import Store, StoreError

log = logging.getLogger(__name__)

SWEEP = 5.0
TRIM_AFTER = 10.0
ANSWER = 2.0
"""Seconds in which other processes say who is connected to them."""
EVENTS_AT_ONCE = 8
"""Events of a log that are folded in one go: a stranger who asks for long games, one after the
other, must not keep the others waiting."""
POOL_QUEUE = 512
MOST_UNUSED = 200
"""Tables that stay in memory for a while although nobody is there."""


class Hub:
    """All live tables; ``open`` starts what runs in the background, ``close`` ends it."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics | None = None,
        randbytes: RandBytes = secrets.token_bytes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.randbytes = randbytes
        """Where secrets, and the seeds of bots, come from."""
        self.clock = clock
        """What the limits on how often a user does anything are measured by."""
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.log = TableLog(store, self.metrics)
        self.closing = False
        self.connections = 0
        self.known_levels = frozenset(kinds())
        self.hint_level = settings.hint_level
        """The bot that is asked for hints."""
        rate = settings.messages_per_second
        self.by_identity = Allowances(2 * rate, 8 * rate, clock)
        chats = settings.chats_per_minute
        self.chats = Allowances(chats / 60, max(1, chats / 4), clock)
        each = settings.tables_per_minute
        self.new_tables = Allowances(each / 60, each, clock)
        each = settings.identities_per_minute
        self.new_identities = Allowances(each / 60, each, clock)
        self.background = Background(
            settings.whole_games_per_minute, clock, settings.whole_game_seconds_per_minute
        )
        self.sockets_of: dict[str, int] = {}
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._set_aside: set[str] = set()
        """Tables whose logs cannot be read, until the server is started again."""
        self._tasks: list[asyncio.Task[None]] = []
        self._pool: Pool | None = None
        self._quick_pool: Pool | None = None
        self.warming = Warming()
        self.notices = Notices(self)
        self.presence = Presence(self)
        self.reviews = Reviews(self)
        self.modules: Modules | None = Modules()
        """What pages think with; None where they need none of their own."""

    @property
    def live_tables(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def now(self) -> float:
        """The time as events have it."""
        return time.time()

    def pool(self) -> Pool:
        """Where bots think; started when first needed."""
        if self._pool is None:
            if not self.settings.bots:
                raise WatersideError("this server has no bots; start it with --bots 2")
            self._pool = Pool(self.settings.bots, POOL_QUEUE)
        return self._pool

    def pool_for(self, game: str) -> Pool:
        """Where bots think about this game: while theirs is still compiling, where nothing is."""
        if not self.warming.is_waiting(game):
            return self.pool()
        if self._quick_pool is None:
            self._quick_pool = Pool(1, POOL_QUEUE, interpreted=True)
        return self._quick_pool

    async def open(self) -> None:
        """Takes up, soon, the tables that go on by themselves; listens to other processes."""
        waiting = await self.store.open_tables()
        resuming = self._resume([row.id for row in waiting])
        delay = measure_loop_delay(self.metrics)
        shared = (self._listen(), self.presence.run(), self.reviews.watch())
        work = (*shared, self._sweep(), resuming, delay)
        self._tasks = [asyncio.create_task(one) for one in work]

    async def _resume(self, tables: Sequence[str]) -> None:
        """Takes up tables one after the other, while others are served already."""
        for table_id in tables:
            try:
                if live := await self.table(table_id):
                    live.wake()
            except UnreadableTableError:
                continue
            except StoreError as problem:
                log.error("table %s cannot be taken up: %s", table_id, problem)
        await self.reviews.resume()
        if self.settings.warm and self.settings.bots:
            self.warming.start(self.pool())

    async def close(self) -> None:
        """Closes all sockets and lets go of everything; what was accepted is stored already."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        for live in self._live.values():
            live.stop()
            for connection in live.connections:
                connection.close(CloseCode.RESTART)
        await self.presence.goodbye()
        self.reviews.close()
        if self.modules is not None:
            await self.modules.close()
        await self.background.close()
        self.notices.stop()
        for pool in (self._pool, self._quick_pool):
            if pool is not None:
                await asyncio.to_thread(pool.close)

    @property
    def away_grace(self) -> float:
        """Seconds without a connection before a player counts as away: other processes, where there
        are any, need a moment to say that the player is with them.
        """
        return max(self.settings.away_grace, ANSWER if self.store.is_shared else 0)

    def in_memory(self, table_id: str) -> LiveTable | None:
        """The table of this id, if it is in memory."""
        return self._live.get(table_id)

    def all_in_memory(self) -> list[str]:
        """The ids of all tables in memory."""
        return list(self._live)

    async def table(self, table_id: str) -> LiveTable | None:
        """The table of this id, read from the store if it is not in memory; None if there is none,
        UnreadableTableError if it was set aside.
        """
        live = self._live.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            return live
        if table_id in self._set_aside:
            raise UnreadableTableError
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    def set_aside(self, table_id: str, problem: Exception) -> UnreadableTableError:
        """Takes a table out of use whose log cannot be read; gives the error to raise."""
        log.error(
            "table %s is set aside, its log cannot be read: %s: %s",
            table_id, type(problem).__name__, problem,
        )  # fmt: skip
        self._set_aside.add(table_id)
        self.metrics.unreadable_tables.set(len(self._set_aside))
        live = self._live.pop(table_id, None)
        if live is not None:
            live.stop()
            for connection in live.connections:
                connection.close(CloseCode.UNREADABLE)
        self.store.forget(table_id)
        return UnreadableTableError()

    async def _load(self, table_id: str) -> LiveTable | None:
        try:
            events = await self.log.read(table_id)
            if not events:
                return None
            table, recent = await self._fold(table_id, events)
        except StoreError:
            raise
        except Exception as problem:  # whatever is wrong with one log, other tables go on
            raise self.set_aside(table_id, problem) from None
        live = LiveTable(self, table, recent)
        recently = time.time() - table.turn_since < OTHERS_TURN
        live.bots.is_ours = not (self.store.is_shared and recently)
        self._live[table_id] = live
        self.metrics.tables.set(len(self._live))
        self.presence.loaded(live)
        live.reveals.wake()
        if table.phase is Phase.PLAYING:
            live.absence.expect_all()
        return live

    async def _fold(self, table_id: str, events: Sequence[Logged]) -> tuple[Table, list[Recent]]:
        """The table after all its events, with the last of them."""
        table = Table(table_id)
        recent: list[Recent] = []
        for index, logged in enumerate(events):
            steps = table.apply(logged)
            if index % EVENTS_AT_ONCE == 0:
                await asyncio.sleep(0)
            if index >= len(events) - KEPT:
                recent.append(Recent.of(logged, steps))
        return table, recent

    async def create(
        self,
        table: Table,
        events: Sequence[Logged],
        drafts: Sequence[Draft],
        invitation: str,
        address: str = "",
    ) -> LiveTable:
        """Stores a table that was just made from this address, and keeps it at hand."""
        await self.log.create(table, events, hashed(invitation))
        recent = [Recent.of(one, d.steps or ()) for one, d in zip(events, drafts, strict=True)]
        live = LiveTable(self, table, recent)
        live.address = address
        self._live[table.id] = live
        self.metrics.tables.set(len(self._live))
        live.wake()
        return live

    async def _listen(self) -> None:
        """Takes in what other processes store."""
        while not self.closing:
            try:
                async for table_id, number in self.store.changes():
                    await self._catch_up(table_id, number)
                return
            except StoreError as problem:
                log.error("other processes cannot be heard: %s", problem)
                await asyncio.sleep(1)

    async def _catch_up(self, table_id: str, number: int) -> None:
        """Takes in what another process has stored of a table up to a number."""
        live = self._live.get(table_id)
        if live is not None and live.table.number < number:
            with suppress(UnreadableTableError):
                await live.catch_up_with(number)

    async def _sweep(self) -> None:
        """Closes silent sockets and puts tables away that are not in use."""
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle / 4, self.settings.forget_after / 2))
            self._sweep_once()  # not here: what a waiting coroutine names stays in memory

    def _sweep_once(self) -> None:
        now = time.monotonic()
        for live in self._live.values():
            for connection in live.connections:
                if now - connection.heard > self.settings.idle:
                    connection.close(CloseCode.IDLE)
            if now - live.last_event > TRIM_AFTER:
                live.trim()
        unused = sorted(
            (live for live in self._live.values() if not live.is_in_use), key=lambda live: live.used
        )
        too_many = len(unused) - MOST_UNUSED
        for index, live in enumerate(unused):
            is_old = now - live.used > self.settings.forget_after
            if is_old or index < too_many or live.table.phase is Phase.CLOSED:
                live.stop()
                del self._live[live.table.id]
                self.store.forget(live.table.id)
        self.metrics.tables.set(len(self._live))
