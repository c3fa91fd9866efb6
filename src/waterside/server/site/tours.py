"""The tour of a game: a first game, explained step by step."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.core.registry import all_games
from waterside.pictures import drawing_of
from waterside.server.http.request import language_of
from waterside.server.site.compression import compressed
from waterside.server.site.home import game_card
from waterside.server.site.templating import Pages, say_for
from waterside.server.views.scenes import Sight, between, turn_before
from waterside.text.language import speaker
from waterside.text.lessons import SEAT, tour_of
from waterside.text.narration import narrate


class TourPages:
    """The page of a tour and its steps."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[Route]:
        """The routes of the tours."""
        return [
            Route("/tour/{game}", self.tour),
            Route("/tour/{game}/{step:number}", self.step),
            Route("/tour/{game}/{step:number}/wide", self.step),
        ]

    async def tour(self, request: Request) -> Response:
        """The page of a tour; it loads the steps one by one."""
        kind = all_games().get(request.path_params["game"])
        tour = tour_of(kind) if kind else None
        if kind is None or tour is None:
            return self.pages.not_found(request)
        page = self.pages.page(
            request,
            "tour.html",
            game=game_card(kind, say_for(request)),
            steps=len(tour.lessons.steps),
        )
        return compressed(request, page)

    async def step(self, request: Request) -> Response:
        """What one step of a tour shows, says and waits for."""
        kind = all_games().get(request.path_params["game"])
        tour = tour_of(kind) if kind else None
        number = request.path_params["step"]
        if kind is None or tour is None or not 1 <= number <= len(tour.lessons.steps) + 1:
            return self.pages.not_found(request)
        wide = request.url.path.endswith("/wide")
        content = await asyncio.to_thread(tour_step, kind.name, number, language_of(request), wide)
        headers = {"Cache-Control": "private, no-cache"}
        return compressed(request, JSONResponse(content, headers=headers))


@cache
def tour_step(name: str, number: int, language: str, wide: bool = False) -> dict[str, Any]:
    """A step of a tour: its scene, how it came about, what to do, and the touches that do it;
    ``wide``: for more width than height.
    """
    kind = all_games()[name]
    tour = tour_of(kind)
    assert tour is not None, "only games with a tour are asked for a step of it"
    say = speaker(language)
    seats = range(1, tour.lessons.players + 1)
    names = [say("You") if seat == SEAT else kind.text.seat_name(seat, say) for seat in seats]
    sight = Sight.from_seat(SEAT, say, names, wide)
    position = tour.scenes[number - 1][-1]
    steps = []
    if number > 1:
        start = tour.scenes[number - 2][-1]
        parts = sight.parts(start, turn_before(start))
        for step in between(start, position):
            after = sight.parts(step.after, turn_before(step.after))
            text = narrate(step.before, step.after, SEAT, names, say)
            if written := sight.step(parts, after, [step], text):
                steps.append(written)
            parts = after
    choice = None
    words = tour.lessons.ending
    if number <= len(tour.lessons.steps):
        lesson = tour.lessons.steps[number - 1]
        words = lesson.words
        seen = position.seen_by(SEAT)
        choice = {
            "action": lesson.action,
            "label": kind.text.label(seen, lesson.action, say, names),
            "touch": list(drawing_of(kind).touches(seen, lesson.action)),
        }
    return {
        "words": say(words),
        "scene": sight.whole(position, sight.parts(position, turn_before(position))),
        "steps": steps,
        "choice": choice,
        "scores": position.scores(),
    }
