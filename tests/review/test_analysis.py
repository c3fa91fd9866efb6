import json

import pytest

from tests.review.conftest import played
from waterside.review.analysis import Engine, serve
from waterside.review.report import Review


def asked(*questions, threads=1):
    """The answers to questions, by id; those without one under None."""
    answers: dict = {}
    lines = [one if isinstance(one, str) else json.dumps(one) for one in questions]
    serve(lines, lambda line: answers.setdefault(line.get("id"), []).append(line), threads)
    return answers


def test_a_position_is_answered_with_values_errors_and_a_line():
    record = played("kariba", 2, 5, 30)
    question = {"id": "a", "record": record.dumps(), "iterations": 48}
    position = record.position()
    while not isinstance(position.actor, int):
        position = position.undo()
    [answer] = asked({**question, "at": position.number})["a"]
    assert answer["turn"] == position.number
    assert answer["seat"] == position.actor
    assert not answer["isDuringSearch"]
    assert answer["line"][0] in position.legal()
    assert {one["action"] for one in answer["candidates"]} <= set(position.legal())
    assert all(0 <= one["share"] <= 1 and one["error"] >= 0 for one in answer["candidates"])
    assert sum(answer["shares"]) == pytest.approx(1)


def test_the_same_question_gets_the_same_answer_whatever_else_is_asked():
    actions = list(played("kariba", 2, 5, 24).actions)
    question = {"game": "kariba", "actions": actions, "iterations": 32}
    alone = asked({"id": "a", **question})["a"]
    others = [{"id": f"b{i}", **question, "seed": i} for i in range(4)]
    together = asked(*others, {"id": "a", **question}, threads=2)
    assert together["a"] == alone
    assert set(together) == {"a", "b0", "b1", "b2", "b3"}


def test_partial_answers_come_when_they_are_wanted():
    actions = list(played("kariba", 2, 5, 24).actions)
    question = {"id": "a", "game": "kariba", "actions": actions, "iterations": 64}
    answers = asked({**question, "during": True})["a"]
    assert [one["isDuringSearch"] for one in answers] == [True, True, False]


def test_errors_are_answered_and_nothing_ends():
    good = {"id": "good", "game": "kariba", "actions": []}
    answers = asked(
        "no json",
        [1],
        {"id": 7},
        {"id": "a", "game": "chess"},
        {"id": "b", "game": "kariba", "actions": ["9x9"]},
        {"id": "c"},
        {"id": "d", "record": "nonsense"},
        {**good, "id": "e", "at": 99},
        {"id": "f", "action": "dance"},
        good,
    )
    assert len(answers[None]) == 3
    for wrong in "abcdef":
        assert "error" in answers[wrong][0], wrong
    assert "error" not in answers["good"][0]


def test_an_id_is_in_use_until_its_question_is_answered():
    answers: list = []
    actions = list(played("kariba", 2, 5, 24).actions)
    question = {"id": "a", "game": "kariba", "actions": actions, "iterations": 64}
    engine: list[Engine] = []

    def send(line):
        answers.append(line)
        if line.get("isDuringSearch") and len(answers) == 1:
            engine[0].ask(json.dumps(question))

    engine.append(Engine(send))
    engine[0].ask(json.dumps({**question, "during": True}))
    engine[0].finish()
    assert [one.get("error") for one in answers].count("this id is in use") == 1


def test_what_is_ended_is_answered_as_ended():
    answers: list = []
    record = played("kariba", 2, 5)
    engine: list[Engine] = []

    def send(line):
        answers.append(line)
        if line.get("isDuringSearch"):  # the first news: enough
            engine[0].ask(json.dumps({"id": "stop", "action": "terminate", "terminateId": "r"}))

    engine.append(Engine(send))
    question = {"id": "r", "record": record.dumps(), "review": True, "during": True}
    engine[0].ask(json.dumps({**question, "effort": 0.02}))
    engine[0].finish()
    assert answers[-1]["terminated"]
    assert not Review.from_json(answers[-1]["review"]).is_complete
    assert len([one for one in answers if one.get("isDuringSearch")]) == 1


def test_a_review_is_a_question_too():
    record = played("crocodile", 2, 5, 30)
    [answer] = asked({"id": "r", "record": record.dumps(), "review": True, "effort": 0.01})["r"]
    assert Review.from_json(answer["review"]).is_complete


def test_the_version_is_said():
    assert asked({"id": "v", "action": "query_version"})["v"][0]["version"]
