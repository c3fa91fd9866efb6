"""Who is here, where two servers on one PostgreSQL serve the same table."""

import asyncio
import contextlib
import dataclasses
import subprocess
import sys

from websockets.asyncio.client import connect

from tests.server.loops import in_loop
from tests.server.running import QUICK, serving
from waterside.client import AsyncClient
from waterside.protocol import VERSION, Phase

LONG = 120
"""Seconds after which a test fails instead of waiting on."""
GRACE = 0.5
SETTINGS = dataclasses.replace(QUICK, away_grace=GRACE)


async def eventually(holds):
    async with asyncio.timeout(LONG):
        while not holds():
            await asyncio.sleep(0.05)


def present(table):
    """Which seats somebody sees as present."""
    return [seat.present for seat in table.seen.view.seats]


@contextlib.asynccontextmanager
async def apart(url, settings=SETTINGS):
    """Ada at one server and Ben at the other, at the same table, where they play."""
    async with (
        serving(url, settings) as one,
        serving(url, settings) as other,
        one.client("Ada") as ada,
        other.client("Ben") as ben,
    ):
        table, link = await ada.create("kariba", ["person", "person"])
        await ben.join(link)
        async with ada.table(table) as mine, ben.table(table) as theirs:
            await theirs.sit()
            await mine.until(lambda seen: seen.phase is Phase.PLAYING)
            yield one, other, table, mine, theirs, ben


@in_loop
async def test_players_at_different_processes_see_each_other(postgres_url):
    slow = dataclasses.replace(QUICK, away_grace=10 * LONG)
    async with apart(postgres_url, slow) as (one, other, table, mine, theirs, _):
        await eventually(lambda: present(mine) == present(theirs) == [True, True])
        for server in (one, other):
            live = await server.hub.table(table)
            await eventually(
                lambda live=live: not live.absence._leaving
            )  # nobody will be called away
            assert [seat.away_since for seat in live.table.seats] == [None, None]


@in_loop
async def test_somebody_who_leaves_the_other_process_is_away_and_comes_back_at_this(postgres_url):
    async with apart(postgres_url) as (one, _, table, mine, theirs, ben):
        await eventually(lambda: present(mine) == [True, True])
        await theirs.__aexit__(None, None, None)
        await eventually(lambda: present(mine) == [True, False])
        live = await one.hub.table(table)
        await eventually(lambda: live.table.seats[1].away_since is not None)
        async with one.raw(ben.token, table):
            await eventually(lambda: live.table.seats[1].away_since is None)
            await eventually(lambda: present(mine) == [True, True])


@in_loop
async def test_who_was_at_a_process_that_was_killed_is_gone(postgres_url):
    settings = dataclasses.replace(SETTINGS, silence=7.0)
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--bots", "0"]
    with subprocess.Popen(
        [*command, "--database", postgres_url, "--log-level", "error"],
        stdout=subprocess.PIPE, text=True,
    ) as other, contextlib.ExitStack() as stack:  # fmt: skip
        stack.callback(other.kill)
        address = await asyncio.to_thread(other.stdout.readline)
        async with (
            serving(postgres_url, settings) as one,
            one.client("Ada") as ada,
            AsyncClient(address.strip(), "Ben") as ben,
        ):
            table, link = await ada.create("kariba", ["person", "person"])
            await ben.join(link)
            async with ada.table(table) as mine:
                token = {"Authorization": f"Bearer {ben.token}"}
                socket = f"ws{address.strip()[4:]}/api/tables/{table}/socket"
                async with connect(socket, additional_headers=token) as theirs:
                    await theirs.send(f'{{"type":"hello","version":{VERSION}}}')
                    await theirs.send('{"type":"sit"}')
                    await eventually(lambda: present(mine) == [True, True])
                    other.kill()
                await eventually(lambda: present(mine) == [True, False])
                live = await one.hub.table(table)
                await eventually(lambda: live.table.seats[1].away_since is not None)
