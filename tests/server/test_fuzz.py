"""Nonsense, half-sense and what somebody else may say: nothing changes, nothing breaks."""

import asyncio
import contextlib
import dataclasses
import json
import random
import string

from websockets.exceptions import ConnectionClosed

from tests.server.desks import ADA, BEN, EVE, Desk, state_of
from tests.server.loops import in_loop
from tests.server.running import QUICK, serving, two_players
from waterside import protocol
from waterside.protocol import REQUESTS, Phase
from waterside.server.domain.creation import TableWish, create, new_invitation
from waterside.server.live.connection import Connection
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.ops.limits import Allowance
from waterside.server.sockets.endpoint import TableSocket
from waterside.server.store import Store

MESSAGES = 100_000
OVER_SOCKETS = 3_000
SOCKETS = 8
NAMES = [request.model_fields["type"].default for request in REQUESTS]
FIELDS = sorted({field for request in REQUESTS for field in request.model_fields})
HARMLESS = {"hello", "ping", "switch_seat"}
"""What may be said at any time: it changes nothing."""


class Nonsense:
    """Texts that must not change a table where others play."""

    def __init__(self, seed, legal):
        self.rng = random.Random(seed)
        self.legal = legal

    def value(self, depth=0):
        rng = self.rng
        kind = rng.randrange(11 if depth < 3 else 8)
        if kind == 0:
            return rng.choice([None, True, False])
        if kind == 1:
            return rng.randint(-3, 20)
        if kind == 2:
            return rng.choice([2**31, 2**53 + 1, -(2**63), 10**30, 1.5, 1e308, -0.0])
        if kind == 3:
            return "".join(rng.choices(string.printable, k=rng.randrange(12)))
        if kind == 4:
            return "".join(chr(rng.randrange(0xD800)) for _ in range(rng.randrange(6)))
        if kind == 5:
            return rng.choice([*NAMES, "en", "xx", "club", "__proto__", "../x", "' OR 1=1 --"])
        if kind == 6:
            return rng.choice(self.legal)
        if kind == 7:
            return "x" * rng.choice([33, 65, 401, 3000])
        if kind == 8:
            return [self.value(depth + 1) for _ in range(rng.randrange(4))]
        return {self.key(): self.value(depth + 1) for _ in range(rng.randrange(4))}

    def key(self):
        return self.rng.choice([*FIELDS, "extra", ""])

    def text(self):
        rng = self.rng
        kind = rng.randrange(6)
        if kind == 0:
            return "".join(rng.choices(string.printable, k=rng.randrange(60)))
        if kind == 1:
            return json.dumps(self.value())
        message = {"type": rng.choice(NAMES)}
        for _ in range(rng.randrange(5)):
            message[rng.choice(FIELDS)] = self.value()
        if kind == 2:
            message["type"] = self.value()
        text = json.dumps(message)
        if kind == 3:
            cut = rng.randrange(len(text))
            text = text[:cut] + rng.choice(['"', "{", "}", "", "\\", ",", "\x00"]) + text[cut + 1 :]
        if kind == 4:
            message = self.allowed_to_others(rng.choice(NAMES))
            text = json.dumps(message)
        return text

    def allowed_to_others(self, name):
        """A proper message of somebody who may not send it."""
        rng = self.rng
        fields = {
            "hello": {"version": protocol.VERSION, "last": rng.randrange(40)},
            "assign": {"seat": 1, "kind": "open"},
            "play": {"action": rng.choice(self.legal), "at": rng.randrange(40)},
            "takeback": {"at": rng.randrange(40)},
            "resign": {"at": rng.randrange(40)},
            "answer": {"offer": rng.randrange(40), "agree": True},
            "replace": {"seat": rng.randrange(1, 5)},
            "hint": {"at": rng.randrange(40)},
            "explain": {"at": rng.randrange(40), "action": rng.choice(["1x1", "pile", "d2"])},
            "why": {"touched": ["place-1"], "at": rng.randrange(40)},
            "mute": {"person": "0123456789abcdef"},
            "chat": {"text": " " * rng.randrange(5)},
            "switch_seat": {"seat": rng.randrange(1, 5)},
        }
        return {"type": name, **fields.get(name, {})}


def is_proper_chat(text):
    """Whether it is a chat that a guest may well say."""
    try:
        return isinstance(protocol.read_request.validate_json(text), protocol.Chat)
    except ValueError:
        return False


class Deaf(Connection):
    """A connection that counts what is sent to it and sends nothing."""

    def __init__(self):
        super().__init__(EVE, "Eve", "en", None, room=1, allowance=Allowance(0, 0))
        self.answers = 0

    def send(self, text):
        self.answers += 1
        json.loads(text)


@in_loop
async def test_a_hundred_thousand_messages_of_a_stranger_change_nothing(sqlite_url):
    store = await Store.open(sqlite_url)
    hub = Hub(store, dataclasses.replace(QUICK, away_grace=3600.0))  # nobody is connected here
    desk = Desk(public=True)
    table, events, drafts = create(
        TableWish(game="kariba", seats=[{}, {}], public=True), desk.sender(ADA)
    )
    live = await hub.create(table, events, drafts, new_invitation())
    for who in (ADA, BEN):
        await live.decide(lambda who=who: sit_down(live, desk, who))
    assert live.table.phase is Phase.PLAYING
    socket = TableSocket(hub, Identities(store))
    stranger = Deaf()
    await live.enter(stranger)
    nonsense = Nonsense("stranger", live.table.round.position.legal())
    before = state_of(live.table)
    unanswered = sent = 0
    while sent < MESSAGES:
        text = nonsense.text()
        if is_proper_chat(text):
            continue
        answers = stranger.answers
        await socket.hear(text, stranger, live)
        unanswered += stranger.answers == answers and "leave" not in text
        stranger.close_code = None
        sent += 1
    assert state_of(live.table) == before
    assert unanswered == 0
    assert len(await store.events(live.table.id)) == before["number"]
    await hub.close()
    await store.close()


def sit_down(live, desk, who):
    from waterside.server.domain.commands import command

    return command(live.table, desk.sender(who), protocol.Sit())


def harmless_texts(nonsense):
    """Texts that do nothing, not even say something or leave."""
    texts = []
    while len(texts) < OVER_SOCKETS:
        text = nonsense.text()
        if not is_proper_chat(text) and '"leave"' not in text:
            texts.append(text)
    return texts


@in_loop
async def test_thousands_of_messages_over_sockets_harm_no_game(sqlite_url):
    async with serving(sqlite_url) as server:
        stack, table, ada, ben = await two_players(server, public=True)
        async with stack, server.client("Eve") as eve:
            await ben.sit()
            await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            live = await server.hub.table(table)
            nonsense = Nonsense("socket", live.table.round.position.legal())
            before = state_of(live.table)
            texts = harmless_texts(nonsense)

            async def send_some():
                while texts:
                    async with server.raw(eve.token, table) as raw:
                        with contextlib.suppress(ConnectionClosed):
                            for _ in range(min(200, len(texts))):
                                await raw.plain.send(texts.pop())
                            await raw.send(type="ping", id=2**40)
                            await raw.until(lambda reply: reply.get("id") == 2**40)

            await asyncio.gather(*(send_some() for _ in range(SOCKETS)))
            assert state_of(live.table) == before
            assert server.errors() == 0
            mover = ada if ada.seen.is_my_turn else ben
            number = mover.seen.number
            await mover.play(mover.seen.legal[0])
            assert mover.seen.number == number + 1
