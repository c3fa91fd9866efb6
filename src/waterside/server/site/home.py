"""The first page: the games, the user's own tables, and public tables to watch or join."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.bots.levels import LEVELS
from waterside.core.game import Game
from waterside.core.registry import all_games
from waterside.server.domain.seat import person_of
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.site import guides
from waterside.server.site.compression import compressed, picture_response
from waterside.server.site.templating import Pages, say_for, theme_of
from waterside.server.store import TableRow
from waterside.server.views.viewpoint import level_name
from waterside.text.language import Say
from waterside.text.lessons import tour_of

FIRST = 3
"""Tables above the games where it is the user's turn."""
MOST_PUBLIC = 12


class HomePages:
    """The first page and what it loads."""

    def __init__(self, hub: Hub, identities: Identities, pages: Pages) -> None:
        self.hub = hub
        self.identities = identities
        self.pages = pages

    def routes(self) -> list[Route]:
        """The routes of the first page."""
        return [
            Route("/", self.home),
            Route("/getting-ready", self.getting_ready),
            Route("/games/{game}.svg", self.sample),
        ]

    async def home(self, request: Request) -> Response:
        """The first page."""
        say = say_for(request)
        identity = await self.identities.of(request.scope["headers"])
        rows = await self.hub.store.tables_of(identity.hash) if identity else []
        person = person_of(identity.hash) if identity else ""
        own = [table_entry(row, say, person) for row in rows if row.summary.phase != "closed"]
        known = {row.id for row in rows}
        going = sorted((one for one in own if not one["over"]), key=lambda one: not one["turn"])
        first = [one for one in going if one["turn"]][:FIRST]
        phases = ["waiting", "starting", "playing"]
        public = await self.hub.store.public_tables(MOST_PUBLIC, None, phases)
        page = self.pages.page(
            request,
            "home.html",
            games=[game_card(kind, say) for kind in all_games().values()],
            levels=[(level, level_name(level, say)) for level in LEVELS],
            first=first,
            going=going[len(first) :],
            finished=[one for one in own if one["over"]],
            public=[table_entry(row, say) for row in public if row.id not in known],
            ready=self.hub.warming.is_ready,
        )
        return compressed(request, page)

    async def getting_ready(self, request: Request) -> Response:
        """How much of the bots' preparation is done."""
        warming = self.hub.warming
        return JSONResponse({"done": warming.done, "total": warming.total})

    async def sample(self, request: Request) -> Response:
        """The picture that represents a game."""
        name = request.path_params["game"]
        if name not in all_games():
            return self.pages.not_found(request)
        svg = await asyncio.to_thread(guides.sample, name, language_of(request), theme_of(request))
        return picture_response(request, svg)


def game_card(kind: Game, say: Say) -> dict[str, Any]:
    """What pages say about a game."""
    tour = tour_of(kind)
    fewest, most = kind.seats
    if fewest == most:
        players = say.n("{count} player", "{count} players", fewest)
    else:
        players = say("{fewest} to {most} players", fewest=fewest, most=most)
    return {
        "name": kind.name,
        "title": kind.title,
        "about": say(kind.about),
        "players": players,
        "fewest": fewest,
        "most": most,
        "minutes": tour.lessons.minutes if tour else None,
        "has_tour": tour is not None,
        "has_guide": guides.has_guide(kind),
    }


def table_entry(row: TableRow, say: Say, person: str = "") -> dict[str, Any]:
    """A table in the lists of the first page; ``person`` says whose turn is marked."""
    kind = all_games().get(row.game)
    names, free = [], 0
    for seat in row.summary.seats:
        if seat["free"]:
            free += 1
        elif seat["name"]:
            is_level = seat["kind"] == "bot" and "level" not in seat  # as version 0.1.0 wrote it
            names.append(level_name(seat["name"], say) if is_level else seat["name"])
    game = kind.title if kind else row.game
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "kind": "" if row.title == game else game,
        "names": names,
        "phase": row.summary.phase,
        "free": free,
        "over": row.summary.phase == "between",
        "turn": is_turn_of(person, row),
    }


def is_turn_of(person: str, row: TableRow) -> bool:
    """Whether a table waits for this person: who plays with bots alone is always awaited soon."""
    people = {seat.get("person") for seat in row.summary.seats} - {None}
    if row.summary.phase != "playing" or person not in people:
        return False
    own = [seat for seat in row.summary.seats if seat.get("person") == person]
    return len(people) == 1 or any(seat.get("turn") for seat in own)
