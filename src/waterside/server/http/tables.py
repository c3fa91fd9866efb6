"""Endpoints for tables: listing, creating, joining and viewing them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from waterside import protocol
from waterside.core.errors import WatersideError
from waterside.server.domain.commands.visits import admit, remove
from waterside.server.domain.creation import TableWish, create, new_invitation
from waterside.server.http.access import Access, viewpoint_of
from waterside.server.http.description import problems
from waterside.server.http.errors import HttpError
from waterside.server.http.etags import tagged
from waterside.server.http.models import (
    LONGEST_LIST,
    CreatedTable,
    JoinedTable,
    JoinRequest,
    TableEntry,
    TableId,
    Tables,
    place_in_list,
    read_place,
)
from waterside.server.http.request import address_of
from waterside.server.http.sessions import clean_name
from waterside.server.live.identities import hashed
from waterside.server.views import projection


class TableEndpoints:
    """/api/tables, /api/join and the view of one table."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.hub = access.hub

    def add_to(self, router: APIRouter) -> None:
        """Adds the endpoints to a router."""
        add = router.add_api_route
        add("/api/tables", self.tables, methods=["GET"])
        add(
            "/api/tables", self.create, methods=["POST"], status_code=201,
            responses=problems(401, 409, 429),
        )  # fmt: skip
        add("/api/tables/mine", self.mine, methods=["GET"], responses=problems(401))
        add("/api/join", self.join, methods=["POST"], responses=problems(401, 404, 409, 429))
        add(
            "/api/tables/{table}/remove", self.remove, methods=["POST"],
            responses=problems(401, 403, 404, 429),
        )  # fmt: skip
        add(
            "/api/tables/{table}", self.view, methods=["GET"],
            responses=problems(401, 403, 404), response_model=protocol.View,
        )  # fmt: skip

    async def tables(
        self,
        limit: Annotated[int, Query(ge=1, le=LONGEST_LIST)] = 50,
        after: Annotated[
            str | None, Query(pattern=r"^[0-9]{1,12}\.[0-9]{1,17}_[A-Za-z0-9_-]{12}$")
        ] = None,
        phase: protocol.Phase | None = None,
    ) -> Tables:
        """Public tables, the newest first. For more of them pass ``next`` as ``after``."""
        before = read_place(after) if after is not None else None
        phases = [phase.value] if phase else None
        rows = await self.hub.store.public_tables(limit, before, phases)
        more = place_in_list(rows[-1]) if len(rows) == limit else None
        return Tables(tables=[TableEntry.of(row) for row in rows], next=more)

    async def mine(self, request: Request) -> Tables:
        """The tables where you have a seat or are the host."""
        identity = await self.access.required_identity(request)
        rows = await self.hub.store.tables_of(identity.hash)
        return Tables(tables=[TableEntry.of(row) for row in rows[:LONGEST_LIST]])

    async def create(self, request: Request, wanted: TableWish) -> CreatedTable:
        """Creates a table."""
        identity = await self.access.required_identity(request)
        self.access.limit_new_tables(identity)
        name = clean_name(wanted.name) if wanted.name else None
        try:
            table, events, drafts = create(wanted, self.access.sender(identity, name))
        except WatersideError as problem:
            raise HttpError(409, "bad_table", "{problem}", problem=problem) from None
        invitation = new_invitation(self.hub.randbytes)
        await self.hub.create(table, events, drafts, invitation, address_of(request))
        return CreatedTable(id=table.id, invitation=invitation, link=f"/i/{invitation}")

    async def join(self, request: Request, wanted: JoinRequest) -> JoinedTable:
        """Joins the table that an invitation leads to."""
        identity = await self.access.required_identity(request)
        self.access.limit_joining(identity)
        row = await self.hub.store.table_by_invitation(hashed(wanted.invitation))
        live = await self.hub.table(row.id) if row else None
        if live is None:
            raise HttpError(404, "no_such_table", "This invitation leads to no table.")
        name = clean_name(wanted.name) if wanted.name else identity.name
        if name != identity.name:
            identity = await self.access.identities.rename(identity, name)
        async with live.lock:
            await live.decide(lambda: admit(live.table, identity.hash, name))
        return JoinedTable(id=live.table.id)

    async def remove(self, request: Request, table: TableId) -> JoinedTable:
        """Takes a table out of your list: you leave it, and it closes where nobody else plays."""
        live, _ = await self.access.visible_table(request, table)
        identity = await self.access.required_identity(request)
        self.access.limit_joining(identity)
        sender = self.access.sender(identity)
        async with live.lock:
            await live.decide(lambda: remove(live.table, sender))
        return JoinedTable(id=table)

    async def view(self, request: Request, table: TableId) -> Response:
        """All that you may see of a table now."""
        live, identity = await self.access.visible_table(request, table)
        viewpoint = viewpoint_of(request, live.table, identity)
        key, name = (identity.hash, identity.name) if identity else ("", "")

        def make() -> str:
            you = projection.you_view(live.table, key, name, viewpoint.seat)
            return live.broadcast.view_for(viewpoint, you).dumps()

        asked = ("view", key, name, viewpoint.seat, viewpoint.language)
        made = live.snapshots.get(live.version, asked, make)
        return tagged(request, Response(made.content, media_type="application/json"), made.tag)
