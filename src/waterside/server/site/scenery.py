"""The fixed drawings of boards, for browsers to keep."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from waterside.core.registry import all_games
from waterside.pictures import Scenery, drawing_of
from waterside.server.site.assets import A_YEAR
from waterside.server.site.compression import compressed


async def scenery(request: Request) -> Response:
    """A scenery; its address has a hash of the content, so that it is kept for ever."""
    found = scenery_of(request.path_params["game"], request.path_params["variant"])
    if found is None:
        return Response("There is nothing here.", 404, media_type="text/plain")
    response = compressed(request, Response(found.svg, media_type="image/svg+xml"))
    is_current = request.path_params["key"] == found.key
    response.headers["Cache-Control"] = A_YEAR if is_current else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def scenery_of(game: str, variant: str) -> Scenery | None:
    """The scenery of a game, if there is one of this name."""
    kind = all_games().get(game)
    if kind is None:
        return None
    try:
        return drawing_of(kind).scenery(variant)
    except KeyError:
        return None
