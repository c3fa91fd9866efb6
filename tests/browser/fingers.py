"""Fingers: taps, holds and drags as a touchscreen sends them, by Chromium's own protocol."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from tests.browser.people import PATIENCE, WHERE_TO_TOUCH, Person

SMALL_PHONE = {"width": 360, "height": 640}

WHERE_TO_DRAG = """(isGoal) => {
  const fits = isGoal ? "#board .can:not(.dragged)" : "#board .can.drags, #board .chosen.drags";
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85];
  for (const part of document.querySelectorAll(fits)) {
    const box = part.getBoundingClientRect();
    for (const down of shares) for (const along of shares) {
      const x = box.x + box.width * along, y = box.y + box.height * down;
      const hit = document.elementFromPoint(x, y);
      if (hit && hit.closest("[data-touch]") === part) return [x, y];
    }
  }
  return null;
}"""
"""A point of the first piece that can be dragged, or of the first place where it can be dropped."""


class Finger:
    """A finger on the screen of somebody's phone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.line = person.context.new_cdp_session(person.page)
        self.turns = 0
        self.dragged = 0

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))

    def move(self, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
        for step in range(1, steps + 1):
            share = step / steps
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            self.send("touchMove", (x, y))

    def up(self) -> None:
        self.send("touchEnd")

    def tap(self, x: float, y: float) -> None:
        self.down(x, y)
        self.up()

    def drag(self) -> bool:
        """Drags the first piece that can be dragged to the first place; False if there is none."""
        page = self.person.page
        start = page.evaluate(WHERE_TO_DRAG, False)
        if start is None:
            return False
        x, y = start
        self.down(x, y)
        begun = x + 14 if x < 200 else x - 14, y
        self.move((x, y), begun)
        goal = page.evaluate(WHERE_TO_DRAG, True)
        assert goal is not None, "what is dragged can be dropped nowhere"
        self.move(begun, tuple(goal))
        self.up()
        return True

    def tap_once(self) -> None:
        """Taps the first thing that lights up, or else the first button for a choice."""
        where = self.person.page.evaluate(WHERE_TO_TOUCH)
        if where is not None:
            assert "point" in where, where["covered"]
            self.tap(*where["point"])

    def play(self, by_drag: bool, screens: Sequence[dict[str, int]]) -> None:
        """Plays to the end, each turn on another screen."""
        person = self.person
        while person.wait_for_turn():
            person.resize(screens[self.turns % len(screens)])
            self.turns += 1
            person.wait_for_turn()
            until = time.monotonic() + PATIENCE / 1000
            while person.is_on_turn():
                assert time.monotonic() < until, "the turn does not end"
                if by_drag and self.drag():
                    self.dragged += 1
                else:
                    self.tap_once()
