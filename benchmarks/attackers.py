"""Strangers in a process of their own, who count what became of everything that they sent."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.server import LOAD_CORE

Counts = Counter[str]
"""``sent`` or ``opened``, and how that ended: by the status of the answer, ``closed`` by the server
without one, ``reset``, or ``waiting`` when the time was over."""
Attack = Callable[[float, Counts], Awaitable[None]]
"""Goes on until a time of the clock that never jumps."""
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Attackers:
    """An attack that goes on for some time in another process."""

    def __init__(self, attack: Attack, seconds: float) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._here, there = spawn.Pipe()
        self._process = spawn.Process(target=run, args=(attack, seconds, there))
        self._process.start()

    async def have_begun(self) -> None:
        """Waits until the process is ready and the attack begins."""
        await asyncio.to_thread(self._here.recv)

    async def counts(self) -> dict[str, int]:
        """Waits for the end; what became of what was sent."""
        counts: Counts = await asyncio.to_thread(self._here.recv)
        await asyncio.to_thread(self._process.join)
        started = counts["sent"] or counts["opened"]
        ended = sum(count for what, count in counts.items() if what not in ("sent", "opened"))
        return {**dict(sorted(counts.items())), "waiting": max(0, started - ended)}


def run(attack: Attack, seconds: float, pipe: Connection) -> None:
    """What the process does."""
    os.sched_setaffinity(0, {LOAD_CORE})
    os.nice(10)  # those who measure on the same core do not wait for the attackers
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    counts: Counts = Counter()
    pipe.send("begun")
    asyncio.run(until_then(attack, time.monotonic() + seconds, counts))
    pipe.send(counts)


async def until_then(attack: Attack, until: float, counts: Counts) -> None:
    """Ends an attack when its time is over, whatever it waits for."""
    task = asyncio.ensure_future(attack(until, counts))
    await asyncio.wait({task}, timeout=max(0.0, until - time.monotonic()))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    if not task.cancelled() and (problem := task.exception()):
        raise problem


def request(method: str, path: str, body: bytes = b"") -> bytes:
    """A request as it is sent."""
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes) -> str:
    """Sends a request and reads the answer to its end; returns its status."""
    writer.write(text)
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    found = LENGTH.search(head)
    await reader.readexactly(int(found[1]) if found else 0)
    return status_of(head)


async def ended(reader: asyncio.StreamReader) -> str:
    """Waits until the server says something or closes: the status of an answer, or ``closed``."""
    said = await reader.read(4096)
    return status_of(said) if said else "closed"


def status_of(answer: bytes) -> str:
    """The status in the first line of an answer."""
    return answer[9:12].decode("ascii", "replace")


async def connected(
    host: str, port: int, address: str, counts: Counts, use: Callable[..., Awaitable[Any]]
) -> None:
    """Connects from an address and uses the connection; counts if the server ends it."""
    try:
        reader, writer = await asyncio.open_connection(host, port, local_addr=(address, 0))
    except OSError:
        counts["not connected"] += 1
        return
    try:
        await use(reader, writer)
    except asyncio.IncompleteReadError:
        counts["closed"] += 1
    except OSError:
        counts["reset"] += 1
    finally:
        writer.close()


def place_of(url: str) -> tuple[str, int]:
    """The host and the port of an address."""
    host, _, port = url.removeprefix("http://").partition(":")
    return host, int(port)
