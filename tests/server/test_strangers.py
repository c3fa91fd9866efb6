"""Strangers who ask for much: they wait, and nobody else does."""

import asyncio
import gzip
import os
import signal
import sys
import threading
import time

import pytest

from tests.server.loops import in_loop
from tests.server.running import LONG, browsing, serving, still, two_players
from tests.server.test_fairness import KARIBA, play
from waterside.bots.pool import BotCrashedError
from waterside.core.errors import RecordError
from waterside.core.record import Record
from waterside.protocol import VERSION, Phase
from waterside.review.puzzles import puzzles_of
from waterside.server.app import prepare
from waterside.server.http import access, fair_share, records, status
from waterside.server.http.errors import HttpError
from waterside.server.http.fair_share import FairShare
from waterside.server.http.tables import projection
from waterside.server.live.connection import Connection
from waterside.server.live.snapshots import KEPT, Snapshots
from waterside.server.ops import shares
from waterside.server.ops.background import MOST_WAITING, NICE, Background
from waterside.server.ops.limits import Allowance, limit_key
from waterside.server.ops.loop_delay import EVERY, measure_loop_delay
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.settings import Settings
from waterside.server.ops.shares import AT_ONCE, BURST, EACH, LoopShare, LoopShares, Metered
from waterside.server.site import replays
from waterside.server.site import tables as table_pages
from waterside.server.site.guides import figure
from waterside.server.site.puzzles import tried
from waterside.server.views import narration, replay
from waterside.server.views.history import MOST_LINES
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.language import speaker


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


def count_work_here(server):
    """Has work on whole games done in a thread of this process, where it can be counted."""
    server.hub.background._process = asyncio.to_thread


@in_loop
async def test_a_picture_is_drawn_once_until_the_table_changes(sqlite_url, monkeypatch):
    drawn = counted(monkeypatch, table_pages, "picture")
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as eve:
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
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as eve:
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


@in_loop
async def test_who_says_hello_again_and_again_has_nothing_narrated_anew(sqlite_url, monkeypatch):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server, public=True)
        async with stack, server.client("Eve") as eve, server.raw(eve.token, table) as raw:
            await ben.sit(2)
            await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            await raw.until(lambda told: told.get("phase") == "playing")
            hello = {"type": "hello", "version": VERSION}
            first = await raw.ask(**hello)
            narrated = counted(monkeypatch, narration, "entries")
            for _ in range(10):
                assert (await raw.ask(**hello))["log"] == first["log"]
            assert narrated == []
            await ada.chat("hello")
            await raw.until(lambda told: told["type"] == "update")
            told = await raw.ask(**hello)
            assert told["log"][:-1] == first["log"]
            assert told["log"][-1]["says"] == "hello"


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
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as eve:
        count_work_here(server)
        answer = (await eve.post("/api/verify", content=drawn_out.dumps())).json()
        assert answer == {"fair": False, "draws": 0, "findings": ["it is longer than 5000 lines"]}
        assert not read
        assert (await eve.post("/api/verify", content=KARIBA.dumps())).json()["fair"]
        assert len(read) == 1


async def finished_game(client, game="kariba", players=2):
    """A table where bots have played a game."""
    headers = {"Authorization": f"Bearer {client.token}"}
    wish = {"game": game, "seats": [{"kind": "bot", "level": "random"}] * players, "public": True}
    made = await client._http.post("/api/tables", json=wish, headers=headers)
    table = made.json()["id"]
    async with client.table(table) as seat:
        await seat.until(lambda seen: seen.phase is Phase.BETWEEN)
    return table


@in_loop
async def test_replays_count_even_if_they_are_in_memory(sqlite_url):
    settings = Settings(bots=1, bot_pause=0, whole_games_per_minute=8)
    async with serving(sqlite_url, settings, clock=still) as server, server.client("Ada") as ada:
        table = await finished_game(ada)
        asked = [await ada._http.get(f"/t/{table}/replay/1/log") for _ in range(6)]
        assert [answer.status_code for answer in asked] == [200] * 3 + [429] * 3
        pictures = await ada._http.get(f"/t/{table}/replay/1/scenes")
        assert pictures.status_code == 429


@in_loop
async def test_a_replay_is_made_once(sqlite_url, monkeypatch):
    made = counted(monkeypatch, replays, "played")
    looked = counted(monkeypatch, replay, "kinds")
    replay.known_bots.cache_clear()
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        count_work_here(server)
        table = await finished_game(ada)
        for what in ("log", "scenes"):
            asked = [ada._http.get(f"/t/{table}/replay/1/{what}") for _ in range(3)]
            answers = await asyncio.gather(*asked)
            assert [answer.status_code for answer in answers] == [200] * 3
    assert len(made) == 1
    assert len(looked) <= 1, "installed packages are looked for once"


@in_loop
async def test_nothing_of_a_whole_game_is_played_written_or_compressed_by_the_process_that_serves(
    sqlite_url, monkeypatch
):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        table = await finished_game(ada)
        record = (await ada._http.get(f"/api/tables/{table}/record")).text
        here = counted(monkeypatch, gzip, "compress")
        played = counted(monkeypatch, Record, "position")
        read = counted(monkeypatch, Record, "loads")
        for what in ("log", "scenes"):
            answer = await ada._http.get(f"/t/{table}/replay/1/{what}")
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.json()
        uploaded = (await ada._http.post("/replay", content=record)).json()["address"]
        assert (await ada._http.get(f"{uploaded}/log")).json()["moments"]
        assert (await ada._http.post("/api/verify", content=record)).json()["fair"]
        position = await ada._http.get("/position/at?game=cromado&players=4")
        assert position.json()["scene"]
        assert (here, played, read) == ([], [], [])


@in_loop
async def test_who_is_refused_has_no_log_read(sqlite_url, monkeypatch):
    settings = Settings(bots=1, bot_pause=0, whole_games_per_minute=4)
    async with serving(sqlite_url, settings, clock=still) as server, server.client("Ada") as ada:
        table = await finished_game(ada)
        read = counted(monkeypatch, server.hub.store, "events")
        for what in ("log", "record", "log", "verify"):
            await ada._http.get(f"/api/tables/{table}/{what}")
        read.clear()
        for what in ("log", "record", "verify"):
            answer = await ada._http.get(f"/api/tables/{table}/{what}")
            assert answer.status_code == 429
        assert read == []


@in_loop
async def test_nothing_is_worked_on_for_a_client_that_has_gone(sqlite_url, monkeypatch):
    monkeypatch.setattr(access, "STILL_THERE", 0.01)
    checked = counted(monkeypatch, records, "verify_text")
    body = KARIBA.dumps().encode()
    head = b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    async with serving(sqlite_url) as server:
        background = server.hub.background
        count_work_here(server)
        go_on = threading.Event()
        busy = asyncio.ensure_future(background.run("ada", go_on.wait, LONG))
        host, _, port = server.url.removeprefix("http://").partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(head + body)
        async with asyncio.timeout(LONG):
            while not background._waiting:
                await asyncio.sleep(0.01)
            (waiting,) = background._waiting["127.0.0.1"]
            writer.close()
            while not waiting[0].cancelled():
                await asyncio.sleep(0.01)
        go_on.set()
        await busy
        assert await background.run("ada", lambda: "next") == "next"
        assert checked == []


@in_loop
async def test_tries_at_puzzles_count_as_work(sqlite_url):
    settings = Settings(bots=0, whole_games_per_minute=8)
    async with (
        serving(sqlite_url, settings, clock=still) as server,
        browsing(base_url=server.url) as eve,
    ):
        puzzle = puzzles_of("kariba")[0]
        address = f"/puzzles/kariba/{puzzle.id}"
        assert (await eve.get(f"{address}/try?action=nonsense")).status_code == 400
        asked = [await eve.get(f"{address}/{what}") for what in ("position", "try") * 3]
        assert [answer.status_code for answer in asked] == [200] * 3 + [429] * 3


@in_loop
async def test_numbers_of_thousands_of_digits_are_no_error_of_the_server(sqlite_url):
    many = "9" * 5000
    kept = figure.cache_info().currsize
    async with serving(sqlite_url) as server, browsing(base_url=server.url) as eve:
        for place in ("rules/kariba/{}.svg", "tour/kariba/{}", "t/x/replay/{}", "t/x/review/{}"):
            for digits in (many, "0", "999999999"):
                assert (await eve.get(f"/{place.format(digits)}")).status_code == 404
    assert figure.cache_info().currsize == kept, "nothing is kept of those"


@in_loop
async def test_addresses_take_turns_in_the_background():
    background = Background(0, process=asyncio.to_thread)
    order = []
    work = [background.run(who, order.append, who) for who in ("eve", "eve", "eve", "ada", "ben")]
    await asyncio.gather(*work)
    assert order == ["eve", "ada", "ben", "eve", "eve"]
    await background.close()


@in_loop
async def test_whoever_asked_for_much_work_waits_and_nobody_else():
    clock = Clock()
    background = Background(1000, clock, seconds_per_minute=20, process=asyncio.to_thread)
    assert background.allows("eve")
    await background.run("eve", clock.work, 15)
    assert not background.allows("eve")
    assert background.allows("ada")
    clock.work(16)
    assert background.allows("eve")
    await background.close()


@in_loop
async def test_few_pieces_of_work_of_one_address_wait():
    background = Background(10_000, process=asyncio.to_thread)
    work = [
        asyncio.ensure_future(background.run("eve", lambda: None)) for _ in range(MOST_WAITING + 1)
    ]
    await asyncio.sleep(0)  # one is worked on, the others wait
    assert not background.allows("eve")
    assert background.allows("ada")
    await asyncio.gather(*work)
    assert background.allows("eve")
    await background.close()


@in_loop
async def test_whole_games_are_worked_on_in_another_process_that_lets_others_go_first():
    background = Background(0)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert await background.run("eve", os.getpid) != os.getpid()
    found = await background.run("eve", os.getpriority, os.PRIO_PROCESS, 0)
    assert found == min(19, max(own, NICE))
    await background.close()


@in_loop
async def test_a_failure_in_the_background_is_that_of_who_asked():
    background = Background(0)
    with pytest.raises(ZeroDivisionError) as failed:
        await background.run("eve", divmod, 1, 0)
    assert "work_on" in failed.value.__notes__[0], "it says where"
    assert await background.run("ada", int, "1") == 1
    waiting = [asyncio.ensure_future(background.run("ada", time.sleep, LONG)) for _ in range(2)]
    await asyncio.sleep(0)
    await background.close()
    for one in waiting:
        with pytest.raises(asyncio.CancelledError):
            await one


@in_loop
async def test_errors_come_out_of_the_other_process_as_they_were():
    background = Background(0)
    with pytest.raises(RecordError) as of_a_record:
        await background.run("eve", Record.loads, "Game: kariba")
    with pytest.raises(RecordError) as here:
        Record.loads("Game: kariba")
    assert str(of_a_record.value) == str(here.value)
    say = speaker("fr")
    assert of_a_record.value.translated(say) == here.value.translated(say)
    puzzle = puzzles_of("kariba")[0]
    with pytest.raises(HttpError) as refused:
        await background.run("eve", tried, puzzle, "nonsense", say)
    assert (refused.value.status, refused.value.code) == (400, "illegal")
    await background.close()


@in_loop
async def test_a_process_that_was_killed_is_replaced():
    background = Background(0)
    process = await background.run("eve", os.getpid)
    with pytest.raises(BotCrashedError):
        await background.run("eve", os.kill, process, signal.SIGKILL)
    assert await background.run("ada", os.getpid) not in (process, os.getpid())
    await background.close()


# Shares of the event loop


MOST_CALLS = 20_000
"""Calls of functions that one request may make on the event loop: some milliseconds of work, counted
in a way that does not depend on the machine."""
ADDRESSES = (
    "/", "/?any=thing", "/new/kariba", "/replay", "/rules/kariba", "/tour/kariba", "/tour/kariba/1",
    "/position", "/puzzles/kariba", "/games/kariba.svg", "/rules/kariba/1.svg", "/worker.js", "/nothing",
    "/api/nothing", "/api/games", "/api/schema", "/api/openapi.json", "/api/tables", "/health", "/metrics",
    "/t/{table}", "/t/{table}/picture.svg", "/t/{table}/result.svg", "/t/{table}/replay",
    "/t/{table}/replay/1/log", "/t/{table}/replay/1/scenes", "/t/{table}/review/1", "/api/tables/{table}",
    "/api/tables/{table}/log", "/api/tables/{table}/record", "/api/tables/{table}/verify",
)  # fmt: skip


async def calls_on_the_loop(app, path):
    """The status of an anonymous request, and how many functions were called for it on the loop."""
    path, _, query = path.partition("?")
    told, calls = [], 0
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "scheme": "http",
        "query_string": query.encode(), "http_version": "1.1", "root_path": "",
        "headers": [(b"host", b"x"), (b"accept", b"text/html"), (b"accept-encoding", b"gzip")],
        "client": ("192.0.2.1", 1), "server": ("x", 80), "asgi": {"version": "3.0"},
    }  # fmt: skip

    async def send(message):
        told.append(message)

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        await app(scope, nothing, send)
    finally:
        sys.setprofile(before)
    return told[0]["status"], calls


@in_loop
async def test_no_address_keeps_the_event_loop_for_long(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada:
        table = await finished_game(ada, game="splash", players=4)
        found = {}
        for address in ADDRESSES:
            path = address.format(table=table)
            await calls_on_the_loop(server.app, path)  # the first time something may be prepared
            status, found[address] = await calls_on_the_loop(server.app, path)
            assert status == (404 if "nothing" in address else 200), address
    assert {address: calls for address, calls in found.items() if calls > MOST_CALLS} == {}


@in_loop
async def test_what_is_made_once_is_made_before_anyone_asks(sqlite_url):
    async with serving(sqlite_url) as server:
        await asyncio.to_thread(prepare, server.app)
        for address in ("/", "/replay", "/position", "/api/openapi.json", "/api/schema"):
            status, calls = await calls_on_the_loop(server.app, address)
            assert (status, calls < MOST_CALLS) == (200, True), (address, calls)


def request(host):
    return {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (host, 1)}


def no_body():
    return {"type": "http.request", "body": b"", "more_body": False}


async def nothing():
    return no_body()


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

    known, metrics = LoopShares(0.1, Clock()), Metrics()
    gate = FairShare(answering(work), known, metrics)
    asked = [asyncio.ensure_future(gate(request("eve"), nothing, ignore)) for _ in range(260)]
    await asyncio.sleep(0)
    assert known.of("eve").is_full
    await gate(request("eve"), nothing, send)
    assert sent[0]["status"] == 429
    assert metrics.registry.get_sample_value("waterside_http_refusals_total", {"reason": "share"})
    for one in asked:
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert known.of("eve").waiting == 0


@in_loop
async def test_nothing_is_done_for_who_has_gone_while_waiting_for_a_turn():
    done = []
    go_on = asyncio.Event()

    async def work(host):
        await go_on.wait()
        done.append(host)

    def gone():
        messages = [{"type": "http.disconnect"}, no_body()]

        async def receive():
            return messages.pop() if len(messages) > 1 else messages[0]

        return receive

    gate = FairShare(answering(work), LoopShares(0.1, Clock()), Metrics())
    asked = [gate(request("eve"), nothing, ignore) for _ in range(AT_ONCE)]
    asked += [gate(request("eve"), gone(), ignore) for _ in range(20)]
    asked += [gate(request("eve"), nothing, ignore)]
    working = [asyncio.ensure_future(one) for one in asked]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*working)
    assert len(done) == AT_ONCE + 1


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


@in_loop
async def test_those_who_waited_for_the_same_debt_do_not_all_begin_when_it_is_paid(monkeypatch):
    monkeypatch.setattr(shares, "LONGEST_WAIT", 0.01)
    clock = Clock()
    share = LoopShare(0.1, clock)
    begun = []

    async def work(number):
        await share.prepay()
        begun.append(number)
        clock.work(0.5)
        share.spend(0.5)

    await share.prepay()
    share.spend(0.1 * BURST + 2)
    asked = [asyncio.ensure_future(work(number)) for number in range(8)]
    for paid in range(1, 4):
        clock.work(share._budget.wait + 1e-6)
        async with asyncio.timeout(LONG):
            while len(begun) < paid:
                await asyncio.sleep(0.01)
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun == list(range(paid)), "the others wait until this one is paid for"
    for one in asked:
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


@in_loop
async def test_between_two_pieces_of_work_of_an_address_others_have_their_turn():
    clock = Clock()
    addresses, order = LoopShares(0.5, clock), []

    async def work(who):
        await addresses.of(who).prepay()
        order.append(who)
        addresses.of(who).spend(0)

    asked = [work("eve") for _ in range(3)] + [work("ada"), work("ben")]
    await asyncio.gather(*asked)
    assert order == ["eve", "ada", "ben", "eve", "eve"]


@in_loop
async def test_what_was_paid_too_much_in_advance_is_given_back():
    clock = Clock()
    share = LoopShare(0.1, clock, each=0)
    for _ in range(20):
        await share.prepay()
        share.spend(0.01)
    left = 0.1 * BURST - 0.2
    await share.prepay()
    share.spend(left)
    assert share._budget.wait == pytest.approx(0, abs=1e-6)


@in_loop
async def test_spectators_of_one_address_are_sent_a_move_one_after_the_other():
    clock = Clock()
    share, sent = LoopShare(0.1, clock, each=0), []

    async def send(message):
        sent.append(message["text"])

    def connection(name):
        given = {"room": 8, "allowance": Allowance(0, 0), "share": share}
        return Connection(name, name, "en", send, **given)

    many = [connection(f"spectator {number}") for number in range(5)]
    player = connection("player")
    player.viewpoint = Viewpoint(1, "en")
    tasks = [one.start() for one in (*many, player)]
    for one in (*many, player):
        one.send(one.name)
    for _ in range(3):
        await asyncio.sleep(0)
    assert "player" in sent
    assert len(sent) < 1 + len(many), "others' moves are looked at before all are served"
    async with asyncio.timeout(LONG):
        while len(sent) < 1 + len(many):
            await asyncio.sleep(0)
    assert sorted(sent) == sorted(one.name for one in (*many, player))
    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


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
