"""Slow, silent and talkative connections: each ends in time, and there is room for others."""

import asyncio
import logging
import socket
import sys
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from urllib.parse import urlsplit

import pytest

from tests.server.loops import in_loop
from tests.server.running import LONG, QUICK, Clock, browsing, serving, still
from waterside.protocol import CloseCode
from waterside.server.http import protocol
from waterside.server.http.trusted_hosts import TrustedHosts, host_name
from waterside.server.ops import connections as limits
from waterside.server.ops.connections import Connections, raise_descriptor_limit
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.settings import Settings
from waterside.server.ops.shares import AT_ONCE
from waterside.server.serve import listen, notice_lost_clients

GET = b"GET /health HTTP/1.1\r\nHost: x\r\n"


@asynccontextmanager
async def plain(server, small=False):
    """A bare connection."""
    address = urlsplit(server.url)
    channel = socket.socket()
    if small:
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    channel.setblocking(False)
    await asyncio.get_running_loop().sock_connect(channel, (address.hostname, address.port))
    reader, writer = await asyncio.open_connection(sock=channel)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def rest(reader):
    """All that comes until the server closes."""
    try:
        return await asyncio.wait_for(reader.read(), LONG)
    except ConnectionError:
        return b""


def refusals(server, reason):
    labels = {"reason": reason}
    value = server.hub.metrics.registry.get_sample_value("waterside_http_refusals_total", labels)
    return value or 0


# What arrives


@in_loop
async def test_a_giant_header_is_refused(sqlite_url):
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(GET + b"X-Giant: ")
        with suppress(ConnectionError):
            for _ in range(200):
                writer.write(b"x" * 1_000_000)
                await writer.drain()
        answer = await rest(reader)
        assert answer.startswith(b"HTTP/1.1 431 ") or answer == b""
        assert refusals(server, "head") == 1


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X-Giant: " + b"x" * 40_000 + b"\r\n\r\n",
        GET + b"".join(b"X-%d: 1\r\n" % number for number in range(200)) + b"\r\n",
        GET + b"".join(b"X-%d: %s\r\n" % (n, b"x" * 900) for n in range(50)) + b"\r\n",
        b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["one large", "many", "large together", "address"],
)
@in_loop
async def test_a_large_head_is_refused_even_in_one_piece(sqlite_url, head):
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(head)
        assert (await rest(reader)).startswith(b"HTTP/1.1 431 ")
        assert refusals(server, "head") == 1
        assert server.errors() == 0


@in_loop
async def test_a_large_body_is_not_taken_for_a_large_head(sqlite_url):
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        body = b"x" * 150_000
        writer.write(
            b"POST /api/verify HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + b"Content-Length: %d\r\n\r\n" % len(body)
            + body
        )
        assert (await rest(reader)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"GET /hea", GET], ids=repr)
@in_loop
async def test_who_sends_no_whole_head_is_not_waited_for(sqlite_url, monkeypatch, sent):
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(sent)
        answer = await rest(reader)
        assert answer.startswith(b"HTTP/1.1 408 ") if sent.strip() else answer[:12] in (
            b"", b"HTTP/1.1 408"
        )  # fmt: skip
        assert refusals(server, "slow") == 1


@in_loop
async def test_a_second_request_has_to_arrive_in_time_too(sqlite_url, monkeypatch):
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(GET + b"\r\n")
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONG)
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        await reader.readexactly(length)
        monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
        writer.write(b"G")
        assert (await rest(reader)).startswith(b"HTTP/1.1 408 ")


@in_loop
async def test_a_body_has_to_arrive_in_time(sqlite_url, monkeypatch):
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.1)
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nWat")
        assert (await rest(reader)).startswith(b"HTTP/1.1 408 ")
        assert refusals(server, "slow") == 1
        assert server.errors() == 0


@in_loop
async def test_a_slow_body_keeps_no_turn(sqlite_url):
    settings = Settings(bots=0)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(sqlite_url, settings))
        for _ in range(AT_ONCE):
            _, writer = await stack.enter_async_context(plain(server))
            writer.write(b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nWat")
            await writer.drain()
        other = await stack.enter_async_context(browsing(base_url=server.url))
        assert (await other.get("/health")).status_code == 200


@in_loop
async def test_an_endless_body_ends(sqlite_url, monkeypatch):
    monkeypatch.setattr(protocol, "LINGER_SECONDS", 0.1)
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(b"POST /api/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        with suppress(ConnectionError):
            for _ in range(1000):
                writer.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
                await writer.drain()
        assert (await rest(reader))[:12] in (b"HTTP/1.1 413", b"")


@in_loop
async def test_who_sends_many_requests_ahead_is_dropped(sqlite_url, caplog):
    caplog.set_level(logging.WARNING)
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write((GET + b"\r\n") * 1000)
        assert (await rest(reader)).count(b"HTTP/1.1 200 ") <= protocol.MOST_AHEAD
        assert refusals(server, "ahead") == 1
        assert server.errors() == 0
    assert caplog.records == [], "strangers fill the log"


@in_loop
async def test_what_is_no_request_is_refused_and_fills_no_log(sqlite_url, caplog):
    caplog.set_level(logging.WARNING)
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(b"\x16\x03\x01 is no HTTP\r\n\r\n")
        assert (await rest(reader)).startswith(b"HTTP/1.1 400 ")
        assert refusals(server, "malformed") == 1
    assert caplog.records == []


@in_loop
async def test_some_requests_may_be_sent_ahead(sqlite_url):
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        last = GET + b"Connection: close\r\n\r\n"
        writer.write((GET + b"\r\n") * (protocol.MOST_AHEAD - 1) + last)
        assert (await rest(reader)).count(b"HTTP/1.1 200 ") == protocol.MOST_AHEAD


def test_who_leaves_before_several_answers_is_no_error(sqlite_url, caplog):
    uvloop = pytest.importorskip("uvloop", reason="only its transports refuse what comes too late")
    caplog.set_level(logging.WARNING)

    async def leave():
        async with serving(sqlite_url) as server, plain(server) as (reader, writer):
            writer.write((GET + b"\r\n") * 8)
            while not (found := [one for one in open_connections(server) if one.cycle]):
                await asyncio.sleep(0)
            found[0].drop()
            assert b"HTTP/1.1 200 " not in await rest(reader)
            async with browsing(base_url=server.url) as other:
                assert (await other.get("/health")).status_code == 200
            assert server.errors() == 0

    uvloop.run(leave())
    assert caplog.records == []


# What is sent


@in_loop
async def test_who_never_reads_the_answers_is_dropped(sqlite_url, monkeypatch):
    monkeypatch.setattr(protocol, "SEND_SECONDS", 0.1)
    monkeypatch.setattr(protocol, "MOST_AHEAD", 1000)
    async with serving(sqlite_url) as server:
        async with plain(server, small=True) as (reader, writer):
            reader._transport.pause_reading()
            one = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
            open_ones = server.hub.metrics.registry.get_sample_value
            with suppress(ConnectionError):
                for _ in range(400):
                    writer.write(one)
            while open_ones("waterside_http_connections"):
                await asyncio.sleep(0.01)
        assert server.errors() == 0


@in_loop
async def test_an_idle_connection_ends_even_if_the_answer_is_not_read(sqlite_url, monkeypatch):
    monkeypatch.setattr(protocol, "LINGER_SECONDS", 0.1)
    async with serving(sqlite_url) as server, plain(server) as (reader, writer):
        writer.write(GET + b"\r\n")
        assert await asyncio.wait_for(reader.readline(), LONG) == b"HTTP/1.1 200 OK\r\n"
        [connection] = open_connections(server)
        connection.timeout_keep_alive_handler()
        await rest(reader)
        assert server.hub.metrics.registry.get_sample_value("waterside_http_connections") == 0


def open_connections(server):
    """The connections of a server that runs in this process."""
    import gc

    return [
        one
        for one in gc.get_objects()
        # Not isinstance, which asks a proxy of what is gone for its class and so fails.
        if type(one) is protocol.LimitedProtocol
        and one.counted.metrics is server.hub.metrics
        and one in one.counted._addresses
    ]


# Room for others


class Dropped:
    def __init__(self):
        self.is_dropped = False

    def drop(self):
        self.is_dropped = True


def test_the_longest_idle_connection_gives_way():
    connections = Connections(3, 100, [], Metrics())
    first, second, third, fourth, fifth = (Dropped() for _ in range(5))
    for one in (first, second, third):
        assert connections.admit(one, "192.0.2.1")
    connections.is_busy(first)
    assert connections.admit(fourth, "192.0.2.2")
    assert [one.is_dropped for one in (first, second, third)] == [False, True, False]
    connections.is_idle(first)
    connections.is_busy(third)
    connections.is_busy(fourth)
    assert connections.admit(fifth, "192.0.2.2")
    assert first.is_dropped
    assert len(connections) == 3


def test_where_all_connections_are_busy_a_new_one_is_refused():
    connections = Connections(1, 100, [], Metrics())
    busy = Dropped()
    assert connections.admit(busy, "192.0.2.1")
    connections.is_busy(busy)
    assert not connections.admit(Dropped(), "192.0.2.2")
    connections.remove(busy)
    connections.remove(busy)
    assert connections.admit(Dropped(), "192.0.2.2")


def test_one_address_has_few_connections_unless_it_is_a_proxy():
    connections = Connections(100, 2, ["192.0.2.9"], Metrics())
    network = ["2001:db8::1", "2001:db8::2", "2001:db8::3"]
    assert [connections.admit(Dropped(), host) for host in network] == [True, True, False]
    assert all(connections.admit(Dropped(), "192.0.2.9") for _ in range(5))
    assert connections.admit(Dropped(), "192.0.2.1")


def test_an_address_whose_connections_end_badly_is_ignored_for_a_while():
    clock = Clock()
    connections = Connections(100, 100, ["192.0.2.9"], Metrics(), bad_per_minute=6, clock=clock)

    def is_ignored(host):
        one = Dropped()
        assert connections.admit(one, host)
        ignored = connections.is_ignored(one)
        connections.is_bad(one)
        connections.remove(one)
        return ignored

    assert [is_ignored("2001:db8::1") for _ in range(8)] == [False] * 7 + [True]
    assert is_ignored("2001:db8::2"), "the same network"
    assert not is_ignored("192.0.2.1")
    assert not any(is_ignored("192.0.2.9") for _ in range(20)), "a proxy has many clients"
    clock.now += 60
    assert not is_ignored("2001:db8::1")


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address on Linux only")
@in_loop
async def test_who_sends_no_requests_is_soon_not_listened_to(sqlite_url, monkeypatch):
    monkeypatch.setattr(protocol, "IGNORED_SECONDS", 0.1)
    settings = Settings(bots=0, bad_connections_per_minute=2)
    async with serving(sqlite_url, settings, clock=still) as server:
        address = urlsplit(server.url)

        async def answer_to(text, come_from):
            reader, writer = await asyncio.open_connection(
                address.hostname, address.port, local_addr=(come_from, 0)
            )
            writer.write(text)
            answer = await rest(reader)
            writer.close()
            return answer.partition(b"\r\n")[0]

        close = GET + b"Connection: close\r\n\r\n"
        said = [await answer_to(b"nonsense\r\n\r\n", "127.0.0.2") for _ in range(4)]
        assert said == [b"HTTP/1.1 400 Bad Request"] * 3 + [b""]
        assert await answer_to(close, "127.0.0.2") == b""
        assert await answer_to(close, "127.0.0.3") == b"HTTP/1.1 200 OK"
        assert (refusals(server, "malformed"), refusals(server, "ignored")) == (3, 2)


@in_loop
async def test_idle_connections_leave_room_for_others(sqlite_url):
    settings = Settings(bots=0, http_connections=3).without_rates()
    async with serving(sqlite_url, settings) as server:
        async with plain(server) as (first, _), plain(server), plain(server):
            async with browsing(base_url=server.url) as other:
                assert (await other.get("/health")).status_code == 200
            assert await rest(first) == b""
        assert refusals(server, "gave_way") == 1


@in_loop
async def test_sockets_of_one_address_leave_room_for_others(sqlite_url):
    settings = Settings(bots=0, connections_per_address=2)
    async with serving(sqlite_url, settings) as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", public=True)
        other = {"X-Forwarded-For": "2001:db8::1"}
        async with server.raw(ada.token, table), server.raw(ada.token, table):
            async with server.raw(ada.token, table, hello=False) as third:
                await third.plain.wait_closed()
                assert third.plain.close_code == CloseCode.TOO_OFTEN
            async with server.raw(ada.token, table, headers=other) as elsewhere:
                assert (await elsewhere.ask(type="ping", id=1))["type"] == "done"


@in_loop
async def test_spectators_of_one_address_at_a_table_leave_room_for_players(sqlite_url):
    settings = Settings(bots=0, connections_per_table=2)
    async with (
        serving(sqlite_url, settings) as server,
        server.client("Ada") as ada,
        server.client("Eve") as eve,
    ):
        table, _ = await ada.create("kariba", public=True)
        elsewhere = {"X-Forwarded-For": "2001:db8::1"}
        async with server.raw(eve.token, table), server.raw(eve.token, table):
            async with server.raw(eve.token, table, hello=False) as third:
                await third.plain.wait_closed()
                assert third.plain.close_code == CloseCode.TOO_OFTEN
            async with server.raw(eve.token, table, headers=elsewhere) as other:
                assert (await other.ask(type="ping", id=1))["type"] == "done"
            async with server.raw(ada.token, table) as player:
                assert (await player.ask(type="ping", id=1))["type"] == "done"


def test_connections_fit_the_open_files_of_the_system():
    fitted = Settings().fitted(1024)
    assert (fitted.connections, fitted.http_connections) == (512, 256)
    assert Settings().fitted(10**6) == Settings()


def test_the_limit_of_open_files_is_raised_as_far_as_allowed(monkeypatch):
    resource = pytest.importorskip("resource")
    given = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda which, both: given.append(both))
    assert raise_descriptor_limit() == 4096
    assert given == [(4096, 4096)]
    endless = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda which: (endless, endless))
    assert raise_descriptor_limit() == limits.DESCRIPTORS
    assert len(given) == 1


def test_the_system_notices_clients_that_are_gone():
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            if hasattr(socket, "TCP_KEEPIDLE"):
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 60
    with socket.socket() as other:
        notice_lost_clients(other)


# Names of the server


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("tables.example.org", "tables.example.org"),
        ("Tables.Example.org:8000", "tables.example.org"),
        ("[2001:db8::1]:8000", "2001:db8::1"),
        ("", ""),
    ],
)
def test_a_host_is_read_without_its_port(header, name):
    assert host_name(header) == name


def test_names_below_a_name_can_be_trusted():
    trusted = TrustedHosts(None, ["*.example.org", "Other.example"], Metrics())
    ours = ("a.example.org", "other.example", "localhost", "127.0.0.1", "::1")
    assert all(trusted.is_ours(name) for name in ours)
    foreign = ("example.org", "aexample.org", "evil.example", "", "other.example.evil")
    assert not any(trusted.is_ours(name) for name in foreign)


@in_loop
async def test_a_server_answers_only_under_its_names(sqlite_url):
    settings = Settings(bots=0, trusted_hosts=("tables.example.org",)).without_rates()
    async with serving(sqlite_url, settings) as server, server.client("Ada") as ada:
        table, _ = await ada.create("kariba", public=True)
        rebound = {"Host": "evil.example", "Origin": "http://evil.example"}
        async with browsing(base_url=server.url) as browser:
            answer = await browser.post("/api/session", json={"name": "x"}, headers=rebound)
            assert (answer.status_code, answer.json()["code"]) == (400, "unknown_host")
            named = await browser.get("/health", headers={"Host": "tables.example.org"})
            assert named.status_code == 200
            upgrade = {
                "Host": "evil.example",
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "d2F0ZXJzaWRlIHRlc3RzIQ==",
            }
            refused = await browser.get(f"/api/tables/{table}/socket", headers=upgrade)
            assert refused.status_code == 403
        async with server.raw(ada.token, table) as own:
            assert (await own.ask(type="ping", id=1))["type"] == "done"
        assert refusals(server, "host") == 2


@in_loop
async def test_any_name_will_do_if_none_is_given(sqlite_url):
    async with serving(sqlite_url, QUICK) as server, browsing() as browser:
        answer = await browser.get(f"{server.url}/health", headers={"Host": "any.example"})
        assert answer.status_code == 200
