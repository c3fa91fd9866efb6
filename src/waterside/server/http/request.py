"""What a request says about its sender: the address, the language, the room for a board."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request

from waterside.server.ops.limits import limit_key
from waterside.text.language import LANGUAGES, best_language

LANGUAGE_COOKIE = "waterside_language"


def address_of(request: HTTPConnection) -> str:
    """The address that a request comes from, for limits by address: of IPv6 the /64 network."""
    return limit_key(request.client.host) if request.client else ""


def is_wide(request: Request) -> bool:
    """Whether the board has more width than height on the reader's page."""
    return request.query_params.get("wide") == "yes"


def language_of(request: Request) -> str:
    """The reader's language: the one chosen on the page, or else the browser's."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return best_language(request.headers.get("accept-language"))
