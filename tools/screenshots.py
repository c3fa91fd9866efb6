"""Takes pictures of every page and game state in Chromium: narrow and wide, by day and by night,
in three languages. The few that README and docs show are chosen in CHOSEN and made small.

    .venv/bin/python tools/screenshots.py                     the chosen ones, into docs/pictures
    .venv/bin/python tools/screenshots.py --all FOLDER        all of them, into a folder
    .venv/bin/python tools/screenshots.py --all FOLDER home   those whose names begin with home
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import Server, launched  # noqa: E402
from tests.browser.people import People  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
SIZES = {"narrow": {"width": 390, "height": 844}, "wide": {"width": 1280, "height": 800}}
THEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}
SHORT = {
    "crocodile": {"setup": "picture", "patience": 12},
    "cromado": {"turn_limit": 8},
    "splash": {"turn_limit": 20},
    "kariba": {},
}
QUICK = {"crocodile": {"setup": "picture"}}
TURNS = {"crocodile": 9, "cromado": 9, "splash": 2, "kariba": 9}
"""How far a game is when its picture is taken."""
CHOSEN = {
    "page-home": ("home", "wide", "light", "en"),
    "page-home-phone": ("home", "narrow", "light", "fr"),
    "page-table": ("table-kariba", "wide", "light", "en"),
    "page-table-phone": ("table-splash", "narrow", "dark", "de"),
    "page-tour": ("tour-crocodile", "wide", "light", "en"),
    "page-replay": ("replay-cromado", "wide", "dark", "en"),
}
LARGEST = 60_000
"""Bytes of a picture that is kept with the project."""


def home(ada, server, game):
    """The first page, with tables to return to and to watch."""
    ada.make_table("kariba", ["person", "beginner"], title="Sunday evening", public=True)
    ada.make_table("splash", ["person", "person", "casual"], title="Splash!", public=True)
    ada.page.goto(server.address)


def new(ada, server, game):
    """Setting up a table."""
    ada.page.goto(f"{server.address}/new/{game}")


def rules(ada, server, game):
    """The rules."""
    ada.page.goto(f"{server.address}/rules/{game}")


def tour(ada, server, game):
    """A step of the tour."""
    ada.page.goto(f"{server.address}/tour/{game}#2")
    ada.page.wait_for_selector("#board .can")


def bring(ada, server, game):
    """Where a record is brought."""
    ada.page.goto(f"{server.address}/replay")


def waiting(ada, server, game):
    """A table that waits for a friend."""
    ada.make_table(game, ["person", "person"])
    ada.page.wait_for_selector("#before:not([hidden])")


def table(ada, server, game):
    """A game in the middle."""
    ada.make_table(game, ["person", "beginner"], options=QUICK.get(game, {}))
    ada.play(TURNS[game])
    ada.wait_for_turn()


def choosing(ada, server, game):
    """Something is chosen."""
    table(ada, server, game)
    ada.touch()


def ending(ada, server, game):
    """The end of a game."""
    ada.make_table(game, ["person", "random"], options=SHORT[game])
    ada.play()


def replay(ada, server, game):
    """A game once more."""
    ending(ada, server, game)
    ada.page.goto(f"{server.address}{ada.page.get_attribute('#ending a[href*=replay]', 'href')}")
    ada.page.wait_for_selector("#board svg")
    moments = int(ada.page.get_attribute("#main", "data-moments") or "2")
    ada.page.locator("#slider").fill(str(2 * moments // 3))
    ada.page.wait_for_timeout(500)


PAGES = {"home": (home, ""), "bring": (bring, "")} | {
    f"{scene.__name__}-{game}": (scene, game)
    for scene in (new, rules, tour, waiting, table, choosing, ending, replay)
    for game in SHORT
}


def variants():
    """Every size and theme in English, and the other languages narrow by day and wide by night."""
    for size in SIZES:
        for theme in THEMES:
            for language in LANGUAGES:
                odd = (size == "narrow") == (theme == "light")
                if language == "en" or odd:
                    yield size, theme, language


def take(people, server, page, size, theme, language):
    """One picture, as PNG."""
    scene, game = PAGES[page]
    ada = people.new(
        "Ada",
        viewport=SIZES[size],
        color_scheme=theme,
        locale=LANGUAGES[language],
        device_scale_factor=2 if size == "narrow" else 1,
    )
    ada.page.on(
        "console", lambda message: print(f"  {message.text}") if message.type == "error" else None
    )
    scene(ada, server, game)
    ada.page.wait_for_load_state("networkidle")
    ada.page.wait_for_timeout(150)
    taken = ada.page.screenshot()
    ada.context.close()
    people.all.remove(ada)
    return taken


def small(png):
    """The picture as WebP, as good as it can be at its size."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    if image.width == 780:
        image = image.resize((520, 520 * image.height // 780))
    for quality in range(88, 20, -6):
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST:
            break
    return out.getvalue()


def main():
    """Takes what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("beginnings", nargs="*", metavar="NAME")
    options = parser.parse_args()
    if options.all:
        options.all.mkdir(parents=True, exist_ok=True)
        wanted = {
            f"{page}-{size}-{theme}-{language}": (page, size, theme, language)
            for page in PAGES
            for size, theme, language in variants()
        }
    else:
        wanted = CHOSEN
    begins = tuple(options.beginnings)
    wanted = {name: how for name, how in wanted.items() if not begins or name.startswith(begins)}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), launched(playwright)
        try:
            people = People(browser, server.address)
            for number, (name, how) in enumerate(wanted.items(), start=1):
                print(f"{number} of {len(wanted)}  {name}", flush=True)
                png = take(people, server, *how)
                if options.all:
                    (options.all / f"{name}.png").write_bytes(png)
                else:
                    (PICTURES / f"{name}.webp").write_bytes(small(png))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
