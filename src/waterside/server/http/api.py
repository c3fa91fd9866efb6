"""The HTTP side: identities, lists, making and joining tables, records, checks."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

import waterside
from waterside import protocol
from waterside.core.errors import WatersideError
from waterside.core.record import Record, one_line
from waterside.core.registry import all_games
from waterside.server.domain.commands import Sender
from waterside.server.domain.creation import TableWish, made, new_invitation
from waterside.server.domain.table import Draft, Table, person_of
from waterside.server.http.errors import HttpError
from waterside.server.http.models import (
    EVERYWHERE,
    LONGEST_LIST,
    LONGEST_STORY,
    PLAIN_TEXT,
    SAYS_TEXT,
    Checked,
    GameAbout,
    Health,
    Invitation,
    Joined,
    Made,
    NameWish,
    NewIdentity,
    OptionAbout,
    Story,
    TableId,
    Tables,
    Whoami,
    checked,
    listed,
    marked,
    problems,
    unmarked,
)
from waterside.server.http.request import address_of, language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import COOKIE, LASTS, Identities, hashed
from waterside.server.live.table import LiveTable
from waterside.server.store import Identity
from waterside.server.views import projection
from waterside.server.views.history import records, story
from waterside.server.views.viewpoint import Viewpoint


class Api:
    """The endpoints; one object for one server."""

    def __init__(self, hub: Hub, identities: Identities) -> None:
        self.hub = hub
        self.identities = identities

    def router(self) -> APIRouter:
        """All of them under their addresses."""
        router = APIRouter(responses=EVERYWHERE)
        add = router.add_api_route
        add("/api/identity", self.whoami, methods=["GET"], responses=problems(401))
        add(
            "/api/identity", self.new_identity, methods=["POST"], status_code=201,
            responses=problems(429),
        )  # fmt: skip
        add("/api/session", self.session, methods=["POST"], responses=problems(429))
        add("/api/games", self.games, methods=["GET"])
        add("/api/tables", self.tables, methods=["GET"])
        add(
            "/api/tables", self.make, methods=["POST"], status_code=201,
            responses=problems(401, 409, 429),
        )  # fmt: skip
        add("/api/tables/mine", self.mine, methods=["GET"], responses=problems(401))
        add("/api/join", self.join, methods=["POST"], responses=problems(401, 404, 429))
        seen = problems(401, 403, 404)
        add(
            "/api/tables/{table}", self.view, methods=["GET"], responses=seen,
            response_model=protocol.View,
        )  # fmt: skip
        add(
            "/api/tables/{table}/story", self.story, methods=["GET"],
            responses=problems(401, 403, 404, 429),
        )  # fmt: skip
        ended = problems(401, 403, 404, 409, 429)
        add(
            "/api/tables/{table}/record", self.record, methods=["GET"],
            responses={**ended, **SAYS_TEXT}, response_class=Response,
        )  # fmt: skip
        add("/api/tables/{table}/verify", self.verify_table, methods=["GET"], responses=ended)
        add(
            "/api/verify", self.verify, methods=["POST"], openapi_extra=PLAIN_TEXT,
            responses=problems(429),
        )  # fmt: skip
        add("/api/schema", self.schema, methods=["GET"])
        add("/health", self.health, methods=["GET"])
        add(
            "/metrics", self.metrics, methods=["GET"], responses=SAYS_TEXT,
            response_class=Response,
        )  # fmt: skip
        return router

    async def who(self, request: Request) -> Identity:
        """Who sends a request; refused if nobody we know."""
        identity = await self.identities.of(request.scope["headers"])
        if identity is None:
            raise HttpError(
                401, "unknown_identity", "Ask for an identity first: POST /api/identity."
            )
        return identity

    def sender(self, identity: Identity, name: str | None = None) -> Sender:
        """Who makes or joins a table."""
        return Sender(
            identity.hash,
            name or identity.name,
            time.time(),
            known_levels=self.hub.known_levels,
            randbytes=self.hub.randbytes,
        )

    async def whoami(self, request: Request) -> Whoami:
        """Who you are."""
        identity = await self.who(request)
        return Whoami(person=person_of(identity.hash), name=identity.name)

    async def new_identity(self, request: Request, wish: NameWish) -> NewIdentity:
        """A new identity for a program, with its bearer token."""
        self.check_identities(request)
        token, identity = await self.identities.new(clean(wish.name))
        return NewIdentity(person=person_of(identity.hash), name=identity.name, token=token)

    async def session(self, request: Request, response: Response, wish: NameWish) -> Whoami:
        """An identity for a browser, kept in a cookie that scripts cannot read; whoever has one
        already gets the new name.
        """
        name = clean(wish.name)
        identity = await self.identities.of(request.scope["headers"])
        if identity is None:
            self.check_identities(request)
            token, identity = await self.identities.new(name)
            response.set_cookie(
                COOKIE,
                token,
                max_age=LASTS,
                httponly=True,
                samesite="lax",
                secure=self.hub.settings.secure_cookie,
            )
        else:
            identity = await self.identities.rename(identity, name)
        return Whoami(person=person_of(identity.hash), name=identity.name)

    def check_identities(self, request: Request) -> None:
        """Refuses an address that asks for too many identities."""
        if not self.hub.new_identities.take(address_of(request)):
            raise HttpError(
                429, "too_often", "Too many identities from your address; wait a minute."
            )

    def check_readings(self, request: Request) -> None:
        """Refuses an address that asks for too many whole games."""
        if not self.hub.reading.allows(request):
            raise HttpError(429, "too_often", "Too often; wait a moment.")

    async def games(self) -> list[GameAbout]:
        """The games that can be played here."""
        return [
            GameAbout(
                name=game.name,
                title=game.title,
                about=game.about,
                fewest=game.seats[0],
                most=game.seats[1],
                options=[
                    OptionAbout(
                        name=option.name,
                        about=option.about,
                        takes=option.values(),
                        default=option.default(game.seats[0]),
                    )
                    for option in game.options
                ],
            )
            for game in all_games().values()
        ]

    async def tables(
        self,
        limit: Annotated[int, Query(ge=1, le=LONGEST_LIST)] = 50,
        after: Annotated[
            str | None, Query(pattern=r"^[0-9]{1,12}\.[0-9]{1,17}_[A-Za-z0-9_-]{12}$")
        ] = None,
        phase: protocol.Phase | None = None,
    ) -> Tables:
        """Public tables, the newest first. For more of them pass ``next`` as ``after``."""
        before = unmarked(after) if after is not None else None
        phases = [phase.value] if phase else None
        rows = await self.hub.store.public_tables(limit, before, phases)
        more = marked(rows[-1]) if len(rows) == limit else None
        return Tables(tables=[listed(row) for row in rows], next=more)

    async def mine(self, request: Request) -> Tables:
        """The tables where you have a seat or are the host."""
        identity = await self.who(request)
        rows = await self.hub.store.tables_of(identity.hash)
        return Tables(tables=[listed(row) for row in rows[:LONGEST_LIST]])

    async def make(self, request: Request, wish: TableWish) -> Made:
        """Makes a table."""
        identity = await self.who(request)
        if not self.hub.new_tables.take(identity.hash):
            raise HttpError(429, "too_often", "Too many tables; wait a minute.")
        name = clean(wish.name) if wish.name else None
        try:
            table, events, drafts = made(wish, self.sender(identity, name))
        except WatersideError as problem:
            raise HttpError(409, "bad_table", "{problem}", problem=problem) from None
        invitation = new_invitation(self.hub.randbytes)
        await self.hub.create(table, events, drafts, invitation)
        return Made(id=table.id, invitation=invitation, link=f"/i/{invitation}")

    async def join(self, request: Request, wish: Invitation) -> Joined:
        """Lets whoever has an invitation in."""
        identity = await self.who(request)
        if not self.hub.by_identity.take(identity.hash):
            raise HttpError(429, "too_often", "Too many tries; wait a moment.")
        row = await self.hub.store.table_by_invitation(hashed(wish.invitation))
        live = await self.hub.table(row.id) if row else None
        if live is None:
            raise HttpError(404, "no_such_table", "This invitation leads to no table.")
        name = clean(wish.name) if wish.name else identity.name
        if name != identity.name:
            identity = await self.identities.rename(identity, name)
        body = {"identity": identity.hash, "name": name}
        async with live.lock:
            await live.decide(
                lambda: [] if identity.hash in live.table.members else [Draft("admitted", body)]
            )
        return Joined(id=live.table.id)

    async def visible(self, request: Request, table: str) -> tuple[LiveTable, Identity | None]:
        """A table that the sender may see."""
        identity = await self.identities.of(request.scope["headers"])
        live = await self.hub.table(table)
        if live is None:
            raise HttpError(404, "no_such_table", "There is no such table.")
        if not live.table.public:
            if identity is None:
                raise HttpError(401, "unknown_identity", "This table is only for those invited.")
            if not live.table.lets_in(identity.hash):
                raise HttpError(403, "not_invited", "This table is only for those invited.")
        return live, identity

    async def view(self, request: Request, table: TableId) -> Response:
        """All that you may see of a table now."""
        live, identity = await self.visible(request, table)
        viewpoint = viewpoint_of(request, live.table, identity)
        key, name = (identity.hash, identity.name) if identity else ("", "")
        you = projection.you_part(live.table, key, name, viewpoint.seat)
        return JSONResponse(live.view_for(viewpoint, you))

    async def story(
        self,
        request: Request,
        table: TableId,
        after: Annotated[int, Query(ge=0, le=2**31)] = 0,
        limit: Annotated[int, Query(ge=1, le=LONGEST_STORY)] = LONGEST_STORY,
        seat: Annotated[int | None, Query(ge=1, le=99)] = None,
    ) -> Story:
        """All that has happened at a table, in words, from the beginning or after an event. For
        more pass ``next`` as ``after``. ``seat``: which of your seats you look from.
        """
        live, identity = await self.visible(request, table)
        self.check_readings(request)
        viewpoint = viewpoint_of(request, live.table, identity, seat)
        events = (await self.hub.store.events(live.table.id))[: after + limit]
        told = await self.hub.reading.do(story, events, live.table.id, viewpoint, after)
        last = events[-1].number if events else 0
        return Story(
            told=[protocol.Told(**entry) for entry in told],
            next=last if last < live.table.number else None,
        )

    async def finished(self, request: Request, table: str, game: int | None) -> Record:
        """The record of a game that is over."""
        live, _ = await self.visible(request, table)
        self.check_readings(request)
        events = await self.hub.store.events(live.table.id)
        found = await self.hub.reading.do(records, events, live.table.id)
        if game is None:
            game = max(found, default=1)
        if game not in found:
            now = live.table.round
            if now is not None and now.number == game:
                raise HttpError(
                    409, "not_over", "The game is not over: its record would tell secrets."
                )
            raise HttpError(404, "no_such_game", "There was no such game at this table.")
        return found[game]

    async def record(
        self,
        request: Request,
        table: TableId,
        game: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
    ) -> Response:
        """The record of a game that is over, the last one if none is named."""
        record = await self.finished(request, table, game)
        return PlainTextResponse(record.dumps())

    async def verify_table(
        self,
        request: Request,
        table: TableId,
        game: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
    ) -> Checked:
        """Checks every roll and draw of a game that is over."""
        return await self.hub.reading.do(checked, await self.finished(request, table, game))

    async def verify(self, request: Request) -> Checked:
        """Checks every roll and draw of a record, which is sent as plain text."""
        self.check_readings(request)
        return await self.hub.reading.do(checked_text, await request.body())

    async def schema(self) -> dict[str, Any]:
        """The JSON schema of the messages on a table's socket."""
        return protocol.schema()

    async def health(self) -> Health:
        """Whether the server is well."""
        await self.hub.store.table("")
        return Health(
            status="closing" if self.hub.closing else "ok",
            version=waterside.__version__,
            protocol=protocol.VERSION,
            tables=self.hub.live_tables,
            connections=self.hub.connections,
        )

    async def metrics(self) -> Response:
        """Counts in Prometheus' format."""
        return PlainTextResponse(self.hub.metrics.text(), media_type="text/plain; version=0.0.4")


def checked_text(text: bytes) -> Checked:
    """What came out when a record was checked that somebody sent; what is none is not fair."""
    try:
        return checked(Record.loads(text.decode()))
    except (WatersideError, UnicodeDecodeError) as problem:
        return Checked(fair=False, draws=0, findings=[str(problem)])


def clean(name: str) -> str:
    """A name on one line."""
    return one_line(name) or "?"


def viewpoint_of(
    request: Request, table: Table, identity: Identity | None, seat: int | None = None
) -> Viewpoint:
    """Through which eyes the sender of a request looks at a table: those of the own seat, or of the
    one that is asked for where there are several.
    """
    own = [own.number for own in table.seats_of(identity.hash)] if identity else []
    if seat not in own:
        seat = own[0] if own else None
    return Viewpoint(seat, language_of(request), reminded=table.reminders)
