"""Where on a static site the pages lie that a server would send from an address.

Pages lie in a folder for each language. A page that depends on what was played is made by the page's
own worker: it is shown by ``page.html``, with the server's address after the question mark. The same is
written once more in ``script/page.js``, for addresses that scripts make.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

ADDRESSED = re.compile(r'\b(href|src|data-from)="(/[^"]*)"')
SHARED = ("/games/", "/scenery/", "/faces/")
"""What is the same in all languages."""
WRITTEN = ("table", "new", "rules", "tour")
"""The first words of addresses whose pages are all written beforehand."""


def place(address: str) -> str:
    """Where a page links to for a server's address, from the folder of its language."""
    parts = urlsplit(address)
    words = [part for part in parts.path.split("/") if part]
    if address.startswith("/api/"):
        return address
    if address.startswith(SHARED):
        return f"..{address}"
    if words == ["position"]:
        return f"position.html?{parts.query}" if parts.query else "position.html"
    if words in ([], ["replay"]) or words[0] in WRITTEN:
        return file_name(address)
    return f"page.html?{address}"


def file_name(address: str) -> str:
    """The file in the folder of a language for what a server would send from this address."""
    parts = urlsplit(address)
    words = [part for part in parts.path.split("/") if part]
    words += parse_qs(parts.query).get("players", [])
    name = "-".join(words) or "index"
    if words[:1] == ["tour"] and len(words) > 2:
        return f"{name}.json"
    return name if name.endswith(".svg") else f"{name}.html"


def relative(page: str) -> str:
    """A page with relative addresses."""
    return ADDRESSED.sub(lambda found: f'{found[1]}="{place(found[2])}"', page)


class RelativeAssets:
    """The addresses of assets, relative to a page in a language's folder."""

    def address(self, name: str) -> str:
        """The address of an asset."""
        return f"../static/{name}"
