"""Reviews in a browser tab: the review of a server, which estimates with the page's own processor."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from waterside.bots import page_search
from waterside.bots.bot import Answer, Question
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review import outcomes
from waterside.review.budget import full_budget
from waterside.review.pieces import work
from waterside.review.samples import Outlook, Samples


class PageEstimates:
    """Estimates by the ``Estimator`` of a game's WebAssembly module.

    ``engine`` is that of ``script/estimating.js``: its functions take a question as JSON, and give the
    numbers of all samples one after the other.
    """

    def __init__(self, engine: Any, kind: Game, players: int) -> None:
        self.engine = engine
        self.game, self.players = kind, players

    def continuations(
        self,
        position: Position,
        seed: int,
        samples: int,
        ahead: int,
        action: int | None = None,
        imagined: bool = False,
    ) -> Samples:
        """Each seat's share of the win in continuations of a position."""
        asked = {"samples": samples, "ahead": ahead, "imagined": imagined}
        if action is not None:
            asked["action"] = action
        return self._asked("continuations", position, seed, **asked)

    def outlook(
        self, seen: Position, seat: int, seed: int, action: int, iterations: int
    ) -> Outlook:
        """What an action of this seat promises in a position as the seat knows it."""
        return Outlook.of(
            self._asked("outlook", seen, seed, seat=seat, action=action, iterations=iterations)
        )

    def _asked(self, what: str, position: Position, seed: int, **more: Any) -> Samples:
        asked = {"state": position.held.hex(), "players": self.players, "seed": str(seed), **more}
        numbers = getattr(self.engine, what)(json.dumps(asked))
        return Samples.of_rows(numbers.to_py().tolist(), self.players)

    def search(self, position: Position, seed: int, iterations: int) -> Answer:
        """What the search makes of all alternatives, by what the player to act knows."""
        question = Question.of(position, seed)
        asked = {
            "state": question.state.hex(),
            "players": self.players,
            "seat": question.seat,
            "seed": str(seed),
            "iterations": iterations,
        }
        found = json.loads(self.engine.search(json.dumps(asked)))
        answer = page_search.answer(question, found["considered"], found["line"])
        return replace(answer, iterations=iterations)


def work_here(sent: str, engine: Any) -> str:
    """Goes on with a review for a while, as ``waterside.review.pieces.work`` does, or weighs what chance
    may bring, as ``waterside.review.outcomes.work`` does.
    """
    asked = json.loads(sent)
    usual = full_budget(game(Record.loads(asked["record"]).game)).to_json()

    def estimates(kind: Game, players: int) -> PageEstimates:
        return PageEstimates(engine, kind, players)

    if outcomes.is_order(asked):
        return outcomes.work(sent.encode(), lambda: False, estimates, usual).decode()
    asked["changes"] = {**usual, **asked["changes"]}
    return work(json.dumps(asked).encode(), lambda: False, estimates).decode()
