"""The pages where a game is reviewed: luck and skill, move by move."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.review import Review
from waterside.server.http.access import on_whole_games
from waterside.server.http.errors import HttpError
from waterside.server.http.request import address_of, is_wide
from waterside.server.live.hub import Hub
from waterside.server.live.identities import is_foreign
from waterside.server.site.compression import compressed
from waterside.server.site.replays import PermittedReplay, ReplayPages, viewpoint_name
from waterside.server.site.templating import Pages, say_for
from waterside.server.site.whole_games import private, whole_game_response
from waterside.server.views.replay import Replay
from waterside.server.views.review import LEVELS, ShownReview
from waterside.server.views.viewpoint import level_name
from waterside.text.language import Say

PLACES = ("/t/{table}/review/{number:number}", "/replay/{key}/review")
"""The addresses of reviews: of a table's game, and of an uploaded record."""


class ReviewPages:
    """The page of a review, what it loads, and the request to have a game reviewed."""

    def __init__(self, hub: Hub, pages: Pages, replays: ReplayPages) -> None:
        self.hub = hub
        self.pages = pages
        self.replays = replays

    def routes(self) -> list[Route]:
        """The routes of reviews."""
        found = [Route("/t/{table}/review", self.show)]
        for place in PLACES:
            found += [
                Route(place, self.show),
                Route(place, self.start, methods=["POST"]),
                Route(f"{place}/found", self.found),
                Route(f"{place}/better", self.better),
            ]
        return found

    async def permitted(self, request: Request) -> PermittedReplay:
        """The game that a request asks for; refused while it goes on, whoever asks."""
        permitted = await self.replays.permitted(request)
        if permitted.is_running:
            raise HttpError(409, "not_now", "A game can be reviewed when it is over.")
        if permitted.replay.length < 2:
            raise HttpError(409, "not_now", "Nothing was played that could be reviewed.")
        return permitted

    async def show(self, request: Request) -> Response:
        """The page of a review."""
        say = say_for(request)
        try:
            permitted = await self.permitted(request)
        except HttpError as refused:
            title = say("Nothing to review")
            return self.pages.message(request, refused.status, title, refused.translated(say))
        replay, key = permitted.replay, permitted.key
        is_table = "table" in request.path_params
        table, _, number = key.partition("/")
        page = self.pages.page(
            request,
            "review.html",
            title=replay.game.title,
            names=replay.names(say),
            source=f"/t/{table}/review/{number}" if is_table else f"/replay/{key}/review",
            scenes=f"/t/{table}/replay/{number}" if is_table else f"/replay/{key}",
            back=f"/t/{table}" if is_table else "/replay",
            is_table=is_table,
            moments=replay.length,
            levels=[(level, level_name(level, say)) for level in LEVELS],
            viewpoints=[(one, viewpoint_name(one, replay, say)) for one in permitted.viewpoints],
        )
        return compressed(request, page)

    async def start(self, request: Request) -> Response:
        """Has the game reviewed, unless it is already."""
        if is_foreign(request.scope["headers"], self.hub.settings.trusted_origins):
            raise HttpError(403, "foreign_origin", "Reload this page and try again.")
        permitted = await self.permitted(request)
        uploaded = "key" in request.path_params
        await self.hub.reviews.start(
            permitted.key, permitted.replay.record, address_of(request), uploaded
        )
        return JSONResponse({"started": True}, 202)

    async def found(self, request: Request) -> Response:
        """What was found so far; only how far it is where the page has the rest already."""
        permitted = await self.permitted(request)
        key, reviews = permitted.key, self.hub.reviews
        found = await reviews.find(key)
        if found is None:
            return private({"started": False})
        row, review = found
        progress = {
            "started": not reviews.is_abandoned(row) or row.complete,
            "failed": reviews.has_failed(key),
            "waiting": reviews.before(key),
            "done": review.done if review else 0,
            "total": review.total if review else 0,
            "complete": row.complete,
        }
        if review is None or request.query_params.get("known") == f"{review.done}":
            return private(progress)
        say, viewpoint = say_for(request), permitted.chosen(request)
        make = partial(whole_review, permitted.replay, review, viewpoint, say, progress)
        return await whole_game_response(self.hub, request, make)

    async def better(self, request: Request) -> Response:
        """The better move at a moment, as it would be played."""
        permitted = await self.permitted(request)
        found = await self.hub.reviews.find(permitted.key)
        at = self.moment(request, permitted)
        if found is None or found[1] is None:
            raise HttpError(404, "not_found", "There is nothing here.")
        say, viewpoint = say_for(request), permitted.chosen(request)
        better = await on_whole_games(
            self.hub, request, better_move,
            permitted.replay, found[1], viewpoint, say, at, is_wide(request),
        )  # fmt: skip
        if better is None:
            raise HttpError(404, "not_found", "There is nothing here.")
        return compressed(request, private(better))

    def moment(self, request: Request, permitted: PermittedReplay) -> int:
        """The moment that a request asks for; refused if there is none, or it is the last."""
        asked = request.query_params.get("at", "")
        moments = permitted.replay.length
        at = int(asked) if asked.isdecimal() and len(asked) < 6 else moments
        if at >= moments - 1:
            raise HttpError(404, "not_found", "There is nothing here.")
        return at


def whole_review(
    replay: Replay, review: Review, viewpoint: str, say: Say, progress: dict[str, Any]
) -> dict[str, Any]:
    """All that the page shows of a review, and how far it is."""
    shown = ShownReview(replay, review, viewpoint, say)
    return {**progress, "review": {**shown.whole(), "start": start_of(replay)}}


def better_move(
    replay: Replay, review: Review, viewpoint: str, say: Say, at: int, wide: bool
) -> dict[str, Any] | None:
    """The better move at a moment, as it would be played; None if there was none."""
    return ShownReview(replay, review, viewpoint, say).better(at, wide)


def start_of(replay: Replay) -> dict[str, Any]:
    """What the page needs to play on from a moment of the game."""
    record, moments = replay.record, replay.moments
    return {
        "game": record.game,
        "options": {name: one for name, one in record.options.items() if one is not None},
        "actions": list(record.actions),
        "after": [moment.number for moment in moments],
        "actors": [moment.actor for moment in moments],
    }
