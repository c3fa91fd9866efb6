"""Who reads: from where, and in which language."""

from __future__ import annotations

from starlette.requests import Request

from waterside.text.language import LANGUAGES, best_language

LANGUAGE_COOKIE = "waterside_language"


def address_of(request: Request) -> str:
    """Where a request comes from, for what is limited by address."""
    return request.client.host if request.client else ""


def language_of(request: Request) -> str:
    """The reader's language: as chosen, else as the browser says."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return best_language(request.headers.get("accept-language"))
