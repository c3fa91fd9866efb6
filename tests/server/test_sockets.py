"""Sockets: coming back, limits, strangers, slow readers, and those who go away."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from tests.server import odd_tasks
from tests.server.loops import in_loop
from tests.server.running import LONG, QUICK, Clock, serving, still, two_players
from waterside import protocol
from waterside.bots import consequences
from waterside.client import NotServedError, RefusedError
from waterside.protocol import LARGEST_MESSAGE, CloseCode, Phase
from waterside.server.live.table import LiveTable
from waterside.server.ops.settings import Settings
from waterside.server.sockets import endpoint
from waterside.server.sockets.throttle import AT_ONCE


async def closed_with(raw):
    """The code that the server closes a socket with."""
    with pytest.raises(ConnectionClosed):
        while True:
            await asyncio.wait_for(raw.plain.recv(), LONG)
    return raw.plain.close_code


async def play_one(ada, ben):
    """Whoever is to move moves; both have heard of it."""
    mover, other = (ada, ben) if ada.seen.is_my_turn else (ben, ada)
    await mover.play(mover.seen.legal[0])
    await other.until(lambda seen: seen.number >= mover.seen.number)


async def start(ada, ben):
    await ben.sit()
    await ada.until(lambda seen: seen.phase is Phase.PLAYING)


@in_loop
async def test_who_comes_back_hears_what_was_missed_or_sees_all_anew(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            await start(ada, ben)
            known = ben.seen.number
            for _ in range(3):
                await play_one(ada, ben)
            token = ben.client.token
            async with server.raw(token, table, hello=False) as raw:
                told = await raw.ask(type="hello", version=protocol.VERSION, last=known)
                assert (told["type"], told["since"], told["number"]) == ("update", known, known + 3)
                assert {entry["number"] for entry in told["log"]} == {
                    known + 1,
                    known + 2,
                    known + 3,
                }
                fresh = await raw.ask(type="hello", version=protocol.VERSION)
                assert fresh["type"] == "view"
                assert told["board"] == fresh["board"]
                assert told["game"] == fresh["game"]
                too_long_ago = await raw.ask(type="hello", version=protocol.VERSION, last=10**6)
                assert too_long_ago["type"] == "view"


@in_loop
async def test_no_message_is_made_for_a_viewpoint_that_nobody_has(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            await start(ada, ben)
            await play_one(ada, ben)
            live = await server.hub.table(table)
            assert {viewpoint.seat for viewpoint in live.broadcast._viewpoints.values()} == {1, 2}


@in_loop
async def test_the_client_reconnects_by_itself_and_plays_on(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, _, ada, ben = await two_players(server)
        async with stack:
            await start(ada, ben)
            number = ada.seen.number
            for _ in range(4):
                lost = ada._socket
                lost.transport.abort()
                if ada.seen.is_my_turn:
                    await ada.until(lambda seen, lost=lost: ada._socket is not lost)
                await play_one(ada, ben)
            assert ada.seen.number == ben.seen.number == number + 4
            assert server.errors() == 0


@in_loop
async def test_a_stale_move_is_answered_with_the_view_and_changes_nothing(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            await start(ada, ben)
            old = ada.seen.number
            await play_one(ada, ben)
            number = ada.seen.number
            async with server.raw(ada.client.token, table) as raw:
                told = await raw.ask(type="play", action="1x1", at=old, id=1)
                assert (told["code"], told["id"]) == ("stale", 1)
                view = await raw.read()
                assert (view["type"], view["number"]) == ("view", number)


@in_loop
async def test_answers_name_the_message_and_an_id_is_taken_once(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            assert (await raw.ask(type="ping", id=5))["id"] == 5
            assert (await raw.ask(type="ping", id=5))["code"] == "duplicate"
            assert (await raw.ask(type="ping", id=4))["code"] == "duplicate"
            assert (await raw.ask(type="chat", text="hi", id=6))["id"] == 6


@in_loop
async def test_hello_comes_first_and_speaks_our_version(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table, hello=False) as raw:
            assert (await raw.ask(type="ping"))["code"] == "hello_first"
            assert (await raw.ask(type="hello", version=99))["code"] == "version"
            assert (await raw.ask(type="hello", version=protocol.VERSION))["type"] == "view"


@in_loop
async def test_a_foreign_page_is_refused_before_the_socket_is_accepted(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack:
            for origin in ("https://evil.example", "null", f"{server.url}.evil.example"):
                with pytest.raises(InvalidStatus) as refused:
                    async with server.raw(ada.client.token, table, origin=origin):
                        pass
                assert refused.value.response.status_code == 403
            async with server.raw(ada.client.token, table, origin=server.url):
                pass


@in_loop
async def test_those_without_identity_invitation_or_table_are_turned_away(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, _, _ = await two_players(server)
        async with stack, server.client("Eve") as eve:
            for token, where, code in (
                ("nobody", table, CloseCode.UNKNOWN_IDENTITY),
                (eve.token, table, CloseCode.NOT_INVITED),
                (eve.token, "AAAAAAAAAAAA", CloseCode.NO_SUCH_TABLE),
            ):
                async with server.raw(token, where, hello=False) as raw:
                    assert await closed_with(raw) == code
            with pytest.raises(NotServedError, match="invited"):
                async with eve.table(table):
                    pass
            with pytest.raises(RefusedError):
                await eve.ask("GET", f"/api/tables/{table}")


@in_loop
async def test_giant_and_binary_messages_close_the_socket_and_nothing_else(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            await start(ada, ben)
            giant = "x" * (LARGEST_MESSAGE + 1)
            for content, code in ((giant, 1009), (giant * 10, 1009), (b"{}", CloseCode.MALFORMED)):
                async with server.raw(ben.client.token, table) as raw:
                    await raw.plain.send(content)
                    assert await closed_with(raw) == code
                live = await server.hub.table(table)
                async with asyncio.timeout(LONG):
                    while len(live.connections) > 2:
                        live.tell_presence()
                        await asyncio.sleep(0.01)
            await play_one(ada, ben)
            assert server.errors() == 0


@in_loop
async def test_messages_that_come_too_often_are_refused_then_the_socket_is_closed(
    sqlite_url, monkeypatch
):
    monkeypatch.setattr(endpoint, "BACKOFF", 0.001)
    settings = Settings(bots=0, messages_per_second=5)
    async with serving(sqlite_url, settings, still) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            for _ in range(400):
                try:
                    await raw.send(type="ping")
                except ConnectionClosed:
                    break
            codes = []
            with pytest.raises(ConnectionClosed):
                while True:
                    codes.append((await raw.read()).get("code"))
            assert "too_often" in codes
            assert raw.plain.close_code == CloseCode.TOO_OFTEN


@in_loop
async def test_messages_of_an_address_wait_when_they_were_too_much_work(sqlite_url, monkeypatch):
    clock, heard = Clock(), []
    handle = LiveTable.handle

    async def heavy(self, connection, request):
        if isinstance(request, protocol.Ping) and connection.address == "192.0.2.1":
            clock.now += 10
            heard.append(request)
        await handle(self, connection, request)

    monkeypatch.setattr(LiveTable, "handle", heavy)
    settings = Settings(bots=0, messages_per_second=1000, socket_share=0.1)
    elsewhere = {"X-Forwarded-For": "192.0.2.1"}
    async with serving(sqlite_url, settings, clock) as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", public=True)
        async with (
            server.raw(ada.token, table, headers=elsewhere) as first,
            server.raw(ada.token, table, headers=elsewhere) as second,
            server.raw(ada.token, table) as third,
        ):
            assert (await first.ask(type="ping", id=1))["id"] == 1
            await second.send(type="ping", id=1)
            for number in range(1, 20):
                assert (await third.ask(type="ping", id=number))["id"] == number
            assert len(heard) == 1, "the second waits for what the first has used up"
            clock.now += 1000
            assert (await second.read())["id"] == 1


@in_loop
async def test_a_burst_is_taken_in_bit_by_bit_and_wholly(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            long = json.dumps({"type": "ping", "id": 1}).ljust(2 * AT_ONCE - 10)
            many = [json.dumps({"type": "ping", "id": n}) for n in range(2, 150)]
            await asyncio.gather(*(raw.plain.send(text) for text in (long, *many)))
            assert [(await raw.read())["id"] for _ in range(1, 150)] == list(range(1, 150))
            await start(ada, ben)
            await play_one(ada, ben)
        long_head = {"headers": {"X-Long": "x" * (2 * AT_ONCE)}}
        async with server.raw(ada.client.token, table, **long_head) as raw:
            with contextlib.suppress(ConnectionClosed):
                for n in range(1000):  # nobody reads the answers: dropped with all that waits
                    await raw.plain.send(json.dumps({"type": "ping", "id": n}))
        assert server.errors() == 0


@in_loop
async def test_chat_is_limited_in_length_and_rate(sqlite_url):
    settings = Settings(bots=0, messages_per_second=0, chats_per_minute=12)
    async with serving(sqlite_url, settings, still) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            assert (await raw.ask(type="chat", text="x" * 401))["code"] == "malformed"
            answers = [await raw.ask(type="chat", text=f"hello {n}", id=n) for n in range(1, 6)]
            assert [answer.get("code") for answer in answers] == [
                None,
                None,
                None,
                *["too_often"] * 2,
            ]
            heard = await ben.until(lambda seen: seen.number == answers[2]["number"])
            assert heard.log[-1].says == "hello 3"


@in_loop
async def test_every_view_and_update_says_who_is_muted(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server, public=True)
        async with stack, server.client("Eve") as eve, server.raw(eve.token, table) as watching:
            told = await watching.ask(type="chat", text="First!", id=1)
            person = told["log"][-1]["person"]
            assert ada.seen.view.muted == {}
            for muted in ({person: "Eve"}, {}):
                async with server.raw(ada.client.token, table) as host:
                    told = await host.ask(type="mute", person=person, muted=bool(muted), id=1)
                    assert told["muted"] == muted
                await ben.until(lambda seen, muted=muted: seen.view.muted == muted)
                async with server.raw(ada.client.token, table, hello=False) as host:
                    told = await host.ask(type="hello", version=protocol.VERSION)
                    assert told["muted"] == muted, "a page that is loaded again"


@pytest.mark.parametrize(
    "wish", [{}, {"server_max_window_bits": 9}, {"server_no_context_takeover": True}], ids=str
)
@in_loop
async def test_compressed_messages_say_the_same(wish, sqlite_url):
    async with serving(sqlite_url, Settings(bots=0).without_rates()) as server:
        stack, table, ada, _ = await two_players(server)
        token = ada.client.token
        compression = ClientPerMessageDeflateFactory(**wish)
        async with (
            stack,
            server.raw(token, table) as plain,
            server.raw(token, table, extensions=[compression]) as compressed,
        ):
            assert [one.name for one in compressed.plain.protocol.extensions]
            for _ in range(20):  # more than the largest window holds
                for language in ("en", "fr"):
                    hello = {"type": "hello", "version": protocol.VERSION, "language": language}
                    assert await compressed.ask(**hello) == await plain.ask(**hello)


@in_loop
async def test_a_reader_that_does_not_read_is_dropped_and_nobody_waits_for_it(sqlite_url):
    settings = Settings(bots=0, queue=16).without_rates()
    async with serving(sqlite_url, settings) as server:
        stack, table, ada, ben = await two_players(server, public=True)
        async with stack:
            await start(ada, ben)
            headers = {"Authorization": f"Bearer {ben.client.token}"}
            address = f"ws{server.url[4:]}/api/tables/{table}/socket"
            lazy = await connect(
                address, additional_headers=headers, compression=None, max_queue=1,
                ping_interval=None,
            )  # fmt: skip
            live = await server.hub.table(table)
            async with asyncio.timeout(LONG):
                while len(live.connections) < 3:
                    await asyncio.sleep(0.01)
            (slow,) = [one for one in live.connections if one.viewpoint is None]
            lazy.transport.pause_reading()
            for _ in range(2000):
                await lazy.send(json.dumps({"type": "hello", "version": protocol.VERSION}))
                if slow.close_code is not None:
                    break
                await asyncio.sleep(0)
            async with asyncio.timeout(LONG):
                while slow.close_code is None:
                    await asyncio.sleep(0.05)
            assert slow.close_code == CloseCode.TOO_SLOW
            async with asyncio.timeout(LONG):
                while slow in live.connections:
                    await asyncio.sleep(0.05)
            await play_one(ada, ben)
            lazy.transport.abort()


@in_loop
async def test_a_silent_socket_is_closed(sqlite_url):
    settings = Settings(bots=0, forget_after=0.2).without_rates()  # looks around every 0.1 s
    async with serving(sqlite_url, settings) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            for connection in (await server.hub.table(table)).connections:
                connection.heard -= settings.idle
            assert await closed_with(raw) == CloseCode.IDLE


@in_loop
async def test_somebody_who_goes_away_is_replaced_and_takes_the_seat_back(sqlite_url):
    settings = Settings(bots=1, bot_pause=0, away_grace=0.05).without_rates()
    async with serving(sqlite_url, settings) as server:
        stack, table, ada, ben = await two_players(server, away_limit=0)
        async with stack:
            await start(ada, ben)
            await ben.__aexit__()
            await ada.until(lambda seen: seen.view.seats[1].away_since)
            await ada.request(protocol.Replace, seat=2, level="random")
            for _ in range(2):
                seen = await ada.until(lambda seen: seen.is_my_turn)
                await ada.play(seen.legal[0])
            async with ben.client.table(table) as back:
                assert back.seen.view.seats[1].level == "random"
                await back.request(protocol.ComeBack)
                assert back.seen.view.seats[1].level is None
                await ada.until(lambda seen: seen.view.seats[1].present)
            assert server.errors() == 0


@in_loop
async def test_when_the_turn_time_is_over_a_bot_plays_the_turn(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, _, ada, ben = await two_players(server, turn_time=1.0, stand_in="random")
        async with stack:
            await start(ada, ben)
            assert ada.seen.view.game.clock.until > 0
            number = ada.seen.number
            await ada.until(lambda seen: seen.number >= number + 2)
            assert server.errors() == 0


@in_loop
async def test_hints_come_from_a_bot_and_only_for_whoever_is_to_act(sqlite_url):
    async with serving(sqlite_url, QUICK) as server:
        stack, _, ada, ben = await two_players(server, "crocodile")
        async with stack:
            await start(ada, ben)
            mover, other = (ada, ben) if ada.seen.is_my_turn else (ben, ada)
            with pytest.raises(RefusedError) as refused:
                await other.hint()
            assert refused.value.code == "not_your_turn"
            server.hub.hint_level = "random"
            advice = await mover.hint()
            assert advice[0].action in mover.seen.legal


@in_loop
async def test_a_hint_is_explained_to_whoever_is_to_act_and_to_nobody_else(sqlite_url):
    async with serving(sqlite_url, QUICK) as server:
        for hints in (True, False):
            stack, _, ada, ben = await two_players(server, "crocodile", hints=hints)
            async with stack:
                await start(ada, ben)
                mover, other = (ada, ben) if ada.seen.is_my_turn else (ben, ada)
                first, second = mover.seen.legal[:2]
                with pytest.raises(RefusedError) as refused:
                    await other.explain(first, second)
                assert refused.value.code == "not_your_turn"
                if hints:
                    told = await mover.explain(first, second)
                    assert told and all(text.startswith("It ") for text in told)
                    with pytest.raises(RefusedError) as refused:
                        await mover.explain("a1-z99")
                    assert refused.value.code == "illegal"
                else:
                    with pytest.raises(RefusedError) as refused:
                        await mover.explain(first)
                    assert refused.value.code == "not_allowed"


async def noted(path):
    """Waits for what a task has noted."""
    async with asyncio.timeout(LONG):
        while not path.exists():
            await asyncio.sleep(0.01)


@in_loop
async def test_what_nobody_waits_for_any_more_is_not_explained(sqlite_url, tmp_path, monkeypatch):
    monkeypatch.setenv(odd_tasks.NOTES, str(tmp_path))
    monkeypatch.setattr(consequences, "TASK", f"{odd_tasks.__name__}:until_stopped")
    async with serving(sqlite_url, QUICK) as server:
        stack, table, ada, ben = await two_players(server, "crocodile", hints=True)
        async with stack:
            await start(ada, ben)
            mover = ada if ada.seen.is_my_turn else ben
            async with server.raw(mover.client.token, table) as raw:
                wish = {"type": "explain", "at": mover.seen.number, "action": mover.seen.legal[0]}
                for number in (1, 2):  # the second one takes the place of the first
                    await raw.send(**wish, id=number)
                    await noted(tmp_path / f"began-{number}")
                await noted(tmp_path / "stopped-1")
                refused = await raw.until(lambda reply: reply.get("id") == 1)
                assert (refused["type"], refused["code"]) == ("refused", "too_busy")
            await noted(tmp_path / "stopped-2")
            asked = asyncio.create_task(mover.explain(mover.seen.legal[0]))
            await noted(tmp_path / "began-3")
            await mover.play(mover.seen.legal[0])
            await noted(tmp_path / "stopped-3")
            with pytest.raises(RefusedError) as refused:
                await asked
            assert refused.value.code == "too_busy"


@in_loop
async def test_a_restarted_server_goes_on_where_it_was(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            await start(ada, ben)
            await play_one(ada, ben)
            number, board = ben.seen.number, ben.seen.view.board
            token = ben.client.token
    async with serving(sqlite_url) as server, server.raw(token, table, hello=False) as raw:
        view = await raw.ask(type="hello", version=protocol.VERSION)
        assert view["board"] == board
        assert view["number"] >= number
