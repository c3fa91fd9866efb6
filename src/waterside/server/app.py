"""The server as one ASGI application."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute, compile_path

import waterside
from waterside.fairness import RandBytes
from waterside.server.domain.errors import RefusalError
from waterside.server.http.api import Api
from waterside.server.http.errors import HttpError, refuse_foreign, told
from waterside.server.http.models import LARGEST_BODY, Problem
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.ops.settings import Settings
from waterside.server.site.routes import Site
from waterside.server.site.security import SecureHeaders
from waterside.server.sockets.endpoint import TableSocket
from waterside.server.store import Store, StoreError
from waterside.text.language import later, speaker

SOCKET = "/api/tables/{table}/socket"


def make_app(
    store: Store,
    settings: Settings | None = None,
    *,
    randbytes: RandBytes = secrets.token_bytes,
    clock: Callable[[], float] = time.monotonic,
) -> FastAPI:
    """The application on a store that is open; ``app.state.hub`` has its live tables.

    The store is closed with it. ``randbytes`` gives what nobody may guess, ``clock`` the time that
    limits on how often anybody does anything are measured by: tests, which need the same games and
    the same refusals in every run, pass others.
    """
    hub = Hub(store, settings or Settings(), randbytes=randbytes, clock=clock)
    identities = Identities(store, randbytes)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hub.open()
        yield
        await hub.close()
        await store.close()

    app = FastAPI(
        title="Waterside",
        version=waterside.__version__,
        summary="Tables for four water-side games, over the network.",
        description="Playing itself goes over the socket of a table: see /api/schema.",
        lifespan=lifespan,
        dependencies=[Depends(refuse_foreign(hub))],
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.hub = hub
    app.include_router(Api(hub, identities).router())
    app.router.routes.append(WebSocketRoute(SOCKET, TableSocket(hub, identities)))
    app.router.routes.extend(Site(hub, identities).routes())
    app.add_middleware(SecureHeaders)
    app.add_middleware(SmallBodies)
    for kind in (HttpError, RefusalError, StoreError):
        app.add_exception_handler(kind, told)
    app.add_exception_handler(RequestValidationError, not_as_described)
    app.add_exception_handler(HTTPException, nothing_here)
    return app


async def not_as_described(request: Request, problem: Exception) -> JSONResponse:
    """Says what is wrong with a request, without repeating it."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse(
        Problem(code="malformed", text=f"{where}: {first['msg']}").model_dump(), 422
    )


async def nothing_here(request: Request, problem: Exception) -> JSONResponse:
    """Says that there is nothing at an address, or not for this method, or not readable."""
    assert isinstance(problem, HTTPException)
    code, text = SAID.get(problem.status_code, ("refused", str(problem.detail)))
    headers = dict(problem.headers or {})
    if problem.status_code == 405:
        headers["Allow"] = ", ".join(sorted(methods_at(request)))
    said = speaker(language_of(request))(text)
    answer = Problem(code=code, text=said).model_dump()
    return JSONResponse(answer, problem.status_code, headers)


SAID = {
    400: ("malformed", later("What was sent cannot be read.")),
    404: ("not_found", later("There is nothing here.")),
    405: ("wrong_method", later("This is not the way to ask here; the header Allow says how.")),
}


def methods_at(request: Request) -> set[str]:
    """The methods that an address takes."""
    found: set[str] = set()
    for path, methods in request.app.openapi()["paths"].items():
        pattern, _, _ = compile_path(path)
        if pattern.match(request.url.path):
            found |= {method.upper() for method in methods}
    return found


TOO_LARGE = later("At most {most} bytes can be sent.")


class SmallBodies:
    """Refuses requests that send more than anybody needs to."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Counts what comes in."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            declined = HttpError(413, "too_large", TOO_LARGE, most=LARGEST_BODY)
            await told(Request(scope), declined)(scope, receive, send)
            return
        so_far = 0

        async def counted() -> dict[str, Any]:
            nonlocal so_far
            message: dict[str, Any] = await receive()
            so_far += len(message.get("body", b""))
            if so_far > LARGEST_BODY:
                raise HttpError(413, "too_large", TOO_LARGE, most=LARGEST_BODY)
            return message

        await self.app(scope, counted, send)
