"""Pages rendered from templates, in the reader's language and colours."""

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
    """``light`` or ``dark`` if the reader has chosen, or empty to follow the device."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def say_for(request: Request) -> Say:
    """The texts in the reader's language."""
    return speaker(language_of(request))


class Pages:
    """The templates and the pages made from them."""

    def __init__(self, assets: Assets, static: bool = False) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._templates.globals["static"] = static  # whether there is no server behind the pages
        self._templates.globals["asset"] = assets.address
        self._templates.globals["languages"] = [(code, NAMES[code]) for code in LANGUAGES]

    def prepare(self) -> None:
        """Compiles all templates and reads all catalogues."""
        for name in self._templates.list_templates():
            self._templates.get_template(name)
        for language in LANGUAGES:
            speaker(language)

    def page(
        self, request: Request, template: str, *, status: int = 200, **parts: Any
    ) -> HTMLResponse:
        """A page from a template, whose texts are ``_("text {part}", part=…)`` or ``ngettext``."""
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
        """A page with a message, for example that something does not exist."""
        return self.page(request, "message.html", status=status, title=title, text=text)

    def not_found(self, request: Request) -> HTMLResponse:
        """The page for an address that leads nowhere."""
        say = say_for(request)
        text = say("There is nothing at this address. All games are on the first page.")
        return self.message(request, 404, say("Nothing here"), text)


def local(path: str, query: str = "") -> str:
    """An address on this server; the first page if the path is not one."""
    if not path.startswith("/") or path.startswith("//") or "\\" in path:
        return "/"
    return f"{path}?{query}" if query else path
