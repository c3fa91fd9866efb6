"""The tour of a game: a first game, explained step by step."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.core.position import Position
from waterside.core.registry import all_games
from waterside.pictures import drawing_of, last_steps
from waterside.server.http.request import language_of
from waterside.server.site.compression import compressed
from waterside.server.site.home import game_card
from waterside.server.site.templating import Pages, say_for
from waterside.text.language import Say, speaker
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
            Route("/tour/{game}/{step:int}", self.step),
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
        content = await asyncio.to_thread(tour_step, kind.name, number, language_of(request))
        headers = {"Cache-Control": "private, no-cache"}
        return compressed(request, JSONResponse(content, headers=headers))


@cache
def tour_step(name: str, number: int, language: str) -> dict[str, Any]:
    """A step of a tour: the pictures that lead to it, what to do, and the touches that do it."""
    kind = all_games()[name]
    tour = tour_of(kind)
    assert tour is not None, "only games with a tour are asked for a step of it"
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
