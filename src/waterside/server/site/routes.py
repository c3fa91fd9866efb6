"""All pages of the site under their addresses."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.convertors import register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from waterside.pictures.palette import THEMES
from waterside.server.http.errors import problem_response, unanswerable_response
from waterside.server.http.request import LANGUAGE_COOKIE
from waterside.server.live.errors import UnreadableTableError
from waterside.server.live.hub import Hub
from waterside.server.live.identities import LASTS, Identities
from waterside.server.site.assets import Assets
from waterside.server.site.faces import face
from waterside.server.site.home import HomePages
from waterside.server.site.modules import ModuleFiles
from waterside.server.site.new_table import NewTablePage
from waterside.server.site.numbers import NumberConvertor
from waterside.server.site.own_reviews import OwnReviewPages
from waterside.server.site.positions import PositionPages
from waterside.server.site.puzzles import PuzzlePages
from waterside.server.site.replays import ReplayPages
from waterside.server.site.results import ResultPages
from waterside.server.site.reviews import ReviewPages
from waterside.server.site.rules import RulesPages
from waterside.server.site.scenery import scenery
from waterside.server.site.tables import TablePages
from waterside.server.site.templating import THEME_COOKIE, Pages, local, say_for
from waterside.server.site.tours import TourPages
from waterside.text.language import LANGUAGES


class Site:
    """The pages of one server."""

    def __init__(self, hub: Hub, identities: Identities) -> None:
        self.hub = hub
        self.identities = identities
        self.assets = Assets()
        self.pages = Pages(self.assets)

    def routes(self) -> list[Route]:
        """The routes of all pages, settings and assets."""
        register_url_convertor("number", NumberConvertor())
        pages = self.pages
        replays = ReplayPages(self.hub, self.identities, pages)
        reviews = ReviewPages(self.hub, pages, replays)
        return [
            *HomePages(self.hub, self.identities, pages).routes(),
            *NewTablePage(pages).routes(),
            *TablePages(self.hub, self.identities, pages).routes(),
            *ResultPages(self.hub, self.identities, pages).routes(),
            *replays.routes(),
            *reviews.routes(),
            *OwnReviewPages(self.hub, reviews).routes(),
            *PuzzlePages(self.hub, pages).routes(),
            *PositionPages(self.hub, pages).routes(),
            *RulesPages(pages).routes(),
            *TourPages(pages).routes(),
            *ModuleFiles(self.hub).routes(),
            Route("/settings", self.settings),
            Route("/favicon.ico", self.icon),
            Route("/worker.js", self.assets.worker),
            Route("/static/{version}/{name:path}", self.assets.serve),
            Route("/faces/{name}.svg", face),
            Route("/scenery/{game}/{variant}/{key}.svg", scenery),
        ]

    def prepare(self) -> None:
        """Reads all assets and compiles all pages, which takes some tenths of a second."""
        self.assets.prepare()
        self.pages.prepare()

    async def settings(self, request: Request) -> Response:
        """Keeps the language and the colours that the reader chose."""
        asked = urlsplit(request.query_params.get("back", "/"))
        response = RedirectResponse(local(asked.path, asked.query), 303)
        language = request.query_params.get("language")
        theme = request.query_params.get("theme")
        if language in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, language, max_age=LASTS, samesite="lax")
        if theme in THEMES:
            response.set_cookie(THEME_COOKIE, theme, max_age=LASTS, samesite="lax")
        elif theme == "":
            response.delete_cookie(THEME_COOKIE)
        return response

    async def unreadable_table(self, request: Request, error: Exception) -> Response:
        """Says that a table cannot be read: on a page, or to programs as JSON."""
        if request.url.path.startswith("/api/"):
            return problem_response(request, error)
        assert isinstance(error, UnreadableTableError)
        say = say_for(request)
        text = error.translated(say)
        return self.pages.message(request, 503, say("This table cannot be read"), text)

    async def unanswerable(self, request: Request, error: Exception) -> Response:
        """Says that an address leads nowhere: to readers of pages on one, to programs as JSON."""
        is_missing = isinstance(error, HTTPException) and error.status_code == 404
        is_page = not request.url.path.startswith("/api/")
        if is_missing and is_page and "text/html" in request.headers.get("accept", ""):
            return self.pages.not_found(request)
        return await unanswerable_response(request, error)

    async def icon(self, request: Request) -> Response:
        """The icon at the address where browsers look for it by themselves."""
        return RedirectResponse(self.assets.address("icon.svg"), 302)
