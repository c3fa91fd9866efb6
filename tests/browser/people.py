"""People who play through the page: they see what is shown and touch what lights up."""

from __future__ import annotations

import time
from typing import Any
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 768, "height": 1024}
LANDSCAPE = {"width": 844, "height": 390}
SCREENS = (PHONE, TABLET, LANDSCAPE, WIDE)
BOARD_OUTSIDE = """() => {
  const { left, right, top, bottom } = document.querySelector("#board svg").getBoundingClientRect();
  const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  return isInside ? null : [left, top, right, bottom].map(Math.round);
}"""
"""Where the board is, unless all of it is on the screen."""
PATIENCE = 120_000
"""Milliseconds that somebody waits for anything."""

MY_TURN = "#prompt.mine"
OVER = "#ending:not([hidden])"
WHOSE_TURN = """() => {
  if (!document.querySelector("MY_TURN")) return null;
  const seat = document.querySelector("[id^=chair-].turn")?.id.split("-")[1];
  const others = document.querySelectorAll(`#log li[data-seat]:not([data-seat="${seat}"])`);
  return `seat ${seat} after ${others.length} actions of others`;
}""".replace("MY_TURN", MY_TURN)
"""Which turn of one's own it is, if it is one's own: a bot may have acted between two questions."""
HARMLESS = ("WebSocket connection to", "net::ERR_CONNECTION", "net::ERR_INTERNET_DISCONNECTED")
"""What the browser itself says when a line breaks."""

SEEDED = """{
  let state = SEED;
  crypto.getRandomValues = (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = state >>> 24;
    }
    return bytes;
  };
}"""
"""A browser's own part of the entropy of games follows from the name of who sits there."""

POST = """async ([address, body]) => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}"""

WHERE_TO_TOUCH = """() => {
  const part = document.querySelector("#board .can")
    ?? document.querySelector("#choices button.main");
  if (!part) return null;
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
  let covers = null;
  for (const scrolled of [false, true]) {
    if (scrolled) part.scrollIntoView({ block: "center" });
    const box = part.getBoundingClientRect();
    for (const down of shares) {
      for (const along of shares) {
        const x = box.x + box.width * along, y = box.y + box.height * down;
        covers = document.elementFromPoint(x, y);
        if (covers && covers.closest("[data-touch], button") === part)
          return { point: [x, y] };
      }
    }
  }
  return { covered: `${part.outerHTML} is covered by ${covers && (covers.id || covers.outerHTML)}` };
}"""
"""A point that a finger reaches of the first thing that lights up, or else of the first button
for a choice. Found in one go: between two questions to the page it may be gone."""


NEXT_FRAMES = (
    """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
)
"""Ends when the page has answered a change of its size: it hears of that with the next frame."""


def set_size(page: Page, width: int, height: int) -> None:
    """Gives a page another size, and the page time to answer."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate(NEXT_FRAMES)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, address: str, name: str) -> None:
        self.context = context
        self.address = address
        self.name = name
        self.problems: list[str] = []
        self.dialogs = 0
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", self.asked)
        self.page.add_init_script(SEEDED.replace("SEED", str(crc32(name.encode()))))
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => "
            "console.error('policy', event.violatedDirective, event.blockedURI));"
        )

    def heard(self, message: ConsoleMessage) -> None:
        harmless = any(known in message.text for known in HARMLESS)
        if message.type in ("error", "warning") and not harmless:
            self.problems.append(message.text)

    def asked(self, dialog: Any) -> None:
        self.dialogs += 1
        dialog.dismiss()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.page.evaluate(POST, [path, body])

    def make_table(self, game: str, seats: list[str], sit: int | None = 1, **wish: Any) -> str:
        """Sets a table up and sits down at seat 1; gives the link that invites others."""
        self.page.goto(f"{self.address}/static/none/icon.svg")
        self.post("/api/session", {"name": self.name})
        wanted = [
            {"kind": seat} if seat in ("person", "open") else {"kind": "bot", "level": seat}
            for seat in seats
        ]
        made = self.post("/api/tables", {"game": game, "seats": wanted, **wish})
        link = str(self.address + made["link"])
        if sit is None:
            self.page.goto(link)
        else:
            self.come_by(link)
        return link

    def come_by(self, link: str) -> None:
        """Opens an invitation and sits down."""
        self.page.goto(link)
        self.page.fill("#before input[name=name]", self.name)
        self.page.click("#before form button.main")

    def resize(self, size: dict[str, int]) -> None:
        """Turns the device or takes another one; waits for the board that is drawn for it."""
        set_size(self.page, size["width"], size["height"])
        shape = "wide" if size["width"] >= size["height"] else "high"
        self.page.wait_for_selector(f"#board[data-shape={shape}]", state="attached")

    def wait_for_turn(self) -> bool:
        """Whether it is this person's turn; False if the game is over."""
        self.page.wait_for_selector(f"{MY_TURN}, {OVER}")
        return self.page.query_selector(OVER) is None

    def is_on_turn(self) -> bool:
        return self.page.query_selector(MY_TURN) is not None

    def is_over(self) -> bool:
        return self.page.query_selector(OVER) is not None

    def touch(self) -> None:
        """Touches the first thing that lights up, or else the first button for a choice."""
        where = self.page.evaluate(WHERE_TO_TOUCH)
        if where is not None:
            assert "point" in where, where["covered"]
            self.page.mouse.click(*where["point"])

    def play(self, turns: int = 400) -> int:
        """Plays by touch until the game is over, or so many turns; how many they were."""
        for turn in range(turns):
            if not self.wait_for_turn():
                return turn
            self.take_turn()
        return turns

    def take_turn(self, of: str = "") -> None:
        """Touches until the turn is over; at one device only as long as it is the turn of one player."""
        until = time.monotonic() + PATIENCE / 1000
        turn = self.page.evaluate(WHOSE_TURN)
        while turn and turn == self.page.evaluate(WHOSE_TURN):
            if of not in self.page.inner_text("#prompt"):
                break
            assert time.monotonic() < until, "the turn does not end"
            self.touch()


class People:
    """Everybody in a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.all: list[Person] = []

    def new(self, name: str = "Ada", **how: Any) -> Person:
        """Somebody new; ``how`` is what Playwright's contexts take."""
        how.setdefault("viewport", WIDE)
        how.setdefault("reduced_motion", "reduce")
        how.setdefault("locale", "en-GB")
        context = self.browser.new_context(**how)
        person = Person(context, self.address, name)
        self.all.append(person)
        return person

    def close(self) -> None:
        problems = [f"{one.name}: {problem}" for one in self.all for problem in one.problems]
        for person in self.all:
            person.context.close()
        assert problems == [], problems


def play_together(people: list[Person]) -> None:
    """All play, each when it is their turn, until the game is over for all of them."""
    until = time.monotonic() + PATIENCE / 1000
    while not all(person.is_over() for person in people):
        for person in people:
            if person.is_on_turn():
                person.take_turn()
                until = time.monotonic() + PATIENCE / 1000
        people[0].page.wait_for_timeout(20)
        assert time.monotonic() < until, "the game does not go on"
