"""The server as one ASGI application."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

import waterside
from waterside.fairness import RandBytes
from waterside.server.http.api import make_router
from waterside.server.http.body_limit import BodyLimit
from waterside.server.http.errors import add_error_handlers, refuse_foreign
from waterside.server.http.fair_share import FairShare
from waterside.server.http.status import schema
from waterside.server.http.trusted_hosts import TrustedHosts
from waterside.server.live.errors import UnreadableTableError
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.ops.settings import Settings
from waterside.server.ops.shares import LoopShares
from waterside.server.site.routes import Site
from waterside.server.site.security import SecureHeaders
from waterside.server.sockets.endpoint import TableSocket
from waterside.server.store import Store

SOCKET = "/api/tables/{table}/socket"


def make_app(
    store: Store,
    settings: Settings | None = None,
    *,
    randbytes: RandBytes = secrets.token_bytes,
    clock: Callable[[], float] = time.monotonic,
) -> FastAPI:
    """The application on an open store, which it closes when it ends.

    ``app.state.hub`` has the live tables. ``randbytes`` gives what nobody may guess, ``clock`` the
    time that rate limits are measured by: tests, which need the same games and the same refusals in
    every run, pass others.
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
        description="Games are played over the socket of a table: see /api/schema.",
        lifespan=lifespan,
        dependencies=[Depends(refuse_foreign(hub))],
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.hub = hub
    app.include_router(make_router(hub, identities))
    app.router.routes.append(WebSocketRoute(SOCKET, TableSocket(hub, identities)))
    app.state.site = site = Site(hub, identities)
    app.router.routes.extend(site.routes())
    # The last one added is the first to see a request: bodies are read before a turn is taken.
    app.add_middleware(FairShare, LoopShares(hub.settings.loop_share, clock), hub.metrics)
    app.add_middleware(BodyLimit)
    app.add_middleware(TrustedHosts, hub.settings.trusted_hosts, hub.metrics)
    app.add_middleware(SecureHeaders)
    add_error_handlers(app)
    app.add_exception_handler(UnreadableTableError, site.unreadable_table)
    app.add_exception_handler(HTTPException, site.unanswerable)
    return app


def prepare(app: FastAPI) -> None:
    """Makes what is made once: in a thread, so that players do not wait when someone first asks."""
    app.state.site.prepare()
    app.openapi()
    schema()
