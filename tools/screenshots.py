"""Takes pictures of every page and game state in Chromium: at five sizes, light and dark, in three
languages. The few that README and docs show are chosen in CHOSEN and made small.

    .venv/bin/python tools/screenshots.py                     the chosen ones, into docs/pictures
    .venv/bin/python tools/screenshots.py --all FOLDER        all of them, into a folder
    .venv/bin/python tools/screenshots.py --all FOLDER home   those whose names begin with home
    .venv/bin/python tools/screenshots.py --sheets FOLDER     all sizes and themes of a page on one sheet
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import Server, launched  # noqa: E402
from tests.browser.people import People  # noqa: E402

from waterside.review.puzzles import puzzles_of  # noqa: E402
from waterside.text.language import speaker  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
SIZES = {
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "desktop": {"width": 1280, "height": 800},
    "large": {"width": 1920, "height": 1080},
}
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
    "page-home": ("home", "desktop", "light", "en"),
    "page-home-phone": ("home", "phone", "light", "fr"),
    "page-table": ("table-kariba", "desktop", "light", "en"),
    "page-table-phone": ("table-splash", "phone", "dark", "de"),
    "page-tour": ("tour-crocodile", "desktop", "light", "en"),
    "page-replay": ("replay-cromado", "desktop", "dark", "en"),
}
REVIEWED = 600_000
"""Milliseconds that a review may take."""
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
    """Where a record is uploaded."""
    ada.page.goto(f"{server.address}/replay")


def missing(ada, server, game):
    """An address that leads nowhere."""
    ada.page.goto(f"{server.address}/new/nowhere")


def invited(ada, server, game):
    """What a friend sees who opens an invitation."""
    host = ada.people.new("Berta")
    ada.page.goto(host.make_table(game, ["person", "person"]))
    host.context.close()
    ada.page.wait_for_selector(".invited img")


def preferences(ada, server, game):
    """The menu with speed, sounds and notifications."""
    table(ada, server, game)
    ada.page.click("#preferences summary")


def shared_device(ada, game):
    """Two players at one device, after a move of the first."""
    ada.make_table(game, ["person", "person"])
    ada.page.click("#before summary")
    ada.page.fill("#before input[name=name]", "Ben")
    ada.page.locator("#before details button").click()
    ada.wait_for_turn()
    ada.take_turn()
    ada.page.wait_for_selector("#pass:not([hidden])")


def passing(ada, server, game):
    """What came of a move, before the device is passed on."""
    shared_device(ada, game)


def covered(ada, server, game):
    """The cover between two players at one device."""
    shared_device(ada, game)
    ada.page.click("#pass button")


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
    choose(ada)


def choose(ada):
    """Touches something that can be chosen, unless it is: a board that was turned asks again."""
    if not ada.page.query_selector("#board .chosen"):
        ada.touch()


def confirming(ada, server, game):
    """A choice by touch that waits to be confirmed."""
    table(ada, server, game)
    if not ada.page.is_checked("#careful"):
        ada.page.evaluate("() => document.querySelector('#careful').click()")
    prepare(ada)


def prepare(ada):
    """Touches until there is something to confirm, or nothing left to touch."""
    for _ in range(3):
        if ada.page.query_selector("#board .ghost, #choices .main") or not ada.is_on_turn():
            break
        ada.touch()


def hint(ada, server, game):
    """What the alternatives are worth."""
    table(ada, server, game)
    ask_hint(ada)


def ask_hint(ada):
    """Asks for a hint, unless there is one: a board that was turned has none."""
    wide, high = ada.page.viewport_size["width"], ada.page.viewport_size["height"]
    shape = "wide" if wide >= high else "high"
    ada.page.wait_for_selector(f"#board[data-shape={shape}]", state="attached")
    if not ada.page.locator("#advice").is_visible():
        ada.page.get_by_role("button", name=ada.say("Hint"), exact=True).click()
        ada.page.wait_for_selector("#advice li", timeout=REVIEWED)


def ending(ada, server, game):
    """The end of a game."""
    ada.make_table(game, ["person", "beginner"], options=SHORT[game])
    ada.play()


def replay(ada, server, game):
    """A game once more."""
    ending(ada, server, game)
    ada.page.goto(f"{server.address}{ada.page.get_attribute('#ending a[href*=replay]', 'href')}")
    ada.page.wait_for_selector("#board svg")
    moments = int(ada.page.get_attribute("#main", "data-moments") or "2")
    ada.page.locator("#slider").fill(str(2 * moments // 3))
    ada.page.wait_for_timeout(500)


def review(ada, server, game):
    """A game looked through by bots."""
    ending(ada, server, game)
    ada.page.goto(f"{server.address}{ada.page.get_attribute('#ending a[href*=replay]', 'href')}")
    ada.page.click("a[href*=review]")
    ada.page.wait_for_selector("#main[data-complete=true]", timeout=REVIEWED)
    deciding = ada.page.locator("#moments button")
    if deciding.count():  # no moment decides some games
        deciding.first.click()
    ada.page.evaluate("() => scrollTo(0, 0)")


def puzzle(ada, server, game):
    """The first puzzle of a game."""
    ada.page.goto(f"{server.address}/puzzles/{game}/{puzzles_of(game)[0].id}")
    ada.page.wait_for_selector("#main[data-state=asking]")


def position(ada, server, game):
    """A position by its link."""
    actions = "draw 1;draw 1;draw 1;draw 4;draw 7;draw 8;draw 8;draw 2;draw 5;draw 3;4x1;draw 6"
    ada.page.goto(f"{server.address}/position?game={game}&players=2&actions={quote(actions)}")
    ada.page.wait_for_selector("#main[data-shown='12']")


def drawer(ada, server, game):
    """What else can be done at a table."""
    table(ada, server, game)
    open_drawer(ada)


def open_drawer(ada):
    """Opens it, unless it is open: beside a board there is always one."""
    knob = ada.page.locator("[data-drawer=more]")
    if knob.get_attribute("aria-expanded") != "true":
        knob.click()


RESTORED = {choosing: choose, confirming: prepare, drawer: open_drawer, hint: ask_hint}
"""How what a picture is to show comes back after a change of the size."""

PAGES = {
    "home": (home, ""),
    "bring": (bring, ""),
    "missing": (missing, ""),
    "preferences-kariba": (preferences, "kariba"),
    "passing-kariba": (passing, "kariba"),
    "covered-kariba": (covered, "kariba"),
    "position-kariba": (position, "kariba"),
    "review-kariba": (review, "kariba"),
    "review-crocodile": (review, "crocodile"),
    "drawer-kariba": (drawer, "kariba"),
    "confirming-cromado": (confirming, "cromado"),
} | {
    f"{scene.__name__}-{game}": (scene, game)
    for scene in (
        new,
        rules,
        tour,
        waiting,
        invited,
        table,
        choosing,
        hint,
        ending,
        replay,
        review,
        puzzle,
    )
    for game in SHORT
}


def visit(people, server, page, language):
    """A visitor in this language, to whom the page is shown."""
    scene, game = PAGES[page]
    ada = people.new("Ada", viewport=SIZES["phone"], locale=LANGUAGES[language])
    ada.people, ada.restore = people, RESTORED.get(scene)
    ada.say = speaker(language)
    ada.page.on(
        "console", lambda message: print(f"  {message.text}") if message.type == "error" else None
    )
    scene(ada, server, game)
    ada.page.wait_for_load_state("networkidle")
    return ada


def take(ada, size, theme):
    """One picture of what a visitor sees, as PNG: nothing is played again for it."""
    ada.page.set_viewport_size(SIZES[size])
    ada.page.emulate_media(color_scheme=theme)
    ada.page.wait_for_timeout(150)
    if ada.restore:
        ada.restore(ada)
    return ada.page.screenshot()


def sheet(pictures):
    """All sizes in both themes side by side, half as large."""
    images = [Image.open(io.BytesIO(png)).convert("RGB") for png in pictures]
    images = [image.resize((image.width // 2, image.height // 2)) for image in images]
    half = len(images) // 2
    rows = [images[:half], images[half:]]
    wide = max(sum(image.width + 12 for image in row) for row in rows)
    high = [max(image.height for image in row) + 12 for row in rows]
    whole = Image.new("RGB", (wide, sum(high)), "#808080")
    for number, row in enumerate(rows):
        left = 0
        for image in row:
            whole.paste(image, (left, number * high[0]))
            left += image.width + 12
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def small(png):
    """The picture as WebP, as good as it can be at its size."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in range(88, 20, -6):
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST:
            break
    return out.getvalue()


def wanted_pictures(options):
    """What is asked for, by page and language: the name, size and theme of each picture."""
    if not (options.all or options.sheets):
        found = {}
        for name, (page, size, theme, language) in CHOSEN.items():
            if chosen(name, options):
                found.setdefault((page, language), []).append((name, size, theme))
        return found
    return {
        (page, language): [
            (f"{page}-{size}-{theme}-{language}", size, theme) for theme in THEMES for size in SIZES
        ]
        for page in PAGES
        for language in LANGUAGES
        if chosen(page, options)
    }


def chosen(name, options):
    """Whether a picture of this name is asked for."""
    return not options.beginnings or name.startswith(tuple(options.beginnings))


def main():
    """Takes what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--sheets", type=Path, metavar="FOLDER")
    parser.add_argument("beginnings", nargs="*", metavar="NAME")
    options = parser.parse_args()
    wanted = wanted_pictures(options)
    for folder in filter(None, (options.all, options.sheets)):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), launched(playwright)
        try:
            people = People(browser, server.address)
            for number, ((page, language), pictures) in enumerate(wanted.items(), start=1):
                print(f"{number} of {len(wanted)}  {page} {language}", flush=True)
                server.seed(f"{page} {language}")
                ada = visit(people, server, page, language)
                taken = {name: take(ada, size, theme) for name, size, theme in pictures}
                ada.context.close()
                people.all.clear()
                if options.all:
                    for name, png in taken.items():
                        (options.all / f"{name}.png").write_bytes(png)
                if options.sheets:
                    made = sheet(list(taken.values()))
                    (options.sheets / f"{page}-{language}.png").write_bytes(made)
                if not (options.all or options.sheets):
                    for name, png in taken.items():
                        (PICTURES / f"{name}.webp").write_bytes(small(png))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
