"""Stands in for Starlette and FastAPI where they are not installed: as much of them as pages need.

A tab's page asks its own worker what it would ask a server. The handlers that answer are the server's;
here are the requests that they get, the answers that they make, and the table of routes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit


class HTTPException(Exception):  # noqa: N818
    """Something that cannot be answered."""

    def __init__(
        self, status_code: int, detail: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status_code, self.detail, self.headers = status_code, detail, headers


class Headers(dict[str, str]):
    """Headers, whose names are the same in capitals."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__({name.lower(): value for name, value in given.items()})

    def __setitem__(self, name: str, value: str) -> None:
        super().__setitem__(name.lower(), value)

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())


class Request:
    """What a page asks for."""

    client = None

    def __init__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes = b""
    ) -> None:
        parts = urlsplit(address)
        self.method = method
        self.url = SimpleNamespace(path=unquote(parts.path), query=parts.query)
        self.query_params = dict(parse_qsl(parts.query, keep_blank_values=True))
        self.path_params: dict[str, Any] = {}
        self.headers = Headers(headers)
        self.scope = {"headers": [(k.encode(), v.encode()) for k, v in self.headers.items()]}
        cookies = SimpleCookie(self.headers.get("cookie", ""))
        self.cookies = {name: cookie.value for name, cookie in cookies.items()}
        self._body = body

    async def body(self) -> bytes:
        """What is sent with it."""
        return self._body

    async def is_disconnected(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return False


HTTPConnection = Request


class Response:
    """An answer."""

    media_type = "text/plain"

    def __init__(
        self,
        content: Any = None,
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str | None = None,
    ) -> None:
        self.status_code = status_code
        self.body = self.render(content)
        self.headers = Headers({"content-type": media_type or self.media_type, **(headers or {})})

    def render(self, content: Any) -> bytes:
        """The content as bytes."""
        if content is None:
            return b""
        return content if isinstance(content, bytes) else str(content).encode()


class PlainTextResponse(Response):
    """An answer that is a text."""


class HTMLResponse(Response):
    """An answer that is a page."""

    media_type = "text/html"


class JSONResponse(Response):
    """An answer that is JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The content as bytes."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


class RedirectResponse(Response):
    """An answer that says where the answer is."""

    def __init__(self, url: str, status_code: int = 307) -> None:
        super().__init__(None, status_code, {"location": quote(url, safe="/?&=%#:;,+")})


Endpoint = Callable[[Any], Awaitable[Any]]
"""Answers a request; of what class both are depends on what is installed."""
PARAMETER = re.compile(r"\{(\w+)(?::(\w+))?\}")
KINDS = {None: "[^/]+", "int": "[0-9]+", "number": "[0-9]{1,9}", "path": ".*"}


def compile_path(path: str) -> tuple[re.Pattern[str], str, dict[str, str | None]]:
    """The form of addresses, as a pattern and as it is written, and the kinds of its parameters."""
    form = PARAMETER.sub(lambda found: f"(?P<{found[1]}>{KINDS[found[2]]})", path)
    return re.compile(form), path, {found[1]: found[2] for found in PARAMETER.finditer(path)}


class Route:
    """Addresses of one form, and who answers them."""

    def __init__(self, path: str, endpoint: Endpoint, methods: Sequence[str] = ("GET",)) -> None:
        self.endpoint, self.methods = endpoint, methods
        self.form, _, self.kinds = compile_path(path)

    def match(self, request: Request) -> dict[str, Any] | None:
        """The parts of a request's address, if it is of this form."""
        found = self.form.fullmatch(request.url.path)
        if found is None or request.method not in self.methods:
            return None
        return {
            name: int(value) if self.kinds[name] in ("int", "number") else value
            for name, value in found.groupdict().items()
        }


async def answered(routes: Iterable[Any], request: Request) -> Response:
    """What the first route that fits answers; HTTPException if none does."""
    for route in routes:
        parts = route.match(request)
        if parts is not None:
            request.path_params = parts
            response: Response = await route.endpoint(request)
            return response
    raise HTTPException(404)
