"""Reviews of games: worked out in the background, piece by piece, and stored with every piece.

All reviews together keep at most one of the bots' processes busy, and only while no player waits for
it. Addresses take turns, piece by piece: whoever asks for many reviews waits for them alone. What is
stored is gone on from after a restart. Where several processes share a database, each review belongs to
the one that wrote it last; one that is not written for a while is taken up by another process.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cachetools import LRUCache

from waterside.bots.pool import BotCrashedError, BotTimeoutError, PoolBusyError, PoolClosedError
from waterside.bots.queue import FairQueue, Share
from waterside.core.errors import InvalidValueError, WatersideError
from waterside.core.record import Record
from waterside.protocol import Refusal, RefusalError
from waterside.review import Review
from waterside.review.pieces import PIECE, WORK, order
from waterside.server.ops.limits import Allowances
from waterside.server.store import ReviewRow, ReviewTakenError, StoreError

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub

log = logging.getLogger(__name__)

LIMIT = 300.0
"""Seconds for a piece; the first of a game may have to compile."""
ATTEMPTS = 3
MOST_WAITING = 4
"""Reviews of one address that may be under way."""
MOST_ACTIONS = 1_500
"""Of a game that is reviewed: many times the longest that was ever played."""
ABANDONED = 60.0
"""Seconds after which a review that nobody works on is taken up by another process."""
LOOK_AROUND = 15.0
"""Seconds after which a process says again that it works on a review, and looks for abandoned ones."""
KEPT = 32
"""Reviews that are kept in memory."""
PAUSE = 0.5


@dataclass
class UnderWay:
    """A review that is being worked out."""

    row: ReviewRow
    share: Share
    failures: int = 0
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)


class Reviews:
    """All reviews that are under way in this process, and those that are stored."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        each = hub.settings.reviews_per_hour
        self._allowances = Allowances(each / 3600, each, hub.clock)
        self._queue: FairQueue[UnderWay] = FairQueue()
        self._under_way: dict[str, UnderWay] = {}
        self._failed: LRUCache[str, None] = LRUCache(KEPT)
        self._read: LRUCache[str, tuple[str, Review]] = LRUCache(KEPT)
        self._task: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Goes on with what was under way when the server ended."""
        if not self.hub.settings.bots:
            return
        since = ABANDONED if self.hub.store.is_shared else 0.0
        try:
            left = await self.hub.store.unfinished_reviews(time.time() - since)
        except StoreError as problem:
            log.error("reviews cannot be taken up: %s", problem)
            return
        for row in left:
            if row.key not in self._failed:
                await self._claim(row, "")

    async def watch(self) -> None:
        """Looks, where processes share the database, for what those have left that were ended."""
        while self.hub.store.is_shared:
            await asyncio.sleep(LOOK_AROUND)
            for job in list(self._under_way.values()):
                if time.time() - job.row.updated > LOOK_AROUND:
                    await self._say_again(job)
            await self.resume()

    async def _say_again(self, job: UnderWay) -> None:
        """Says that a review that had to wait is not abandoned."""
        try:
            await self._keep(job, job.row.body, job.row.complete)
        except ReviewTakenError:
            self._drop(job)
        except StoreError as problem:
            log.warning("a review is not stored yet: %s", problem)

    async def _claim(self, row: ReviewRow, address: str) -> None:
        """Takes up a review that is stored, unless another process is quicker."""
        if row.key in self._under_way:
            return
        mine = replace(row, updated=time.time())
        try:
            await self.hub.store.keep_review(mine, was=row.updated)
        except ReviewTakenError:
            return
        except StoreError as problem:
            log.error("the review %s cannot be taken up: %s", row.key, problem)
            return
        if row.key not in self._under_way:
            self._take_up(mine, address)

    def close(self) -> None:
        """Ends the work; what was found is stored."""
        if self._task is not None:
            self._task.cancel()

    async def start(self, key: str, record: Record, address: str, uploaded: bool) -> None:
        """Has a game reviewed, unless it is or was; RefusalError for what is not possible now."""
        if key in self._under_way:
            return
        row = await self.hub.store.review(key)
        if row is not None and row.is_wanted:
            is_unreadable = row.body is not None and self._parsed(row) is None
            if is_unreadable:
                row = replace(row, body=None, complete=False, uploaded=uploaded)
            is_left = is_unreadable or self.is_abandoned(row) or key in self._failed
            if not row.complete and is_left:
                self._failed.pop(key, None)
                await self._claim(row, address)
            return
        self._check(record, address)
        new = ReviewRow(key, record.dumps(), uploaded=uploaded)
        with suppress(ReviewTakenError):  # by another process, a moment ago
            await self.hub.store.keep_review(new, was=row.updated if row else 0.0)
            if key not in self._under_way:
                self._take_up(new, address)

    def is_abandoned(self, row: ReviewRow) -> bool:
        """Whether no process works on a review, though it is not complete."""
        if row.key in self._under_way or row.key in self._failed:
            return False
        return not self.hub.store.is_shared or time.time() - row.updated > ABANDONED

    def _check(self, record: Record, address: str) -> None:
        if not self.hub.settings.bots:
            raise RefusalError(
                Refusal.NOT_NOW, "This server has no bots, and so nobody to review games."
            )
        if len(record.actions) > MOST_ACTIONS:
            raise RefusalError(Refusal.NOT_NOW, "This game is too long to be reviewed.")
        waiting = Counter(one.share.address for one in self._under_way.values())
        if waiting[address] >= MOST_WAITING or not self._allowances.take(address):
            raise RefusalError(
                Refusal.TOO_OFTEN, "Too many reviews from your address; try again later."
            )

    def _take_up(self, row: ReviewRow, address: str) -> None:
        job = UnderWay(row, Share(address, row.key, is_background=True))
        self._under_way[row.key] = job
        self._queue.push(job, job.share)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def find(self, key: str) -> tuple[ReviewRow, Review | None] | None:
        """A review as far as it is; None if nobody has asked for it."""
        job = self._under_way.get(key)
        row = job.row if job else await self.hub.store.review(key)
        return (row, self._parsed(row)) if row and row.is_wanted else None

    async def share_upload(self, key: str, record: str) -> None:
        """Stores an uploaded record where other processes may be asked for it."""
        if self.hub.store.is_shared:
            row = ReviewRow(key, record, complete=True, uploaded=True)
            with suppress(ReviewTakenError):  # it is there already
                await self.hub.store.keep_review(row, was=0.0)

    def _parsed(self, row: ReviewRow) -> Review | None:
        """What a row says; None if that is nothing yet, or was written by another version."""
        if row.body is None:
            return None
        known = self._read.get(row.key)
        if known is None or known[0] != row.body:
            try:
                found = Review.from_json(json.loads(row.body))
            except InvalidValueError:
                return None
            known = self._read[row.key] = row.body, found
        return known[1]

    def has_failed(self, key: str) -> bool:
        """Whether a review could not be worked out, whatever was tried."""
        return key in self._failed

    def before(self, key: str) -> int:
        """How many other reviews are under way."""
        return len(self._under_way) - (key in self._under_way)

    async def _work(self) -> None:
        """Works on all reviews in turn, piece by piece, until none is left."""
        while len(self._queue) and not self.hub.closing:
            job = self._queue.pop()
            try:
                await self._work_on(job)
            except PoolClosedError:
                return
            except PoolBusyError:
                await asyncio.sleep(PAUSE)
            except (BotCrashedError, BotTimeoutError) as problem:
                log.warning("the review %s is tried again: %s", job.row.key, problem)
                job.failures += 1
            except ReviewTakenError:
                self._drop(job)
                continue
            except StoreError as problem:
                log.warning("a review is not stored yet: %s", problem)
                await asyncio.sleep(1)
            except WatersideError as problem:
                log.error("the review %s is not possible: %s", job.row.key, problem)
                job.failures = ATTEMPTS
            if job.failures >= ATTEMPTS:
                self._failed[job.row.key] = None
            if job.row.complete or job.failures >= ATTEMPTS:
                self._drop(job)
            elif self._under_way.get(job.row.key) is job:
                self._queue.push(job, job.share)

    def _drop(self, job: UnderWay) -> None:
        """Works no more on a review."""
        if self._under_way.get(job.row.key) is job:
            del self._under_way[job.row.key]

    async def _work_on(self, job: UnderWay) -> None:
        """Works out one more piece and stores it."""
        row, hub = job.row, self.hub
        sent = order(row.record, row.body, hub.settings.review_budget, PIECE)
        body = (await hub.pool().work_async(WORK, sent, LIMIT, job.share)).decode()
        found = Review.from_json(json.loads(body))
        await self._keep(job, body, found.is_complete)
        job.failures = 0
        self._read[row.key] = body, found

    async def _keep(self, job: UnderWay, body: str | None, complete: bool) -> None:
        """Stores a review as far as it is; ReviewTakenError if another process works on it now."""
        async with job.keeping:
            now = replace(job.row, body=body, complete=complete, updated=time.time())
            await self.hub.store.keep_review(now, was=job.row.updated)
            job.row = now
