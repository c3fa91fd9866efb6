"""A server as a process of its own, and people at its tables: what several benchmarks need."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from waterside.protocol import VERSION

Message = dict[str, Any]
SILENCE = 30.0
"""Seconds without a message after which a client says that it is still there."""


class Server:
    """A server that runs: its address, its memory and its metrics."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process, self.url = process, url

    def memory(self) -> float:
        """Megabytes of memory that the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1000

    async def metric(self, name: str) -> float:
        """The value of one of its metrics."""
        async with httpx.AsyncClient(timeout=60) as web:
            text = (await web.get(f"{self.url}/metrics")).text
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0


@contextmanager
def serving(database: str, *options: str) -> Iterator[Server]:
    """A server without limits on how often anybody does anything."""
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--rate", "0"]
    process = subprocess.Popen(
        [*command, "--database", database, "--log-level", "warning", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield Server(process, process.stdout.readline().strip())
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


class Person:
    """A user of a server, who may have a socket at one table; ``address`` is where they come from."""

    def __init__(self, url: str, address: str = "127.0.0.1") -> None:
        self.url, self.address = url, address
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.web = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)
        self.socket: ClientConnection | None = None
        self.seen: Message = {}
        """The latest of each part that was sent."""
        self._last_id = 0

    async def register(self, name: str) -> None:
        """Asks for an identity."""
        answer = await self.web.post("/api/identity", json={"name": name})
        self.web.headers["Authorization"] = f"Bearer {answer.json()['token']}"

    async def create(self, game: str, seats: list[str], **wishes: Any) -> str:
        """Creates a table; seats are ``person`` or the level of a bot."""
        wanted = [
            {"kind": "person"} if seat == "person" else {"kind": "bot", "level": seat}
            for seat in seats
        ]
        wish = {"game": game, "seats": wanted, **wishes}
        answer = await self.web.post("/api/tables", json=wish)
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def enter(self, table: str, **hello: Any) -> None:
        """Connects to a table."""
        self.socket = await connect(
            f"ws{self.url[4:]}/api/tables/{table}/socket",
            additional_headers={"Authorization": self.web.headers["Authorization"]},
            compression=None,
            max_size=2**24,
            local_addr=(self.address, 0),
        )
        self.seen, self._last_id = {}, 0
        await self.ask("hello", version=VERSION, **hello)

    async def ask(self, kind: str, **message: Any) -> Message:
        """Sends a message and gives its answer."""
        assert self.socket is not None
        self._last_id += 1
        number = self._last_id
        await self.socket.send(json.dumps({"type": kind, "id": number, **message}))
        return await self.until(lambda message: message.get("id") == number)

    async def until(self, holds: Callable[[Message], object]) -> Message:
        """Reads until a message is the one that is waited for; a socket is not silent for long."""
        assert self.socket is not None
        while True:
            try:
                async with asyncio.timeout(SILENCE):
                    message: Message = json.loads(await self.socket.recv())
            except TimeoutError:
                await self.socket.send('{"type": "ping"}')
                continue
            self.seen |= message
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message}")
            if holds(message):
                return message

    async def leave(self) -> None:
        """Closes the socket."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None


def milliseconds(durations: list[float]) -> dict[str, float]:
    """The median, the 99th of a hundred and the longest of some durations in seconds."""
    ordered = sorted(durations) or [0.0]
    return {
        "p50_ms": round(1000 * ordered[len(ordered) // 2], 1),
        "p99_ms": round(1000 * ordered[int(len(ordered) * 0.99)], 1),
        "longest_ms": round(1000 * ordered[-1], 1),
    }


def since(began: float) -> float:
    """Seconds that have passed, by a clock that does not jump."""
    return time.perf_counter() - began
