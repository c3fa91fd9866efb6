"""Reviews: bounded, stored with every piece, and gone on from after a restart."""

import asyncio
import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import time

import httpx
import pytest

from tests.browser.seeded_server import SMALL_REVIEWS
from tests.server.loops import in_loop
from tests.server.running import QUICK, seeded, serving
from waterside.core.record import Record
from waterside.protocol import RefusalError
from waterside.review import Review
from waterside.review.pieces import order, work
from waterside.server.live import reviews
from waterside.server.live.hub import Hub
from waterside.server.live.reviews import MOST_WAITING
from waterside.server.store import ReviewRow, ReviewTakenError, Store

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
def hub_on(store_url, monkeypatch):
    """A hub on a database of each kind, whose pool is given."""

    async def make(pool, **settings):
        store = await Store.open(store_url)
        hub = Hub(store, dataclasses.replace(SETTINGS, **settings), randbytes=seeded("reviews"))
        monkeypatch.setattr(hub, "pool", lambda: pool)
        return hub

    return make


@in_loop
async def test_what_was_begun_is_gone_on_from_by_the_next_process(hub_on, monkeypatch):
    monkeypatch.setattr(reviews, "ABANDONED", 0.0)
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


@pytest.fixture
def shared_hubs(postgres_url, monkeypatch):
    """Two processes on one database, as far as reviews go; reviews are abandoned at once."""
    monkeypatch.setattr(reviews, "ABANDONED", 0.0)

    @contextlib.asynccontextmanager
    async def make(*pools):
        async with contextlib.AsyncExitStack() as stack:
            hubs = []
            for number, pool in enumerate(pools):
                store = await Store.open(postgres_url)
                stack.push_async_callback(store.close)
                hub = Hub(store, SETTINGS, randbytes=seeded(f"reviews {number}"))
                stack.callback(hub.reviews.close)
                monkeypatch.setattr(hub, "pool", lambda pool=pool: pool)
                hubs.append(hub)
            yield hubs

    return make


@in_loop
async def test_a_review_is_taken_up_by_one_of_two_processes(shared_hubs):
    pools = Pieces(), Pieces()
    async with shared_hubs(*pools) as hubs:
        for number in range(6):
            row = ReviewRow(f"table/{number}", RECORD.dumps(), updated=1.0)
            await hubs[0].store.keep_review(row)
        await asyncio.gather(*(hub.reviews.resume() for hub in hubs))
        mine, theirs = (set(hub.reviews._under_way) for hub in hubs)
        assert mine | theirs == {f"table/{number}" for number in range(6)}
        assert not mine & theirs


@in_loop
async def test_a_review_that_two_ask_for_at_once_is_begun_once(shared_hubs, monkeypatch):
    monkeypatch.setattr(reviews, "ABANDONED", 3600.0)
    async with shared_hubs(Pieces(), Pieces()) as hubs:
        for number in range(6):
            start = (f"table/{number}", RECORD, f"address {number}", False)
            await asyncio.gather(*(hub.reviews.start(*start) for hub in hubs))
        begun = [key for hub in hubs for key in hub.reviews._under_way]
        assert sorted(begun) == [f"table/{number}" for number in range(6)]


@in_loop
async def test_whoever_was_too_slow_leaves_a_review_to_the_other_process(shared_hubs):
    found = work(order(SHORT.dumps(), None, SMALL_REVIEWS, 0.0), lambda: False)
    pools = Pieces(), Pieces()
    async with shared_hubs(*pools) as (slow, quick):
        await slow.reviews.start("table/1", SHORT, "address", uploaded=False)
        await pools[0].was_asked.wait()
        await quick.reviews.resume()
        await pools[1].was_asked.wait()
        (job,) = slow.reviews._under_way.values()
        with pytest.raises(ReviewTakenError):
            await slow.reviews._keep(job, found.decode(), complete=False)
        row = await quick.store.review("table/1")
        assert row.body is None
        (job,) = quick.reviews._under_way.values()
        await quick.reviews._keep(job, found.decode(), complete=False)
        assert (await slow.store.review("table/1")).body == found.decode()


@in_loop
async def test_a_review_that_waits_for_its_turn_is_not_taken_for_abandoned(
    shared_hubs, monkeypatch
):
    monkeypatch.setattr(reviews, "LOOK_AROUND", 0.01)
    async with shared_hubs(Pieces(), Pieces()) as (hub, _):
        await hub.reviews.start("table/1", RECORD, "address", uploaded=False)
        before = (await hub.store.review("table/1")).updated
        watching = asyncio.create_task(hub.reviews.watch())
        while (await hub.store.review("table/1")).updated == before:
            await asyncio.sleep(0.01)
        watching.cancel()
        assert list(hub.reviews._under_way) == ["table/1"]


@pytest.mark.slow
@in_loop
async def test_a_record_that_is_uploaded_at_one_process_is_reviewed_at_another(postgres_url):
    async with (
        serving(postgres_url, SETTINGS) as one,
        serving(postgres_url, SETTINGS) as other,
        httpx.AsyncClient(base_url=one.url, timeout=60) as here,
        httpx.AsyncClient(base_url=other.url, timeout=60) as there,
    ):
        place = (await here.post("/replay", content=SHORT.dumps())).json()["address"]
        assert (await there.get(place)).status_code == 200
        assert (await there.get(f"{place}/review/found")).json() == {"started": False}
        await one.hub.reviews.resume()
        assert not one.hub.reviews._under_way, "nobody has asked for a review yet"
        assert (await there.post(f"{place}/review")).status_code == 202
        until = time.monotonic() + 300
        while not (found := (await here.get(f"{place}/review/found")).json())["complete"]:
            assert time.monotonic() < until and found["started"]
            await asyncio.sleep(0.1)
        assert found["review"]["curve"]


@pytest.mark.slow
@in_loop
async def test_reviews_go_on_after_both_processes_of_a_server_were_killed(
    postgres_url, monkeypatch
):
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--workers", "2"]
    command += ["--bots", "1", "--database", postgres_url, "--log-level", "error"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        try:
            address = (await asyncio.to_thread(server.stdout.readline)).strip()
            async with httpx.AsyncClient(base_url=address, timeout=60) as web:
                uploaded = await web.post("/replay", content=RECORD.dumps())
                place = uploaded.json()["address"]
                assert (await web.post(f"{place}/review")).status_code == 202
        finally:
            os.killpg(server.pid, signal.SIGKILL)
    key = place.rpartition("/")[2]
    monkeypatch.setattr(reviews, "ABANDONED", 1.0)
    monkeypatch.setattr(reviews, "LOOK_AROUND", 0.2)
    async with serving(postgres_url, SETTINGS) as one, serving(postgres_url, SETTINGS) as other:
        until = time.monotonic() + 300
        while not (row := await one.hub.store.review(key)).complete:
            assert time.monotonic() < until
            await asyncio.sleep(0.1)
        found = Review.from_json(json.loads(row.body))
        assert found.is_complete and found.actions == RECORD.actions
        for server in (one, other):
            found = (await server.hub.reviews.find(key))[1]
            assert found is not None and found.is_complete
