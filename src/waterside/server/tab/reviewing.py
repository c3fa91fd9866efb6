"""Reviews in a browser tab: the review of a server, which estimates with the page's own processor."""

from __future__ import annotations

import json
from typing import Any

from waterside.bots.bot import Answer, Considered, Question
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game
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
        seen = question.position()
        asked = {
            "state": question.state.hex(),
            "players": self.players,
            "seat": question.seat,
            "seed": str(seed),
            "iterations": iterations,
        }
        found = json.loads(self.engine.search(json.dumps(asked)))
        texts = {number: text for text, number in seen.action_numbers.items()}
        considered = tuple(
            sorted(
                (Considered(texts[number], *rest) for number, *rest in found["considered"]),
                key=lambda one: (-one.visits, -one.value, one.action),
            )
        )
        return Answer(
            considered[0].action,
            considered,
            line_of(seen, found["line"], considered[0].action),
            iterations,
        )


def line_of(seen: Position, numbers: list[int], first: str) -> tuple[str, ...]:
    """The actions of a line by their names, if it begins with the first one."""
    line = []
    for number in numbers:
        seen = seen.play(number)
        line.append(seen.action or "")
    return tuple(line) if line and line[0] == first else (first,)


def work_here(sent: str, engine: Any) -> str:
    """Goes on with a review for a while, as ``waterside.review.pieces.work`` does."""
    asked = json.loads(sent)
    kind = game(Record.loads(asked["record"]).game)
    asked["changes"] = {**full_budget(kind).to_json(), **asked["changes"]}
    found = work(
        json.dumps(asked).encode(),
        lambda: False,
        lambda kind, players: PageEstimates(engine, kind, players),
    )
    return found.decode()
