"""The pages where a game is looked at once more: of a table, or from a record somebody brings."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.core.errors import TranslatableError, WatersideError
from waterside.core.record import Record
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities, is_foreign
from waterside.server.ops.background import Found, Given
from waterside.server.site.compression import packed
from waterside.server.site.templating import Pages, say_for
from waterside.server.views.history import records
from waterside.server.views.replay import MOST_ACTIONS, OPEN, WATCHING, Replay, Replays

LONGEST_RECORD = 200_000
MOST_PICTURES = 8


class Refusal(Exception):
    """Why something cannot be shown: a status and words."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Screening:
    """A film, and whose eyes may be chosen; the first are the usual ones."""

    def __init__(self, film: Replay, viewpoint: list[str]) -> None:
        self.film = film
        self.viewpoint = viewpoint

    def chosen(self, request: Request) -> str:
        """The eyes that a request asks for; the usual ones if they may not be used."""
        asked = request.query_params.get("eyes", "")
        return asked if asked in self.viewpoint else self.viewpoint[0]


class ReplayPages:
    """The replay pages and what they ask for."""

    def __init__(self, hub: Hub, identities: Identities, pages: Pages) -> None:
        self.hub = hub
        self.identities = identities
        self.pages = pages
        self.films = Replays()

    def routes(self) -> list[Route]:
        """All of them under their addresses."""
        found = [
            Route("/replay", self.bring),
            Route("/replay", self.take, methods=["POST"]),
        ]
        for place in ("/t/{table}/replay/{number:int}", "/replay/{key}"):
            found += [
                Route(place, self.show),
                Route(f"{place}/log", self.log),
                Route(f"{place}/pictures", self.pictures),
            ]
        return [Route("/t/{table}/replay", self.show), *found]

    async def bring(self, request: Request) -> Response:
        """Where a record is brought."""
        return packed(request, self.pages.page(request, "bring.html"))

    async def take(self, request: Request) -> Response:
        """Reads a record that somebody brings; answers where it can be looked at."""
        say = say_for(request)
        if is_foreign(request.scope["headers"], self.hub.settings.trusted_origins):
            return JSONResponse({"text": say("Open this page anew and try again.")}, 403)
        text = (await request.body()).decode("utf-8", "replace")
        try:
            film = await self.found(request, read, text)
        except Refusal as refusal:
            return JSONResponse({"text": str(refusal)}, refusal.status)
        except WatersideError as problem:
            told = problem.translated(say) if isinstance(problem, TranslatableError) else problem
            words = say("This is no record of a game: {problem}", problem=told)
            return JSONResponse({"text": words}, 400)
        key = sha256(text.encode()).hexdigest()[:32]
        self.films.keep(f"brought {key}", film)
        return JSONResponse({"address": f"/replay/{key}"})

    async def screening(self, request: Request) -> Screening:
        """What a request is about, with what the sender may see of it."""
        say = say_for(request)
        if key := request.path_params.get("key"):
            film = self.films.get(f"brought {key}")
            if film is None:
                raise Refusal(404, say("This record is not here any more. Bring it once more."))
            return Screening(film, [OPEN, *seats(film), WATCHING])
        live = await self.hub.table(request.path_params["table"])
        identity = await self.identities.of(request.scope["headers"])
        known = identity.hash if identity else ""
        if live is None or not live.table.admits(known):
            raise Refusal(404, say("There is no such table. Perhaps it was closed."))
        table = live.table
        own = [str(seat.number) for seat in table.seats_of(known)] if known else []
        now = table.round
        number = request.path_params.get("number") or (now.number if now else 1)
        if now is not None and now.number == number:
            key = f"{table.id} {number} {len(now.actions)} {now.position.held.hex()}"
            film = self.films.get(key)
            if film is None:
                record = now.record(table.names(), {})
                film = self.films.keep(key, await self.found(request, Replay, record))
            if now.reason is None:
                return Screening(film, own or [WATCHING])
        else:
            key = f"{table.id} {number}"
            film = self.films.get(key)
            if film is None:
                events = await self.hub.store.events(table.id)
                found = await self.found(request, records, events, table.id)
                if number not in found:
                    raise Refusal(404, say("There was no such game at this table."))
                film = self.films.keep(key, await self.hub.reading.do(Replay, found[number]))
        rest = [viewpoint for viewpoint in (OPEN, *seats(film), WATCHING) if viewpoint not in own]
        return Screening(film, [*own, *rest])

    async def found(
        self,
        request: Request,
        work: Callable[Given, Found],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Found:
        """What is found by reading a whole game, for an address that may still ask for it."""
        if not self.hub.reading.allows(request):
            raise Refusal(429, say_for(request)("Too often; wait a moment."))
        return await self.hub.reading.do(work, *given, **named)

    async def show(self, request: Request) -> Response:
        """The page of a film."""
        say = say_for(request)
        try:
            screening = await self.screening(request)
        except Refusal as refusal:
            title = say("Nothing to see")
            return self.pages.message(request, refusal.status, title, str(refusal))
        film = screening.film
        table, number = request.path_params.get("table"), request.path_params.get("number")
        if table and number is None:
            live = await self.hub.table(table)
            number = live.table.round.number if live and live.table.round else 1
        source = f"/t/{table}/replay/{number}" if table else request.url.path
        page = self.pages.page(
            request,
            "replay.html",
            title=film.end.game.title,
            game=film.end.game.name,
            names=film.names(say),
            source=source,
            table=table,
            number=number,
            moments=len(film.moments),
            viewpoint=[(key, called(key, film, say)) for key in screening.viewpoint],
            over=film.end.is_over,
        )
        return packed(request, page)

    async def log(self, request: Request) -> Response:
        """All moments in words."""
        say = say_for(request)
        try:
            screening = await self.screening(request)
        except Refusal as refusal:
            return JSONResponse({"text": str(refusal)}, refusal.status)
        viewpoint = screening.chosen(request)
        told = await self.hub.reading.do(screening.film.log, viewpoint, say)
        ending = screening.film.ending(viewpoint, say)
        return packed(request, private({"moments": told, "ending": ending}))

    async def pictures(self, request: Request) -> Response:
        """Some moments as pictures, in a row."""
        say = say_for(request)
        try:
            screening = await self.screening(request)
        except Refusal as refusal:
            return JSONResponse({"text": str(refusal)}, refusal.status)
        film, viewpoint = screening.film, screening.chosen(request)
        asked = request.query_params.get("from", "0")
        first = min(int(asked), len(film.moments)) if asked.isdecimal() and len(asked) < 6 else 0
        numbers = range(len(film.moments))[first : first + MOST_PICTURES]
        drawn = await self.hub.reading.do(
            lambda: [film.picture(number, viewpoint, say).svg for number in numbers]
        )
        return packed(request, private({"from": first, "pictures": drawn}))


def private(content: dict[str, Any]) -> JSONResponse:
    """An answer that is for one viewer."""
    return JSONResponse(content, headers={"Cache-Control": "private, no-store"})


def read(text: str) -> Replay:
    """The film of a record; WatersideError for what is none, or too long."""
    if len(text) > LONGEST_RECORD or text.count("\n") > MOST_ACTIONS:
        raise WatersideError(f"it is longer than {MOST_ACTIONS} lines")
    return Replay(Record.loads(text))


def seats(film: Replay) -> list[str]:
    """The eyes of all seats."""
    return [str(seat) for seat in range(1, film.end.players + 1)]


def called(viewpoint: str, film: Replay, say: Any) -> str:
    """What a way of looking is called."""
    if viewpoint == OPEN:
        return str(say("Everything open"))
    if viewpoint == WATCHING:
        return str(say("As somebody who watched"))
    return str(say("As {who} saw it", who=film.names(say)[int(viewpoint) - 1]))
