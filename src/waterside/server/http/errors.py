"""Refusing a request over HTTP: with a status, a code for programs and words for people."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request
from fastapi.responses import JSONResponse

from waterside.protocol import RefusalError
from waterside.server.http.models import Problem
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import is_foreign
from waterside.server.store import StoreError
from waterside.text.language import speaker


class HttpError(RefusalError):
    """A request that is refused with a status."""

    def __init__(self, status: int, code: str, text: str, **parts: object) -> None:
        super().__init__(code, text, **parts)
        self.status = status


def refuse_foreign(hub: Hub) -> Callable[[Request], None]:
    """Refuses what other people's pages send with our cookie."""

    def check(request: Request) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS") and is_foreign(
            request.scope["headers"], hub.settings.trusted_origins
        ):
            raise HttpError(403, "foreign_origin", "Pages of other sites cannot do this.")

    return check


def told(request: Request, problem: Exception) -> JSONResponse:
    """A refusal as JSON."""
    say = speaker(language_of(request))
    if isinstance(problem, RefusalError):
        status = problem.status if isinstance(problem, HttpError) else 409
        return JSONResponse(
            Problem(code=problem.code, text=problem.translated(say)).model_dump(), status
        )
    text = say("The database does not answer; try again.")
    assert isinstance(problem, StoreError)
    return JSONResponse(Problem(code="store", text=text).model_dump(), 503)
