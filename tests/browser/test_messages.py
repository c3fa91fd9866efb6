"""Messages are seen wherever one is, move nothing, and are read aloud."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import People

SIZES = [(360, 640), (390, 844), (768, 1024), (844, 390), (1280, 800), (1920, 1080)]
ON_TOP = """(one) => {
  const box = one.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return inside && one.contains(seen);
}"""


def is_seen(message: Locator) -> bool:
    """Whether nothing covers a message, and it says so to those who hear it."""
    expect(message).to_be_visible()
    assert message.evaluate("(one) => one.closest('[role=status]') !== null")
    return bool(message.evaluate(ON_TOP))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_messages_are_seen_and_move_nothing(width: int, height: int, people: People) -> None:
    size = {"width": width, "height": height}
    ada, ben = people.new("Ada", viewport=size), people.new("Ben", viewport=size)
    ben.come_by(ada.make_table("crocodile", ["person", "person"], options={"setup": "picture"}))
    ada.wait_for_turn()
    ada.take_turn()
    ben.wait_for_turn()
    ben.take_turn()
    ada.wait_for_turn()
    pictures = [one.page.locator("#board svg") for one in (ada, ben)]
    before = [picture.bounding_box() for picture in pictures]
    ada.page.locator("#undo button").click()
    assert is_seen(ben.page.locator("#questions .notice"))
    assert is_seen(ada.page.locator("#questions .toast"))
    assert [picture.bounding_box() for picture in pictures] == before
    ben.page.locator("#questions").get_by_role("button", name="No").click()
    expect(ben.page.locator("#questions")).to_be_empty()
    assert [picture.bounding_box() for picture in pictures] == before


def test_a_lost_connection_is_told_and_so_is_its_return(people: People) -> None:
    ada = people.new("Ada")
    ada.page.add_init_script(
        """window.lines = []; window.WebSocket = class extends WebSocket {
          constructor(...where) { super(...where); window.lines.push(this); } };"""
    )
    ada.make_table("kariba", ["person", "random"])
    ada.wait_for_turn()
    before = ada.page.locator("#board svg").bounding_box()
    ada.context.set_offline(True)
    ada.page.evaluate("() => window.lines.at(-1).close()")
    assert is_seen(ada.page.locator("#line"))
    expect(ada.page.locator("#line")).to_contain_text("Connection lost")
    assert ada.page.locator("#board svg").bounding_box() == before
    ada.context.set_offline(False)
    expect(ada.page.locator("#notice")).to_have_text("Connected again.")
    assert is_seen(ada.page.locator("#notice"))
    expect(ada.page.locator("#line")).to_be_hidden()
