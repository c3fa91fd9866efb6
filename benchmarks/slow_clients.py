"""What slow, silent and giant connections cost, and whether others are still served.

Strangers open many connections: silent ones, heads and bodies that come byte by byte, giant heads,
readers that never read, and hundreds of requests sent ahead. Meanwhile newcomers connect, one after the other, and ask for
/health. Everything is on loopback and bounded in time. Prints a JSON line for each kind: how long a
newcomer waits, and the descriptors and the memory of the server at the most and at the end.

  python benchmarks/slow_clients.py
  python benchmarks/slow_clients.py --connections 500 --seconds 15 --only silent giant_head
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import cycle, islice
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.server import memory

ADDRESSES = [f"127.0.0.{number}" for number in range(10, 40)]
"""Strangers come from many addresses, so that it is not only the limit of one that holds them."""
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
BODY = b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends nothing and waits for the server to close."""
    await reader.read(1)


async def slow_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends a byte of a head each second."""
    for byte in HEAD * 100:
        writer.write(bytes([byte]))
        await asyncio.sleep(1)


async def slow_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends a byte of a body each second."""
    writer.write(BODY)
    while True:
        writer.write(b"x")
        await asyncio.sleep(1)


async def giant_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends a header without an end, at most 200 MB of it."""
    writer.write(HEAD + b"X-Giant: ")
    for _ in range(2000):
        writer.write(b"x" * 100_000)
        await writer.drain()


async def no_reader(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Asks for much and reads nothing."""
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 12)
    await asyncio.sleep(3600)


async def far_ahead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends hundreds of requests at once, without waiting for an answer."""
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 500)
    while await reader.read(65_536):
        pass


CLIENTS: dict[str, Client] = {
    one.__name__: one for one in (silent, slow_head, slow_body, giant_head, no_reader, far_ahead)
}


def descriptors(process: int) -> int:
    """How many files and connections a process has open."""
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


async def newcomer(host: str, port: int) -> bool:
    """Whether someone who comes now is served."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 30)
        writer.close()
    except (OSError, TimeoutError):
        return False
    return answer.startswith(b"HTTP/1.1 200 ")


async def hold(
    client: Client, host: str, port: int, address: str, until: float, opened: Counter[str]
) -> None:
    """Keeps one connection of a kind open, and opens another when the server closes it; counts how
    many an address has opened.
    """
    while time.monotonic() < until:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, port, local_addr=(address, 0))
            opened[address] += 1
            try:
                await client(reader, writer)
            finally:
                writer.close()
        await asyncio.sleep(0.1)


async def measure(options: argparse.Namespace, database: str) -> bool:
    """Runs each kind; whether every newcomer was served and everything was given back."""
    command = [sys.executable, "-m", "waterside", "serve", "--port", "0", "--bots", "0"]
    server = subprocess.Popen(
        [*command, "--database", database, "--log-level", "error"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    host, _, port = url.removeprefix("http://").partition(":")
    holds = True
    try:
        await newcomer(host, int(port))
        for name in options.only:
            before = descriptors(server.pid)
            until = time.monotonic() + options.seconds
            opened: Counter[str] = Counter()
            tasks = [
                asyncio.create_task(hold(CLIENTS[name], host, int(port), address, until, opened))
                for address in islice(cycle(ADDRESSES), options.connections)
            ]
            waits: list[float] = []
            failed = most = largest = 0
            while time.monotonic() < until:
                began = time.perf_counter()
                failed += not await newcomer(host, int(port))
                waits.append(time.perf_counter() - began)
                most = max(most, descriptors(server.pid))
                largest = max(largest, memory(server.pid))
                await asyncio.sleep(0.1)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            gone = time.monotonic() + options.after
            while descriptors(server.pid) > before + 5 and time.monotonic() < gone:
                await asyncio.sleep(0.2)
            left = descriptors(server.pid) - before
            waits.sort()
            line = {
                "benchmark": "slow_clients",
                "kind": name,
                "connections": options.connections,
                "opened": opened.total(),
                "newcomers": len(waits),
                "failed": failed,
                "p50_ms": round(1000 * waits[len(waits) // 2], 1),
                "longest_ms": round(1000 * waits[-1], 1),
                "most_descriptors": most,
                "descriptors_left": left,
                "largest_MB": round(largest / 1e6, 1),
                "MB_at_the_end": round(memory(server.pid) / 1e6, 1),
            }
            holds = holds and not failed and left <= 5
            print(json.dumps(line), flush=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(description="What slow and giant connections cost.")
    parser.add_argument("--connections", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=45, help="of each kind")
    parser.add_argument("--after", type=float, default=45, help="seconds until all is given back")
    parser.add_argument("--only", nargs="+", choices=list(CLIENTS), default=list(CLIENTS))
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        holds = asyncio.run(measure(options, f"sqlite:///{folder}/tables.db"))
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
