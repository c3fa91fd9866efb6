"""A server that runs, asked as its players ask it: through its proxy."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit

from waterside.server.doctor.findings import LOOPBACK, Finding, advice, ok, wrong


def running_server(url: str) -> Iterator[Finding]:
    """Whether a running server can be reached as its players reach it, its proxy included."""
    status, content = ask(f"{url}/health")
    if status != 200:
        yield wrong(url, f"/health answers {status or 'nothing'}: {content[:200]}")
        return
    health = json.loads(content)
    yield ok(url, f"version {health['version']} answers, {health['status']}")
    if urlsplit(url).scheme == "https":
        yield ok("TLS", "the certificate is accepted")
    elif urlsplit(url).hostname not in LOOPBACK:
        yield wrong("TLS", f"{url} is not encrypted: anybody on the way can take over identities")
    status, content = ask(f"{url}/api/join", {"Origin": url}, b"{}")
    if status == 403:
        yield wrong("proxy", "it changes the Host header: pass it on (proxy_set_header Host $host)")
    elif status in (401, 422):
        yield ok("proxy", "the Host header arrives as it was sent")
    else:
        yield advice("proxy", f"/api/join answers {status}: {content[:100]}")
    status, _ = ask(f"{url}/api/join", {"Origin": "https://elsewhere.invalid"}, b"{}")
    if status == 403:
        yield ok("other sites", "they cannot act for your users")
    else:
        yield wrong("other sites", "the Origin header is lost on the way: pass it on")
    yield upgrade(url)
    if urlsplit(url).hostname not in LOOPBACK:
        status, content = ask(f"{url}/metrics")
        if status == 200 and "waterside_" in content:
            yield advice("/metrics", "anyone can read it; deny it in the proxy")
        else:
            yield ok("/metrics", "strangers cannot read it")


def upgrade(url: str) -> Finding:
    """Whether sockets pass the proxy: the server itself answers an upgrade, if only with a no."""
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "d2F0ZXJzaWRlIGRvY3Rvcg==",
        "Origin": "https://elsewhere.invalid",
    }
    status, _ = ask_for_upgrade(f"{url}/api/tables/none00000000/socket", headers)
    if status == 403:
        return ok("sockets", "they pass")
    return wrong(
        "sockets",
        "the proxy does not pass them on: set Upgrade and Connection as docs/hosting.md shows",
    )


def ask(
    url: str, headers: dict[str, str] | None = None, body: bytes | None = None
) -> tuple[int, str]:
    """The status and the text of an answer; 0 and the reason if there is none."""
    sent = {"Content-Type": "application/json", **(headers or {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, sent), timeout=10) as answer:
            return answer.status, answer.read(100_000).decode("utf-8", "replace")
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read(100_000).decode("utf-8", "replace")
    except OSError as problem:
        return 0, str(problem)


def ask_for_upgrade(url: str, headers: dict[str, str]) -> tuple[int, str]:
    """The status that a request for a socket is answered with; 0 if there is none."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=10)
    try:
        connection.request("GET", parts.path, headers=headers)
        return connection.getresponse().status, ""
    except (OSError, http.client.HTTPException) as problem:
        return 0, str(problem)
    finally:
        connection.close()
