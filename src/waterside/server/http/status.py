"""Endpoints about the server itself: its games, its protocol, its health and its metrics."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

import waterside
from waterside import protocol
from waterside.core.registry import all_games
from waterside.server.http.description import RETURNS_TEXT
from waterside.server.http.models import GameInfo, Health
from waterside.server.live.hub import Hub
from waterside.server.ops.probe import WriteProbe

schema = cache(protocol.schema)


class StatusEndpoints:
    """/api/games, /api/schema, /health and /metrics."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.probe = WriteProbe(hub.store, hub.clock)

    def add_to(self, router: APIRouter) -> None:
        """Adds the endpoints to a router."""
        add = router.add_api_route
        add("/api/games", self.games, methods=["GET"])
        add("/api/schema", self.schema, methods=["GET"])
        add("/health", self.health, methods=["GET"])
        add(
            "/metrics", self.metrics, methods=["GET"], responses=RETURNS_TEXT,
            response_class=Response,
        )  # fmt: skip

    async def games(self) -> list[GameInfo]:
        """The games that can be played here."""
        return [GameInfo.of(game) for game in all_games().values()]

    async def schema(self) -> dict[str, Any]:
        """The JSON schema of the messages on a table's socket."""
        return schema()

    async def health(self) -> Health:
        """Whether the server works and its database can be read and written to."""
        await self.hub.store.table("")
        await self.probe.check()
        return Health(
            status="closing" if self.hub.closing else "ok",
            version=waterside.__version__,
            protocol=protocol.VERSION,
            tables=self.hub.live_tables,
            connections=self.hub.connections,
        )

    async def metrics(self) -> Response:
        """Counters in Prometheus' format."""
        return PlainTextResponse(self.hub.metrics.text(), media_type="text/plain; version=0.0.4")
