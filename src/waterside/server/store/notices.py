"""Hearing of what other processes write to the same PostgreSQL, and what they say there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

import psycopg
from sqlalchemy.engine import URL

from waterside.server.store.writer import CHANNEL, WORDS

LOG = logging.getLogger(__name__)
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

Change = tuple[str, int]


def read_notice(notice: str, origin: str) -> list[Change]:
    """The tables that a notice tells of; none if it is our own."""
    sender, *words = notice.split(" ")
    if sender == origin:
        return []
    changes = []
    for word in words:
        table_id, _, number = word.rpartition(":")
        changes.append((table_id, int(number)))
    return changes


async def notices(url: URL, origin: str) -> AsyncGenerator[list[Change] | None, None]:
    """What others wrote, a list for each of their commits. None comes whenever listening has
    begun, at first and after the connection was lost: what was written before was not heard.
    """
    async with aclosing(heard(url, CHANNEL)) as payloads:
        async for payload in payloads:
            if payload is None:
                yield None
            elif changes := read_notice(payload, origin):
                yield changes


async def words(url: URL, origin: str) -> AsyncGenerator[tuple[str, str] | None, None]:
    """What others said, each with who said it. None comes whenever listening has begun."""
    async with aclosing(heard(url, WORDS)) as payloads:
        async for payload in payloads:
            sender, _, text = (payload or "").partition(" ")
            if payload is None:
                yield None
            elif sender != origin:
                yield sender, text


async def heard(url: URL, channel: str) -> AsyncGenerator[str | None, None]:
    """What is notified on a channel, for ever; None whenever listening has begun."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    pause = FIRST_PAUSE
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                address, autocommit=True, application_name="waterside listening"
            ) as connection:
                await connection.execute(f"LISTEN {channel}")
                pause = FIRST_PAUSE
                yield None
                async for notice in connection.notifies():
                    yield notice.payload
        except psycopg.OperationalError as problem:
            said = " ".join(str(problem).split())
            LOG.warning("listening to the database was interrupted, trying again: %s", said)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
