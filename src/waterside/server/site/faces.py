"""The faces of bots, for browsers to keep."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from waterside.pictures.faces import face_of
from waterside.server.domain.bot_names import NAMES
from waterside.server.site.compression import picture_response

A_DAY = "public, max-age=86400"


async def face(request: Request) -> Response:
    """The face that belongs to a bot's name."""
    name = request.path_params["name"]
    if name not in NAMES:
        return Response("There is nothing here.", 404, media_type="text/plain")
    response = picture_response(request, face_of(NAMES.index(name)))
    response.headers["Cache-Control"] = A_DAY
    return response
