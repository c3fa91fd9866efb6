"""The coach: a hint that says what alternatives are worth, and a warning before a blunder."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.people import People, Person

TELLS = """async (gap) => {
  const { table } = await import(document.querySelector("script[src*='/table.js']").src);
  const { line } = table;
  const send = line.send.bind(line);
  window.hints = 0;
  line.send = (message) => {
    if (message.type !== "hint") return send(message);
    window.hints += 1;
    const all = table.state.game.legal;
    const considered = all.map(({ action, label }, i) => ({ action, label, value: 0.3 + (i === all.length - 1 ? gap : 0) }));
    return Promise.resolve({ type: "hint", considered: considered.reverse() });
  };
}"""
"""The last choice of all is better than the others by so much: no bot is needed to know."""

FIRST = """async () => {
  const { table } = await import(document.querySelector("script[src*='/table.js']").src);
  table.touches.choose(table.state.game.legal[0]);
}"""
"""What is touched first is one of the others."""


def at_table(people: People, gap: float, **wish: object) -> Person:
    ada = people.new()
    ada.make_table("kariba", ["person", "random"], **wish)
    ada.wait_for_turn()
    ada.page.evaluate(TELLS, gap)
    return ada


def warn(ada: Person) -> None:
    ada.page.click("#preferences summary")
    ada.page.get_by_label("Warn me before a blunder").check()
    ada.page.click("#preferences summary")


def test_a_hint_says_what_the_alternatives_are_worth(people: People) -> None:
    ada = at_table(people, 0.4)
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator("#advice")).to_contain_text("70% of the win")
    expect(ada.page.locator("#advice")).to_contain_text("40% more than")
    expect(ada.page.locator("#advice li").first).to_contain_text("70%")
    expect(ada.page.locator("#advice .reasons li").first).to_contain_text("It ")
    ada.page.get_by_role("button", name="Hide").click()
    expect(ada.page.locator("#advice")).to_be_hidden()


def test_a_blunder_is_warned_of_and_can_be_thought_over(people: People) -> None:
    ada = at_table(people, 0.4)
    warn(ada)
    ada.page.evaluate(FIRST)
    expect(ada.page.locator("#advice")).to_contain_text("give away 40% of the win")
    ada.page.get_by_role("button", name="Think again").click()
    expect(ada.page.locator("#advice")).to_be_hidden()
    ada.wait_for_turn()
    ada.page.evaluate(FIRST)
    ada.page.get_by_role("button", name="Play it anyway").click()
    expect(ada.page.locator("#log")).to_contain_text("You play")


def test_what_is_nearly_as_good_is_played_at_once(people: People) -> None:
    ada = at_table(people, 0.1)
    warn(ada)
    ada.page.evaluate(FIRST)
    expect(ada.page.locator("#log")).to_contain_text("You play")
    assert ada.page.evaluate("() => window.hints") == 1


def test_nobody_is_warned_where_hints_are_not_allowed(people: People) -> None:
    ada = at_table(people, 0.4, hints=False)
    warn(ada)
    ada.page.evaluate(FIRST)
    expect(ada.page.locator("#log")).to_contain_text("You play")
    assert ada.page.evaluate("() => window.hints") == 0
