"""Five levels with names that people understand, the same for every game.

All of them search (``waterside.bots.search``) with the game's hand-written evaluation; what differs is
how long, and how surely the best action found is the one played. Beginner looks at little and often
takes the second best: it makes the mistakes that people make, and hardly ever a senseless move. The
steps between levels are spaced by games played: see ``benchmarks/strength.py``. A level moves to the
learned evaluation when such games show what it is worth there.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from waterside.bots.bot import CLASSIC, LEARNED, Answer, Question, Stop
from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.core.registry import game

if TYPE_CHECKING:
    from waterside.bots.search import SearchBot


@dataclass(frozen=True)
class Level:
    """How strong a level is; each game says how many iterations Club takes."""

    title: str
    ms: float | None = None
    """The most time for a move, for levels that take time."""
    of_club: float = 1.0
    """Iterations as a share of Club's, for levels that do not."""
    carelessness: float = 0.0
    """How much worse, in share of the win, an action may be and still be taken now and then."""
    evaluation: str = CLASSIC
    """What it judges positions by: a learned level takes its share of the learned Club's."""


LEVELS = {
    "beginner": Level("Beginner", of_club=0.12, carelessness=0.15),
    "casual": Level("Casual", of_club=0.5, carelessness=0.03),
    "club": Level("Club"),
    "expert": Level("Expert", ms=250),
    "master": Level("Master", ms=1000),
}


class LevelBot:
    """A bot of one of the five levels; ``ms`` gives Expert or Master another time to think."""

    def __init__(self, level: str, ms: float | None = None) -> None:
        if level not in LEVELS:
            raise InvalidValueError(f"{level}: no such level; there are {', '.join(LEVELS)}")
        self.name = level
        self.level = LEVELS[level]
        if ms is not None:
            if self.level.ms is None:
                raise InvalidValueError(f"{level}: this level does not depend on time")
            self.level = replace(self.level, ms=ms)
        self._bots: dict[str, SearchBot] = {}

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Searches as long as the level does, and chooses as surely as it does."""
        if question.game not in self._bots:
            self._bots[question.game] = self._bot(question.game)
        answer = self._bots[question.game].answer(question, stop)
        if self.level.carelessness and len(answer.considered) > 1:
            return careless(answer, self.level.carelessness, question.seed)
        return answer

    def _bot(self, name: str) -> SearchBot:
        from waterside.bots.search import SearchBot  # NumPy is for those who search

        level, kind = self.level, game(name)
        if level.ms is not None:
            return SearchBot(ms=level.ms, threads=2, evaluation=level.evaluation)
        if level.evaluation == LEARNED and has_network(kind):
            assert kind.evaluation is not None
            iterations = max(1, round(kind.evaluation.club * level.of_club))
            return SearchBot(iterations=iterations, nodes=200_000, exact=level.of_club > 1)
        iterations = max(8, round(kind.heuristics.club * level.of_club))
        parameters = kind.heuristics.club_parameters
        return SearchBot(
            iterations=iterations,
            nodes=20_000,
            exact=False,
            evaluation=CLASSIC,
            **parameters,
        )


def has_network(kind: Game) -> bool:
    """Whether a game has a learned evaluation."""
    from waterside.bots.weights import read_weights

    return read_weights(kind) is not None


def careless(answer: Answer, carelessness: float, seed: int) -> Answer:
    """The answer with an action chosen at random, the better the likelier."""
    tried = [one for one in answer.considered if one.visits > 0]
    best = max(one.value for one in tried)
    weights = [math.exp((one.value - best) / carelessness) for one in tried]
    chosen = random.Random(seed).choices(tried, weights)[0]
    return replace(answer, action=chosen.action, line=(chosen.action,))
