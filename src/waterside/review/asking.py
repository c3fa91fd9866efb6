"""A review whose estimates are worked out elsewhere, by the page of whoever reads it.

``go_on`` says what is still to be estimated; once that is answered, the review goes on as if it had
been estimated here. It keeps nothing: a review as far as it is, and the answers, are given each time.

Answers are a line of JSON, and then floats, little-endian, which it counts: of 4 bytes where that is
exact, else of 8. ``{"players": …, "answers": […]}`` has, for each question,

- ``{"key": …, "rows": [n, bytes]}``: n samples of each seat's share, one sample after the other;
- ``{"key": …, "considered": [[number, visits, value, error], …], "line": [number, …], "outlooks":
  [[number, n, bytes], …]}``: a search, and n samples for each of the actions that are compared.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from waterside.bots import page_search
from waterside.bots.bot import Answer, Question
from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review.budget import full_budget
from waterside.review.pieces import budget_of
from waterside.review.report import Review
from waterside.review.reviewing import reviewing
from waterside.review.samples import Outlook, Samples

TASK = "waterside.review.asking:go_on"
"""The task that a pool of bots is given: see ``waterside.bots.pool``."""
ENOUGH = 40_000
"""Samples and iterations that are asked for at once, as soon as something is found by them."""
MOST_BYTES = 4_000_000
"""Of answers at once: more than any ordinary game needs."""
UNSOLVED = {"effort": 1}
"""Pages search endings: to solve them here would take longer than all the rest."""
SLACK = 1e-6
FLOATS = {4: "f", 8: "d"}
"""Kinds of arrays by the bytes of a number."""


@dataclass
class Search:
    """The search that was asked for last: its actions are compared next."""

    state: str
    iterations: int
    question: dict[str, Any] | None
    """As long as it is not answered."""
    outlooks: Mapping[int, array[float]] = field(default_factory=dict)


def key_of(asked: Mapping[str, Any]) -> str:
    """What identifies a question."""
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


class Asking:
    """Estimates that are answered, and those that are still missing; what is missing is made up."""

    def __init__(self, kind: Game, players: int, answers: Mapping[str, Any]) -> None:
        self.game, self.players = kind, players
        self.answers = answers
        self.missing: dict[str, dict[str, Any]] = {}
        self.size = 0
        """Samples and iterations that are missing."""
        self.used: set[str] = set()
        """The keys of answers that were looked at."""
        self._search: Search | None = None

    def continuations(
        self,
        position: Position,
        seed: int,
        samples: int,
        ahead: int,
        action: int | None = None,
        imagined: bool = False,
    ) -> Samples:
        """Each seat's share of the win in continuations of a position; see ``Estimates``."""
        asked: dict[str, Any] = {"samples": samples, "ahead": ahead, "imagined": imagined}
        if action is not None:
            asked["action"] = action
        return self._samples("continuations", position, seed, samples, asked)

    def outlook(
        self, seen: Position, seat: int, seed: int, action: int, iterations: int
    ) -> Outlook:
        """What an action of this seat promises in a position as the seat knows it."""
        last = self._search
        if last and (last.state, last.iterations) == (seen.held.hex(), iterations):
            if last.question is None:
                return Outlook.of(self._checked(last.outlooks.get(action), iterations))
            if "compare" not in last.question:  # with the best action that the page's search finds
                compared = {"action": action, "seed": str(seed), "iterations": iterations}
                names = {number: text for text, number in seen.action_numbers.items()}
                last.question |= {"compare": compared, "actions": names}
                self.size += iterations
            return Outlook.of(self._made_up(iterations))
        asked = {"seat": seat, "action": action, "iterations": iterations}
        return Outlook.of(self._samples("outlook", seen, seed, iterations, asked))

    def search(self, position: Position, seed: int, iterations: int) -> Answer:
        """What the search makes of all alternatives, by what the player to act knows."""
        question = Question.of(position, seed)
        seen = question.position()
        asked = self._question("search", seen, seed)
        key = key_of(asked | {"seat": question.seat, "iterations": iterations})
        found = self.answers.get(key)
        if found is None:
            asked |= {"seat": question.seat, "iterations": iterations, "key": key}
            self.missing[key] = asked
            self.size += iterations
            self._search = Search(asked["state"], iterations, asked)
            return Answer(seen.legal()[0])
        self.used.add(key)
        if not isinstance(found, dict):
            raise InvalidValueError("an answer of another kind than its question")
        self._search = Search(asked["state"], iterations, None, dict(found["outlooks"]))
        return page_search.answer(question, found["considered"], found["line"])

    def _question(self, what: str, position: Position, seed: int) -> dict[str, Any]:
        state = position.held.hex()
        return {"what": what, "state": state, "players": self.players, "seed": str(seed)}

    def _samples(
        self, what: str, position: Position, seed: int, count: int, more: dict[str, Any]
    ) -> Samples:
        asked = {**self._question(what, position, seed), **more}
        key = key_of(asked)
        if key in self.answers:
            self.used.add(key)
            return self._checked(self.answers[key], count)
        self.missing[key] = {**asked, "key": key}
        self.size += count
        return self._made_up(count)

    def _checked(self, found: Any, count: int) -> Samples:
        if not isinstance(found, array) or len(found) != count * self.players:
            raise InvalidValueError("an answer that does not have so many samples")
        return Samples.of_rows(found, self.players)

    def _made_up(self, count: int) -> Samples:
        """Samples unlike any other: where nothing changes, nothing more would be asked."""
        first = 1 / (len(self.missing) + 2)
        rest = (1 - first) / (self.players - 1)
        return Samples.same((first, *(rest,) * (self.players - 1)), count)


def order(record: str, known: str | None, changes: Mapping[str, int], answers: bytes) -> bytes:
    """What ``go_on`` is given: a record, what is known of its review, what its budget has instead of
    the usual, and answers to what was missing.
    """
    head = {"record": record, "known": json.loads(known) if known else None}
    return json.dumps({**head, "changes": dict(changes)}).encode() + b"\n" + answers


def go_on(given: bytes, stop: Callable[[], bool]) -> bytes:
    """Goes on with a review as far as its questions are answered; gives the review, or null, what is
    to be answered next, and which of the answers will be needed again then, as JSON.
    """
    head, _, written = given.partition(b"\n")
    asked = json.loads(head)
    record = Record.loads(asked["record"])
    known = Review.from_json(asked["known"]) if asked["known"] else None
    changes = {**full_budget(game(record.game)).to_json(), **asked["changes"], **UNSOLVED}
    answers = dict(read(written))
    made: list[Asking] = []

    def estimates(kind: Game, players: int) -> Asking:
        made.append(Asking(kind, players, answers))
        return made[0]

    found = known
    for deeper in reviewing(record, budget_of(record, known, changes), known, estimates):
        if not made[0].missing:
            found = deeper
            made[0].used.clear()
        elif made[0].size >= ENOUGH or stop():
            break
    questions = list(made[0].missing.values())
    if 2 * 8 * made[0].size * record.players > MOST_BYTES:
        raise InvalidValueError("this game is too long to be reviewed by a page")
    review = found.to_json() if found else None
    keep = sorted(made[0].used)
    return json.dumps({"review": review, "questions": questions, "keep": keep}).encode()


def read(written: bytes) -> Iterator[tuple[str, Any]]:
    """The answers that were sent, by their keys; InvalidValueError if they are not as they should be."""
    head, _, numbers = written.partition(b"\n")
    if not written:
        return
    start = 0

    def taken(count: int, size: int) -> array[float]:
        nonlocal start
        begin, start = start, start + count * players * size
        if count < 0 or start > len(numbers):
            raise InvalidValueError("fewer answers than were counted")
        found = array(FLOATS[size], numbers[begin:start])
        if sys.byteorder == "big":
            found.byteswap()
        if not all(map(is_share, found)):
            raise InvalidValueError("answers that are no shares")
        return array("d", found)

    try:
        listed = json.loads(head)
        players = listed["players"]
        for one in listed["answers"]:
            key = str(one["key"])
            if "rows" in one:
                yield key, taken(*one["rows"])
                continue
            outlooks = [(int(action), taken(*counted)) for action, *counted in one["outlooks"]]
            yield key, {**checked_search(one), "outlooks": outlooks}
        if start < len(numbers):
            raise InvalidValueError("more answers than were counted")
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as problem:
        raise InvalidValueError(f"answers that cannot be read: {problem}") from None


def is_share(value: float) -> bool:
    """Whether a number can be a share of the win, or its error; no number is not."""
    return -SLACK <= value <= 1 + SLACK


def checked_search(one: Mapping[str, Any]) -> dict[str, Sequence[Any]]:
    """The numbers of a search, each of its kind."""
    considered = [
        (int(number), int(visits), float(value), float(error))
        for number, visits, value, error in one["considered"]
    ]
    if not considered:
        raise InvalidValueError("a search that has looked at nothing")
    if not all(v >= 0 and is_share(value) and is_share(e) for _, v, value, e in considered):
        raise InvalidValueError("a search whose values are no shares")
    return {"considered": considered, "line": [int(number) for number in one["line"]]}
