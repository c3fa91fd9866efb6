"""Middleware that answers only under the names that the server has."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from waterside.server.http.errors import HttpError, problem_response
from waterside.server.live.identities import header
from waterside.server.ops.metrics import Metrics

HERE = ("localhost", "127.0.0.1", "::1")
"""The names of the computer itself, by which health checks reach it."""


class TrustedHosts:
    """Refuses requests whose ``Host`` is not one of ours.

    A page of another site could otherwise let its own name lead to this server (DNS rebinding), and
    would then pass for one of our pages.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], metrics: Metrics) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is addressed to this server."""
        if scope["type"] not in ("http", "websocket") or not self.hosts:
            await self.app(scope, receive, send)
            return
        if self.is_ours(host_name(header(scope["headers"], b"host") or "")):
            await self.app(scope, receive, send)
            return
        self.metrics.http_refused.labels("host").inc()
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before accept: status 403
            return
        refusal = HttpError(400, "unknown_host", "This server does not have that name.")
        await problem_response(Request(scope), refusal)(scope, receive, send)

    def is_ours(self, host: str) -> bool:
        """Whether a name is this server's, or that of the computer itself."""
        if host in self.hosts or host in HERE:
            return True
        return any(one[:2] == "*." and host.endswith(one[1:]) for one in self.hosts)


def host_name(value: str) -> str:
    """The name in a ``Host`` header, without a port and without the brackets of IPv6."""
    value = value.strip().lower()
    if value.startswith("["):
        return value[1:].partition("]")[0]
    return value.partition(":")[0]
