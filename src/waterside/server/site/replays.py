"""The pages where a game is replayed: a game of a table, or a record that a user uploads."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from waterside.core.errors import TranslatableError, WatersideError
from waterside.server.domain.table import Table
from waterside.server.http.access import in_background, limit_whole_games, on_whole_games
from waterside.server.http.errors import HttpError
from waterside.server.http.request import is_wide
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities, is_foreign
from waterside.server.site.compression import compressed
from waterside.server.site.templating import Pages, say_for
from waterside.server.site.whole_games import whole_game_response
from waterside.server.views.history import read_upload, records
from waterside.server.views.replay import KEPT, OPEN, WATCHING, Replay, played, size_of
from waterside.text.language import Say

MOMENTS = 12
"""Moments that are sent along with one that is asked for."""


@dataclass(frozen=True)
class PermittedReplay:
    """A replay with the viewpoints that one viewer may choose from, the default first."""

    replay: Replay
    viewpoints: list[str]
    key: str
    """The table and the number of the game there, or the hash of an uploaded record."""
    is_running: bool = False
    """Whether the game goes on, and so has secrets."""

    def chosen(self, request: Request) -> str:
        """The viewpoint that a request asks for, or the default if it is not permitted."""
        asked = request.query_params.get("viewpoint", "")
        return asked if asked in self.viewpoints else self.viewpoints[0]


class ReplayPages:
    """The page of a replay, what it loads, and the upload of a record."""

    def __init__(self, hub: Hub, identities: Identities, pages: Pages) -> None:
        self.hub = hub
        self.identities = identities
        self.pages = pages
        self.replays: LRUCache[str, Replay] = LRUCache(KEPT, getsizeof=size_of)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def routes(self) -> list[Route]:
        """The routes of replays."""
        found = [
            Route("/replay", self.upload_form),
            Route("/replay", self.upload, methods=["POST"]),
            Route("/t/{table}/replay", self.show),
        ]
        for place in ("/t/{table}/replay/{number:number}", "/replay/{key}"):
            found += [
                Route(place, self.show),
                Route(f"{place}/log", self.log),
                Route(f"{place}/scenes", self.scenes),
            ]
        return found

    async def upload_form(self, request: Request) -> Response:
        """The page where a record can be uploaded."""
        return compressed(request, self.pages.page(request, "upload.html"))

    async def upload(self, request: Request) -> Response:
        """Takes a record; answers with the address of its replay."""
        if is_foreign(request.scope["headers"], self.hub.settings.trusted_origins):
            raise HttpError(403, "foreign_origin", "Reload this page and try again.")
        text = (await request.body()).decode("utf-8", "replace")
        try:
            replay = await on_whole_games(self.hub, request, read, text)
        except HttpError:
            raise
        except WatersideError as problem:
            say = say_for(request)
            reason = problem.translated(say) if isinstance(problem, TranslatableError) else problem
            raise HttpError(
                400, "no_record", "This is not the record of a game: {problem}", problem=reason
            ) from None
        key = sha256(text.encode()).hexdigest()[:32]
        self.replays[f"uploaded {key}"] = replay
        await self.hub.reviews.share_upload(key, text)
        return JSONResponse({"address": f"/replay/{key}"})

    async def permitted(self, request: Request) -> PermittedReplay:
        """The replay that a request asks for, with the viewpoints that its sender may choose."""
        if key := request.path_params.get("key"):
            replay = self.replays.get(f"uploaded {key}") or await self.reviewed(request, key)
            if replay is None:
                raise HttpError(
                    404, "no_such_record", "This record is no longer here. Upload it once more."
                )
            return PermittedReplay(replay, [OPEN, *seats(replay), WATCHING], key)
        live = await self.hub.table(request.path_params["table"])
        identity = await self.identities.of(request.scope["headers"])
        known = identity.hash if identity else ""
        if live is None or not await live.admits(known):
            raise HttpError(404, "no_such_table", "There is no such table. Perhaps it was closed.")
        table = live.table
        own = [str(seat.number) for seat in table.seats_of(known)] if known else []
        now = table.round
        number = request.path_params.get("number") or (now.number if now else 1)
        key = f"{table.id}/{number}"
        if now is None or now.number != number:
            replay = await self.earlier_game(request, table, number)
        else:
            replay = await self.latest_game(request, table)
            if now.reason is None:  # a running game has secrets: other viewpoints are not shown
                return PermittedReplay(replay, own or [WATCHING], key, is_running=True)
        others = [one for one in (OPEN, *seats(replay), WATCHING) if one not in own]
        return PermittedReplay(replay, [*own, *others], key)

    async def reviewed(self, request: Request, key: str) -> Replay | None:
        """The replay of an uploaded record that is stored: with its review, or for other processes."""
        row = await self.hub.store.review(key)
        if row is None or not row.uploaded:
            return None
        replay = await on_whole_games(self.hub, request, read, row.record)
        self.replays[f"uploaded {key}"] = replay
        return replay

    async def latest_game(self, request: Request, table: Table) -> Replay:
        """The replay of a table's latest game, over or not, as far as it was played."""
        now = table.round
        assert now is not None, "a table that has a latest game"
        key = f"{table.id} {now.number} {len(now.actions)} {now.position.held.hex()}"
        if (replay := self.replays.get(key)) is not None:
            return replay
        record = now.record(table.recorded_names(), {})  # as it is now: the game may go on
        async with self.lock(key):
            replay = self.replays.get(key)
            if replay is None:
                replay = self.replays[key] = await on_whole_games(self.hub, request, played, record)
        return replay

    async def earlier_game(self, request: Request, table: Table, number: int) -> Replay:
        """The replay of one of a table's earlier games, read from its log."""
        key = f"{table.id} {number}"
        async with self.lock(key):
            replay = self.replays.get(key)
            if replay is None:
                limit_whole_games(self.hub, request)
                events = await self.hub.store.events(table.id)
                found = await in_background(self.hub, request, records, events, table.id)
                if number not in found:
                    raise HttpError(404, "no_such_game", "There was no such game at this table.")
                replay = await on_whole_games(self.hub, request, played, found[number])
                self.replays[key] = replay
        return replay

    def lock(self, key: str) -> asyncio.Lock:
        """Lets one request at a time make a replay: those who ask for the same one wait for it."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    async def show(self, request: Request) -> Response:
        """The page of a replay."""
        say = say_for(request)
        try:
            permitted = await self.permitted(request)
        except HttpError as refused:
            title = say("Nothing to see")
            return self.pages.message(request, refused.status, title, refused.translated(say))
        replay = permitted.replay
        table, number = request.path_params.get("table"), request.path_params.get("number")
        if table and number is None:
            live = await self.hub.table(table)
            number = live.table.round.number if live and live.table.round else 1
        source = f"/t/{table}/replay/{number}" if table else request.url.path
        page = self.pages.page(
            request,
            "replay.html",
            title=replay.game.title,
            game=replay.game.name,
            names=replay.names(say),
            source=source,
            table=table,
            number=number,
            moments=replay.length,
            viewpoints=[(key, viewpoint_name(key, replay, say)) for key in permitted.viewpoints],
            over=replay.is_over,
            reviewable=not permitted.is_running and replay.length > 1,
        )
        return compressed(request, page)

    async def log(self, request: Request) -> Response:
        """All moments of a replay in words."""
        say = say_for(request)
        permitted = await self.permitted(request)
        replay, viewpoint = permitted.replay, permitted.chosen(request)
        return await whole_game_response(self.hub, request, partial(log_of, replay, viewpoint, say))

    async def scenes(self, request: Request) -> Response:
        """A moment of a replay as a scene, and the steps to some moments after it."""
        say = say_for(request)
        permitted = await self.permitted(request)
        replay, viewpoint = permitted.replay, permitted.chosen(request)
        asked = request.query_params.get("from", "0")
        final = replay.length - 1
        first = min(int(asked), final) if asked.isdecimal() and len(asked) < 6 else 0
        last = min(first + MOMENTS, final)
        make = partial(scenes_of, replay, first, last, viewpoint, say, is_wide(request))
        return await whole_game_response(self.hub, request, make)


def log_of(replay: Replay, viewpoint: str, say: Say) -> dict[str, Any]:
    """All moments of a replay in words."""
    return {"moments": replay.log(viewpoint, say), "ending": replay.ending(viewpoint, say)}


def scenes_of(
    replay: Replay, first: int, last: int, viewpoint: str, say: Say, wide: bool
) -> dict[str, Any]:
    """A moment of a replay as a scene, and the steps to some moments after it."""
    return {"from": first, **replay.scenes(first, last, viewpoint, say, wide)}


def read(text: str) -> Replay:
    """The replay of a record; WatersideError if the text is not a record, or too long."""
    return played(read_upload(text))


def seats(replay: Replay) -> list[str]:
    """The viewpoints of all seats."""
    return [str(seat) for seat in range(1, replay.players + 1)]


def viewpoint_name(viewpoint: str, replay: Replay, say: Say) -> str:
    """A viewpoint as people choose it."""
    if viewpoint == OPEN:
        return say("Everything open")
    if viewpoint == WATCHING:
        return say("As a spectator saw it")
    return say("As {who} saw it", who=replay.names(say)[int(viewpoint) - 1])
