"""Endpoints for what was played: a table's log, the records of its games, and checks of chance."""

from __future__ import annotations

from typing import Annotated

from cachetools import LRUCache
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from waterside import fairness
from waterside.core.errors import WatersideError
from waterside.core.record import Record
from waterside.server.http.access import (
    Access,
    in_background,
    limit_whole_games,
    on_whole_games,
    viewpoint_of,
)
from waterside.server.http.description import RETURNS_TEXT, TAKES_TEXT, problems
from waterside.server.http.errors import HttpError
from waterside.server.http.etags import tagged
from waterside.server.http.models import LONGEST_LOG, TableId, TableLog, Verification
from waterside.server.views.history import log, read_upload, records

KEPT = 64
"""Records of games that are over which are kept in memory."""
GameNumber = Annotated[int | None, Query(ge=1, le=1_000_000)]


class RecordEndpoints:
    """The log, the records and the checks of tables, and the check of any record."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.hub = access.hub
        self.kept: LRUCache[tuple[str, int], Record] = LRUCache(KEPT)

    def add_to(self, router: APIRouter) -> None:
        """Adds the endpoints to a router."""
        add = router.add_api_route
        add(
            "/api/tables/{table}/log", self.log, methods=["GET"],
            responses=problems(401, 403, 404, 429),
        )  # fmt: skip
        ended = problems(401, 403, 404, 409, 429)
        add(
            "/api/tables/{table}/record", self.record, methods=["GET"],
            responses={**ended, **RETURNS_TEXT}, response_class=Response,
        )  # fmt: skip
        add("/api/tables/{table}/verify", self.verify_table, methods=["GET"], responses=ended)
        add(
            "/api/verify", self.verify, methods=["POST"], openapi_extra=TAKES_TEXT,
            responses=problems(429),
        )  # fmt: skip

    async def log(
        self,
        request: Request,
        table: TableId,
        after: Annotated[int, Query(ge=0, le=2**31)] = 0,
        limit: Annotated[int, Query(ge=1, le=LONGEST_LOG)] = LONGEST_LOG,
        seat: Annotated[int | None, Query(ge=1, le=99)] = None,
    ) -> TableLog:
        """All that has happened at a table, in words, from the beginning or after an event. For
        more pass ``next`` as ``after``. ``seat``: the viewpoint, if you have several seats.
        """
        live, identity = await self.access.visible_table(request, table)
        viewpoint = viewpoint_of(request, live.table, identity, seat)
        limit_whole_games(self.hub, request)
        events = (await self.hub.store.events(live.table.id))[: after + limit]
        entries = await in_background(
            self.hub, request, log, events, live.table.id, viewpoint, after
        )
        last = events[-1].number if events else 0
        return TableLog(log=entries, next=last if last < live.table.number else None)

    async def record(self, request: Request, table: TableId, game: GameNumber = None) -> Response:
        """The record of a game that is over, the last one if none is named."""
        record = await self.finished(request, table, game)
        text = await on_whole_games(self.hub, request, annotated_text, record)
        return tagged(request, PlainTextResponse(text))

    async def verify_table(
        self, request: Request, table: TableId, game: GameNumber = None
    ) -> Verification:
        """Checks every roll and draw of a game that is over."""
        record = await self.finished(request, table, game)
        return await on_whole_games(self.hub, request, Verification.of, record)

    async def verify(self, request: Request) -> Verification:
        """Checks every roll and draw of a record, which is sent as plain text."""
        return await on_whole_games(self.hub, request, verify_text, await request.body())

    async def finished(self, request: Request, table: str, game: int | None) -> Record:
        """The record of a game that is over, the last one if none is named."""
        live, _ = await self.access.visible_table(request, table)
        if game is not None and (record := self.kept.get((table, game))):
            return record
        limit_whole_games(self.hub, request)
        events = await self.hub.store.events(live.table.id)
        found = await in_background(self.hub, request, records, events, live.table.id)
        if game is None:
            game = max(found, default=1)
        if game not in found:
            now = live.table.round
            if now is not None and now.number == game:
                raise HttpError(
                    409, "not_over", "The game is not over: its record would reveal secrets."
                )
            raise HttpError(404, "no_such_game", "There was no such game at this table.")
        self.kept[table, game] = found[game]
        return found[game]


def annotated_text(record: Record) -> str:
    """A record with what a verifier needs that does not know the rules."""
    return fairness.annotated(record).dumps()


def verify_text(text: bytes) -> Verification:
    """Checks the text of a record; a text that is not a record, or too long, is not fair."""
    try:
        return Verification.of(read_upload(text.decode()))
    except (WatersideError, UnicodeDecodeError) as problem:
        return Verification(fair=False, draws=0, findings=[str(problem)])
