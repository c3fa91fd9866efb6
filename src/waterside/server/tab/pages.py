"""Pages that a tab makes itself: replays, reviews, uploads, puzzles and positions, by the server's code."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from waterside.protocol import RefusalError
from waterside.server.http.access import Access
from waterside.server.http.errors import HttpError, problem_response
from waterside.server.http.models import LONGEST_LOG
from waterside.server.http.records import RecordEndpoints
from waterside.server.http.request import LANGUAGE_COOKIE
from waterside.server.live.reviews import Reviews
from waterside.server.site.positions import PositionPages
from waterside.server.site.puzzles import PuzzlePages
from waterside.server.site.replays import ReplayPages
from waterside.server.site.results import ResultPages
from waterside.server.site.reviews import ReviewPages
from waterside.server.site.templating import Pages
from waterside.server.store import ReviewRow
from waterside.server.tab.addresses import RelativeAssets, relative
from waterside.server.tab.web import (
    HTTPException,
    JSONResponse,
    Request,
    Response,
    Route,
    answered,
)

if TYPE_CHECKING:
    from waterside.server.tab.hub import Tab

KeepReview = Callable[[str], Awaitable[None]]
"""Keeps a review in the browser, as JSON; its ``key`` tells which."""
ReadReview = Callable[[str], Awaitable[str]]
"""The review with this key as JSON; empty if there is none."""


class TabStore:
    """What pages ask of a server's store: logs of tables, and reviews."""

    is_shared = False

    def __init__(self, tab: Tab, keep: KeepReview, read: ReadReview) -> None:
        self._tab, self._keep, self._read = tab, keep, read

    async def events(self, table_id: str) -> Sequence[Any]:
        """The rows of a table's log."""
        return await self._tab.log.stored(table_id)

    async def review(self, key: str) -> ReviewRow | None:
        """A review as far as it is."""
        found = await self._read(key)
        return ReviewRow(**json.loads(found)) if found else None

    async def keep_review(self, row: ReviewRow, was: float | None = None) -> None:
        """Keeps a review as far as it is."""
        await self._keep(json.dumps(asdict(row)))


class AtOnce:
    """Stands for the background thread of a server: the worker is one already."""

    def allows(self, address: str) -> bool:
        """Everything is allowed to the only user."""
        return True

    async def run(self, address: str, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Does the work."""
        return work(*given, **named)


class TabReplays(ReplayPages):
    """Replays; what is uploaded is kept in the browser, as the next page has a worker of its own."""

    async def upload(self, request: Any) -> Any:
        """Takes a record; answers with the address of its replay."""
        answer = await super().upload(request)
        key = json.loads(bytes(answer.body))["address"].rpartition("/")[2]
        if await self.hub.store.review(key) is None:
            text = (await request.body()).decode()
            await self.hub.store.keep_review(ReviewRow(key, text, uploaded=True))
        return answer


class TabPages:
    """Answers what a page would ask of a server."""

    def __init__(self, tab: Tab, keep: KeepReview, read: ReadReview) -> None:
        tab.store = TabStore(tab, keep, read)
        tab.background = AtOnce()
        hub: Any = tab
        tab.reviews = Reviews(hub)
        pages = Pages(cast(Any, RelativeAssets()), static=True)
        identities: Any = SimpleNamespace(of=self.identity)
        replays = TabReplays(hub, identities, pages)
        self.records = RecordEndpoints(Access(hub, identities))
        self.routes: list[Any] = [
            *replays.routes(),
            *ReviewPages(hub, pages, replays).routes(),
            *PuzzlePages(hub, pages).routes(),
            *PositionPages(hub, pages).routes(),
            *ResultPages(hub, identities, pages).routes(),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/log", self.log),
        ]

    async def identity(self, headers: Sequence[tuple[bytes, bytes]]) -> Any:
        """Who asks: the user of this browser."""
        return SimpleNamespace(hash=dict(headers)[b"identity"].decode())

    async def record(self, request: Request) -> Response:
        """The record of a game that is over."""
        table, game = request.path_params["table"], request.query_params.get("game")
        found: Any = await self.records.record(
            cast(Any, request), table, int(game) if game else None
        )
        return cast(Response, found)

    async def log(self, request: Request) -> Response:
        """What has happened at a table, in words."""
        asked = {name: int(value) for name, value in request.query_params.items()}
        after, limit = asked.get("after", 0), asked.get("limit", LONGEST_LOG)
        found = await self.records.log(
            cast(Any, request), request.path_params["table"], after, limit, asked.get("seat")
        )
        return JSONResponse(found.model_dump())

    async def answer(self, asked: str) -> str:
        """What a server would answer; both are JSON: ``method``, ``address``, ``language``,
        ``identity`` and ``body``; ``status``, ``type`` and ``body``, or where else to look.
        """
        given = json.loads(asked)
        headers = {
            "cookie": f"{LANGUAGE_COOKIE}={given['language']}",
            "identity": given["identity"],
        }
        request = Request(
            given["method"], given["address"], headers, given.get("body", "").encode()
        )
        try:
            response = await answered(self.routes, request)
        except HTTPException:
            gone = HttpError(404, "not_found", "There is nothing here.")
            response = cast(Response, problem_response(cast(Any, request), gone))
        except RefusalError as refused:
            response = cast(Response, problem_response(cast(Any, request), refused))
        body, kind = response.body.decode(), response.headers["content-type"]
        return json.dumps(
            {
                "status": response.status_code,
                "type": kind,
                "location": response.headers.get("location"),
                "body": relative(body) if kind == "text/html" else body,
            }
        )
