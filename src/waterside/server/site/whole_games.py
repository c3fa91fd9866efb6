"""Answers about whole games: made, written and compressed beside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from waterside.server.http.access import on_whole_games
from waterside.server.live.hub import Hub
from waterside.server.site.compression import compressed


def private(content: dict[str, Any]) -> JSONResponse:
    """An answer that is for one viewer."""
    return JSONResponse(content, headers={"Cache-Control": "private, no-store"})


async def whole_game_response(
    hub: Hub, request: Request, make: Callable[[], dict[str, Any]]
) -> Response:
    """An answer for one viewer, all of it made in the background: to write and compress the log of
    a long game would keep the event loop for as long as many moves.
    """

    def answer() -> Response:
        return compressed(request, private(make()))

    return await on_whole_games(hub, request, answer)
