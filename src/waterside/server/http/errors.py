"""Refusing a request over HTTP: with a status, a code for programs and words for people."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request
from fastapi.responses import JSONResponse

from waterside.server.domain.errors import RefusalError
from waterside.server.http.models import Problem
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import is_foreign
from waterside.server.store import StoreError
from waterside.text.language import Say, speaker


class HttpError(Exception):
    """Ends a request with a status and a reason."""

    def __init__(self, status: int, code: str, text: str, **parts: object) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.parts = parts

    def problem(self, say: Say) -> Problem:
        """The reason in a reader's language."""
        return Problem(code=self.code, text=say(self.text, **self.parts))


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
    if isinstance(problem, HttpError):
        return JSONResponse(problem.problem(say).model_dump(), problem.status)
    if isinstance(problem, RefusalError):
        return JSONResponse(
            Problem(code=problem.code, text=problem.translated(say)).model_dump(), 409
        )
    text = say("The database does not answer; try again.")
    assert isinstance(problem, StoreError)
    return JSONResponse(Problem(code="store", text=text).model_dump(), 503)
