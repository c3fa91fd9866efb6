"""For who looks elsewhere: title and icon, notifications, push messages, and the installed app."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import MY_TURN, PATIENCE, People, Person

SHOWS = """
  told = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, about) => {
    told.push([title, about]);
  };
"""
"""Notifications are noted, not shown: the light Chromium cannot show any, and refuses to."""
AWAY = """
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
"""
SUBSCRIPTION = {
    "endpoint": "https://push.example.org/send/me",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
SUBSCRIBES = """
  PushManager.prototype.getSubscription = async () => window.subscription ?? null;
  PushManager.prototype.subscribe = async (wanted) => {
    window.wanted = wanted;
    const known = KNOWN;
    window.subscription = {
      endpoint: known.endpoint, toJSON: () => known,
      unsubscribe: async () => { window.subscription = null; return true; },
    };
    return window.subscription;
  };
""".replace("KNOWN", json.dumps(SUBSCRIPTION))


def icon(person: Person) -> str:
    return str(person.page.get_attribute("link[rel=icon]", "href"))


def with_notifications(people: People) -> Person:
    ada = people.new("Ada", permissions=["notifications"])
    ada.page.add_init_script(SHOWS + AWAY + SUBSCRIBES)
    return ada


def turn_on(ada: Person) -> Any:
    ada.page.click("#preferences summary")
    with ada.page.expect_response("**/api/push/subscribe") as answered:
        ada.page.get_by_label("Tell me when it is my turn").check()
    return answered.value


def soon(person: Person, look: Callable[[], list[Any]]) -> list[Any]:
    """What there is to see, as soon as there is any."""
    until = time.monotonic() + PATIENCE / 1000
    while not (seen := look()):
        assert time.monotonic() < until, "nothing came"
        person.page.wait_for_timeout(20)
    return seen


def test_title_and_icon_say_whose_turn_it_is(people: People) -> None:
    ada, ben = people.new("Ada"), people.new("Ben")
    ben.come_by(ada.make_table("kariba", ["person", "person"], title="Lake"))
    both = [ada, ben]
    movers = soon(ada, lambda: [one for one in both if one.page.locator(MY_TURN).is_visible()])
    both.sort(key=lambda one: one not in movers)
    for mover, other in (both, both[::-1]):
        mover.page.wait_for_selector(MY_TURN)
        expect(mover.page).to_have_title("● Lake – Waterside")
        expect(other.page).to_have_title("Lake – Waterside")
        assert icon(mover).endswith("/icon-turn.svg")
        assert icon(other).endswith("/icon.svg")
        mover.take_turn()
        other.page.wait_for_selector(MY_TURN)


def test_a_tab_in_the_background_tells_by_a_notification(people: People) -> None:
    ada = with_notifications(people)
    ada.make_table("kariba", ["person", "beginner"], title="Lake")
    ada.wait_for_turn()
    assert turn_on(ada).status == 200
    ada.page.click("#preferences summary")
    ada.take_turn()
    ada.wait_for_turn()
    assert ada.page.evaluate("window.told") == [], "the player looks at the table"
    ada.page.evaluate("() => { window.away = true; }")
    ada.take_turn()
    ada.page.wait_for_function("() => window.told.length > 0")
    (title, about), *_ = ada.page.evaluate("window.told")
    assert title == "Your turn"
    assert about["body"] == "Lake"
    assert about["data"]["address"] == ada.page.url.removeprefix(ada.address)


def test_a_browser_subscribes_with_the_servers_key_and_can_stop(people: People) -> None:
    ada = with_notifications(people)
    ada.make_table("kariba", ["person", "beginner"])
    ada.wait_for_turn()
    assert turn_on(ada).json() == {"subscribed": True}
    key = ada.page.get_attribute("#preferences", "data-push-key")
    assert ada.page.evaluate("window.wanted.applicationServerKey") == key
    assert ada.page.evaluate("window.wanted.userVisibleOnly") is True
    with ada.page.expect_response("**/api/push/forget") as answered:
        ada.page.get_by_label("Tell me when it is my turn").uncheck()
    assert answered.value.json() == {"subscribed": False}


def test_the_worker_shows_what_is_pushed(people: People) -> None:
    ada = with_notifications(people)
    ada.make_table("kariba", ["person", "beginner"])
    ada.wait_for_turn()
    turn_on(ada)
    (worker,) = soon(ada, lambda: ada.context.service_workers)
    worker.evaluate(f"() => {{ {SHOWS} }}")
    session = ada.context.new_cdp_session(ada.page)
    known: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: known.extend(one["registrationId"] for one in news["registrations"]),
    )
    session.send("ServiceWorker.enable")
    registration = soon(ada, lambda: known)[-1]
    table = ada.page.url.removeprefix(ada.address)
    words = {"title": "Your turn", "body": "Lake", "tag": "a table", "address": table}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": ada.address, "registrationId": registration, "data": json.dumps(words)},
    )
    ((title, about),) = soon(ada, lambda: worker.evaluate("told"))
    assert title == "Your turn"
    assert about["body"] == "Lake"
    assert about["tag"] == "a table"
    assert about["data"] == {"address": table}


def test_the_manifest_installs_as_an_app(people: People) -> None:
    ada = people.new("Ada")
    ada.page.goto(ada.address)
    session = ada.context.new_cdp_session(ada.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["display"] == "standalone"
    purposes = {one["purpose"] for one in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []
