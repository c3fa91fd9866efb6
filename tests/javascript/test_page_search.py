"""The search of a page finds what a bot finds with the same seed and number of iterations."""

import base64
import json
from array import array
from dataclasses import replace
from pathlib import Path

import pytest
from tools import node

from tests.javascript.test_modules import run_node
from waterside.bots import Question, make_bot, page_search
from waterside.bots.modules import module, weights_file, without_weights
from waterside.core.record import Record
from waterside.core.registry import all_games, game
from waterside.review import Review, asking
from waterside.review.budget import Budget
from waterside.review.reviewing import reviewing
from waterside.server.site.assets import Assets

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(node.find() is None, reason="Node is not installed; see ./test"),
]
COUNTING = ("beginner", "casual", "club", "expert")
"""Levels that count iterations."""
WORKER = Path(__file__).parent / "search_worker.mjs"


def scripts(folder):
    """The page's scripts, as a server sends them."""
    for name, content in Assets().contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def as_address(content):
    return f"data:application/octet-stream;base64,{base64.b64encode(content).decode()}"


def places(kind):
    """What a server would say, with the files themselves in the addresses."""
    return {
        "module": as_address(without_weights(module(kind))),
        "weights": as_address(weights_file(kind).read_bytes()),
    }


def questions(kind):
    """Decisions of one game of the first or the last legal actions."""
    position = kind.new(kind.seats[0])
    found = []
    while len(found) < 4 and not position.is_over:
        legal = position.legal_actions()
        if isinstance(position.actor, int) and len(legal) > 1:
            found.append(Question.of(position, seed=len(found)))
        position = position.play(legal[len(found) % 2 - 1])
    return found


@pytest.mark.parametrize("name", all_games())
def test_a_page_finds_what_a_bot_finds(name, tmp_path):
    kind = game(name)
    asked = questions(kind)
    orders = [{**page_search.order(one, "club"), "places": places(kind)} for one in asked]
    learned = {"iterations": 40, "learned": True, "settings": {}}
    orders += [{**order, **learned} for order in orders[:1]]
    said = run_node(WORKER, scripts(tmp_path), given=json.dumps(orders))
    found = [[tuple(one) for one in answer["considered"]] for answer in json.loads(said)]
    club = make_bot("club")
    expected = [club.answer(replace(one)) for one in asked]
    expected.append(make_bot("search:iterations=40,exact=0,evaluation=learned").answer(asked[0]))
    for question, numbers, answer in zip([*asked, asked[0]], found, expected, strict=True):
        assert page_search.answer(question, numbers).considered == answer.considered


@pytest.mark.parametrize("name", all_games())
def test_a_level_answers_by_what_a_page_has_found_as_it_does_by_itself(name, tmp_path):
    kind = game(name)
    asked = [(one, level) for one in questions(kind) for level in COUNTING]
    orders = [{**page_search.order(one, level), "places": places(kind)} for one, level in asked]
    said = json.loads(run_node(WORKER, scripts(tmp_path), given=json.dumps(orders)))
    bots = {level: make_bot(level) for level in COUNTING}
    for (question, level), found in zip(asked, said, strict=True):
        expected = bots[level].answer(question)
        answer = page_search.level_answer(question, level, found["considered"])
        assert answer.action == expected.action
        assert answer.considered == expected.considered


def test_a_module_that_is_missing_is_a_problem_that_is_told(tmp_path):
    question = questions(game("kariba"))[0]
    order = {**page_search.order(question, "club"), "places": {"module": "data:,nothing"}}
    told = json.loads(run_node(WORKER, scripts(tmp_path), given=json.dumps([order, order])))
    assert [set(one) for one in told] == [{"id", "problem"}] * 2


REVIEWER = Path(__file__).parent / "review_worker.mjs"
SMALL = {
    "iterations": 40, "rough": 16, "samples": 4, "worlds": 4, "ahead": 1, "outcomes": 6, "deals": 6,
    "effort": 1,
}  # fmt: skip


def short_record(kind):
    """The first actions of a game."""
    position = kind.new(kind.seats[0])
    while position.number < 24 and not position.is_over:
        legal = position.legal_actions()
        position = position.play(legal[position.number % len(legal)])
    return Record(kind.name, position.players, position.options, tuple(position.history()))


def written(players, found):
    """Answers as a page sends them."""
    numbers, answers = array("d"), []
    for key, one in found.items():
        if isinstance(one, list):
            numbers.extend(one)
            answers.append({"key": key, "rows": [len(one) // players, 8]})
            continue
        outlooks = []
        for action, rows in one["outlooks"]:
            numbers.extend(rows)
            outlooks.append([action, len(rows) // players, 8])
        answers.append({**one, "key": key, "outlooks": outlooks})
    return json.dumps({"players": players, "answers": answers}).encode() + b"\n" + bytes(numbers)


@pytest.mark.parametrize("name", all_games())
def test_a_page_reviews_as_the_server_does(name, tmp_path):
    kind = game(name)
    record = short_record(kind)
    *_, expected = reviewing(record, Budget(**SMALL))
    known, answers, rounds, said = None, b"", 0, {}
    while True:
        given = asking.order(record.dumps(), known, SMALL, answers)
        told = json.loads(asking.go_on(given, lambda: False))
        known = json.dumps(told["review"]) if told["review"] else None
        if not told["questions"]:
            break
        asked = {"game": name, "places": places(kind), "questions": told["questions"]}
        new = json.loads(run_node(REVIEWER, scripts(tmp_path), given=json.dumps(asked)))
        keys = [question["key"] for question in told["questions"]]
        said = {key: said[key] for key in told["keep"]} | dict(zip(keys, new, strict=True))
        answers = written(record.players, said)
        rounds += 1
    found = Review.from_json(json.loads(known))
    assert found.is_complete
    assert replace(found, seconds=0.0) == replace(expected, seconds=0.0)
    assert rounds <= 3, "questions are asked together"
