"""Answers with a tag: whoever has the same content already is sent only that nothing has changed."""

from __future__ import annotations

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

ASK_EACH_TIME = "private, no-cache"
"""Browsers may keep the answer if they ask each time whether it is still the same."""


def tag_of(content: bytes | memoryview) -> str:
    """The tag of a content, as headers have it."""
    return f'"{sha256(content).hexdigest()[:20]}"'


def tagged(request: Request, response: Response, tag: str | None = None) -> Response:
    """The answer with its tag, or 304 without content if the client has the same already."""
    tag = tag or tag_of(response.body)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = ASK_EACH_TIME
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Authorization, Cookie"
    if is_known(request, tag):
        kept = {name: response.headers[name] for name in ("ETag", "Cache-Control", "Vary")}
        return Response(status_code=304, headers=kept)
    return response


def is_known(request: Request, tag: str) -> bool:
    """Whether the client says that it has the content of this tag."""
    known = request.headers.get("if-none-match", "")
    return tag in [one.strip().removeprefix("W/") for one in known.split(",")]
