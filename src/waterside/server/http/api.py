"""The HTTP interface for programs: all endpoints under their addresses."""

from __future__ import annotations

from fastapi import APIRouter

from waterside.server.http.access import Access
from waterside.server.http.description import EVERYWHERE
from waterside.server.http.push import PushEndpoints
from waterside.server.http.records import RecordEndpoints
from waterside.server.http.sessions import SessionEndpoints
from waterside.server.http.status import StatusEndpoints
from waterside.server.http.tables import TableEndpoints
from waterside.server.http.thinking import ThinkingEndpoints
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities


def make_router(hub: Hub, identities: Identities) -> APIRouter:
    """The router of the whole HTTP interface."""
    access = Access(hub, identities)
    router = APIRouter(responses=EVERYWHERE)
    SessionEndpoints(access).add_to(router)
    TableEndpoints(access).add_to(router)
    RecordEndpoints(access).add_to(router)
    ThinkingEndpoints(access).add_to(router)
    PushEndpoints(access).add_to(router)
    StatusEndpoints(hub).add_to(router)
    return router
