"""Hearing of what other processes write to the same PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator

import psycopg
from sqlalchemy.engine import URL

from waterside.server.store.writing import CHANNEL

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
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    pause = FIRST_PAUSE
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                address, autocommit=True, application_name="waterside listening"
            ) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                pause = FIRST_PAUSE
                yield None
                async for notice in connection.notifies():
                    if changes := read_notice(notice.payload, origin):
                        yield changes
        except psycopg.OperationalError as problem:
            said = " ".join(str(problem).split())
            LOG.warning("listening to the database was interrupted, trying again: %s", said)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
