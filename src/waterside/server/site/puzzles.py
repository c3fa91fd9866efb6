"""Puzzles: the one of the day and more, played by touch and explained on the board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from waterside.core.registry import all_games
from waterside.review.puzzles import THEMES, Puzzle, puzzle_of_the_day, puzzles_of, solution
from waterside.review.words import percent
from waterside.server.http.access import on_whole_games
from waterside.server.http.errors import HttpError
from waterside.server.http.request import is_wide, language_of
from waterside.server.live.hub import Hub
from waterside.server.site.compression import compressed
from waterside.server.site.templating import Pages, say_for
from waterside.server.views.alone import Alone
from waterside.text.language import Say, speaker

LONGEST_LINE = 12


class PuzzlePages:
    """The page of a puzzle, its position, and what is said to a try."""

    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub = hub
        self.pages = pages

    def routes(self) -> list[Route]:
        """The routes of puzzles."""
        return [
            Route("/puzzles", self.first),
            Route("/puzzles/{game}", self.today),
            Route("/puzzles/{game}/{id}", self.show),
            Route("/puzzles/{game}/{id}/position", self.position),
            Route("/puzzles/{game}/{id}/try", self.attempt),
        ]

    async def first(self, request: Request) -> Response:
        """The puzzle of the day: each day of another game."""
        games = games_with_puzzles()
        if not games:
            return self.pages.not_found(request)
        return RedirectResponse(f"/puzzles/{games[today() % len(games)]}", 307)

    async def today(self, request: Request) -> Response:
        """A game's puzzle of the day."""
        name = request.path_params["game"]
        if name not in games_with_puzzles():
            return self.pages.not_found(request)
        return self.page(request, puzzle_of_the_day(name, today()), is_today=True)

    async def show(self, request: Request) -> Response:
        """The page of one puzzle."""
        puzzle = find(request.path_params["game"], request.path_params["id"])
        if puzzle is None:
            return self.pages.not_found(request)
        return self.page(request, puzzle, is_today=False)

    def page(self, request: Request, puzzle: Puzzle, is_today: bool) -> Response:
        """The page; it loads the position and sends tries."""
        say, games = say_for(request), all_games()
        page = self.pages.page(
            request,
            "puzzles.html",
            puzzle=puzzle,
            is_today=is_today,
            day=today(),
            title=games[puzzle.game].title,
            games=[(name, games[name].title) for name in games_with_puzzles()],
            themes=[(theme, say(name)) for theme, name in THEMES.items()],
            all=[
                {"id": one.id, "themes": " ".join(one.themes), "difficulty": one.difficulty}
                for one in puzzles_of(puzzle.game)
            ],
        )
        return compressed(request, page)

    async def position(self, request: Request) -> Response:
        """The position of a puzzle and what may be played in it, without the solution."""
        puzzle, language, wide = asked(request), language_of(request), is_wide(request)
        return await self.answer(request, partial(shown, puzzle.game, puzzle.id, language, wide))

    async def attempt(self, request: Request) -> Response:
        """What comes of an action, or the solution where none is named."""
        puzzle, say, wide = asked(request), say_for(request), is_wide(request)
        action = request.query_params.get("action", "")
        return await self.answer(request, partial(tried, puzzle, action, say, wide))

    async def answer(self, request: Request, make: Callable[[], dict[str, Any]]) -> Response:
        """An answer that is made in the background: a position is played up to it."""
        content = await on_whole_games(self.hub, request, make)
        return compressed(request, JSONResponse(content, headers={"Cache-Control": "no-cache"}))


def today() -> int:
    """The number of this day, the same all over the world."""
    return datetime.now(UTC).date().toordinal()


def games_with_puzzles() -> list[str]:
    """The names of the games that come with puzzles."""
    return [name for name in all_games() if puzzles_of(name)]


def find(game: str, name: str) -> Puzzle | None:
    """The puzzle of this name; None if there is none."""
    if game not in all_games():
        return None
    return next((one for one in puzzles_of(game) if one.id == name), None)


def asked(request: Request) -> Puzzle:
    """The puzzle that a request is about; refused if there is none."""
    puzzle = find(request.path_params["game"], request.path_params["id"])
    if puzzle is None:
        raise HttpError(404, "not_found", "There is nothing here.")
    return puzzle


@lru_cache(256)
def shown(game: str, name: str, language: str, wide: bool = False) -> dict[str, Any]:
    """The position of a puzzle as its player sees it."""
    puzzle = find(game, name)
    assert puzzle is not None, "it was found before"
    position, say = puzzle.position(), speaker(language)
    alone = Alone(position.game, puzzle.players, puzzle.seat, say, wide)
    return {
        "scene": alone.scene(position),
        "choices": alone.choices(position),
        "prompt": say("What is the best move?"),
    }


def tried(puzzle: Puzzle, action: str, say: Say, wide: bool = False) -> dict[str, Any]:
    """Whether an action solves a puzzle, what it looks like, and, once it is over, why; refused
    where it cannot be played.
    """
    position = puzzle.position()
    if action and action not in position.action_numbers:
        raise HttpError(400, "illegal", "This cannot be played here.")
    alone = Alone(position.game, puzzle.players, puzzle.seat, say, wide)
    right = action == puzzle.best
    if action and not right:
        steps, _ = alone.steps(position, [action])
        text = say("There is something better. Have another look.")
        if action == puzzle.second:
            share = percent(puzzle.second_share, say)
            text = say("Close: that is the next best, with {share}. Look again.", share=share)
        return {"right": False, "steps": steps, "text": text}
    line = []
    at = position
    for one in (puzzle.line if puzzle.line[:1] == (puzzle.best,) else (puzzle.best,))[
        :LONGEST_LINE
    ]:
        if at.actor != puzzle.seat or one not in at.action_numbers:
            break
        line.append(one)
        at = at.play(one)
    steps, _ = alone.steps(position, line)
    return {
        "right": right,
        "steps": steps,
        "scene": alone.scene(position),
        "text": solution(puzzle, say, alone.names),
    }
