"""Push messages: encrypted as the RFC says, signed, sent to public addresses only, and real."""

import asyncio
import contextlib
import hmac
import json
from dataclasses import replace
from hashlib import sha256
from ipaddress import ip_address

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.loops import in_loop
from tests.server.running import LONG, serving, still, two_players
from waterside.client import RefusedError
from waterside.core.errors import WatersideError
from waterside.protocol import Phase
from waterside.server.live.identities import hashed
from waterside.server.ops.settings import Settings
from waterside.server.push import delivery
from waterside.server.push.delivery import EndpointError, checked_endpoint, is_public
from waterside.server.push.encoding import decoded, encoded
from waterside.server.push.encryption import LONGEST, encrypt
from waterside.server.push.vapid import Vapid, key_in, new_key

CURVE = ec.SECP256R1()
PUSHING = replace(
    Settings(bots=0).without_rates(),
    push_key=new_key(),
    push_contact="mailto:host@example.org",
    push_anywhere=True,
)


def point(key):
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291():
    sender = decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        decoded(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=ec.derive_private_key(int.from_bytes(sender, "big"), CURVE),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_what_cannot_be_encrypted_is_refused():
    key, auth = point(ec.generate_private_key(CURVE)), bytes(16)
    assert encrypt(bytes(LONGEST), key, auth)
    for plain, receiver, secret in (
        (bytes(LONGEST + 1), key, auth),
        (b"", key, bytes(15)),
        (b"", b"\x04" + bytes(64), auth),
        (b"", bytes(65), auth),
    ):
        with pytest.raises(ValueError):
            encrypt(plain, receiver, secret)


def test_the_signature_is_the_key_owners_and_names_the_service():
    vapid = Vapid(new_key(), "mailto:host@example.org")
    header = vapid.authorization("https://push.example.org/send/abc?x=1", now=1000)
    token, public = header.removeprefix("vapid t=").split(", k=")
    assert public == vapid.public_key
    signed, _, signature = token.rpartition(".")
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims == {
        "aud": "https://push.example.org",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:host@example.org",
    }
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(public))
    r, s = (
        int.from_bytes(half, "big") for half in (decoded(signature)[:32], decoded(signature)[32:])
    )
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))


def test_a_key_file_is_made_once_for_its_owner_alone(tmp_path):
    file = tmp_path / "push.key"
    key = key_in(file)
    assert key_in(file) == key
    assert file.stat().st_mode & 0o777 == 0o600
    for bad in ("", "short", new_key()[:-2]):
        with pytest.raises(WatersideError):
            Vapid(bad, "mailto:host@example.org")
    with pytest.raises(WatersideError):
        Vapid(key, "host@example.org")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://push.example.org:8443/a",
        "https://user@push.example.org/a",
        "https://push.example.org/a#b",
        "ftp://push.example.org/a",
        "https:///a",
        "https://push.example.org/a b",
        "https://push.example.org/\u00e9",
        "https://push.example.org/a\r\nX: y",
        "https://push.example.org:port/",
        "https://push.example.org/" + "a" * 1000,
        "",
    ],
)
def test_endpoints_that_no_service_has_are_refused(endpoint):
    with pytest.raises(EndpointError):
        checked_endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("127.0.0.1", False), ("10.1.2.3", False),
        ("192.168.1.1", False), ("172.16.0.1", False), ("169.254.169.254", False), ("::1", False),
        ("0.0.0.0", False), ("100.64.0.1", False), ("fe80::1", False), ("fd00::1", False),
        ("224.0.0.1", False), ("::ffff:127.0.0.1", False), ("::ffff:8.8.8.8", True),
    ],
)  # fmt: skip
def test_which_addresses_are_public(address, public):
    assert is_public(address) is public
    assert ip_address(address)


@in_loop
async def test_nothing_is_sent_to_a_host_with_one_private_address(monkeypatch):
    async def found(host, port, **how):
        return [(2, 1, 6, "", ("8.8.8.8", port)), (2, 1, 6, "", ("10.0.0.7", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
    with pytest.raises(EndpointError):
        await delivery.public_address("push.example.org", 443)


class Browser:
    """A browser's keys and its push service: a small HTTP server on this machine."""

    def __init__(self, status=201):
        self.key = ec.generate_private_key(CURVE)
        self.auth = b"sixteen letters!"
        self.status = status
        self.received = asyncio.Queue()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        self.endpoint = f"http://127.0.0.1:{port}/send/me"
        return self

    async def __aexit__(self, *problem):
        self.server.close()

    async def serve(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        body = await reader.readexactly(int(headers["Content-Length"]))
        writer.write(b"HTTP/1.1 %d Fine\r\nContent-Length: 0\r\n\r\n" % self.status)
        await writer.drain()
        writer.close()
        await self.received.put((first, headers, body))

    def subscription(self):
        return {
            "endpoint": self.endpoint,
            "p256dh": encoded(point(self.key)),
            "auth": encoded(self.auth),
        }

    def decrypt(self, body):
        """As a browser does it, from the RFC and not from our code."""

        def digest(key, content):
            return hmac.new(key, content, sha256).digest()

        salt, size, public = body[:16], body[20], body[21 : 21 + body[20]]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
        shared = digest(self.auth, self.key.exchange(ec.ECDH(), theirs))
        secret = digest(shared, b"WebPush: info\0" + point(self.key) + public + b"\x01")
        prk = digest(salt, secret)
        key = digest(prk, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = digest(prk, b"Content-Encoding: nonce\0\x01")[:12]
        plain = AESGCM(key).decrypt(nonce, body[21 + size :], None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


@contextlib.asynccontextmanager
async def apart(server):
    """Two players of Kariba: the one to move is connected, the other is not; who is to move first."""
    stack, table, first, second = await two_players(server, title="By the lake")
    async with stack:
        await second.sit()
        await first.until(lambda seen: seen.phase is Phase.PLAYING)
        await second.until(lambda seen: seen.phase is Phase.PLAYING)
        mover, other = (first, second) if first.seen.view.game.actor == 1 else (second, first)
        await other.__aexit__(None, None, None)
        yield table, mover, other


async def subscribe(client, browser):
    return await client.ask("POST", "/api/push/subscribe", json=browser.subscription())


@in_loop
async def test_a_player_who_is_away_is_told_of_the_turn_and_of_nothing_else(sqlite_url):
    async with (
        serving(sqlite_url, PUSHING) as server,
        Browser() as browser,
        apart(server) as (table, mover, other),
    ):
        assert await subscribe(other.client, browser) == {"subscribed": True}
        await gone(server, table, other)
        await mover.play(mover.seen.view.game.legal[0].action)
        first, headers, body = await asyncio.wait_for(browser.received.get(), LONG)
        assert first == "POST /send/me HTTP/1.1"
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Authorization"].endswith(f"k={server.hub.notices.public_key}")
        assert int(headers["TTL"]) > 0
        assert browser.decrypt(body) == {
            "title": "Your turn",
            "body": "By the lake",
            "tag": table,
            "address": f"/t/{table}",
        }


@in_loop
async def test_a_player_who_is_here_is_not_told_and_a_table_tells_only_so_often(sqlite_url):
    settings = replace(PUSHING, pushes_per_minute=4)
    async with (
        serving(sqlite_url, settings, clock=still) as server,
        Browser() as browser,
        apart(server) as (table, mover, other),
    ):
        await subscribe(other.client, browser)
        await subscribe(mover.client, browser)
        live = server.hub.in_memory(table)
        server.hub.notices.turn_passed(live, None)
        assert not server.hub.notices._tasks, "the player to move is here"
        await subscribe(other.client, browser)
        await gone(server, table, other)
        await mover.play(mover.seen.view.game.legal[0].action)
        await asyncio.wait_for(browser.received.get(), LONG)
        await sent(server)
        for _ in range(3):
            server.hub.notices.turn_passed(live, None)
        assert not server.hub.notices._tasks, "this table has told what it may"


@in_loop
async def test_a_browser_that_has_unsubscribed_is_forgotten(sqlite_url):
    async with (
        serving(sqlite_url, PUSHING) as server,
        Browser(status=410) as browser,
        apart(server) as (table, mover, other),
    ):
        await subscribe(other.client, browser)
        identity = hashed(other.client.token)
        assert len(await server.hub.store.subscriptions(identity)) == 1
        await gone(server, table, other)
        await mover.play(mover.seen.view.game.legal[0].action)
        await asyncio.wait_for(browser.received.get(), LONG)
        await sent(server)
        assert await server.hub.store.subscriptions(identity) == []


async def sent(server):
    """Waits until nothing is on its way any more."""
    async with asyncio.timeout(LONG):
        while server.hub.notices._tasks:
            await asyncio.sleep(0.01)


async def gone(server, table, other):
    """Waits until the server knows that a player is not connected."""
    visitors, identity = server.hub.in_memory(table).visitors, hashed(other.client.token)
    async with asyncio.timeout(LONG):
        while visitors.is_here(identity):
            await asyncio.sleep(0.01)


@in_loop
async def test_subscriptions_are_checked_replaced_and_forgotten(sqlite_url):
    strict = replace(PUSHING, push_anywhere=False)
    async with (
        serving(sqlite_url, strict) as server,
        server.client("Ada") as ada,
        Browser() as browser,
    ):
        fine = {**browser.subscription(), "endpoint": "https://push.example.org/me"}
        assert await ada.ask("POST", "/api/push/subscribe", json=fine) == {"subscribed": True}
        await ada.ask("POST", "/api/push/subscribe", json=fine)
        identity = hashed(ada.token)
        assert [one.endpoint for one in await server.hub.store.subscriptions(identity)] == [
            "https://push.example.org/me"
        ]
        for bad in (
            {"endpoint": browser.endpoint},
            {"endpoint": "https://127.0.0.1:5432/"},
            {"p256dh": encoded(bytes(65))},
            {"auth": encoded(bytes(12))},
        ):
            with pytest.raises(RefusedError):
                await ada.ask("POST", "/api/push/subscribe", json={**fine, **bad})
        async with server.client("Eve") as eve:
            forget = {"endpoint": fine["endpoint"]}
            await eve.ask("POST", "/api/push/forget", json=forget)
            assert await server.hub.store.subscriptions(identity), "only one's own"
            await ada.ask("POST", "/api/push/forget", json=forget)
        assert await server.hub.store.subscriptions(identity) == []


@in_loop
async def test_without_a_key_nobody_can_subscribe(sqlite_url):
    async with serving(sqlite_url) as server, server.client("Ada") as ada, Browser() as browser:
        assert server.hub.notices.public_key == ""
        with pytest.raises(RefusedError):
            await subscribe(ada, browser)
