"""A server in the test's own event loop, on a real port, with clients that speak to it.

Whatever they draw at random comes from seeds, so that a test plays the same games in every run.
"""

import asyncio
import contextlib
import itertools
import json
import random
import socket
import time
from collections import defaultdict

import httpx
import uvicorn
from websockets.asyncio.client import connect

from waterside import protocol
from waterside.client import AsyncClient
from waterside.client.asynchronous import certificates
from waterside.server.app import make_app
from waterside.server.ops.settings import Settings
from waterside.server.serve import uvicorn_settings
from waterside.server.store import Store

QUICK = Settings(bots=1, bot_pause=0.0).without_rates()


LONG = 300
"""Seconds after which a test fails instead of waiting on."""
STARTS = defaultdict(itertools.count)
"""How often each database was served."""


def still():
    """A clock that stands: what was used up stays used up, however slow the machine is."""
    return 0.0


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def seeded(seed):
    """Random bytes that are the same in every run."""
    return random.Random(f"{seed}").randbytes


class Running:
    """A server that runs; ``url`` is where."""

    def __init__(self, app, url):
        self.app = app
        self.url = url
        self.hub = app.state.hub

    def errors(self):
        """How many errors the server has had."""
        return self.hub.metrics.errors._value.get()

    @contextlib.asynccontextmanager
    async def client(self, name):
        async with AsyncClient(self.url, name, randbytes=seeded(name)) as client:
            yield client

    @contextlib.asynccontextmanager
    async def raw(self, token, table, hello=True, **more):
        """A bare socket at a table."""
        headers = {"Authorization": f"Bearer {token}", **more.pop("headers", {})}
        address = f"ws{self.url[4:]}/api/tables/{table}/socket"
        async with connect(
            address, additional_headers=headers, compression=None, max_size=2**22, **more
        ) as plain:
            talk = Raw(plain)
            if hello:
                await talk.ask(type="hello", version=protocol.VERSION)
            yield talk


class Raw:
    """A bare socket that sends and reads JSON."""

    def __init__(self, plain):
        self.plain = plain

    async def send(self, **message):
        await self.plain.send(json.dumps(message))

    async def read(self):
        return json.loads(await asyncio.wait_for(self.plain.recv(), LONG))

    async def ask(self, **message):
        """Sends, and gives the next message that comes."""
        await self.send(**message)
        return await self.read()

    async def until(self, holds):
        """Reads until a message is the one that is waited for."""
        while True:
            told = await self.read()
            if holds(told):
                return told


def browsing(**given):
    """A client that waits for an answer as long as a busy machine may take."""
    return httpx.AsyncClient(timeout=LONG, verify=certificates(), **given)


@contextlib.asynccontextmanager
async def serving(database, settings=QUICK, clock=time.monotonic):
    """Serves a database; one that is served again, or twice, is served with other secrets."""
    store = await Store.open(database)
    app = make_app(store, settings, randbytes=seeded(next(STARTS[database])), clock=clock)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(256)
    server = uvicorn.Server(uvicorn_settings(app))
    server.capture_signals = contextlib.nullcontext
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        if task.done():
            await task
        await asyncio.sleep(0.01)
    try:
        yield Running(app, f"http://127.0.0.1:{listening.getsockname()[1]}")
    finally:
        await app.state.hub.close()
        server.should_exit = True
        await task
        listening.close()


async def two_players(server, game="kariba", seats=("person", "person"), **wishes):
    """Two clients and the table where both sit; close them with the context."""
    stack = contextlib.AsyncExitStack()
    ada = await stack.enter_async_context(server.client("Ada"))
    ben = await stack.enter_async_context(server.client("Ben"))
    table, link = await ada.create(game, seats, **wishes)
    await ben.join(link)
    first = await stack.enter_async_context(ada.table(table))
    second = await stack.enter_async_context(ben.table(table))
    return stack, table, first, second
