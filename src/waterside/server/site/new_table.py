"""The form for a new table with friends."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.bots.levels import LEVELS
from waterside.core.game import Game
from waterside.core.options import Option, Seat, Whole
from waterside.core.registry import all_games
from waterside.server.site.compression import compressed
from waterside.server.site.home import game_card
from waterside.server.site.templating import Pages, say_for
from waterside.server.views.viewpoint import level_name
from waterside.text.language import Say

TURN_TIMES = (30, 60, 120, 300, 24 * 3600)


class NewTablePage:
    """The page with the form; the form itself is sent to the HTTP interface by a script."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[Route]:
        """The route of the form."""
        return [Route("/new/{game}", self.show)]

    async def show(self, request: Request) -> Response:
        """The form, for a number of players that the query may name."""
        kind = all_games().get(request.path_params["game"])
        if kind is None:
            return self.pages.not_found(request)
        say = say_for(request)
        fewest, most = kind.seats
        asked = request.query_params.get("players", "")
        players = int(asked) if asked.isdecimal() and len(asked) < 3 else fewest
        players = min(max(players, fewest), most)
        page = self.pages.page(
            request,
            "new.html",
            game=game_card(kind, say),
            players=players,
            counts=range(fewest, most + 1),
            seats=[kind.text.seat_name(seat, say) for seat in range(1, players + 1)],
            levels=[(level, level_name(level, say)) for level in LEVELS],
            options=[option_field(one, kind, players, say) for one in kind.options],
            series=kind.series.games,
            forgettable=kind.forget is not None,
            turn_times=[(seconds, duration(seconds, say)) for seconds in TURN_TIMES],
        )
        return compressed(request, page)


def option_field(option: Option, kind: Game, players: int, say: Say) -> dict[str, Any]:
    """The field of the form for an option of the game."""
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


def duration(seconds: int, say: Say) -> str:
    """A time in words."""
    if seconds >= 24 * 3600:
        return say("a day")
    if seconds >= 60:
        return say.n("{count} minute", "{count} minutes", seconds // 60)
    return say.n("{count} second", "{count} seconds", seconds)
