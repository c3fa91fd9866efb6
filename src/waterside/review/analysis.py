"""The analysis engine: questions as JSON lines, answers as JSON lines, many in flight.

A question is an object on one line. Every one has an ``id`` of the asker's choice, which its answers
carry; answers come in any order. A position is given as ``"record"`` (the text of a record) or as
``"game"``, ``"players"``, ``"options"`` and ``"actions"``; ``"at"`` names the position after so many
actions, the last one without it.

| question | answer |
|---|---|
| a position | what each action promises the player to act, by what that player knows |
| the same with ``"review": true`` | the review of the whole game (``waterside.review.report``) |
| ``{"id": "b", "action": "terminate", "terminateId": "a"}`` | ends a question; without ``terminateId``, the one with this id |
| ``{"id": "c", "action": "terminate_all"}`` | ends all |
| ``{"id": "d", "action": "query_version"}`` | the versions |

``"iterations"`` (of the search) or ``"effort"`` (of a review, 1 by default) say how much is looked at,
``"seed"`` which random numbers are used, ``"priority"`` what goes first (higher first), and
``"during": true`` asks for partial answers, which carry ``"isDuringSearch": true``. A question that cannot
be answered gets ``{"id": …, "error": …}``; a line that is no question gets an error without an id. What
was ended is answered with what is known so far and ``"terminated": true``.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from queue import PriorityQueue
from typing import Any

import waterside
from waterside.core.errors import InvalidValueError, WatersideError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review.budget import default_budget
from waterside.review.course import exact_shares
from waterside.review.decisions import Judge
from waterside.review.estimates import Estimator, seed_of
from waterside.review.reviewing import reviewing

Line = dict[str, Any]
MOST_ITERATIONS = 10_000_000
CHUNKS = 4
"""A partial answer comes after a quarter of the iterations, and half; each is a search of its own."""
ANALYSIS = 11


class Ended(Exception):  # noqa: N818
    """The asker does not want the answer any more."""


class Question:
    """A question under way."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.id = line["id"]
        self.ended = threading.Event()

    def check(self) -> None:
        """Raises ``Ended`` if the asker has ended it."""
        if self.ended.is_set():
            raise Ended


class Engine:
    """Answers questions with some threads; ``send`` gets every answer, one at a time."""

    def __init__(self, send: Callable[[Line], None], threads: int = 1) -> None:
        self._send = send
        self._sending = threading.RLock()
        self._lock = threading.Lock()
        self._waiting: PriorityQueue[tuple[float, int, Question | None]] = PriorityQueue()
        self._order = count()
        self._asked: dict[str, Question] = {}
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def answer(self, line: Line) -> None:
        """Sends an answer."""
        with self._sending:
            self._send(line)

    def ask(self, text: str) -> None:
        """Takes a line; whatever is wrong with it is answered."""
        if not text.strip():
            return
        try:
            line = json.loads(text)
        except ValueError as problem:
            self.answer({"error": f"this is no JSON: {problem}"})
            return
        if not isinstance(line, dict) or not isinstance(line.get("id"), str):
            self.answer({"error": "a question is an object with an id, which is a text"})
            return
        if "action" in line:
            self._act(line)
            return
        priority = line.get("priority", 0)
        if not isinstance(priority, (int, float)):
            self.answer({"id": line["id"], "error": "priority is a number", "field": "priority"})
            return
        question = Question(line)
        with self._lock:
            is_new = self._asked.setdefault(question.id, question) is question
        if not is_new:
            self.answer({"id": question.id, "error": "this id is in use", "field": "id"})
            return
        self._waiting.put((-priority, next(self._order), question))

    def _act(self, line: Line) -> None:
        if line["action"] == "terminate":
            ended = [line.get("terminateId", line["id"])]
        elif line["action"] == "terminate_all":
            with self._lock:
                ended = list(self._asked)
        elif line["action"] == "query_version":
            self.answer({**line, "version": waterside.__version__})
            return
        else:
            self.answer({"id": line["id"], "error": "no such action", "field": "action"})
            return
        with self._lock:
            found = [self._asked[one] for one in ended if one in self._asked]
        for question in found:
            question.ended.set()
        self.answer({**line, "ended": len(found)})

    def finish(self) -> None:
        """Waits until everything that was asked is answered."""
        for _ in self._threads:
            self._waiting.put((float("inf"), next(self._order), None))
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        judges: dict[tuple[str, int], Judge] = {}
        while (question := self._waiting.get()[2]) is not None:
            try:
                self._answer(question, judges)
            except Ended:
                self.answer({"id": question.id, "terminated": True})
            except WatersideError as problem:
                self.answer({"id": question.id, "error": str(problem)})
            except Exception as problem:
                self.answer({"id": question.id, "error": f"{type(problem).__name__}: {problem}"})
            finally:
                with self._lock:
                    del self._asked[question.id]

    def _answer(self, question: Question, judges: dict[tuple[str, int], Judge]) -> None:
        question.check()
        record = record_of(question.line)
        if question.line.get("review"):
            self._review(question, record)
            return
        position = chosen(record, question.line.get("at"))
        key = (record.game, record.players)
        if key not in judges:
            judges[key] = Judge(
                Estimator(position.game, position.players), default_budget(position.game)
            )
        self._analyse(question, position, judges[key])

    def _review(self, question: Question, record: Record) -> None:
        effort = number(question.line, "effort", 1.0, 0.001, 1000.0)
        seed = int(number(question.line, "seed", 0, 0, 2**40))
        budget = default_budget(game(record.game), effort, seed)
        found = None
        for found in reviewing(record, budget):
            if question.ended.is_set() and not found.is_complete:
                self.answer({"id": question.id, "terminated": True, "review": found.to_json()})
                return
            if question.line.get("during") and not found.is_complete:
                partial = {"id": question.id, "isDuringSearch": True, "review": found.to_json()}
                self.answer(partial)
        assert found is not None
        self.answer({"id": question.id, "isDuringSearch": False, "review": found.to_json()})

    def _analyse(self, question: Question, position: Position, judge: Judge) -> None:
        usual = judge.budget.iterations
        iterations = int(number(question.line, "iterations", usual, 16, MOST_ITERATIONS))
        seed = int(number(question.line, "seed", 0, 0, 2**40))
        judge = Judge(judge.estimator, replace(judge.budget, seed=seed))
        parts = (CHUNKS, CHUNKS // 2, 1) if question.line.get("during") else (1,)
        for part in parts:
            question.check()
            found = analysed(position, judge, max(16, iterations // part))
            self.answer({"id": question.id, "isDuringSearch": part > 1, **found})


def analysed(position: Position, judge: Judge, iterations: int) -> Line:
    """What is known of a position: by the player to act, or by all where chance decides or it is over."""
    at = {"game": position.game.name, "turn": position.number, "actor": position.actor}
    seat = position.actor
    if not isinstance(seat, int):
        exact = exact_shares(position, judge.budget.effort)
        if exact is not None:
            return {**at, "shares": list(exact), "errors": [0.0] * position.players, "exact": True}
        sampled = judge.estimator.continuations(
            position, judge.budget.seed, judge.budget.samples, judge.budget.ahead
        )
        shares, errors = list(sampled.mean), list(sampled.error)
        return {**at, "shares": shares, "errors": errors, "exact": False}
    seen = position.seen_by(seat)
    first = judge.search(position, iterations).action if len(seen.legal_actions()) > 1 else None
    decision = judge.judge(position, first or seen.legal()[0], iterations)
    outlook = judge.estimator.outlook(
        seen,
        seat,
        seed_of(position, seat, judge.budget.seed + ANALYSIS),
        seen.action_numbers[decision.best],
        iterations,
    )
    total = sum(outlook.shares)
    return {
        **at,
        "seat": seat,
        "share": decision.best_share,
        "shares": [share / total for share in outlook.shares],
        "candidates": [vars(one) for one in decision.candidates],
        "line": list(decision.line),
        "exact": decision.exact,
        "iterations": iterations,
    }


def record_of(line: Line) -> Record:
    """The record that a question names; InvalidValueError says what is missing."""
    if "record" in line:
        if not isinstance(line["record"], str):
            raise InvalidValueError("record: the text of a record")
        return Record.loads(line["record"])
    if not isinstance(line.get("game"), str):
        raise InvalidValueError("a question names a record, or a game and its actions")
    kind: Game = game(line["game"])
    options = line.get("options", {})
    actions = line.get("actions", [])
    if not isinstance(options, dict) or not isinstance(actions, list):
        raise InvalidValueError("options is an object, actions is a list")
    players = kind.check_players(line.get("players"))
    record = Record(kind.name, players, kind.resolve(players, options), tuple(map(str, actions)))
    record.position()
    return record


def chosen(record: Record, at: object) -> Position:
    """The position after so many actions, or the last one."""
    end = record.position()
    if at is None:
        return end
    if not isinstance(at, int) or not 0 <= at <= end.number:
        raise InvalidValueError(f"at: the record has {end.number} actions")
    return end.undo(end.number - at)


def number(line: Line, name: str, usual: float, least: float, most: float) -> float:
    """A number of a question, within its limits."""
    value = line.get(name, usual)
    if not isinstance(value, (int, float)) or not least <= value <= most:
        raise InvalidValueError(f"{name}: a number from {least:g} to {most:g}")
    return value


def serve(lines: Iterable[str], send: Callable[[Line], None], threads: int = 1) -> None:
    """Answers lines until there are no more and everything is answered."""
    engine = Engine(send, threads)
    for line in lines:
        engine.ask(line)
    engine.finish()
