"""The games' WebAssembly modules and what they have learned, as files that browsers keep for good."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.server.live.hub import Hub
from waterside.server.site.assets import A_YEAR

TYPES = {"wasm": "application/wasm", "weights": "application/octet-stream"}


class ModuleFiles:
    """Sends the files at the addresses that ``waterside.server.live.modules`` gives."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def routes(self) -> list[Route]:
        """The route of modules."""
        return [Route("/modules/{digest}/{name}", self.serve)]

    async def serve(self, request: Request) -> Response:
        """Answers with a file; an address of another content leads nowhere."""
        name = request.path_params["name"]
        assert self.hub.modules is not None, "a server has modules"
        file = await self.hub.modules.file(request.path_params["digest"], name)
        if file is None:
            return Response("There is nothing here.", 404, media_type="text/plain")
        headers = {
            "Cache-Control": A_YEAR,
            "Content-Type": TYPES[name.rpartition(".")[2]],
            "Vary": "Accept-Encoding",
        }
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.compressed, headers={**headers, "Content-Encoding": "gzip"})
        return Response(file.content, headers=headers)
