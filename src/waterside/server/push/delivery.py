"""Delivers a message to a push service. Endpoints come from browsers, so they are not trusted: only
HTTPS and public addresses are connected to, the very address that was checked, and nothing that
comes back is followed or kept.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

LONGEST_ENDPOINT = 1000
TIMEOUT = 10.0
"""Seconds for one message."""
LONGEST_LINE = 4096
GONE = frozenset({404, 410})
"""What a service answers when the browser has unsubscribed."""


class EndpointError(Exception):
    """An endpoint that no message is sent to."""


class DeliveryError(Exception):
    """A message that did not arrive, for now."""


def checked_endpoint(endpoint: str, *, anywhere: bool = False) -> SplitResult:
    """The parts of an endpoint; EndpointError if no push service has such an address."""
    try:
        place = urlsplit(endpoint)
        port = place.port
    except ValueError:
        raise EndpointError("it is no address") from None
    if not anywhere and (place.scheme != "https" or port not in (None, 443)):
        raise EndpointError("it is not HTTPS at its usual port")
    if place.scheme not in ("http", "https") or not place.hostname:
        raise EndpointError("it names no host")
    if place.username or place.password or place.fragment:
        raise EndpointError("it has more than a host and a path")
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise EndpointError("it has letters that addresses do not have")
    if len(endpoint) > LONGEST_ENDPOINT:
        raise EndpointError("it is too long")
    return place


async def public_address(host: str, port: int, *, anywhere: bool = False) -> str:
    """An address of a host; EndpointError if one of its addresses is not public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as problem:
        raise DeliveryError(f"{host} is not found: {problem}") from None
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not anywhere and not all(is_public(address) for address in addresses):
        raise EndpointError("it leads to a network that is not public")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, and not of a group of hosts."""
    parsed = ip_address(address)
    mapped = getattr(parsed, "ipv4_mapped", None)
    return is_public(str(mapped)) if mapped else parsed.is_global and not parsed.is_multicast


async def deliver(
    endpoint: str, headers: Mapping[str, str], body: bytes, *, anywhere: bool = False
) -> int:
    """Posts a message and returns the status of the answer."""
    place = checked_endpoint(endpoint, anywhere=anywhere)
    try:
        async with asyncio.timeout(TIMEOUT):
            return await _post(place, headers, body, anywhere=anywhere)
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as problem:
        raise DeliveryError(str(problem) or type(problem).__name__) from None


async def _post(
    place: SplitResult, headers: Mapping[str, str], body: bytes, *, anywhere: bool
) -> int:
    assert place.hostname is not None
    is_secure = place.scheme == "https"
    port = place.port or (443 if is_secure else 80)
    address = await public_address(place.hostname, port, anywhere=anywhere)
    reader, writer = await asyncio.open_connection(
        address,
        port,
        limit=LONGEST_LINE,
        ssl=ssl.create_default_context() if is_secure else None,
        server_hostname=place.hostname if is_secure else None,
    )
    try:
        path = (place.path or "/") + (f"?{place.query}" if place.query else "")
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: {place.netloc}",
            *(f"{name}: {value}" for name, value in headers.items()),
            f"Content-Length: {len(body)}",
            "Connection: close",
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        await writer.drain()
        version, status = (await reader.readuntil(b"\r\n")).split(maxsplit=2)[:2]
        if not version.startswith(b"HTTP/1."):
            raise ValueError("the answer is not HTTP")
        return int(status)
    finally:
        writer.close()
