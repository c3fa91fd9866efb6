"""The pages around the tables: home, setting up a table, rules, a first tour."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.bots.levels import LEVELS
from waterside.core.game import Game
from waterside.core.options import Option, Seat, Whole
from waterside.core.position import Position
from waterside.core.registry import all_games
from waterside.pictures import drawing_of, last_steps
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.site import guides
from waterside.server.site.compression import packed, picture
from waterside.server.site.templating import Pages, say_for, theme_of
from waterside.server.store import TableRow
from waterside.server.views.viewpoint import bot_name
from waterside.text.language import Say, speaker
from waterside.text.lessons import SEAT, tour_of
from waterside.text.narration import narrate

MOST_MINE = 8
MOST_PUBLIC = 12
GUIDE_SECTIONS_FOR_ALL = 3
"""The last sections of a guide are for those who want to know exactly."""
TURN_TIMES = (30, 60, 120, 300, 24 * 3600)


class Visits:
    """The pages where people arrive, and learn."""

    def __init__(self, hub: Hub, identities: Identities, pages: Pages) -> None:
        self.hub = hub
        self.identities = identities
        self.pages = pages

    def routes(self) -> list[Route]:
        """All of them under their addresses."""
        return [
            Route("/", self.home),
            Route("/getting-ready", self.getting_ready),
            Route("/new/{game}", self.new),
            Route("/games/{game}.svg", self.sample),
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/{number:int}.svg", self.figure),
            Route("/tour/{game}", self.tour),
            Route("/tour/{game}/{step:int}", self.tour_step),
        ]

    async def home(self, request: Request) -> Response:
        """The games, one's own tables, and those that can be watched."""
        say = say_for(request)
        identity = await self.identities.of(request.scope["headers"])
        rows = await self.hub.store.tables_of(identity.hash) if identity else []
        mine = [row for row in rows if row.summary.phase != "closed"][:MOST_MINE]
        known = {row.id for row in mine}
        phases = ["waiting", "playing"]
        public = await self.hub.store.public_tables(MOST_PUBLIC, None, phases)
        page = self.pages.page(
            request,
            "home.html",
            games=[shown(kind, say) for kind in all_games().values()],
            levels=[(level, bot_name(level, say)) for level in LEVELS],
            mine=[listed(row, say) for row in mine],
            public=[listed(row, say) for row in public if row.id not in known],
            ready=self.hub.warming.is_ready,
        )
        return packed(request, page)

    async def getting_ready(self, request: Request) -> Response:
        """How far the bots are."""
        warming = self.hub.warming
        return JSONResponse({"done": warming.done, "total": warming.total})

    async def new(self, request: Request) -> Response:
        """The form for a table with friends."""
        kind = all_games().get(request.path_params["game"])
        if kind is None:
            return self.no_game(request)
        say = say_for(request)
        fewest, most = kind.seats
        asked = request.query_params.get("players", "")
        players = int(asked) if asked.isdecimal() and len(asked) < 3 else fewest
        players = min(max(players, fewest), most)
        page = self.pages.page(
            request,
            "new.html",
            game=shown(kind, say),
            players=players,
            counts=range(fewest, most + 1),
            seats=[kind.text.seat_name(seat, say) for seat in range(1, players + 1)],
            levels=[(level, bot_name(level, say)) for level in LEVELS],
            options=[asked_for(one, kind, players, say) for one in kind.options],
            series=kind.series.games,
            forgettable=kind.forget is not None,
            turn_times=[(seconds, lasting(seconds, say)) for seconds in TURN_TIMES],
        )
        return packed(request, page)

    async def sample(self, request: Request) -> Response:
        """The picture that a game is shown by."""
        name = request.path_params["game"]
        if name not in all_games():
            return self.no_game(request)
        language, theme = language_of(request), theme_of(request)
        return picture(request, await asyncio.to_thread(guides.sample, name, language, theme))

    async def rules(self, request: Request) -> Response:
        """The rules for people."""
        kind = all_games().get(request.path_params["game"])
        say = say_for(request)
        if kind is None:
            return self.no_game(request)
        if not guides.has_guide(kind):
            text = say("{title} comes without rules to read here.", title=kind.title)
            return self.pages.message(request, 404, say("No rules"), text)
        found = guides.guide(kind.name, language_of(request))
        split = max(1, len(found.sections) - GUIDE_SECTIONS_FOR_ALL)
        page = self.pages.page(
            request,
            "rules.html",
            game=shown(kind, say),
            guide=found,
            main=found.sections[:split],
            exact=found.sections[split:],
        )
        return packed(request, page)

    async def figure(self, request: Request) -> Response:
        """A picture in the rules."""
        name, number = request.path_params["game"], request.path_params["number"]
        if name not in all_games():
            return self.no_game(request)
        svg = await asyncio.to_thread(
            guides.figure, name, number, language_of(request), theme_of(request)
        )
        return self.no_game(request) if svg is None else picture(request, svg)

    async def tour(self, request: Request) -> Response:
        """A first game, step by step."""
        kind = all_games().get(request.path_params["game"])
        tour = tour_of(kind) if kind else None
        if kind is None or tour is None:
            return self.no_game(request)
        steps = len(tour.lessons.steps)
        page = self.pages.page(
            request, "tour.html", game=shown(kind, say_for(request)), steps=steps
        )
        return packed(request, page)

    async def tour_step(self, request: Request) -> Response:
        """What one step of the tour shows, says and waits for."""
        kind = all_games().get(request.path_params["game"])
        tour = tour_of(kind) if kind else None
        number = request.path_params["step"]
        if kind is None or tour is None or not 1 <= number <= len(tour.lessons.steps) + 1:
            return self.no_game(request)
        found = await asyncio.to_thread(tour_step, kind.name, number, language_of(request))
        return packed(request, JSONResponse(found, headers={"Cache-Control": "private, no-cache"}))

    def no_game(self, request: Request) -> Response:
        """Says that there is no such game."""
        say = say_for(request)
        text = say("There is nothing at this address. All games are on the first page.")
        return self.pages.message(request, 404, say("Nothing here"), text)


def shown(kind: Game, say: Say) -> dict[str, Any]:
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


def listed(row: TableRow, say: Say) -> dict[str, Any]:
    """A table as the first page lists it."""
    kind = all_games().get(row.game)
    names, free = [], 0
    for seat in row.summary.seats:
        if seat["free"]:
            free += 1
        elif seat["name"]:
            is_bot = seat["kind"] == "bot"
            names.append(bot_name(seat["name"], say) if is_bot else seat["name"])
    game = kind.title if kind else row.game
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "kind": "" if row.title == game else game,
        "names": names,
        "phase": row.summary.phase,
        "free": free,
    }


def asked_for(option: Option, kind: Game, players: int, say: Say) -> dict[str, Any]:
    """An option as a form asks for it."""
    default = option.default(players)
    choices = option.choices(players)
    labels = [
        kind.text.seat_name(int(value), say)
        if isinstance(option, Seat)
        else option.label(value, say)
        for value in choices
    ]
    return {
        "name": option.name,
        "about": say(option.about),
        "default": option.write(default),
        "choices": list(zip(map(option.write, choices), labels, strict=True)),
        "lowest": option.lowest if isinstance(option, Whole) else None,
        "highest": option.highest if isinstance(option, Whole) else None,
    }


def lasting(seconds: int, say: Say) -> str:
    """A time in words."""
    if seconds >= 24 * 3600:
        return say("a day")
    if seconds >= 60:
        return say.n("{count} minute", "{count} minutes", seconds // 60)
    return say.n("{count} second", "{count} seconds", seconds)


@cache
def tour_step(name: str, number: int, language: str) -> dict[str, Any]:
    """A step of a tour: pictures on the way to it, what to do, and the touches that do it."""
    kind = all_games()[name]
    tour = tour_of(kind)
    assert tour is not None, "asked for a tour that is there"
    say = speaker(language)
    seats = range(1, tour.lessons.players + 1)
    names = [say("You") if seat == SEAT else kind.text.seat_name(seat, say) for seat in seats]
    scene = tour.scenes[number - 1]
    frames = []
    for position in scene:
        before = position.previous
        text = narrate(before, position, SEAT, names, say) if before and number > 1 else ""
        frames.append({"svg": drawn(position, names, say), "text": text})
    position = scene[-1]
    is_last = number > len(tour.lessons.steps)
    choice = None
    words = tour.lessons.ending
    if not is_last:
        step = tour.lessons.steps[number - 1]
        words = step.words
        seen = position.seen_by(SEAT)
        choice = {
            "action": step.action,
            "label": kind.text.label(seen, step.action, say, names),
            "touch": list(drawing_of(kind).touches(seen, step.action)),
        }
    return {
        "words": say(words),
        "frames": frames[:-1],
        "svg": frames[-1]["svg"],
        "text": frames[-1]["text"],
        "choice": choice,
        "scores": position.scores(),
    }


def drawn(position: Position, names: list[str], say: Say) -> str:
    """The tour's picture of a position."""
    steps = last_steps(position, SEAT)
    return drawing_of(position.game).draw(position.seen_by(SEAT), SEAT, say, steps, names).svg
