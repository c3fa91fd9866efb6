"""Middleware that gives every address its share of the event loop, and no more."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from waterside.server.http.errors import HttpError, problem_response
from waterside.server.http.request import address_of
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.shares import LoopShare, LoopShares

HANDSHAKE = 0.002
"""Seconds that opening a socket costs, about as much as a small page."""
BACKOFF = 1.0
"""Seconds after which a request that is one too many is refused: whoever repeats it at once must
not keep the server busy with refusals."""


class FairShare:
    """Lets requests of an address begin as fast as its share of the event loop allows."""

    def __init__(self, app: ASGIApp, shares: LoopShares, metrics: Metrics) -> None:
        self.app = app
        self.shares = shares
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on when it is its turn."""
        if scope["type"] not in ("http", "websocket") or not self.shares.is_limited:
            await self.app(scope, receive, send)
            return
        share = self.shares.of(address_of(HTTPConnection(scope)))
        if scope["type"] == "websocket":
            await self.open_socket(share)
            await self.app(scope, receive, send)
        elif share.is_full:
            await asyncio.sleep(BACKOFF)
            self.metrics.http_refused.labels("share").inc()
            refusal = HttpError(429, "too_often", "Too often; wait a moment.")
            await problem_response(Request(scope), refusal)(scope, receive, send)
        else:
            await self.answer(share, scope, receive, send)

    async def open_socket(self, share: LoopShare) -> None:
        """Waits for the turn of a new socket; what it does later has limits of its own."""
        await share.take_turn()
        share.spend(HANDSHAKE)
        share.end_turn()

    async def answer(self, share: LoopShare, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request and charges its address for it; a slow reader delays nobody, and
        nothing is done for a client that has gone while it waited.
        """
        waited = await share.take_turn()
        is_open = True

        async def send_and_end_turn(message: Message) -> None:
            nonlocal is_open
            if is_open and message["type"] == "http.response.start":
                is_open = False
                share.end_turn()
            await send(message)

        async def work() -> None:
            given = await if_still_there(scope, receive) if waited else receive
            if given is not None:
                await self.app(scope, given, send_and_end_turn)

        try:
            await share.charge(work())
        finally:
            if is_open:
                share.end_turn()


async def if_still_there(scope: Scope, receive: Receive) -> Receive | None:
    """What gives the body of a request, which has been read already; None if the client has gone."""
    body: list[Message] = [await receive()]
    if await Request(scope, receive).is_disconnected():
        return None

    async def receive_again() -> Message:
        return body.pop() if body else await receive()

    return receive_again
