"""Answers about whole games: made, written and compressed beside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from waterside.server.http.access import on_whole_games
from waterside.server.live.hub import Hub
from waterside.server.site.compression import accepts_compression, compressed_body, with_body


def private(content: dict[str, Any]) -> JSONResponse:
    """An answer that is for one viewer."""
    return JSONResponse(content, headers={"Cache-Control": "private, no-store"})


def written(make: Callable[[], dict[str, Any]], is_compressed: bool) -> tuple[bytes, bool]:
    """An answer as its bytes, and whether they are compressed: small ones are not."""
    body = bytes(JSONResponse(make()).body)
    return compressed_body(body) if is_compressed else (body, False)


async def whole_game_response(
    hub: Hub, request: Request, make: Callable[[], dict[str, Any]]
) -> Response:
    """An answer for one viewer, all of it made in the background: to write and compress the log of
    a long game would keep the event loop for as long as many moves. ``make`` travels to another
    process, so it is a function of a module, with ``functools.partial``.
    """
    body, is_compressed = await on_whole_games(
        hub, request, written, make, accepts_compression(request)
    )
    return with_body(private({}), body, is_compressed)
