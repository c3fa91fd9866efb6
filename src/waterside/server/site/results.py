"""The result of a game as a picture to share."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.pictures.palette import THEMES
from waterside.pictures.result import Place, result_picture
from waterside.server.domain.table import Table
from waterside.server.http.etags import tagged
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.site.templating import Pages
from waterside.server.views.game import ending
from waterside.server.views.scenes import picture
from waterside.server.views.viewpoint import Viewpoint


class ResultPages:
    """The picture of a result, for those who may see the table."""

    def __init__(self, hub: Hub, identities: Identities, pages: Pages) -> None:
        self.hub = hub
        self.identities = identities
        self.pages = pages

    def routes(self) -> list[Route]:
        """The route of the picture."""
        return [Route("/t/{table}/result.svg", self.result)]

    async def result(self, request: Request) -> Response:
        """The last game's end as a spectator sees it: nothing in it is for one player alone."""
        live = await self.hub.table(request.path_params["table"])
        identity = await self.identities.of(request.scope["headers"])
        key = identity.hash if identity else ""
        if live is None or not await live.admits(key):
            return self.pages.not_found(request)
        if live.table.round is None or live.table.round.reason is None:
            return self.pages.not_found(request)
        theme = request.query_params.get("theme", "light")
        theme = theme if theme in THEMES else "light"
        viewpoint = Viewpoint(None, language_of(request), reminded=live.table.reminders)
        table = live.table

        def make() -> str:
            return drawn(table, viewpoint, theme)

        made = live.snapshots.get(live.version, ("result", viewpoint.language, theme), make)
        return tagged(request, Response(made.content, media_type="image/svg+xml"), made.tag)


def drawn(table: Table, viewpoint: Viewpoint, theme: str) -> str:
    """The result of the table's last game as an SVG file."""
    assert table.round is not None
    board = picture(table, viewpoint)
    lines = (ending(table, table.round, viewpoint) or "").split("\n")
    assert board is not None, "a table where a game has begun"
    return result_picture(board, table.game.title, lines, ranking(table, viewpoint), theme)


def ranking(table: Table, viewpoint: Viewpoint) -> list[Place]:
    """The seats from the first place to the last; equal ones share a place."""
    assert table.round is not None
    winners, names = table.round.winners or [], viewpoint.names(table)
    scores = table.round.position.scores()
    results = [(seat in winners, scores[seat - 1]) for seat in range(1, table.players + 1)]
    order = sorted(range(1, table.players + 1), key=lambda seat: results[seat - 1], reverse=True)
    return [
        Place(
            place=sum(other > results[seat - 1] for other in results) + 1,
            name=names[seat - 1],
            score=scores[seat - 1],
            seat=seat,
            has_mark=bool(table.game.text.seat_mark(seat)),
            won=seat in winners,
        )
        for seat in order
    ]
