"""What pages load besides themselves: style, script, icons. Their address changes with their
content, so a browser keeps them for good and never has an old one.
"""

from __future__ import annotations

import gzip
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

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
A_YEAR = "public, max-age=31536000, immutable"


class Assets:
    """All assets, read once."""

    @cached_property
    def contents(self) -> dict[str, bytes]:
        """The assets by their names."""
        found = {
            file.relative_to(FOLDER).as_posix(): file.read_bytes()
            for file in sorted(FOLDER.rglob("*"))
            if file.suffix in TYPES
        }
        all_games()  # a game adds its own colours when it is loaded
        found[PICTURES] = stylesheet().encode()
        return found

    @cached_property
    def packed(self) -> dict[str, bytes]:
        """The same, compressed."""
        return {name: gzip.compress(content, mtime=0) for name, content in self.contents.items()}

    @cached_property
    def version(self) -> str:
        """Says which assets these are."""
        every = sha256()
        for name, content in sorted(self.contents.items()):
            every.update(name.encode() + b"\0" + content)
        return every.hexdigest()[:12]

    def address(self, name: str) -> str:
        """Where an asset is found; KeyError if there is none of this name."""
        if name not in self.contents:
            raise KeyError(name)
        return f"/static/{self.version}/{name}"

    async def serve(self, request: Request) -> Response:
        """One asset; an old address has the new content, but is not kept."""
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
            return Response(self.packed[name], headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.contents[name], headers=headers)
