"""Notices between processes on one PostgreSQL: what each has written, and its broadcasts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import psycopg
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

LOG = logging.getLogger(__name__)
WRITES = "waterside"
"""The channel for what was written."""
BROADCASTS = "waterside_broadcasts"
"""The channel for what processes tell each other."""
LONGEST_NOTICE = 7900  # PostgreSQL takes 8,000 bytes
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
NOTIFY = text("SELECT pg_notify(:channel, :notice)")

Change = tuple[str, int]
"""A table and the last number of its log."""


def notify_writes(connection: Connection, origin: str, lasts: Mapping[str, int]) -> None:
    """Announces, with the commit, how far the logs of these tables go now."""
    for notice in write_notices(origin, lasts):
        connection.execute(NOTIFY, {"channel": WRITES, "notice": notice})


def notify_broadcast(connection: Connection, origin: str, message: str) -> None:
    """Sends a message to all processes that listen."""
    connection.execute(NOTIFY, {"channel": BROADCASTS, "notice": f"{origin} {message}"})
    connection.commit()


def write_notices(origin: str, lasts: Mapping[str, int]) -> list[str]:
    """The writer's name, then ``table:number`` for each table, in as few notices as they fit."""
    notices: list[str] = []
    notice = origin
    for key, number in lasts.items():
        word = f" {key}:{number}"
        if len((notice + word).encode()) > LONGEST_NOTICE:
            notices.append(notice)
            notice = origin
        notice += word
    if notice != origin:
        notices.append(notice)
    return notices


def read_notice(notice: str, origin: str) -> list[Change]:
    """The changes that a notice announces; none if the notice is this process's own."""
    sender, *words = notice.split(" ")
    if sender == origin:
        return []
    changes = []
    for word in words:
        table_id, _, number = word.rpartition(":")
        changes.append((table_id, int(number)))
    return changes


async def changes(url: URL, origin: str) -> AsyncGenerator[list[Change] | None, None]:
    """What other processes write, a list for each of their commits.

    None is yielded whenever listening begins, at first and after a lost connection: what was
    written before that has not been announced.
    """
    async with aclosing(listen(url, WRITES)) as payloads:
        async for payload in payloads:
            if payload is None:
                yield None
            elif found := read_notice(payload, origin):
                yield found


async def broadcasts(url: URL, origin: str) -> AsyncGenerator[tuple[str, str] | None, None]:
    """The messages of other processes, each with its sender; None whenever listening begins."""
    async with aclosing(listen(url, BROADCASTS)) as payloads:
        async for payload in payloads:
            sender, _, message = (payload or "").partition(" ")
            if payload is None:
                yield None
            elif sender != origin:
                yield sender, message


async def listen(url: URL, channel: str) -> AsyncGenerator[str | None, None]:
    """The payloads on a channel, without end; None whenever listening begins."""
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
            reason = " ".join(str(problem).split())
            LOG.warning("listening to the database was interrupted, trying again: %s", reason)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
