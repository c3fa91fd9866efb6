"""Puzzles: positions where one action is far better than all others, found in games of bots.

Games are played by a careless search from a seed. Where its values say that one action stands out, all
others are searched on their own, and the strongest of them with the whole effort: a puzzle is a position
whose best action is better than the next best by far more than the error of that comparison, or an
ending that is solved. What makes it difficult is said by the levels that fail to find the action.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from waterside.bots import Answer, Question, make_bot
from waterside.bots.carelessness import careless
from waterside.bots.endings import solve
from waterside.bots.levels import LEVELS
from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import game as game_named
from waterside.review.budget import Budget, default_budget
from waterside.review.decisions import Judge
from waterside.review.estimates import Estimator, seed_of
from waterside.review.words import percent
from waterside.text.language import Say, later

FILE = "puzzles.json"
VERSION = 1

CARELESS = 0.06  # so that games are varied and the players in need of a good move
SCREEN = 160  # iterations at every decision, for a game as quick to search as Kariba
HINT = 0.06  # the lead in a quick search that makes a position worth a closer look
GLANCE = 240  # iterations for every action, to find the strongest
DEEP = 3000  # iterations for each of the strongest
RIVALS = 2
LEAD = 0.10  # the least lead of a puzzle's action
SURE = 6.0  # how many standard errors the lead must have
SOLVED_LEAD = 0.4  # the least lead in an ending that is solved
MOST_ACTIONS = 700  # a game is left off after so many
PER_GAME = 2  # puzzles from one game
FULL = 1200  # iterations of a review where the whole effort is spent; less where they take longer
TRIES = 3  # how often a level is asked; it fails if it misses the action in most of them
COMPARE = 7
LIKE = 0.4  # the part of a set that may have the same themes and difficulty
STARTING, WINNING = 0.15, 0.85
THEMES = {
    "ending": later("ending"),
    "win": later("win the game"),
    "turn": later("turn the tables"),
    "rescue": later("stay in the game"),
    "edge": later("keep the lead"),
    "quiet": later("a quiet move"),
}
"""What puzzles are about, by the names that ``themes_of`` gives."""


@dataclass(frozen=True)
class Puzzle:
    """A position and the action that stands out."""

    id: str
    game: str
    players: int
    options: Mapping[str, Any]
    actions: tuple[str, ...]
    """How the position came about; what the seat may not know of it must not be shown."""
    seat: int
    best: str
    share: float
    """The share of the win that the best action promises."""
    second: str
    second_share: float
    error: float
    """The standard error of the difference between the two; 0 where the ending is solved."""
    exact: bool
    line: tuple[str, ...]
    """How the game is expected to go on after the best action, which comes first."""
    choices: int
    themes: tuple[str, ...]
    failed: tuple[str, ...]
    """The levels that did not find it."""
    difficulty: int
    """From 1, found by every level, to 6, found by none."""

    def position(self) -> Position:
        """The position to be solved, with all that is hidden in it."""
        return Record(self.game, self.players, self.options, self.actions).position()

    def to_json(self) -> dict[str, Any]:
        """As JSON takes it."""
        return asdict(self)

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Puzzle:
        """Reads what ``to_json`` gave."""
        tuples = {name: tuple(written[name]) for name in ("actions", "line", "themes", "failed")}
        return cls(**{**written, **tuples})


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that a game comes with; none if it has no file of them."""
    path = puzzle_file(game_named(name))
    if not path.exists():
        return ()
    return tuple(map(Puzzle.from_json, json.loads(path.read_text("utf-8"))["puzzles"]))


def puzzle_file(game: Game) -> Path:
    """Where a game's puzzles lie."""
    return game.parts.folder / FILE


def puzzle_of_the_day(name: str, day: int) -> Puzzle:
    """The puzzle of a day, counted from any fixed day; each comes once before any comes again."""
    found = puzzles_of(name)
    if not found:
        raise InvalidValueError(f"{name} has no puzzles")
    around, place = divmod(day, len(found))
    order = list(range(len(found)))
    random.Random(around).shuffle(order)
    return found[order[place]]


def written(game: Game, puzzles: Sequence[Puzzle], made: Mapping[str, Any]) -> str:
    """The file of a game's puzzles."""
    lines = ",\n  ".join(json.dumps(one.to_json(), ensure_ascii=False) for one in puzzles)
    head = json.dumps({"game": game.name, "version": VERSION, "made": dict(made)})[:-1]
    return f'{head}, "puzzles": [\n  {lines}\n]}}\n'


def solution(puzzle: Puzzle, say: Say, names: Sequence[str] | None = None) -> str:
    """Why the best action of a puzzle is the best, in a sentence or two."""
    seen = puzzle.position().seen_by(puzzle.seat)
    label = seen.game.text.label
    best, second = (label(seen, action, say, names) for action in (puzzle.best, puzzle.second))
    said = say(
        "{best}: {share}. The next best, {second}: {second_share}.",
        best=best,
        share=percent(puzzle.share, say),
        second=second,
        second_share=percent(puzzle.second_share, say),
    )
    if puzzle.exact:
        said += " " + say("This ending is solved: the figures are exact.")
    return said


class Finder:
    """Finds puzzles of a game, one after the other, the same ones for the same seed."""

    def __init__(self, game: Game, seed: int, count: int = 60) -> None:
        self.game, self.seed, self.count = game, seed, count
        self.careless = game.parts.review.get("careless", CARELESS)
        self.effort = min(1.0, default_budget(game).iterations / FULL)
        self.games = 0
        self._judges: dict[int, Judge] = {}
        self._kinds: Counter[tuple[Any, ...]] = Counter()
        self._seen: set[bytes] = set()

    def find(self) -> Iterator[Puzzle]:
        """Puzzles until there are as many as were asked for."""
        found = 0
        while found < self.count:
            for puzzle in self._in_game(self.games):
                yield puzzle
                found += 1
                if found == self.count:
                    break
            self.games += 1

    def _in_game(self, number: int) -> Iterator[Puzzle]:
        rng = random.Random(f"{self.game.name} {self.seed} {number}")
        fewest, most = self.game.seats
        position = self.game.new(fewest + number % (most - fewest + 1))
        found = 0
        while not position.is_over and found < PER_GAME and position.number < MOST_ACTIONS:
            outcomes = position.outcomes()
            if outcomes:
                drawn = rng.choices(list(outcomes), list(outcomes.values()))[0]
                position = position.play(drawn)
                continue
            seed = rng.getrandbits(30)
            if len(position.legal_actions()) == 1:
                position = position.play(position.legal_actions()[0])
                continue
            answer = self._judge(position.players).search(position, self._times(SCREEN))
            puzzle = self._look_closer(position, answer, f"{self.seed}-{number}-{position.number}")
            if puzzle is not None and self._is_wanted(puzzle, position):
                found += 1
                yield puzzle
            position = position.play(careless(answer, self.careless, seed).action)

    def _times(self, iterations: int) -> int:
        return round(iterations * self.effort)

    def _judge(self, players: int) -> Judge:
        if players not in self._judges:
            self._judges[players] = Judge(
                Estimator(self.game, players), Budget(seed=self.seed, effort=6000)
            )
        return self._judges[players]

    def _is_wanted(self, puzzle: Puzzle, position: Position) -> bool:
        """Whether the set has no such position yet, and not too many of its kind."""
        seen = position.seen_by(puzzle.seat).held
        kind = (puzzle.themes, puzzle.difficulty)
        if seen in self._seen or self._kinds[kind] >= max(2, LIKE * self.count):
            return False
        self._seen.add(seen)
        self._kinds[kind] += 1
        return True

    def _look_closer(self, position: Position, answer: Answer, name: str) -> Puzzle | None:
        """The puzzle that a position makes; None if no action stands out."""
        seat = position.actor
        assert isinstance(seat, int), "only players decide"
        seen = position.seen_by(seat)
        judge = self._judge(position.players)
        compared = (
            self._solved(seen, judge)
            or self._won(seen, seat, answer, judge)
            or self._searched(seen, seat, answer, judge)
        )
        if compared is None:
            return None
        best, share, second, second_share, error, exact = compared
        if share < STARTING or second_share > WINNING:
            return None  # all is lost, or won, whatever one does
        failed = levels_that_fail(position, best)
        line = answer.line if answer.action == best and answer.line else (best,)
        return Puzzle(
            id=f"{self.game.name}-{name}",
            game=self.game.name,
            players=position.players,
            options=position.options,
            actions=tuple(position.history()),
            seat=seat,
            best=best,
            share=round(share, 4),
            second=second,
            second_share=round(second_share, 4),
            error=round(error, 5),
            exact=exact,
            line=line,
            choices=len(seen.legal_actions()),
            themes=themes_of(position, best, share, second_share, exact),
            failed=failed,
            difficulty=1 + len(failed),
        )

    def _solved(
        self, seen: Position, judge: Judge
    ) -> tuple[str, float, str, float, float, bool] | None:
        """The best and the second best action of an ending that is solved, if the best stands out."""
        solved = solve(seen, judge.budget.effort)
        if solved is None or len(solved.values) < len(seen.legal_actions()):
            return None
        ranked = sorted(solved.values, key=lambda action: (-solved.values[action], action))
        first, second = (float(solved.values[action]) for action in ranked[:2])
        if first - second < SOLVED_LEAD:
            return None
        return ranked[0], first, ranked[1], second, 0.0, True

    def _won(
        self, seen: Position, seat: int, answer: Answer, judge: Judge
    ) -> tuple[str, float, str, float, float, bool] | None:
        """The one action that wins in this turn, and the best of the others by searching."""
        solved = solve(seen, judge.budget.effort)
        if solved is None or list(solved.values.values()) != [1] or len(seen.legal_actions()) < 3:
            return None
        others = [one.action for one in answer.considered if one.action != solved.best]
        seed = seed_of(seen, seat, self.seed + COMPARE)
        numbers = seen.action_numbers
        found = [
            (judge.estimator.outlook(seen, seat, seed, numbers[one], self._times(DEEP)), one)
            for one in others[:RIVALS]
        ]
        second, action = max(found, key=lambda one: float(one[0].shares[seat - 1]))
        share, error = float(second.shares[seat - 1]), second.error(seat)
        if 1 - share < max(LEAD, SURE * error):
            return None
        return solved.best, 1.0, action, share, error, False

    def _searched(
        self, seen: Position, seat: int, answer: Answer, judge: Judge
    ) -> tuple[str, float, str, float, float, bool] | None:
        """The same by searching, for positions where a quick search saw an action stand out."""
        tried = [one for one in answer.considered if one.visits > 0]
        ranked = sorted(tried, key=lambda one: -one.value)
        if len(ranked) < 2 or ranked[0].value - ranked[1].value < HINT:
            return None
        seed = seed_of(seen, seat, self.seed + COMPARE)
        estimator, numbers = judge.estimator, seen.action_numbers

        def outlook(action: str, iterations: int) -> Any:
            return estimator.outlook(seen, seat, seed, numbers[action], iterations)

        looked = [one.action for one in ranked[:24]]
        glance = {
            action: outlook(action, self._times(GLANCE)).shares[seat - 1] for action in looked
        }
        looked.sort(key=lambda action: -glance[action])
        if glance[looked[0]] - glance[looked[1]] < HINT:
            return None
        deep = {action: outlook(action, self._times(DEEP)) for action in looked[: 1 + RIVALS]}
        order = sorted(deep, key=lambda action: -deep[action].shares[seat - 1])
        best, second = deep[order[0]], deep[order[1]]
        share, second_share = float(best.shares[seat - 1]), float(second.shares[seat - 1])
        error = best.error_against(second, seat)
        if share - second_share < max(LEAD, SURE * error):
            return None
        return order[0], share, order[1], second_share, error, False


def themes_of(
    position: Position, best: str, share: float, second_share: float, exact: bool
) -> tuple[str, ...]:
    """What a puzzle is about, in words that hold for every game.

    ``ending``: it is solved. ``win``: the action all but wins. ``turn``: it makes the player the
    likelier winner, and no other does. ``rescue``: the player stays behind, but in the game.
    ``edge``: the player is ahead and stays it. ``quiet``: it is not what a look one action ahead
    would choose, and does not win.
    """
    even = 1 / position.players
    found = ["ending"] if exact else []
    if share >= WINNING:
        found.append("win")
    elif share >= even > second_share:
        found.append("turn")
    elif share < even:
        found.append("rescue")
    else:
        found.append("edge")
    if "win" not in found:
        greedy = make_bot("greedy").answer(Question.of(position, 1)).action
        if greedy != best:
            found.append("quiet")
    return tuple(found)


def levels_that_fail(position: Position, best: str) -> tuple[str, ...]:
    """The levels that miss an action in most of a few tries; one above one that finds it is not asked."""
    failed: list[str] = []
    for name in LEVELS:
        bot = make_bot(name)
        tries = TRIES if LEVELS[name].ms is None else 1
        missed = sum(
            bot.answer(Question.of(position, seed)).action != best for seed in range(tries)
        )
        if 2 * missed < tries + 1:
            break
        failed.append(name)
    return tuple(failed)
