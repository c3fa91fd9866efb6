"""Endpoints for pages that think for bots: a ticket leads to the bot's question, and back with an answer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from waterside.core.errors import InvalidValueError
from waterside.protocol import SearchQuestion
from waterside.server.http.access import Access
from waterside.server.http.description import problems
from waterside.server.http.errors import HttpError
from waterside.server.http.models import TableId
from waterside.server.live.thinking import PageThinking, Ticket

TicketId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", examples=["Rk3vJ0aXq2LwRk3vJ0aXq2"])]
Finite = Annotated[float, Field(ge=-1, le=2, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=2**31)]
MOST_ACTIONS = 20_000


class Found(BaseModel):
    """What a search has found: number, visits, value and error of each action."""

    model_config = ConfigDict(extra="forbid")
    considered: Annotated[
        list[tuple[Count, Count, Finite, Finite]], Field(min_length=1, max_length=MOST_ACTIONS)
    ]


class ThinkingEndpoints:
    """The question that a ticket of a table leads to, and its answer."""

    def __init__(self, access: Access) -> None:
        self.access = access

    def add_to(self, router: APIRouter) -> None:
        """Adds the endpoints to a router."""
        address, refused = "/api/tables/{table}/thinking/{ticket}", problems(401, 403, 404, 429)
        add = router.add_api_route
        add(
            address,
            self.question,
            methods=["GET"],
            responses=refused,
            response_model=SearchQuestion,
        )
        for method, endpoint in (("POST", self.answer), ("DELETE", self.give_back)):
            add(address, endpoint, methods=[method], responses=refused, status_code=204)

    async def found(self, request: Request, table: str, token: str) -> tuple[PageThinking, Ticket]:
        """The ticket, if it is of this table and this turn and was sent to this user."""
        live, _ = await self.access.visible_table(request, table)
        identity = await self.access.required_identity(request)
        self.access.limit_joining(identity)
        pages = live.bots.pages
        ticket = pages.ticket(token, identity.hash)
        if ticket is None:
            raise HttpError(404, "not_found", "There is nothing here.")
        return pages, ticket

    async def question(self, request: Request, table: TableId, ticket: TicketId) -> Response:
        """What a bot's search would be asked: the position as its seat knows it."""
        _, known = await self.found(request, table, ticket)
        text = known.wanted.model_dump_json(exclude_defaults=True)
        headers = {"Cache-Control": "no-store"}
        return Response(text, media_type="application/json", headers=headers)

    async def answer(
        self, request: Request, table: TableId, ticket: TicketId, found: Found
    ) -> None:
        """Takes what was found; the bot plays what follows from it."""
        pages, known = await self.found(request, table, ticket)
        try:
            pages.take(known, found.considered)
        except InvalidValueError as problem:
            raise HttpError(
                400, "no_answers", "That did not work: {problem}", problem=problem
            ) from None

    async def give_back(self, request: Request, table: TableId, ticket: TicketId) -> None:
        """Says that this client cannot think: the server's bots do."""
        _, known = await self.found(request, table, ticket)
        known.give_back()
