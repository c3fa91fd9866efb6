"""Five levels with names that people understand, the same for every game.

Beginner and Casual look one action ahead with the game's learned evaluation and often take an action
that is a little worse: they make the mistakes that people make, and hardly ever a senseless move. Club
does so, too, where that is strong enough, and seldom; elsewhere Club, and Expert in every game, search with
it, a fixed number of iterations on any machine. Master searches as long as it
may. How long that is, is a setting of its own: ``ms`` is the most time for a move at any level.
The steps between levels are spaced by games played: see ``benchmarks/strength.py``. Where a game has no
learned evaluation, they all search with the hand-written one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from waterside.bots.bot import CLASSIC, Answer, Bot, Question, Stop
from waterside.bots.carelessness import careless
from waterside.bots.modules import weights_file
from waterside.core.errors import InvalidValueError
from waterside.core.evaluation import Effort
from waterside.core.game import Game
from waterside.core.registry import game


@dataclass(frozen=True)
class Classic:
    """How a level plays without the learned evaluation."""

    of_club: float | None = 1.0
    """Iterations as a share of Club's, which each game names; None: it takes time instead."""
    carelessness: float = 0.0
    """How much worse, in share of the win, an action may be and still be taken now and then."""
    of_time: float = 1.0
    """The share of the time for a move that it takes, if it takes time."""


@dataclass(frozen=True)
class Level:
    """How strong a level is."""

    title: str
    classic: Classic = Classic()

    @property
    def ms(self) -> float | None:
        """The time for a move that it takes in some game, if it takes time anywhere."""
        return THINKING_MS * self.classic.of_time if self.classic.of_club is None else None


THINKING_MS = 1000.0
"""The most time for a move where nothing else is said."""
ADVISER = "master:ms=60"
"""Who gives hints: with the time in which values were found to mean what they say."""
ONE_AHEAD: dict[str, Any] = {"fan": 1_000_000}
"""Settings of a search whose first iteration looks at every action, however many there are."""
LEVELS = {
    "beginner": Level("Beginner", Classic(0.12, carelessness=0.15)),
    "casual": Level("Casual", Classic(0.5, carelessness=0.03)),
    "club": Level("Club"),
    "expert": Level("Expert", Classic(None, of_time=0.25)),
    "master": Level("Master", Classic(None)),
}


class LevelBot:
    """A bot of one of the five levels.

    ``ms`` is the most time for a move: all that Master thinks, and what the others stay below on any
    but the slowest machine. ``threads`` is for levels that take time; ``clock`` is that of the search.
    """

    def __init__(
        self, level: str, ms: float = THINKING_MS, threads: int = 2, clock: str = "wall"
    ) -> None:
        if level not in LEVELS:
            raise InvalidValueError(f"{level}: no such level; there are {', '.join(LEVELS)}")
        self.name = self.level = level
        self.ms, self.threads, self.clock = ms, threads, clock
        self._bots: dict[str, Bot] = {}

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Thinks as much as the level does, and chooses as surely as it does."""
        kind = game(question.game)
        if question.game not in self._bots:
            self._bots[question.game] = self._bot(kind)
        answer = self._bots[question.game].answer(question, stop)
        carelessness = carelessness_of(self.level, kind)
        if carelessness and len(answer.considered) > 1:
            return careless(answer, carelessness, question.seed)
        return answer

    def _bot(self, kind: Game) -> Bot:
        from waterside.bots.search import SearchBot  # NumPy is for those who think

        effort = effort_of(self.level, kind)
        if effort is None:
            return self._classic_bot(kind)
        if effort.iterations is None:
            return SearchBot(ms=self.ms, threads=self.threads, clock=self.clock)
        if effort.iterations == 0:
            return SearchBot(iterations=1, nodes=20_000, exact=False, calibrated=False, **ONE_AHEAD)
        return SearchBot(
            self.ms, effort.iterations, exact=solves_endings(self.level, kind), clock=self.clock
        )

    def _classic_bot(self, kind: Game) -> Bot:
        from waterside.bots.search import SearchBot

        way = LEVELS[self.level].classic
        if way.of_club is None:
            return SearchBot(
                self.ms * way.of_time,
                threads=self.threads,
                evaluation=CLASSIC,
                clock=self.clock,
            )
        return SearchBot(
            iterations=max(8, round(kind.heuristics.club * way.of_club)),
            nodes=20_000,
            exact=False,
            evaluation=CLASSIC,
            **kind.heuristics.club_parameters,
        )


def level_and_time(spec: str) -> tuple[str, float]:
    """A level and its time for a move, as they are written for a bot: ``master:ms=60``."""
    level, _, written = spec.partition(":")
    return level, float(written.removeprefix("ms=")) if written else THINKING_MS


def effort_of(level: str, kind: Game) -> Effort | None:
    """How a level plays a game by its learned evaluation; None if it does not."""
    found = kind.evaluation
    if found is None or not weights_file(kind).exists():
        return None
    return found.levels.get(level)


def carelessness_of(level: str, kind: Game) -> float:
    """How much worse, in share of the win, an action may be and still be taken now and then."""
    return (effort_of(level, kind) or LEVELS[level].classic).carelessness


def solves_endings(level: str, kind: Game) -> bool:
    """Whether a level solves small endings of a game instead of searching them."""
    if kind.heuristics.solver is None:
        return False
    effort = effort_of(level, kind)
    if effort is None:
        return LEVELS[level].classic.of_club is None
    return effort.iterations is None or effort.solves
