"""What slow, silent and giant connections cost, and whether others are still served.

Strangers open many connections: silent ones, heads and bodies that come byte by byte, giant heads,
readers that never read, and hundreds of requests sent ahead. Whenever the server ends one they open
another. They are a process of their own; meanwhile newcomers connect, one after the other, and ask for
/health. Everything is on loopback and bounded in time: two to three minutes for all kinds. Prints a
JSON line for each kind: how long a newcomer waits, the descriptors and the memory of the server at the
most and at the end, and what became of the strangers' connections.

  python benchmarks/slow_clients.py
  python benchmarks/slow_clients.py --connections 2000 --seconds 45 --only silent giant_head
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attackers import Attackers, Counts, connected, ended, place_of, request
from benchmarks.server import memory

ADDRESSES = [f"127.0.0.{number}" for number in range(10, 40)]
"""Strangers come from many addresses, so that it is not only the limit of one that holds them."""
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
BODY = b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
NEWCOMER_WAITS = 30.0
"""Seconds after which a newcomer gives up."""

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[str]]
"""Uses a connection until the server ends it; says how."""


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Sends nothing and waits for the server to close."""
    return await ended(reader)


async def slow_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Sends a byte of a head each second."""

    async def send() -> None:
        for byte in HEAD * 100:
            writer.write(bytes([byte]))
            await asyncio.sleep(1)

    return await while_sending(send(), reader)


async def slow_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Sends a byte of a body each second."""

    async def send() -> None:
        writer.write(BODY)
        while True:
            writer.write(b"x")
            await asyncio.sleep(1)

    return await while_sending(send(), reader)


async def giant_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Sends a header without an end, at most 200 MB of it."""

    async def send() -> None:
        writer.write(HEAD + b"X-Giant: ")
        for _ in range(2000):
            writer.write(b"x" * 100_000)
            await writer.drain()

    return await while_sending(send(), reader)


async def while_sending(sending: Awaitable[None], reader: asyncio.StreamReader) -> str:
    """Sends until the server says something or closes."""
    task = asyncio.ensure_future(sending)
    try:
        return await ended(reader)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def no_reader(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Asks for much and reads nothing, for as long as the attack goes on."""
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(request("GET", "/api/openapi.json") * 12)
    await asyncio.sleep(3600)
    return "closed"


async def far_ahead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
    """Sends hundreds of requests at once, without waiting for an answer."""
    writer.write(request("GET", "/") * 500)
    while await reader.read(65_536):
        pass
    return "closed"


CLIENTS: dict[str, Client] = {
    one.__name__: one for one in (silent, slow_head, slow_body, giant_head, no_reader, far_ahead)
}


async def hold(
    kind: str, url: str, addresses: list[str], connections: int, until: float, counts: Counts
) -> None:
    """Keeps so many connections of a kind open, from some addresses."""
    host, port = place_of(url)

    async def use(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        counts["opened"] += 1
        counts[await CLIENTS[kind](reader, writer)] += 1

    async def one(address: str) -> None:
        while time.monotonic() < until:
            await connected(host, port, address, counts, use)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one(address) for address in islice(cycle(addresses), connections)))


def descriptors(process: int) -> int:
    """How many files and connections a process has open."""
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


async def newcomer(host: str, port: int) -> bool:
    """Whether someone who comes now is served."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), NEWCOMER_WAITS)
        writer.close()
    except (OSError, TimeoutError):
        return False
    return answer.startswith(b"HTTP/1.1 200 ")


class Newcomers:
    """Those who connect one after the other, and what the server has open meanwhile."""

    def __init__(self, server: subprocess.Popen[str], url: str) -> None:
        self.server, self.place = server, place_of(url)
        self.waits: list[float] = []
        self.failed = self.descriptors = self.memory = 0

    async def come(self, seconds: float) -> None:
        """Has them come for some time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            began = time.perf_counter()
            self.failed += not await newcomer(*self.place)
            self.waits.append(time.perf_counter() - began)
            self.descriptors = max(self.descriptors, descriptors(self.server.pid))
            self.memory = max(self.memory, memory(self.server.pid))
            await asyncio.sleep(0.1)

    def result(self) -> dict[str, float]:
        """How they fared."""
        waits = sorted(self.waits) or [0.0]
        return {
            "newcomers": len(self.waits),
            "failed": self.failed,
            "p50_ms": round(1000 * waits[len(waits) // 2], 1),
            "longest_ms": round(1000 * waits[-1], 1),
            "most_descriptors": self.descriptors,
            "largest_MB": round(self.memory / 1e6, 1),
        }


async def measure_kind(
    options: argparse.Namespace, kind: str, server: subprocess.Popen[str], url: str
) -> bool:
    """Runs one kind; whether every newcomer was served and everything was given back."""
    before = descriptors(server.pid)
    attack = partial(hold, kind, url, ADDRESSES, options.connections)
    attackers = Attackers(attack, options.seconds)
    await attackers.have_begun()
    newcomers = Newcomers(server, url)
    await newcomers.come(options.seconds)
    counts = await attackers.counts()
    gone = time.monotonic() + options.after
    while descriptors(server.pid) > before + 5 and time.monotonic() < gone:
        await asyncio.sleep(0.2)
    left = descriptors(server.pid) - before
    line = {
        "benchmark": "slow_clients",
        "kind": kind,
        "connections": options.connections,
        **newcomers.result(),
        "descriptors_left": left,
        "MB_at_the_end": round(memory(server.pid) / 1e6, 1),
        "strangers": counts,
    }
    print(json.dumps(line), flush=True)
    return not newcomers.failed and left <= 5


async def measure(options: argparse.Namespace, database: str) -> bool:
    """Runs each kind; whether all went well."""
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--bots", "0"]
    server = subprocess.Popen(
        [*command, "--database", database, "--log-level", "error"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    try:
        await newcomer(*place_of(url))
        return all([await measure_kind(options, kind, server, url) for kind in options.only])
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description="What slow and giant connections cost.")
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=15, help="of each kind")
    parser.add_argument("--after", type=float, default=20, help="seconds until all is given back")
    parser.add_argument("--only", nargs="+", choices=list(CLIENTS), default=list(CLIENTS))
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        holds = asyncio.run(measure(options, f"sqlite:///{folder}/tables.db"))
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
