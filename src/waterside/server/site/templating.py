"""Pages from templates, in the reader's language and colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from waterside.pictures.palette import THEMES
from waterside.server.http.request import language_of
from waterside.server.site.assets import Assets
from waterside.text.language import LANGUAGES, Say, speaker

TEMPLATES = Path(__file__).parent / "templates"
THEME_COOKIE = "waterside_theme"
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}


def theme_of(request: Request) -> str:
    """Light or dark if the reader has chosen, else empty: as the device is set."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def say_for(request: Request) -> Say:
    """Who speaks to the reader."""
    return speaker(language_of(request))


class Pages:
    """The templates; ``page`` fills one in."""

    def __init__(self, assets: Assets) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._templates.globals["asset"] = assets.address
        self._templates.globals["languages"] = [(code, NAMES[code]) for code in LANGUAGES]

    def page(
        self, request: Request, template: str, *, status: int = 200, **parts: Any
    ) -> HTMLResponse:
        """A page. Templates say texts by ``_("text {part}", part=…)`` and ``ngettext``."""
        say = say_for(request)
        filled = self._templates.get_template(template).render(
            _=say,
            ngettext=say.n,
            language=say.language,
            theme=theme_of(request),
            here=local(request.url.path, request.url.query),
            **parts,
        )
        return HTMLResponse(filled, status, {"Cache-Control": "private, no-cache"})

    def message(self, request: Request, status: int, title: str, text: str) -> HTMLResponse:
        """A page that says why there is nothing else to see."""
        return self.page(request, "message.html", status=status, title=title, text=text)


def local(path: str, query: str = "") -> str:
    """An address on this server; the first page for what is none."""
    if not path.startswith("/") or path.startswith("//") or "\\" in path:
        return "/"
    return f"{path}?{query}" if query else path
