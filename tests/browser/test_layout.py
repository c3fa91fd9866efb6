"""Nothing on a page is cut, covers something else or wastes its place, in any language."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import LANDSCAPE, PHONE, TABLET, WIDE, People, Person, set_size
from tests.browser.test_review import reviewed, upload
from tests.pictures.scenes import some_game
from waterside.core.registry import all_games
from waterside.pictures import drawing_of, picture_of
from waterside.review.puzzles import puzzles_of
from waterside.text.language import LANGUAGES

LOCALES = ("en-GB", "fr-FR", "de-DE")
PICTURED = '{"setup": "picture"}'
LEVELS = ("beginner", "casual", "club", "expert", "master")

LEVELS_WRONG = """() => [...document.querySelectorAll("#seats .level")].flatMap((level) => {
  const score = level.closest(".seat").querySelector(".score");
  score.textContent = "88";
  const beside = score.getBoundingClientRect();
  const { height, left, right } = level.getBoundingClientRect();
  const seat = level.closest(".seat").getBoundingClientRect();
  const lines = height / parseFloat(getComputedStyle(level).lineHeight);
  const isApart = right <= beside.left || beside.right <= left;
  return lines < 1.6 && isApart && left >= seat.left && right <= seat.right ? []
    : [`${level.textContent}: ${lines} lines, ${left} to ${right} in ${seat.left} to ${seat.right}`];
})"""
"""The levels of bots that take more than a line, leave their place or lie over a score."""

OVERLAPPING = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    .map((one) => ({ one, text: one.textContent.trim().slice(0, 40), ...one.getBoundingClientRect().toJSON() }));
  const found = boxes.filter(({ one }) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight)
    .map(({ text }) => `cut: ${text}`);
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    if (a.one.contains(b.one)) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${a.text} and ${b.text}`);
  }));
  return found;
}"""
"""What is cut, and what lies over something else."""

OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, bottom - 3);
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || hit?.closest(selector) !== one;
  }).map((one) => one.textContent.trim())"""
"""What is not on the screen as a whole, or covered at its lower edge."""

DASHES = """(selector) => [...document.querySelectorAll(selector)].map((line) => {
  const { stroke, strokeDasharray } = getComputedStyle(line);
  return [stroke, strokeDasharray];
})"""

LARGEST = """(sizes) => {
  const { width, height } = document.querySelector("#board").getBoundingClientRect();
  const box = document.querySelector("#board svg")?.viewBox.baseVal;
  const scales = sizes.map(([wide, high]) => Math.min(width / wide, height / high));
  const at = sizes.findIndex(([wide]) => wide === box?.width);
  return scales[at] === Math.max(...scales);
}"""
"""Whether a board is drawn in the way in which it is largest in its room."""


def show(person: Person, size: dict[str, int]) -> None:
    set_size(person.page, size["width"], size["height"])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bots_level_stays_in_one_line_beside_two_others(
    level: str, locale: str, people: People
) -> None:
    ada = people.new(locale=locale, viewport=PHONE, has_touch=True, is_mobile=True)
    ada.make_table("kariba", ["person", level, level])
    ada.wait_for_turn()
    expect(ada.page.locator("#seats .level")).to_have_count(2)
    for width in (360, 390, 430):
        show(ada, {"width": width, "height": 780})
        assert ada.page.evaluate(LEVELS_WRONG) == [], width


def test_the_legend_of_a_review_tells_lines_apart_as_the_curve_does(people: People) -> None:
    page = reviewed(people.new())
    drawn = page.evaluate(DASHES, "#curve .line")
    assert len({dashes for _, dashes in drawn}) == len(drawn) == 2
    assert page.evaluate(DASHES, "#legend .line") == drawn
    assert page.evaluate(DASHES, "#balance .line") == drawn


def pages_with_a_board(address: str) -> dict[str, str]:
    puzzle = puzzles_of("crocodile")[0].id
    return {
        "tour": f"{address}/tour/crocodile#2",
        "puzzle": f"{address}/puzzles/crocodile/{puzzle}",
        "position": f"{address}/position?game=crocodile&options={quote(PICTURED)}",
    }


def turn(person: Person, size: dict[str, int]) -> None:
    """Takes a device of another shape and waits for the pool that is as large as it can be there."""
    show(person, size)
    person.page.wait_for_function(LARGEST, arg=[list(size) for size in pools()])


def pools() -> list[tuple[float, float]]:
    """The sizes in which the pool is drawn: upright and lying."""
    game = all_games()["crocodile"]
    scenes = [drawing_of(game).scene_for(wide) for wide in (False, True)]
    return [scene.scenery(scene.variant(game.new(2), 1)).size for scene in scenes]


@pytest.mark.parametrize("page", ["tour", "puzzle", "position"])
def test_the_pool_is_drawn_upright_or_lying_as_it_is_larger(page: str, people: People) -> None:
    ada = people.new()
    ada.page.goto(pages_with_a_board(ada.address)[page])
    for size in (WIDE, PHONE, LANDSCAPE, TABLET, {"width": 1920, "height": 1080}):
        turn(ada, size)
        expect(ada.page.locator("#board .can").first).to_be_visible()


def test_a_replay_and_a_review_turn_with_the_device(people: People) -> None:
    ada = people.new()
    ada.make_table("crocodile", ["person", "random"], options={"setup": "picture", "patience": 12})
    ada.play()
    ada.page.goto(ada.address + str(ada.page.get_attribute("#ending a[href*=replay]", "href")))
    for link in (None, "a[href*=review]"):
        if link:
            ada.page.click(link)
            expect(ada.page).to_have_url(re.compile("/review"))
        for size in (WIDE, PHONE, LANDSCAPE):
            turn(ada, size)
            turn(ada, WIDE)
        moment = ada.page.locator("#log li").nth(3)
        moment.click()
        expect(moment).to_have_attribute("aria-current", "true")


def test_a_log_that_comes_after_the_device_was_turned_is_shown(people: People) -> None:
    ada = people.new()
    held: list[Route] = []
    ada.page.route("**/log?*", lambda route: held.append(route))
    upload(ada)
    for size in (PHONE, WIDE):
        show(ada, size)
        expect(ada.page.locator("#board svg")).to_be_visible()
    for route in held:
        route.continue_()
    expect(ada.page.locator("#log li")).to_have_count(4)


@pytest.mark.parametrize("locale", LOCALES)
def test_an_invitation_is_accepted_without_scrolling(locale: str, people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben", locale=locale, viewport=PHONE, has_touch=True)
    for game in all_games():
        ben.page.goto(ada.make_table(game, ["person", "person"]))
        for size in (PHONE, LANDSCAPE, TABLET):
            show(ben, size)
            expect(ben.page.locator(".invited img")).to_be_visible()
            assert ben.page.evaluate(OUTSIDE, "#before .main") == [], (game, size)
            assert ben.page.evaluate(OVERLAPPING, "#before :is(button, .button, p, h2, li)") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_table_that_waits_is_seen_as_a_whole(locale: str, people: People) -> None:
    ada = people.new(locale=locale, viewport=LANDSCAPE, has_touch=True)
    ada.make_table("crocodile", ["person", "person"])
    expect(ada.page.locator("#before .qr svg")).to_be_visible()
    for size in (LANDSCAPE, PHONE, TABLET):
        show(ada, size)
        left = ada.page.evaluate(
            "() => { const { scrollHeight, clientHeight } = document.querySelector('#before');"
            " return scrollHeight - clientHeight; }"
        )
        assert left <= 1, size


@pytest.mark.parametrize("locale", LOCALES)
def test_in_a_drawer_nothing_covers_anything(locale: str, people: People) -> None:
    ada = people.new(locale=locale, viewport=LANDSCAPE, has_touch=True)
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    for size in (LANDSCAPE, PHONE, {"width": 640, "height": 360}):
        show(ada, size)
        if ada.page.get_attribute("[data-drawer=more]", "aria-expanded") != "true":
            ada.page.click("[data-drawer=more]")
        assert ada.page.evaluate(OVERLAPPING, "#more :is(h2, p, dt, dd, label, button)") == [], size


@pytest.mark.parametrize("locale", LOCALES)
def test_games_are_begun_from_one_line_of_buttons_above_the_fold(
    locale: str, people: People
) -> None:
    ada = people.new(locale=locale)
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    ada.page.goto(ada.address)
    expect(ada.page.locator(".first .your-turn")).to_be_visible()
    buttons = ada.page.locator(".play-now .main")
    for size in (WIDE, LANDSCAPE, {"width": 1920, "height": 1080}):
        show(ada, size)
        boxes = [buttons.nth(at).bounding_box() for at in range(buttons.count())]
        assert len({round(box["y"]) for box in boxes if box}) == 1, size
        assert ada.page.evaluate(OUTSIDE, ".play-now .main") == [], size


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET, WIDE])
def test_buttons_say_what_they_do_where_there_is_room(size: dict[str, int], people: People) -> None:
    ada = people.new(viewport=size)
    ada.make_table("kariba", ["person", "random"])
    ada.play(1)
    ada.wait_for_turn()
    ada.page.locator("#board .can").first.click()
    for word in ("Cancel", "Undo", "Hint"):
        knob = ada.page.get_by_role("button", name=word, exact=True)
        expect(knob).to_be_visible()
        assert word in knob.inner_text(), "a sign alone"
        fonts = knob.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert fonts > 12


WORDS_WRONG = """() => {
  const found = [];
  const { width, height } = document.querySelector("svg").viewBox.baseVal;
  const scale = document.querySelector("svg").getBoundingClientRect().width / width;
  const words = [...document.querySelectorAll(".part > text")].filter((text) => text.textContent.trim())
    .map((text) => ({ text, is: text.textContent, box: text.getBoundingClientRect() }));
  words.forEach(({ text, is, box }, i) => {
    if (box.left < 0 || box.right > width * scale || box.bottom > height * scale) found.push(`outside: ${is}`);
    const under = text.parentElement.querySelector("use")?.getBoundingClientRect();
    if (text.parentElement.matches(".deed.large-text") && (box.left < under.left || box.right > under.right))
      found.push(`wider than its button: ${is}`);
    for (const other of words.slice(i + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 0 && high > 1) found.push(`${is} and ${other.is}`);
    }
  });
  return found;
}"""
"""Words on a board that leave it, are wider than what they lie on, or lie over others."""


def pictures_with_choices(game: str, language: str) -> list[str]:
    """Pictures of all choices in words that a random game comes to, each of them once."""
    known: set[str] = set()
    found = []
    for position in some_game(game, all_games()[game].seats[0], {}):
        if not isinstance(position.actor, int):
            continue
        picture = picture_of(position, position.actor, language)
        words = {part.text for part in picture.parts if "deed" in part.classes and part.text}
        if words - known:
            known |= words
            found.append(picture.standalone())
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["cromado", "splash"])
def test_words_on_a_board_have_room(game: str, language: str, people: People) -> None:
    page = people.new(viewport=WIDE).page
    pictures = pictures_with_choices(game, language)
    assert pictures
    for picture in pictures:
        page.set_content(f'<body style="margin: 0; width: 600px">{picture}</body>')
        assert page.evaluate(WORDS_WRONG) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_board_stays_where_it_is_when_a_bot_is_to_move(locale: str, people: People) -> None:
    ada = people.new(locale=locale, viewport=PHONE, has_touch=True, is_mobile=True)
    ada.make_table("kariba", ["person", "beginner"])
    ada.wait_for_turn()
    heights = ada.page.evaluate(
        """() => {
          const seats = document.querySelector(".seats");
          const saying = document.querySelector("#chair-2 .saying");
          const before = seats.getBoundingClientRect().height;
          saying.textContent = document.querySelector("[data-key=to-move]")?.textContent
            ?? document.querySelector("#texts").content.querySelector("[data-key=to-move]").textContent;
          return [before, seats.getBoundingClientRect().height];
        }"""
    )
    assert heights[0] == heights[1]


HINT_WRONG = """() => {
  const found = [], rect = (one) => one.getBoundingClientRect();
  const advice = document.querySelector("#advice"), board = rect(document.querySelector("#board"));
  const inside = (one) => {
    const { left, right, top, bottom } = rect(one);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`not on the screen: ${one.textContent}`);
  };
  for (const one of [advice, ...document.querySelectorAll("#board .hinted, #advice button, #seats .seat")]) inside(one);
  const at = rect(advice);
  const wide = Math.min(at.right, board.right) - Math.max(at.left, board.left);
  const high = Math.min(at.bottom, board.bottom) - Math.max(at.top, board.top);
  if (wide > 1 && high > 1) found.push(`over the board: ${wide} x ${high}`);
  if (Math.min(board.width, board.height) < 180) found.push(`the board is ${board.width} x ${board.height}`);
  for (const one of [advice, advice.querySelector("ol")])
    if (one.scrollHeight > one.clientHeight + 2) found.push(`cut: ${one.textContent}`);
  const bar = rect(document.querySelector(".drawer-bar"));
  if (at.bottom > bar.top + 1 && at.top < bar.top && innerWidth < 900) found.push("over the bar");
  return found;
}"""
"""What is wrong with a hint that is shown: it hides nothing, and what it suggests is seen."""


@pytest.mark.parametrize(
    ("game", "locale"), list(zip(all_games(), (*LOCALES, "de-DE"), strict=True))
)
def test_a_hint_is_shown_beside_the_board(game: str, locale: str, people: People) -> None:
    ada = people.new("Ada", has_touch=True, is_mobile=True, locale=locale)
    seats = all_games()[game].seats[1]
    ada.make_table(game, ["person", *["random"] * (seats - 1)])
    ada.wait_for_turn()
    hint = re.compile("^(Hint|Conseil|Tipp)$")
    for width, height in ((390, 844), (360, 640), (768, 1024), (844, 390), (640, 360), (1280, 800)):
        ada.resize({"width": width, "height": height})
        ada.wait_for_turn()
        ada.page.get_by_role("button", name=hint).click()
        expect(ada.page.locator("#advice li").first).to_contain_text("%")
        assert ada.page.evaluate(HINT_WRONG) == [], (width, height)
        ada.page.locator("#advice button").click()
