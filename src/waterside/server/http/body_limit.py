"""A limit on the size of request bodies."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from waterside.server.http.errors import HttpError, problem_response
from waterside.server.http.models import LARGEST_BODY
from waterside.text.language import later

TOO_LARGE = later("At most {most} bytes can be sent.")


class BodyLimit:
    """Middleware that refuses requests with a body larger than any client needs to send."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Checks the declared length of the body, then counts what arrives."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            await problem_response(Request(scope), too_large())(scope, receive, send)
            return
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGEST_BODY:
                raise too_large()
            return message

        await self.app(scope, receive_counted, send)


def too_large() -> HttpError:
    """The refusal of a body that is too large."""
    return HttpError(413, "too_large", TOO_LARGE, most=LARGEST_BODY)
