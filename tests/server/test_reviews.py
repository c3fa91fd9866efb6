"""Reviews: bounded, stored with every piece, and gone on from after a restart."""

import asyncio
import dataclasses
import json

import pytest

from tests.browser.seeded_server import SMALL_REVIEWS
from tests.server.loops import in_loop
from tests.server.running import QUICK, seeded
from waterside.core.record import Record
from waterside.protocol import RefusalError
from waterside.review import Review
from waterside.review.pieces import order, work
from waterside.server.live.hub import Hub
from waterside.server.live.reviews import MOST_WAITING
from waterside.server.store import ReviewRow, Store

DEAL = "draw 1, draw 1, draw 1, draw 4, draw 7, draw 8, draw 8, draw 2, draw 5, draw 3"
PLAYED = "4x1, draw 6, 8x2, draw 3, draw 5, 1x3, draw 2, draw 2, draw 2"
RECORD = Record("kariba", 2, {}, tuple(f"{DEAL}, {PLAYED}".split(", ")))
SHORT = Record("crocodile", 2, {"setup": "picture"}, ("flip d2", "reveal 4"))
SETTINGS = dataclasses.replace(QUICK, review_budget=SMALL_REVIEWS)


class Pieces:
    """A pool that works out nothing but notes what it is asked for, and says what it is told to."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.was_asked = asyncio.Event()

    async def work_async(self, name, given, limit, share):
        self.asked.append((name, share))
        self.was_asked.set()
        if not self.answers:
            await asyncio.Event().wait()
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def hub_on(tmp_path, monkeypatch):
    """A hub on a database of its own, whose pool is given."""

    async def make(pool, **settings):
        store = await Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
        hub = Hub(store, dataclasses.replace(SETTINGS, **settings), randbytes=seeded("reviews"))
        monkeypatch.setattr(hub, "pool", lambda: pool)
        return hub

    return make


@in_loop
async def test_what_was_begun_is_gone_on_from_by_the_next_process(hub_on):
    hub = await hub_on(Pieces())
    await hub.reviews.start("table/1", RECORD, "address", uploaded=False)
    hub.reviews.close()
    await hub.store.close()
    pool = Pieces()
    hub = await hub_on(pool)
    await hub.reviews.resume()
    await pool.was_asked.wait()
    assert [share.table for _, share in pool.asked] == ["table/1"]
    assert all(share.is_background for _, share in pool.asked)
    hub.reviews.close()
    await hub.store.close()


@in_loop
async def test_an_address_has_so_many_reviews_under_way(hub_on):
    hub = await hub_on(Pieces())
    for number in range(MOST_WAITING):
        await hub.reviews.start(f"table/{number}", RECORD, "address", uploaded=False)
    with pytest.raises(RefusalError):
        await hub.reviews.start("table/more", RECORD, "address", uploaded=False)
    await hub.reviews.start("table/more", RECORD, "another address", uploaded=False)
    await hub.reviews.start("table/0", RECORD, "address", uploaded=False)
    hub.reviews.close()
    await hub.store.close()


@in_loop
async def test_one_piece_is_worked_on_at_a_time(hub_on):
    pool = Pieces()
    hub = await hub_on(pool)
    for number in range(3):
        await hub.reviews.start(f"table/{number}", RECORD, f"address {number}", uploaded=False)
    await pool.was_asked.wait()
    assert len(pool.asked) == 1
    hub.reviews.close()
    await hub.store.close()


@in_loop
async def test_a_server_without_bots_says_so(hub_on):
    hub = await hub_on(Pieces(), bots=0)
    with pytest.raises(RefusalError, match="no bots"):
        await hub.reviews.start("table/1", RECORD, "address", uploaded=False)
    await hub.store.close()


@in_loop
async def test_only_the_newest_reviews_of_uploaded_records_are_kept(hub_on, monkeypatch):
    monkeypatch.setattr("waterside.server.store.batch.MOST_UPLOADED", 2)
    hub = await hub_on(Pieces())
    await hub.store.keep_review(ReviewRow("table/1", "", updated=1.0))
    for number in range(4):
        row = ReviewRow(f"{number}", "", uploaded=True, updated=10.0 + number)
        await hub.store.keep_review(row)
    kept = [key for key in ("table/1", *"0123") if await hub.store.review(key)]
    assert kept == ["table/1", "2", "3"]
    await hub.store.close()


def test_a_review_in_pieces_is_the_same_as_one_in_one_go():
    def pieces(seconds):
        body, count = None, 0
        while body is None or not Review.from_json(json.loads(body)).is_complete:
            given = order(SHORT.dumps(), body, SMALL_REVIEWS, seconds)
            body = work(given, lambda: False).decode()
            count += 1
        return Review.from_json(json.loads(body)).without_times(), count

    whole, once = pieces(3600.0)
    slow, several = pieces(0.0)
    assert once == 1 < several
    assert slow == whole
