"""Writes a static site: the server's own pages as files, and tables in the page's worker.

Pages are made by the routes that serve them, in every language, one folder for each; addresses in them
become relative, so that the site can lie anywhere. What pages ask of a server while they are open is
answered by ``script/page.js``.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote, unquote, urlsplit

from starlette.applications import Starlette
from starlette.convertors import register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.bots.modules import module, weights_file, without_weights
from waterside.core.errors import WatersideError
from waterside.core.registry import all_games
from waterside.server.domain.bot_names import NAMES
from waterside.server.http.request import LANGUAGE_COOKIE
from waterside.server.site import guides
from waterside.server.site.assets import Assets
from waterside.server.site.faces import face
from waterside.server.site.home import HomePages, game_card
from waterside.server.site.new_table import NewTablePage
from waterside.server.site.numbers import NumberConvertor
from waterside.server.site.rules import RulesPages
from waterside.server.site.scenery import scenery
from waterside.server.site.templating import Pages, say_for
from waterside.server.site.tours import TourPages
from waterside.server.tab.addresses import RelativeAssets, file_name, relative
from waterside.server.tab.bundle import pages_bundle, tables_bundle
from waterside.server.tab.packing import STDLIB, compiled, packed
from waterside.server.tab.pyodide import FILES as PYODIDE_FILES
from waterside.server.tab.pyodide import kept_folder
from waterside.text.language import LANGUAGES, speaker
from waterside.text.lessons import tour_of

VERSIONED = ("packed.js", "worker.js")
"""Scripts that know a version, which is written at their head."""
SCRIPTS = Path(__file__).parent / "script"
FACES = b"`/faces/"
"""How scripts begin the address of a bot's face."""
MANIFEST = "waterside.webmanifest"
SCENERY = re.compile(r'"(/scenery/[^"]+)"')
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
HEAD = """<head>
  <meta http-equiv="Content-Security-Policy" content="{policy}">
  <link rel="stylesheet" href="../tab/tab.css">
  <script defer src="../tab/page.js" data-language="{language}" data-page="{page}"
    data-waiting="{waiting}" data-trouble="{trouble}"></script>"""
FIRST_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Waterside</title>
<script src="tab/first.js"></script>
<p><a href="en/index.html">Waterside</a></p>
"""


@dataclass
class StaticSite:
    """A site that is being written to a folder."""

    folder: Path
    assets: Assets = field(default_factory=Assets)
    sceneries: set[str] = field(default_factory=set)

    def write(self, pyodide: Path) -> None:
        """Writes all of it; Pyodide's files are copied from a folder."""
        for language in LANGUAGES:
            asyncio.run(self.write_pages(language))
        asyncio.run(self.write_pictures())
        for name, content in self.assets.contents.items():
            self.put(f"static/{name}", content.replace(FACES, FACES.replace(b"/", b"../", 1)))
        self.put(f"static/{MANIFEST}", manifest(self.assets.contents[MANIFEST]))
        for path in sorted(SCRIPTS.iterdir()):
            if path.name in VERSIONED:
                continue
            self.put(f"tab/{path.name}", path.read_bytes())
        archives = {"tables.zip": tables_bundle(), "pages.zip": pages_bundle()}
        digest = sha256((pyodide / "pyodide.asm.wasm").read_bytes())
        for name, archive in compiled(pyodide, archives, kept_folder().parent).items():
            folder = "pyodide" if name == STDLIB else "tab"
            self.put(f"{folder}/{name}.packed", packed(archive))
            digest.update(archive)
        self.put_versioned("tab/packed.js", digest.hexdigest()[:16])
        for kind in all_games().values():
            self.put(f"games/{kind.name}.wasm", without_weights(module(kind)))
            if (weights := weights_file(kind)).exists():
                self.put(f"games/{kind.name}.weights", weights.read_bytes())
        for name in PYODIDE_FILES:
            if name == STDLIB:
                continue
            content = (pyodide / name).read_bytes()
            if name.endswith(".wasm"):
                name, content = f"{name}.packed", gzip.compress(content, mtime=0)
            self.put(f"pyodide/{name}", content)
        self.put("index.html", FIRST_PAGE.encode())
        self.write_worker()

    def put_versioned(self, name: str, version: str, **more: object) -> None:
        """Writes a script that knows a version, and whatever else there is to know."""
        known = {"VERSION": version, **more}
        head = "".join(f"const {one} = {json.dumps(value)};\n" for one, value in known.items())
        self.put(name, head.encode() + (SCRIPTS / Path(name).name).read_bytes())

    def write_worker(self) -> None:
        """Writes the service worker, which knows all files and a digest of them."""
        worker = self.folder / "worker.js"
        worker.unlink(missing_ok=True)
        digest = sha256()
        names = []
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                names.append(path.relative_to(self.folder).as_posix())
                digest.update(names[-1].encode() + b"\0" + path.read_bytes())
        self.put_versioned("worker.js", digest.hexdigest()[:16], FILES=names)

    def put(self, name: str, content: bytes) -> None:
        """Writes one file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def size(self) -> str:
        """How large the site is, in words."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        total = sum(path.stat().st_size for path in files)
        return f"{len(files)} files, {total / 1e6:.1f} MB"

    async def write_pages(self, language: str) -> None:
        """Writes all pages in a language."""
        app = pages_app()
        for address in addresses():
            answer = await get(app, address, language)
            name = file_name(address)
            page = name.removesuffix(".html").split("-")[0]
            if name.endswith(".html"):
                answer = with_stand_ins(answer, language, page)
            else:
                self.sceneries.update(SCENERY.findall(answer.decode()))
            self.put(f"{language}/{name}", answer)

    async def write_pictures(self) -> None:
        """Writes the pictures that pages show."""
        app = pages_app()
        for kind in all_games().values():
            address = f"/games/{kind.name}.svg"
            self.put(address[1:], await get(app, address, "en"))
        for address in sorted(self.sceneries):
            self.put(address[1:], await get(app, address, "en"))
        for bot in NAMES:
            self.put(f"faces/{bot}.svg", await get(app, f"/faces/{quote(bot)}.svg", "en"))


def addresses() -> Iterator[str]:
    """The addresses of all pages, as on a server, and of what they load in a language."""
    yield from ("/", "/page", "/position", "/replay")
    for kind in all_games().values():
        yield f"/table/{kind.name}"
        yield f"/new/{kind.name}"
        fewest, most = kind.seats
        yield from (f"/new/{kind.name}?players={count}" for count in range(fewest, most + 1))
        if guides.has_guide(kind):
            yield f"/rules/{kind.name}"
            number = 1
            while guides.has_figure(kind, number):
                yield f"/rules/{kind.name}/{number}.svg"
                number += 1
        if tour := tour_of(kind):
            yield f"/tour/{kind.name}"
            steps = len(tour.lessons.steps) + 1
            for number in range(1, steps + 1):
                yield from (f"/tour/{kind.name}/{number}", f"/tour/{kind.name}/{number}/wide")


def with_stand_ins(page: bytes, language: str, name: str) -> bytes:
    """A page with relative addresses, and with what stands in for the server."""
    say = speaker(language)
    head = HEAD.format(
        policy=POLICY,
        language=language,
        page=name,
        waiting=say("One moment…"),
        trouble=say("That did not work: {problem}", problem="{problem}"),
    )
    return relative(page.decode()).replace("<head>", head, 1).encode()


def pages_app() -> Starlette:
    """The pages of a server that has no tables."""
    pages = Pages(cast(Any, RelativeAssets()), static=True)

    async def nobody(*ignored: object) -> None:
        return None

    async def none(*ignored: object) -> list[Any]:
        return []

    async def table(request: Request) -> Response:
        kind = all_games()[request.path_params["game"]]
        return pages.page(
            request, "table.html", table="", game=kind.name, title=kind.title, options=[],
            invitation=None, qr="", push_key="", card=game_card(kind, say_for(request)),
        )  # fmt: skip

    async def opening(request: Request) -> Response:
        return pages.page(request, "opening.html")

    async def upload(request: Request) -> Response:
        return pages.page(request, "upload.html")

    register_url_convertor("number", NumberConvertor())
    store = SimpleNamespace(tables_of=none, public_tables=none)
    hub: Any = SimpleNamespace(store=store, warming=SimpleNamespace(is_ready=True))
    routes: list[Any] = [
        *HomePages(hub, cast(Any, SimpleNamespace(of=nobody)), pages).routes(),
        *NewTablePage(pages).routes(),
        *RulesPages(pages).routes(),
        *TourPages(pages).routes(),
        Route("/table/{game}", table),
        Route("/page", opening),
        Route("/position", opening),
        Route("/replay", upload),
        Route("/faces/{name}.svg", face),
        Route("/scenery/{game}/{variant}/{key}.svg", scenery),
    ]
    return Starlette(routes=routes)


async def get(app: Starlette, address: str, language: str) -> bytes:
    """What the application sends from an address, in a language."""
    parts = urlsplit(address)
    scope = {
        "type": "http",
        "method": "GET",
        "path": unquote(parts.path),
        "query_string": parts.query.encode(),
        "headers": [(b"cookie", f"{LANGUAGE_COOKIE}={language}".encode())],
        "root_path": "",
        "scheme": "http",
        "server": ("localhost", 80),
    }
    status, body = 0, b""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    await app(scope, receive, send)
    if status != 200:
        raise WatersideError(f"{address} answers {status}")
    return body


def manifest(given: bytes) -> bytes:
    """The manifest of an app that lies in any folder; its addresses are relative to where it lies."""
    here = {"id": "../", "start_url": "../index.html", "scope": "../"}
    return json.dumps({**json.loads(given), **here}, indent=2, ensure_ascii=False).encode()
