"""Reviews by pages: who may ask, what comes back, and that nobody else sees what a page has sent."""

import json

import pytest
from benchmarks.visitors import made_up

from tests.browser.seeded_server import SMALL_REVIEWS
from tests.browser.test_replay import RECORD
from tests.server.loops import in_loop
from tests.server.running import browsing, serving, two_players
from waterside.bots.modules import module
from waterside.core.registry import game
from waterside.protocol import Phase
from waterside.server.live import modules
from waterside.server.ops.settings import Settings

pytestmark = pytest.mark.slow
SETTINGS = Settings(bots=0, review_budget=SMALL_REVIEWS).without_rates()


@pytest.fixture(scope="module", autouse=True)
def built():
    """Kariba's module is there."""
    module(game("kariba"))


async def uploaded(web):
    """The address of the review of a record."""
    return (await web.post("/replay", content=RECORD)).json()["address"] + "/review"


async def worked_out(web, source):
    """The last answer of a review to which a page has answered everything."""
    told, asked = (await web.post(f"{source}/own")).json(), []
    for _ in range(9):
        if told["complete"]:
            return told
        asked = [one for one in asked if one["key"] in told["keep"]] + told["questions"]
        sealed = told.get("known", "").encode()
        body = sealed + b"\n" + made_up(told["players"], asked)
        answer = await web.post(f"{source}/own", content=body)
        assert answer.status_code == 200, answer.text
        told = answer.json()
    raise AssertionError("a review that does not end")


@in_loop
async def test_a_page_reviews_a_game_and_the_server_keeps_nothing(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        source = await uploaded(web)
        told = await worked_out(web, source)
        assert told["done"] == told["total"]
        shown = await web.post(f"{source}/own/shown?viewpoint=1", content=told["known"])
        review = shown.json()["review"]
        assert len(review["curve"]) == 4
        assert review["seats"][0]["you"]
        assert review["start"]["game"] == "kariba"
        found = (await web.get(f"{source}/found")).json()
        assert found == {"started": False}, "what a page has found is for its visitor alone"


@in_loop
async def test_the_better_move_of_an_own_review_is_shown(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        source = await uploaded(web)
        told = await worked_out(web, source)
        shown = await web.post(f"{source}/own/shown", content=told["known"])
        moves, shown_moves = shown.json()["review"]["moves"], 0
        for at, move in enumerate(moves):
            answer = await web.post(f"{source}/own/better?at={at}", content=told["known"])
            assert answer.status_code == 200 or not (move and move["better"])
            shown_moves += answer.status_code == 200
        assert shown_moves
        for at in ("", "x", str(len(moves)), "999999"):
            answer = await web.post(f"{source}/own/better?at={at}", content=told["known"])
            assert answer.status_code == 404


@in_loop
async def test_what_has_no_seal_or_that_of_another_game_is_refused(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        source = await uploaded(web)
        known = (await worked_out(web, source))["known"]
        other = (await web.post("/replay", content=RECORD.replace("Ben", "Cat"))).json()["address"]
        forged = known.replace('"loss": ', '"loss": 1', 1)
        assert forged != known
        for place, body in (
            (source, forged), (f"{other}/review", known), (source, "x"), (source, known[1:]),
        ):  # fmt: skip
            for what in ("own", "own/shown", "own/better?at=0"):
                answer = await web.post(f"{place}/{what}", content=body)
                assert answer.status_code == 409, (place, what)


SEARCHED = '{"players": 2, "answers": [{"key": "x", "considered": %s, "line": [], "outlooks": []}]}'
WRONG = (
    b"{}", b"[]\n", b'{"players": 2}\n', b'{"players": 2, "answers": [{"key": "x", "rows": [9, 8]}]}\n',
    b'{"players": 2, "answers": [{"key": "x", "rows": "9"}]}\n',
    b'{"players": 2, "answers": [{"key": "x", "rows": [1, 3]}]}\n123456',  b'{"players": 2, "answers": []}\nx',
    b'{"players": 2, "answers": []}\n' + b"\xff" * 8, b"\xff\xfe\n", b"[" * 100_000,
    *((SEARCHED % found).encode() for found in (
        "[]", "[[1, 1, NaN, 0]]", "[[1, 1, 0.5, Infinity]]", "[[1, -1, 0.5, 0]]", "[[1, 1e999, 0, 0]]",
        "[[1, 1, 2, 0]]", "[[1]]", "{}", "7",
    )),
)  # fmt: skip


@in_loop
async def test_answers_that_make_no_sense_are_refused(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        source = await uploaded(web)
        for body in WRONG:
            answer = await web.post(f"{source}/own", content=b"\n" + body)
            assert answer.status_code == 400, body
        told = (await web.post(f"{source}/own")).json()
        good = made_up(2, told["questions"])
        head, _, numbers = good.partition(b"\n")
        listed = json.loads(head)
        for one in listed["answers"]:
            if "considered" in one:
                one["considered"][0][0] = 10**6
        for body in (json.dumps(listed).encode() + b"\n" + numbers, good[:-16]):
            answer = await web.post(f"{source}/own", content=b"\n" + body)
            assert answer.status_code == 400
        assert server.errors() == 0
        assert (await worked_out(web, source))["complete"]


@in_loop
async def test_only_those_who_may_see_a_game_that_is_over_review_it(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack, browsing(base_url=server.url) as web:
            await ben.sit()
            await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            own = f"/t/{table}/review/1/own"
            known = {"Authorization": f"Bearer {ada.client.token}"}
            assert (await web.post(own, headers=known)).status_code == 409, "it goes on"
            actor = (ada, ben)[ada.seen.view.game.actor - 1]
            await actor.play(actor.seen.view.game.legal[0].action)
            await ben.resign()
            await ada.until(lambda seen: seen.phase is Phase.BETWEEN)
            assert (await web.post(own, headers=known)).status_code == 200
            assert (await web.post(own)).status_code == 404, "a stranger"
            foreign = {
                **known,
                "Origin": "https://elsewhere.example",
                "Sec-Fetch-Site": "cross-site",
            }
            assert (await web.post(own, headers=foreign)).status_code == 403


@in_loop
async def test_large_answers_are_taken_there_and_nowhere_else(sqlite_url):
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        source = await uploaded(web)
        large = b"\n" + b"x" * 2_000_000
        assert (await web.post(f"{source}/own", content=large)).status_code == 400
        assert (await web.post(f"{source}/own/shown", content=large)).status_code == 413
        assert (await web.post("/replay", content=large)).status_code == 413
        assert (await web.post(f"{source}/own", content=3 * large)).status_code == 413


@in_loop
async def test_without_a_module_pages_are_told_so(sqlite_url, monkeypatch):
    monkeypatch.setattr(modules, "known_module", lambda kind: None)
    monkeypatch.setattr(modules, "compiler_missing", lambda: "no compiler here")
    async with serving(sqlite_url, SETTINGS) as server, browsing(base_url=server.url) as web:
        answer = await web.post(f"{await uploaded(web)}/own")
        assert answer.status_code == 409
