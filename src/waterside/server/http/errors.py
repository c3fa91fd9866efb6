"""Refusals over HTTP: a status, a code for programs and a text for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from waterside.protocol import Refusal, RefusalError
from waterside.server.http.models import Problem
from waterside.server.http.request import language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import is_foreign
from waterside.server.store import StoreError
from waterside.text.language import later, speaker

UNANSWERABLE = {
    400: ("malformed", later("What was sent cannot be read.")),
    404: ("not_found", later("There is nothing here.")),
    405: (
        "wrong_method",
        later("This method is not allowed here; the header Allow says which are."),
    ),
}


STATUS: Mapping[str, int] = {Refusal.UNREADABLE: 503}
"""The status of refusals that are not only refused over HTTP, where it is not 409."""


class HttpError(RefusalError):
    """A request that is refused with an HTTP status."""

    def __init__(self, status: int, code: str, text: str, **parts: object) -> None:
        super().__init__(code, text, **parts)
        self.status = status


def refuse_foreign(hub: Hub) -> Callable[[Request], None]:
    """A dependency that refuses what pages of other sites send with our cookie."""

    def check(request: Request) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS") and is_foreign(
            request.scope["headers"], hub.settings.trusted_origins
        ):
            raise HttpError(403, "foreign_origin", "Pages of other sites cannot do this.")

    return check


def problem_response(request: Request, error: Exception) -> JSONResponse:
    """A refusal, or an error of the store, as JSON in the reader's language."""
    say = speaker(language_of(request))
    if isinstance(error, RefusalError):
        status = error.status if isinstance(error, HttpError) else STATUS.get(error.code, 409)
        return JSONResponse(
            Problem(code=error.code, text=error.translated(say)).model_dump(), status
        )
    assert isinstance(error, StoreError)
    text = say("The database does not answer; try again.")
    return JSONResponse(Problem(code="store", text=text).model_dump(), 503)


async def validation_response(request: Request, error: Exception) -> JSONResponse:
    """Says what is wrong with a request that does not fit its description, without repeating it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    problem = Problem(code="malformed", text=f"{where}: {first['msg']}")
    return JSONResponse(problem.model_dump(), 422)


async def unanswerable_response(request: Request, error: Exception) -> JSONResponse:
    """Says that an address does not exist, does not allow the method, or got unreadable content."""
    assert isinstance(error, HTTPException)
    code, text = UNANSWERABLE.get(error.status_code, ("refused", str(error.detail)))
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(methods_at(request)))
    problem = Problem(code=code, text=speaker(language_of(request))(text))
    return JSONResponse(problem.model_dump(), error.status_code, headers)


def methods_at(request: Request) -> set[str]:
    """The methods that the address of a request allows."""
    found: set[str] = set()
    for path, methods in request.app.openapi()["paths"].items():
        pattern, _, _ = compile_path(path)
        if pattern.match(request.url.path):
            found |= {method.upper() for method in methods}
    return found


def add_error_handlers(app: FastAPI) -> None:
    """Makes an application answer every refusal with a ``Problem``."""
    for kind in (RefusalError, StoreError):
        app.add_exception_handler(kind, problem_response)
    app.add_exception_handler(RequestValidationError, validation_response)
    app.add_exception_handler(HTTPException, unanswerable_response)
