"""Bots against each other: who sits where in which game, and one game from start to end.

Every game has a number and follows from it: the line-up, what chance brings, and the seeds that the
bots get. So games can be played in any order, on any number of processes, today or tomorrow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations, islice, permutations
from math import ceil, factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.bots.bot import UNSEEN, Bot, Question
from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.core.options import Value
from waterside.core.position import Position
from waterside.core.registry import game as game_named
from waterside.engine import contract
from waterside.engine.rng import generator, next32

BOT_STREAMS = 1 << 40
"""Where the streams begin that bots get their seeds from; those before are for chance."""


Listener = Callable[[npt.NDArray[np.void], int, int, npt.NDArray[np.void]], None]
"""What is called at every action: the state before it, who acted, its number, the state after."""


@dataclass(frozen=True)
class Match:
    """A game, its options and the bots: all that decides which games are played.

    With as many bots as seats or more, every choice of bots plays, rotated through the seats. With
    fewer, each bot sits alone against a table of each other bot, rotated through the seats.

    >>> [Match("kariba", 2, {}, ("a", "b")).lineup(number) for number in range(2)]
    [('a', 'b'), ('b', 'a')]
    >>> [Match("kariba", 3, {}, ("a", "b")).lineup(number) for number in range(4)]
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a'), ('b', 'a', 'a')]
    """

    game: str
    players: int
    options: Mapping[str, Value]
    specs: tuple[str, ...]
    """The bots as ``make_bot`` takes them."""
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.specs) < 2:
            raise InvalidValueError("name at least two bots, for example: random random")

    @cached_property
    def bots(self) -> dict[str, str]:
        """The specs by the names that results use: a second ``random`` is ``random (2)``."""
        named: dict[str, str] = {}
        for place, spec in enumerate(self.specs):
            before = self.specs[:place].count(spec)
            named[f"{spec} ({before + 1})" if before else spec] = spec
        return named

    @property
    def has_lone_bots(self) -> bool:
        """Whether there are fewer bots than seats, so that one sits alone in every game."""
        return len(self.specs) < self.players

    @cached_property
    def _tables(self) -> list[tuple[str, ...]]:
        """Who meets whom in a round, before the seats are rotated."""
        if self.has_lone_bots:
            others = self.players - 1
            return [(lone, *[other] * others) for lone, other in permutations(self.bots, 2)]
        return list(combinations(self.bots, self.players))

    @property
    def round(self) -> int:
        """How many games it takes until every bot has had every seat equally often."""
        return len(self._tables) * self.players

    def whole_rounds(self, games: int) -> int:
        """So many games, rounded up to whole rounds."""
        return ceil(games / self.round) * self.round

    def group(self, number: int) -> int:
        """Games of one group are the same table with the seats rotated, under the same chance."""
        return number // self.players

    def lineup(self, number: int) -> tuple[str, ...]:
        """Which bot sits on which seat in a game, from seat 1 on."""
        played, which = divmod(self.group(number), len(self._tables))
        first, *others = self._tables[which]
        if not self.has_lone_bots:  # every round seats the others in another order
            order = played % factorial(self.players - 1)
            others = list(next(islice(permutations(others), order, None)))
        turned = -(number % self.players)
        table = (first, *others)
        return table[turned:] + table[:turned]

    def play(self, number: int, bots: Mapping[str, Bot], asked: Callable[[int], None]) -> Result:
        """Plays one of its games."""
        return play_game(self, number, bots, asked)

    def identity(self) -> dict[str, Any]:
        """What makes two matches the same."""
        return {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "bots": list(self.specs),
            "seed": self.seed,
        }


@dataclass
class Spent:
    """The time that a bot took for its moves, in milliseconds."""

    moves: int = 0
    mean: float = 0.0
    max: float = 0.0

    def add(self, milliseconds: float, moves: int = 1, longest: float | None = None) -> None:
        """Counts moves that took so long on average."""
        total = self.mean * self.moves + milliseconds * moves
        self.moves += moves
        self.mean = total / self.moves if self.moves else 0.0
        self.max = max(self.max, milliseconds if longest is None else longest)


@dataclass(frozen=True)
class Forfeit:
    """Why a game ended before its end, and through whom."""

    seat: int
    bot: str
    why: str


@dataclass(frozen=True)
class Result:
    """A finished game."""

    number: int
    lineup: tuple[str, ...]
    scores: list[int] | None
    """None after a forfeit."""
    winners: list[int]
    """Seats; several in a draw. After a forfeit all others."""
    decisions: int = 0
    ms: dict[str, Spent] = field(default_factory=dict)
    forfeit: Forfeit | None = None

    def share(self, seat: int) -> float:
        """What the seat has won: 1, or its part of a draw."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def fields(self) -> dict[str, Any]:
        """As JSON takes it."""
        written = asdict(self)
        for spent in written["ms"].values():
            spent.update(mean=round(spent["mean"], 4), max=round(spent["max"], 4))
        return written

    @classmethod
    def of_fields(cls, written: Mapping[str, Any]) -> Result:
        """Reads what ``fields`` gave."""
        return cls(
            number=int(written["number"]),
            lineup=tuple(written["lineup"]),
            scores=written["scores"],
            winners=list(written["winners"]),
            decisions=int(written["decisions"]),
            ms={name: Spent(**spent) for name, spent in written["ms"].items()},
            forfeit=Forfeit(**written["forfeit"]) if written["forfeit"] else None,
        )


def forfeited(
    match: Match, number: int, seat: int, why: str, decisions: int = 0, **more: Any
) -> Result:
    """The result of a game that a seat cannot go on with."""
    lineup = match.lineup(number)
    others = [other for other in range(1, match.players + 1) if other != seat]
    loser = Forfeit(seat, lineup[seat - 1], why)
    return Result(number, lineup, None, others, decisions, forfeit=loser, **more)


def play_game(
    match: Match,
    number: int,
    bots: Mapping[str, Bot],
    asked: Callable[[int], None] = lambda seat: None,
    table: Table | None = None,
) -> Result:
    """Plays a game to its end; ``asked`` hears which seat is thinking, and 0 when none is."""
    table = table or Table(match, number)
    lineup = match.lineup(number)
    ms = {name: Spent() for name in lineup}
    decisions = 0
    while isinstance(seat := table.position.actor, int):
        question = table.question()
        bot = bots[lineup[seat - 1]]
        asked(seat)
        start = time.perf_counter()
        try:
            answer = bot.answer(question)
            taken = time.perf_counter() - start
            asked(0)
            table.play(answer.action)
        except (Exception, SystemExit) as problem:
            asked(0)
            why = f"{type(problem).__name__}: {problem}"
            return forfeited(match, number, seat, why, decisions, ms=ms)
        decisions += 1
        ms[lineup[seat - 1]].add(taken * 1000)
    end = table.position
    return Result(number, lineup, end.scores(), end.winners() or [], decisions, ms)


class Table:
    """A game under way: chance has always been played, so that a seat is to act or all is over."""

    def __init__(self, match: Match, number: int, listener: Listener | None = None) -> None:
        self.game: Game = game_named(match.game)
        self._listener = listener
        chance = generator(match.seed, match.group(number))
        seeds = generator(match.seed, BOT_STREAMS + number)
        self._chance = [int(word) for word in chance]
        self._seeds = [int(word) for word in seeds]
        self._heard: list[tuple[int, int]] = []  # who alone saw it, and the action
        self.position = self._after_chance(self.game.new(match.players, **match.options))

    def question(self) -> Question:
        """What the seat to act is asked."""
        seed = int(next32(self._seeds))  # type: ignore[no-untyped-call]
        question = Question.of(self.position, seed)
        seen = (contract.ALL_VIEWERS, question.seat - 1)
        heard = tuple(number if witness in seen else UNSEEN for witness, number in self._heard)
        return replace(question, heard=heard)

    def play(self, action: str) -> None:
        """Plays a bot's action and what chance brings after it."""
        if not isinstance(action, str):
            raise InvalidValueError(f"{action!r} is no action: it must be a text")
        after = self.position.play(action)
        assert after.played is not None
        self._heard.append((contract.ALL_VIEWERS, after.played))
        if self._listener and isinstance(seat := self.position.actor, int):
            self._listener(self.position.state, seat - 1, after.played, after.state)
        self.position = self._after_chance(after)

    def _after_chance(self, position: Position) -> Position:
        if position.actor != "chance":
            return position
        rules = self.game.interpreted
        state = position.state.copy()
        view = self.game.view(state, 0)
        out, weights = [0] * self.game.longest, [0] * self.game.longest
        number = position.number
        while rules.actor(view) == contract.CHANCE:
            witness = int(rules.witness(view))
            outcome = int(rules.sample(view, self._chance, out, weights))
            self._heard.append((witness, outcome))
            before = state.copy() if self._listener else state
            rules.apply(view, outcome)
            if self._listener:
                self._listener(before, contract.CHANCE, outcome, state)
            number += 1
        reached = Position(self.game, position.players, position.options, state)
        reached.number = number
        return reached
