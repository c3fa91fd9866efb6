"""What a request says about its sender: the address and the language."""

from __future__ import annotations

from starlette.requests import Request

from waterside.text.language import LANGUAGES, best_language

LANGUAGE_COOKIE = "waterside_language"


def address_of(request: Request) -> str:
    """The address that a request comes from, for limits by address."""
    return request.client.host if request.client else ""


def language_of(request: Request) -> str:
    """The reader's language: the one chosen on the page, or else the browser's."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return best_language(request.headers.get("accept-language"))
