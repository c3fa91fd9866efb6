"""Reviews by the visitor's own processor: the server says what to estimate and puts answers together.

What a page has estimated is for its visitor alone. The server keeps nothing of it: a review as far as it
is goes to the page, with the server's seal on it, and comes back with the next answers.
"""

from __future__ import annotations

import hmac
import json
import logging
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.bots.pool import PoolBusyError
from waterside.bots.queue import Share
from waterside.core.errors import WatersideError
from waterside.review import Review
from waterside.review.asking import TASK, go_on, order
from waterside.server.http.access import in_background, limit_whole_games, on_whole_games
from waterside.server.http.errors import HttpError
from waterside.server.http.request import address_of, is_wide
from waterside.server.live.hub import Hub
from waterside.server.live.identities import is_foreign
from waterside.server.live.reviews import LIMIT, MOST_ACTIONS
from waterside.server.site.compression import compressed
from waterside.server.site.replays import PermittedReplay
from waterside.server.site.reviews import PLACES, ReviewPages, better_move, whole_review
from waterside.server.site.templating import say_for
from waterside.server.site.whole_games import private, whole_game_response

log = logging.getLogger(__name__)

SEAL = 32
"""Bytes of the seal, which comes first."""


class OwnReviewPages:
    """What a page asks for that reviews a game by itself."""

    def __init__(self, hub: Hub, reviews: ReviewPages) -> None:
        self.hub = hub
        self.reviews = reviews
        self._secret = hub.randbytes(32)

    def routes(self) -> list[Route]:
        """The routes of reviews by pages."""
        return [
            Route(f"{place}/own{what}", answer, methods=["POST"])
            for place in PLACES
            for what, answer in (("", self.go_on), ("/shown", self.shown), ("/better", self.better))
        ]

    async def permitted(self, request: Request) -> PermittedReplay:
        """The game that a request asks for; refused while it goes on."""
        if is_foreign(request.scope["headers"], self.hub.settings.trusted_origins):
            raise HttpError(403, "foreign_origin", "Reload this page and try again.")
        return await self.reviews.permitted(request)

    async def go_on(self, request: Request) -> Response:
        """Takes a sealed review and answers, or nothing at first; gives the review as far as it is now,
        and what is to be estimated next.
        """
        permitted = await self.permitted(request)
        limit_whole_games(self.hub, request)
        record = permitted.replay.record
        modules = self.hub.modules
        places = await modules.places(record.game) if modules is not None else None
        if places is None or len(record.actions) > MOST_ACTIONS:
            raise HttpError(409, "not_now", "Pages cannot review this game by themselves.")
        sealed, answers = split(await request.body())
        known = self.opened(sealed, permitted).decode() if sealed else None
        given = order(record.dumps(), known, self.hub.settings.review_budget, answers)
        found = json.loads(await self.worked_out(request, permitted.key, given))
        review = found["review"] and Review.from_json(found["review"])
        reply: dict[str, Any] = {
            "places": places,
            "game": record.game,
            "players": record.players,
            "questions": found["questions"],
            "keep": found["keep"],
            "done": review.done if review else 0,
            "total": review.total if review else 0,
            "complete": bool(review and review.is_complete),
        }
        if review:
            reply["mark"] = f"{review.done} {review.samples}"
            reply["known"] = self.sealed(json.dumps(found["review"]).encode(), permitted).decode()
        return await whole_game_response(self.hub, request, partial(dict, reply))

    async def worked_out(self, request: Request, key: str, given: bytes) -> bytes:
        """What is found by some answers, and what is still to be asked."""
        try:
            if not self.hub.settings.bots:
                return await in_background(self.hub, request, without_end, given)
            share = Share(address_of(request), key, is_background=True)
            return await self.hub.pool().work_async(TASK, given, LIMIT, share)
        except PoolBusyError as problem:
            raise HttpError(
                503, "too_busy", "No analysis now: {problem}", problem=problem
            ) from None
        except WatersideError as problem:
            log.info("a page's review does not go on: %s", problem)
            raise HttpError(
                400, "no_answers", "That did not work: {problem}", problem=problem
            ) from None

    async def shown(self, request: Request) -> Response:
        """A sealed review as the page shows it."""
        permitted, review = await self.opened_review(request)
        viewpoint = permitted.chosen(request)
        make = partial(whole_review, permitted.replay, review, viewpoint, say_for(request), {})
        return await whole_game_response(self.hub, request, make)

    async def better(self, request: Request) -> Response:
        """The better move at a moment of a sealed review, as it would be played."""
        permitted, review = await self.opened_review(request)
        at = self.reviews.moment(request, permitted)
        say, viewpoint = say_for(request), permitted.chosen(request)
        better = await on_whole_games(
            self.hub, request, better_move,
            permitted.replay, review, viewpoint, say, at, is_wide(request),
        )  # fmt: skip
        if better is None:
            raise HttpError(404, "not_found", "There is nothing here.")
        return compressed(request, private(better))

    async def opened_review(self, request: Request) -> tuple[PermittedReplay, Review]:
        """The review that a request brings along, with its game."""
        permitted = await self.permitted(request)
        review = Review.from_json(json.loads(self.opened(await request.body(), permitted)))
        return permitted, review

    def sealed(self, review: bytes, permitted: PermittedReplay) -> bytes:
        """A review of a game with the seal of this process, so that it comes back as it was."""
        key = permitted.key.encode() + b"\0" + review
        return hmac.new(self._secret, key, "sha256").hexdigest()[:SEAL].encode() + review

    def opened(self, sealed: bytes, permitted: PermittedReplay) -> bytes:
        """The review under a seal; refused if it is another game's, or another server's."""
        review = sealed[SEAL:]
        if not hmac.compare_digest(self.sealed(review, permitted), sealed):
            raise HttpError(409, "not_now", "This review was begun elsewhere: it starts again.")
        return review


def without_end(given: bytes) -> bytes:
    """Goes on with a review; nobody asks it to stop."""
    return go_on(given, lambda: False)


def split(body: bytes) -> tuple[bytes, bytes]:
    """A sealed review, which is one line, and answers."""
    sealed, _, answers = body.partition(b"\n")
    return sealed, answers
