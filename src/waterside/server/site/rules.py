"""The pages with the rules of a game, for people."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.core.registry import all_games
from waterside.server.http.request import language_of
from waterside.server.site import guides
from waterside.server.site.compression import compressed, picture_response
from waterside.server.site.home import game_card
from waterside.server.site.templating import Pages, say_for, theme_of

EXACT_SECTIONS = 3
"""How many sections at the end of a guide are for readers who want every detail."""


class RulesPages:
    """The rules of the games and the pictures in them."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[Route]:
        """The routes of the rules."""
        return [
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/{number:number}.svg", self.figure),
        ]

    async def rules(self, request: Request) -> Response:
        """The rules of a game."""
        kind = all_games().get(request.path_params["game"])
        say = say_for(request)
        if kind is None:
            return self.pages.not_found(request)
        if not guides.has_guide(kind):
            text = say("{title} comes without rules to read here.", title=kind.title)
            return self.pages.message(request, 404, say("No rules"), text)
        found = await asyncio.to_thread(guides.guide, kind.name, language_of(request))
        split = max(1, len(found.sections) - EXACT_SECTIONS)
        page = self.pages.page(
            request,
            "rules.html",
            game=game_card(kind, say),
            guide=found,
            main=found.sections[:split],
            exact=found.sections[split:],
        )
        return compressed(request, page)

    async def figure(self, request: Request) -> Response:
        """A picture in the rules."""
        kind, number = all_games().get(request.path_params["game"]), request.path_params["number"]
        if kind is None or not guides.has_figure(kind, number):
            return self.pages.not_found(request)
        svg = await asyncio.to_thread(
            guides.figure, kind.name, number, language_of(request), theme_of(request)
        )
        return picture_response(request, svg)
