"""Strangers who ask for much: they wait, and nobody else does."""

import asyncio
import time

import httpx
import pytest

from tests.server.loops import in_loop
from tests.server.running import serving, still, two_players
from tests.server.test_fairness import KARIBA, play
from waterside.core.record import Record
from waterside.protocol import Phase
from waterside.server.http import fair_share, status
from waterside.server.http.fair_share import FairShare
from waterside.server.http.tables import projection
from waterside.server.live.snapshots import KEPT, Snapshots
from waterside.server.ops.background import MOST_WAITING, Background
from waterside.server.ops.limits import Allowance, limit_key
from waterside.server.ops.loop_delay import EVERY, measure_loop_delay
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.settings import Settings
from waterside.server.ops.shares import AT_ONCE, BURST, EACH, LoopShare, LoopShares, Metered
from waterside.server.site import tables as table_pages
from waterside.server.views.history import MOST_LINES

FINISHED = {"game": "kariba", "seats": [{"kind": "bot", "level": "random"}] * 2, "public": True}


class Clock:
    """A clock that goes on only when work is done."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def work(self, seconds):
        self.now += seconds


# Nothing is made twice


def counted(monkeypatch, module, name):
    """Counts the calls of a function."""
    calls = []
    function = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given: calls.append(given) or function(*given))
    return calls


@in_loop
async def test_a_picture_is_drawn_once_until_the_table_changes(sqlite_url, monkeypatch):
    drawn = counted(monkeypatch, table_pages, "picture")
    async with serving(sqlite_url) as server, httpx.AsyncClient(base_url=server.url) as eve:
        stack, table, ada, ben = await two_players(server, public=True)
        async with stack:
            await ben.sit(2)
            seen = await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            address = f"/t/{table}/picture.svg"
            answers = await asyncio.gather(*(eve.get(address) for _ in range(20)))
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.content for answer in answers}) == len(drawn) == 1
            known = {"If-None-Match": answers[0].headers["etag"]}
            same = await eve.get(address, headers=known)
            assert (same.status_code, same.content, len(drawn)) == (304, b"", 1)
            french = await eve.get(address, headers={"Accept-Language": "fr"})
            assert (french.status_code, len(drawn)) == (200, 2)
            if seen.actor == 1:
                await ada.play(seen.legal[0])
            else:
                await ada.chat("your turn")
            await eve.get(address, headers=known)
            assert len(drawn) == 3


@in_loop
async def test_a_view_is_made_once_until_the_table_or_who_is_there_changes(sqlite_url, monkeypatch):
    made = counted(monkeypatch, projection, "view")
    async with serving(sqlite_url) as server, httpx.AsyncClient(base_url=server.url) as eve:
        stack, table, ada, ben = await two_players(server, public=True)
        async with stack:
            await ben.sit(2)
            await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            await ben.until(lambda seen: seen.phase is Phase.PLAYING)
            made.clear()
            address = f"/api/tables/{table}"
            first = await eve.get(address)
            for _ in range(20):
                assert (await eve.get(address)).content == first.content
            assert len(made) == 1
            known = {"If-None-Match": f'"other", {first.headers["etag"]}'}
            assert (await eve.get(address, headers=known)).status_code == 304
            assert all(seat["present"] for seat in first.json()["seats"])
            async with server.client("Cat") as cat, cat.table(table):
                changed = await eve.get(address, headers=known)
                assert changed.status_code == 200
                assert "Cat" in changed.json()["people"].values()


def test_few_answers_of_a_table_are_kept():
    snapshots = Snapshots()
    made = []

    def make(key):
        return snapshots.get(1, key, lambda: made.append(key) or f"{key}")

    for key in range(KEPT + 1):
        make(key)
    assert make(KEPT).content == str(KEPT).encode()
    assert made == list(range(KEPT + 1))
    make(0)
    assert made[-1] == 0


# Work on whole games


@in_loop
async def test_a_giant_record_is_not_worked_on_even_if_all_of_it_is_legal(sqlite_url, monkeypatch):
    drawn_out = play("cromado", 4, actions=MOST_LINES, options={"turn_limit": 1_000_000})
    assert len(drawn_out.actions) == MOST_LINES
    read = counted(monkeypatch, Record, "loads")
    async with serving(sqlite_url) as server, httpx.AsyncClient(base_url=server.url) as eve:
        answer = (await eve.post("/api/verify", content=drawn_out.dumps())).json()
        assert answer == {"fair": False, "draws": 0, "findings": ["it is longer than 5000 lines"]}
        assert not read
        assert (await eve.post("/api/verify", content=KARIBA.dumps())).json()["fair"]
        assert len(read) == 1


@in_loop
async def test_replays_count_even_if_they_are_in_memory(sqlite_url):
    settings = Settings(bots=1, bot_pause=0, whole_games_per_minute=8)
    async with serving(sqlite_url, settings, clock=still) as server, server.client("Ada") as ada:
        headers = {"Authorization": f"Bearer {ada.token}"}
        table = (await ada._http.post("/api/tables", json=FINISHED, headers=headers)).json()["id"]
        async with ada.table(table) as seat:
            await seat.until(lambda seen: seen.phase is Phase.BETWEEN)
        asked = [await ada._http.get(f"/t/{table}/replay/1/log") for _ in range(6)]
        assert [answer.status_code for answer in asked] == [200] * 3 + [429] * 3
        pictures = await ada._http.get(f"/t/{table}/replay/1/scenes")
        assert pictures.status_code == 429


@in_loop
async def test_addresses_take_turns_in_the_background():
    background = Background(0)
    order = []
    work = [background.run(who, order.append, who) for who in ("eve", "eve", "eve", "ada", "ben")]
    await asyncio.gather(*work)
    assert order == ["eve", "ada", "ben", "eve", "eve"]
    background.close()


@in_loop
async def test_whoever_asked_for_much_work_waits_and_nobody_else():
    clock = Clock()
    background = Background(1000, clock, seconds_per_minute=20)
    assert background.allows("eve")
    await background.run("eve", clock.work, 15)
    assert not background.allows("eve")
    assert background.allows("ada")
    clock.work(16)
    assert background.allows("eve")
    background.close()


@in_loop
async def test_few_pieces_of_work_of_one_address_wait():
    background = Background(10_000)
    work = [
        asyncio.ensure_future(background.run("eve", lambda: None)) for _ in range(MOST_WAITING + 1)
    ]
    await asyncio.sleep(0)  # one is worked on, the others wait
    assert not background.allows("eve")
    assert background.allows("ada")
    await asyncio.gather(*work)
    assert background.allows("eve")
    background.close()


@in_loop
async def test_a_failure_in_the_background_is_that_of_who_asked():
    background = Background(0)
    with pytest.raises(ZeroDivisionError):
        await background.run("eve", lambda: 1 / 0)
    assert await background.run("ada", lambda: 1) == 1
    waiting = [asyncio.ensure_future(background.run("ada", time.sleep, 0.05)) for _ in range(2)]
    await asyncio.sleep(0)
    background.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting[1]


# LoopShares of the event loop


def request(host):
    return {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (host, 1)}


async def nothing():
    await asyncio.sleep(3600)


async def ignore(message):
    pass


def answering(work):
    """An application that does some work and answers."""

    async def app(scope, receive, send):
        await work(scope["client"][0])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    return app


@in_loop
async def test_few_requests_of_one_address_are_worked_on_at_once():
    working, done = [], []
    go_on = asyncio.Event()

    async def work(host):
        working.append(host)
        await go_on.wait()
        working.remove(host)
        done.append(host)

    gate = FairShare(answering(work), LoopShares(0.1, Clock()), Metrics())
    asked = [asyncio.ensure_future(gate(request("eve"), nothing, ignore)) for _ in range(64)]
    asked.append(asyncio.ensure_future(gate(request("ada"), nothing, ignore)))
    for _ in range(10):
        await asyncio.sleep(0)
    assert sorted(working) == ["ada"] + ["eve"] * AT_ONCE
    go_on.set()
    await asyncio.gather(*asked)
    assert len(done) == 65


@in_loop
async def test_an_address_that_has_used_up_its_share_waits_and_nobody_else():
    clock = Clock()
    done = []

    async def work(host):
        clock.work(1.0 if host == "eve" else 0.0)
        done.append(host)

    gate = FairShare(answering(work), LoopShares(0.1, clock), Metrics())
    await gate(request("eve"), nothing, ignore)
    again = asyncio.ensure_future(gate(request("eve"), nothing, ignore))
    await asyncio.sleep(0)
    for _ in range(20):
        await gate(request("ada"), nothing, ignore)
    assert done == ["eve"] + ["ada"] * 20
    assert not again.done()
    again.cancel()
    with pytest.raises(asyncio.CancelledError):
        await again
    clock.work(100)
    await gate(request("eve"), nothing, ignore)
    assert done[-1] == "eve"


@in_loop
async def test_whoever_has_hundreds_of_requests_waiting_is_refused_and_not_at_once(monkeypatch):
    monkeypatch.setattr(fair_share, "BACKOFF", 0.01)
    sent = []

    async def send(message):
        sent.append(message)

    async def work(host):
        await asyncio.sleep(3600)

    shares, metrics = LoopShares(0.1, Clock()), Metrics()
    gate = FairShare(answering(work), shares, metrics)
    asked = [asyncio.ensure_future(gate(request("eve"), nothing, ignore)) for _ in range(260)]
    await asyncio.sleep(0)
    assert shares.of("eve").is_full
    await gate(request("eve"), nothing, send)
    assert sent[0]["status"] == 429
    assert metrics.registry.get_sample_value("waterside_http_refusals_total", {"reason": "share"})
    for one in asked:
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert shares.of("eve").waiting == 0


@in_loop
async def test_a_slow_reader_gives_its_turn_to_the_next():
    clock = Clock()
    reads = asyncio.Event()

    async def send(message):
        if message["type"] == "http.response.body":
            await reads.wait()

    async def work(host):
        pass

    gate = FairShare(answering(work), LoopShares(0.1, clock), Metrics())
    slow = [asyncio.ensure_future(gate(request("eve"), nothing, send)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    await gate(request("eve"), nothing, ignore)
    reads.set()
    await asyncio.gather(*slow)


@in_loop
async def test_only_time_on_the_event_loop_is_charged():
    clock = Clock()

    async def work():
        clock.work(2)
        asyncio.get_running_loop().call_soon(clock.work, 100)  # while this one waits
        await asyncio.sleep(0.01)
        try:
            await asyncio.wait_for(asyncio.sleep(60), 0.01)
        except TimeoutError:
            clock.work(3)

    metered = Metered(work(), clock)
    await metered
    assert metered.spent == 5


@in_loop
async def test_a_share_pays_its_debts_with_time():
    clock = Clock()
    share = LoopShare(0.1, clock)
    share.spend(0.1 * BURST + 0.2 - EACH)
    assert share._budget.wait == pytest.approx(2)
    clock.work(2)
    assert share._budget.wait == 0


def test_an_allowance_without_a_rate_is_no_limit():
    allowance = Allowance(0, 0)
    allowance.spend(1e9)
    assert allowance.wait == 0


@in_loop
async def test_the_delay_of_the_event_loop_is_measured():
    metrics = Metrics()
    task = asyncio.create_task(measure_loop_delay(metrics))
    await asyncio.sleep(0)
    time.sleep(EVERY + 0.3)
    while not metrics.registry.get_sample_value("waterside_loop_delay_seconds_count"):
        await asyncio.sleep(0.01)
    task.cancel()
    assert metrics.registry.get_sample_value("waterside_loop_delay_seconds_sum") >= 0.25


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_limits_count_an_ipv6_network_as_one_address(address, key):
    assert limit_key(address) == key


def test_the_schema_is_made_once():
    assert status.schema() is status.schema()
