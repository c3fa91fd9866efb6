"""Tables in a browser tab need no packages, and say what tables on a server say."""

import json
import re
import subprocess
import sys

import pytest

from tests.bots.test_endings import AT_HOME, bridged, kariba_ending
from waterside.bots import Question, make_bot
from waterside.bots.endings import may_be_solved, solve
from waterside.core.registry import all_games

pytestmark = pytest.mark.slow


def transcript(*arguments, module="tab_transcript", given=""):
    command = [sys.executable, "-m", f"tests.server.{module}", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", all_games())
def test_without_packages_a_tab_says_the_same(name):
    bare, full = transcript(name, "bare"), transcript(name)
    assert bare == full
    messages = [json.loads(line) for line in full[:-1]]
    assert [one["code"] for one in messages if one["type"] == "refused"] == [
        "hello_first",
        "malformed",
    ]
    assert full[-1] == "True False"
    assert sum(one["type"] == "update" for one in messages) >= 6


@pytest.mark.parametrize("name", all_games())
def test_pages_that_a_tab_makes_are_those_of_a_server(name):
    answers = [json.loads(line) for line in transcript(name, module="tab_pages")]
    found = {}
    for answer in answers:
        kind = re.sub(r"[\w-]{12}(?=/)|[0-9a-f]{32}|\w+-[\d-]+(?=/)", "*", answer["address"])
        found.setdefault(kind, []).append((answer["status"], answer["type"]))
    page, data = "text/html", "application/json"
    assert found == {
        "/api/tables/*/record?game=1": [(409, data), (200, "text/plain")],
        "/t/*/review/1": [(409, page)],
        "/t/*/replay": [(200, page)],
        "/t/*/replay/1/log?viewpoint=open": [(200, data)],
        "/t/*/replay/1/scenes?from=0&viewpoint=1": [(200, data)],
        "/t/*/replay/1/log": [(404, data)],
        "/t/*/result.svg?theme=dark": [(200, "image/svg+xml")],
        "/api/tables/*/log?seat=1&after=0&limit=3": [(200, data)],
        "/replay": [(400, data), (200, data)],
        "/replay/*": [(200, page)],
        "/replay/*/review": [(200, page)],
        "/puzzles": [(307, "text/plain")],
        f"/puzzles/{name}": [(200, page)],
        f"/puzzles/{name}/*/position": [(200, data)],
        f"/puzzles/{name}/*/try?action=": [(200, data)],
        f"/position?game={name}": [(200, page)],
        f"/position/at?game={name}&players=2&options={{}}&actions=": [(200, data)],
        "/nowhere": [(404, data)],
    }
    pages = [answer["body"] for answer in answers if answer["type"] == page]
    assert "Ada" in pages[1]
    for text in pages:
        assert not re.search(r'(href|src)="/(?!api/)', text)


def test_bots_in_a_tab_solve_endings_as_bots_elsewhere_do():
    found = [kariba_ending(seed) for seed in range(30)]
    taking = bridged(["h13h"], [["h13"], AT_HOME]).play("roll 6")
    found += [taking, taking.play(solve(taking).best)]
    bot = make_bot("expert")
    exact = []
    for position in found:
        if isinstance(position.actor, int) and may_be_solved(position):
            question = Question.of(position, seed=1)
            answer = bot.answer(question)
            if answer.facts.get("exact"):
                exact.append((question, answer))
    games = [question.game for question, _ in exact]
    assert games.count("kariba") >= 5
    assert games.count("cromado") == 2
    lines = "\n".join(question.to_bytes().hex() for question, _ in exact)
    told = transcript("expert", module="tab_endings", given=lines)
    for line, (_, answer) in zip(told, exact, strict=True):
        considered = [[one.action, one.value] for one in answer.considered]
        assert json.loads(line) == [answer.action, considered, dict(answer.facts)]
