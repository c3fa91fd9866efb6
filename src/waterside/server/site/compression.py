"""Answers made smaller for browsers that can unpack them."""

from __future__ import annotations

import gzip
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

SMALL = 1_000
"""Bytes that are not worth it."""


def packed(request: Request, response: Response) -> Response:
    """The same answer, compressed where the browser takes that."""
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    takes = "gzip" in request.headers.get("accept-encoding", "")
    if takes and len(response.body) > SMALL:
        response.body = gzip.compress(bytes(response.body), 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def picture(request: Request, svg: str) -> Response:
    """A picture that the browser may keep as long as it asks whether it is still the same."""
    tag = f'"{sha256(svg.encode()).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return packed(request, Response(svg, headers=headers, media_type="image/svg+xml"))
