"""A limit on the size of request bodies."""

from __future__ import annotations

import re

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from waterside.server.http.errors import HttpError, problem_response
from waterside.server.http.models import LARGEST_ANSWERS, LARGEST_BODY
from waterside.text.language import later

REVIEWS = re.compile(r"/(t/[^/]+/review/[0-9]+|replay/[^/]+/review)/own")
"""Where pages send what they have estimated for a review."""
WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")
TOO_LARGE = later("At most {most} bytes can be sent.")


class BodyLimit:
    """Middleware that reads bodies, up to the largest that a client needs to send.

    A request is passed on when all of it is here: one that arrives slowly keeps nothing busy.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Checks the declared length of the body, then reads and counts what arrives."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        most = LARGEST_ANSWERS if REVIEWS.fullmatch(scope["path"]) else LARGEST_BODY
        if not length.isdigit() or int(length) > most:
            await problem_response(Request(scope), too_large(most))(scope, receive, send)
            return
        body = bytearray()
        message: Message = {"more_body": scope["method"] in WITH_BODY}
        while message["more_body"]:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > most:
                await problem_response(Request(scope), too_large(most))(scope, receive, send)
                return
            message.setdefault("more_body", False)
        waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_read() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, receive_read, send)


def too_large(most: int) -> HttpError:
    """The refusal of a body that is too large."""
    return HttpError(413, "too_large", TOO_LARGE, most=most)
