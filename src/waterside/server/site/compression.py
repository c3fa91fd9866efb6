"""Compressed answers, for browsers that accept them."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

from waterside.server.http.etags import tagged

SMALL = 1_000
"""Answers of at most so many bytes are not compressed."""


def compressed(request: Request, response: Response) -> Response:
    """The same answer, compressed if the browser accepts that."""
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    accepts = "gzip" in request.headers.get("accept-encoding", "")
    if accepts and len(response.body) > SMALL:
        response.body = gzip.compress(bytes(response.body), 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def picture_response(request: Request, svg: str) -> Response:
    """A picture that the browser may keep if it asks each time whether it is still the same."""
    answer = tagged(request, Response(svg, media_type="image/svg+xml"))
    return compressed(request, answer) if answer.body else answer
