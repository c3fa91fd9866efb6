"""The assets of pages: styles, scripts, icons. Their addresses change with their content, so that a
browser keeps them for good and never uses an old one.
"""

from __future__ import annotations

import gzip
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import waterside
from waterside.core.registry import all_games
from waterside.pictures import stylesheet

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
PICTURES = "picture.css"
ENGINE = "games/index.js"
"""What uses the games' WebAssembly modules: the JavaScript package's own script."""
A_YEAR = "public, max-age=31536000, immutable"


class Assets:
    """All assets, read once and kept in memory."""

    @cached_property
    def contents(self) -> dict[str, bytes]:
        """The content of each asset, by its name."""
        found = {
            file.relative_to(FOLDER).as_posix(): file.read_bytes()
            for file in sorted(FOLDER.rglob("*"))
            if file.suffix in TYPES
        }
        all_games()  # a game adds its own colours when it is loaded
        found[PICTURES] = stylesheet().encode()
        found[ENGINE] = (Path(waterside.__file__).parent / "javascript/index.js").read_bytes()
        return found

    @cached_property
    def compressed(self) -> dict[str, bytes]:
        """The compressed content of each asset, by its name."""
        return {name: gzip.compress(content, mtime=0) for name, content in self.contents.items()}

    @cached_property
    def version(self) -> str:
        """A hash of all assets, which is part of their addresses."""
        every = sha256()
        for name, content in sorted(self.contents.items()):
            every.update(name.encode() + b"\0" + content)
        return every.hexdigest()[:12]

    def prepare(self) -> None:
        """Reads and compresses all assets."""
        _ = self.version, self.compressed

    def address(self, name: str) -> str:
        """The address of an asset; KeyError if there is none of this name."""
        if name not in self.contents:
            raise KeyError(name)
        return f"/static/{self.version}/{name}"

    async def worker(self, request: Request) -> Response:
        """The service worker, at an address of its own: it is in charge of all pages."""
        headers = {"Cache-Control": "no-cache", "Content-Type": TYPES[".js"]}
        return Response(self.contents["worker.js"], headers=headers)

    async def serve(self, request: Request) -> Response:
        """Answers with an asset; under an old address with the present content, not to be kept."""
        name = request.path_params["name"]
        if name not in self.contents:
            return Response("There is nothing here.", 404, media_type="text/plain")
        current = request.path_params["version"] == self.version
        headers = {
            "Cache-Control": A_YEAR if current else "no-cache",
            "Content-Type": TYPES[Path(name).suffix],
            "Vary": "Accept-Encoding",
        }
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.compressed[name], headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.contents[name], headers=headers)
