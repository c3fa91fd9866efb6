"""Every message is answered by its id, whatever is wrong with it."""

import logging

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.loops import in_loop
from tests.server.running import serving, still, two_players
from waterside import protocol
from waterside.protocol import CloseCode, Phase, Refusal
from waterside.server.ops.settings import Settings
from waterside.server.sockets import endpoint
from waterside.server.sockets.endpoint import MOST_REFUSALS, id_of

FIELDS = {
    protocol.Hello: {"version": protocol.VERSION},
    protocol.Assign: {"seat": 2, "kind": "person"},
    protocol.Pace: {"speed": "fast"},
    protocol.Play: {"action": "1x1", "at": 0},
    protocol.Takeback: {"at": 0},
    protocol.Answer: {"offer": 1, "agree": True},
    protocol.Resign: {"at": 0},
    protocol.Replace: {"seat": 2},
    protocol.Hint: {"at": 0},
    protocol.Why: {"touched": ["place-1"], "at": 0},
    protocol.Chat: {"text": "hello"},
    protocol.Mute: {"person": "0" * 16},
}
"""What messages need beside their type."""


async def answered(raw, message_id, **message):
    """The answer to a message, which must name it."""
    await raw.send(**message, id=message_id)
    return await raw.until(lambda told: told.get("id") == message_id)


@pytest.mark.parametrize("who", ["host", "spectator"])
@in_loop
async def test_every_kind_of_message_is_answered_by_its_id(sqlite_url, who):
    async with serving(sqlite_url) as server:
        for kind in protocol.REQUESTS:
            stack, table, ada, ben = await two_players(server, public=True)
            async with stack, server.client("Eve") as eve:
                await ben.sit()
                await ada.until(lambda seen: seen.phase is Phase.PLAYING)
                token = ada.client.token if who == "host" else eve.token
                async with server.raw(token, table) as raw:
                    message = {"type": protocol.type_of(kind), **FIELDS.get(kind, {})}
                    assert (await answered(raw, 7, **message))["id"] == 7


@in_loop
async def test_what_is_not_understood_is_refused_by_its_id(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            refused = await answered(raw, 1, type="castle")
            assert refused["code"] == Refusal.MALFORMED
            refused = await answered(raw, 2, type="chat", text="x" * 401)
            assert refused["code"] == Refusal.MALFORMED
            await raw.plain.send('{"id": 3, "type": "chat", "text": "cut o')
            refused = await raw.until(lambda told: told.get("id") == 3)
            assert refused["code"] == Refusal.MALFORMED
            await raw.plain.send("[]")
            assert "id" not in await raw.until(lambda told: told["type"] == "refused")
            assert (await answered(raw, 3, type="ping"))["type"] == "done", "3 was not used up"


@in_loop
async def test_what_comes_too_often_is_refused_by_its_id_up_to_the_last(sqlite_url, monkeypatch):
    monkeypatch.setattr(endpoint, "BACKOFF", 0.001)
    settings = Settings(bots=0, messages_per_second=5)
    async with serving(sqlite_url, settings, still) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            refused = []
            with pytest.raises(ConnectionClosed):
                for message_id in range(1000):
                    told = await answered(raw, message_id, type="ping")
                    refused += [told["code"]] if told["type"] == "refused" else []
            assert refused == [Refusal.TOO_OFTEN] * MOST_REFUSALS
            assert raw.plain.close_code == CloseCode.TOO_OFTEN


@pytest.mark.parametrize("frames", [b'{"type":"\xff"}', [b'{"type":"pi', b'ng\xc3"}']])
@in_loop
async def test_a_bad_byte_closes_the_socket_without_an_error_of_the_server(
    sqlite_url, frames, caplog
):
    caplog.set_level(logging.WARNING)
    async with serving(sqlite_url) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            await raw.plain.send(frames, text=True)
            with pytest.raises(ConnectionClosed):
                while True:
                    await raw.read()
            assert raw.plain.close_code == CloseCode.NOT_UTF8
        assert server.errors() == 0
    assert caplog.records == []


@in_loop
async def test_letters_of_several_bytes_may_be_divided_between_frames(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, _ = await two_players(server)
        async with stack, server.raw(ada.client.token, table) as raw:
            text = '{"type":"chat","id":1,"text":"Zoé"}'.encode()
            cut = text.index("é".encode()) + 1
            await raw.plain.send([text[:cut], text[cut:]], text=True)
            told = await raw.until(lambda told: told.get("id") == 1)
            assert told["log"][-1]["says"] == "Zoé"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"id": 4}', 4),
        ('{"id": 4, "text": "', 4),
        ('{"id": -1}', None),
        ('{"id": true}', None),
        ('{"id": "4"}', None),
        ('{"id": 1e400}', None),
        ("7", None),
        ("", None),
        ("[" * 4000, None),
    ],
)
def test_the_id_of_a_message_that_is_not_understood(text, expected):
    assert id_of(text) == expected
