"""Compressed answers, for browsers that accept them."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

from waterside.server.http.etags import tagged

SMALL = 1_000
"""Answers of at most so many bytes are not compressed."""


def accepts_compression(request: Request) -> bool:
    """Whether a browser accepts compressed answers."""
    return "gzip" in request.headers.get("accept-encoding", "")


def compressed_body(body: bytes) -> tuple[bytes, bool]:
    """A body as it is sent to a browser that accepts compression, and whether it is compressed."""
    if len(body) > SMALL:
        return gzip.compress(body, 6, mtime=0), True
    return body, False


def with_body(response: Response, body: bytes, is_compressed: bool) -> Response:
    """An answer with a body that may be compressed."""
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    response.body = body
    response.headers["Content-Length"] = str(len(body))
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def compressed(request: Request, response: Response) -> Response:
    """The same answer, compressed if the browser accepts that."""
    body = bytes(response.body)
    if accepts_compression(request):
        return with_body(response, *compressed_body(body))
    return with_body(response, body, False)


def picture_response(request: Request, svg: str) -> Response:
    """A picture that the browser may keep if it asks each time whether it is still the same."""
    answer = tagged(request, Response(svg, media_type="image/svg+xml"))
    return compressed(request, answer) if answer.body else answer
