"""Questions for the search of a page (``script/search.js``), and what it answers.

A page searches with its visitor's processor, by the game's WebAssembly module: the same answer as a
bot's for the same seed and number of iterations. It gets what a bot would get, the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from waterside.bots.bot import Answer, Considered, Question
from waterside.bots.carelessness import careless
from waterside.bots.endings import decisive, exactly
from waterside.bots.levels import LEVELS, ONE_AHEAD, carelessness_of, effort_of, level_and_time
from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.registry import game

SOLVE = "waterside.bots.page_search:solved"
"""The task that a pool of bots is given: see ``waterside.bots.pool``."""


def order(question: Question, spec: str) -> dict[str, Any]:
    """What a page is asked to search, for the bot of a level: ``club``, ``master:ms=60``."""
    return {
        "game": question.game,
        "players": question.players,
        "seat": question.seat,
        "state": question.state.hex(),
        "seed": question.seed,
        **budget(game(question.game), question.players, spec),
    }


def budget(kind: Game, players: int, spec: str) -> dict[str, Any]:
    """How long a level thinks about a game, with which evaluation and settings."""
    level, ms = level_and_time(spec)
    effort = effort_of(level, kind)
    if effort is not None:
        if effort.iterations == 0:
            return {"iterations": 1, "learned": True, "settings": ONE_AHEAD}
        assert kind.evaluation is not None
        learned = {"learned": True, "calibration": kind.evaluation.calibration.get(players, ())}
        if effort.iterations is None:
            return {"ms": ms, "settings": dict(kind.evaluation.timed_parameters), **learned}
        return {"iterations": effort.iterations, **learned}
    way = LEVELS[level].classic
    if way.of_club is None:
        return {"ms": ms * way.of_time}
    return {
        "iterations": max(8, round(kind.heuristics.club * way.of_club)),
        "settings": dict(kind.heuristics.club_parameters),
    }


def answer(question: Question, found: Sequence[Sequence[Any]], line: Sequence[int] = ()) -> Answer:
    """What a page has found: number, visits, value and error of each action, in any order, and how the
    game would go on.
    """
    seen = question.position()
    texts = {number: text for text, number in seen.action_numbers.items()}
    numbers = [number for number, *_ in found]
    if not set(numbers) <= set(texts):
        raise InvalidValueError("an action that is not legal was searched")
    if len(set(numbers)) < len(numbers) or not any(visits > 0 for _, visits, *_ in found):
        raise InvalidValueError("actions that were searched twice, or none")
    considered = sorted(
        (Considered(texts[number], *rest) for number, *rest in found),
        key=lambda one: (-one.visits, -one.value, one.action),
    )
    best = considered[0].action
    return Answer(best, tuple(considered), line_of(seen, line, best))


def level_answer(question: Question, spec: str, found: Sequence[Sequence[Any]]) -> Answer:
    """What the bot of a level answers where a page has found this for it."""
    given, (level, _) = answer(question, found), level_and_time(spec)
    carelessness = carelessness_of(level, game(question.game))
    return careless(given, carelessness, question.seed) if carelessness else given


def line_of(seen: Position, numbers: Sequence[int], first: str) -> tuple[str, ...]:
    """The actions of a line by their names, if it begins with the first one."""
    line = []
    for number in numbers:
        if number not in seen.legal_actions():
            raise InvalidValueError("a line with an action that is not legal")
        line.append(seen.text_of(number))
        if seen.guesses:
            break
        seen = seen.play(number)
    return tuple(line) if line and line[0] == first else (first,)


def solve_order(question: Question, level: str) -> bytes:
    """What ``solved`` is given."""
    return level.encode() + b"\n" + question.to_bytes()


def solved(given: bytes, stop: Callable[[], bool]) -> bytes:
    """The exact answer to a question, as bytes; empty where it is not an ending that can be solved."""
    from waterside.bots.search import SearchBot  # NumPy is for those who think

    level, _, asked = given.partition(b"\n")
    question = Question.from_bytes(asked)
    way = budget(game(question.game), question.players, level.decode())
    bot = SearchBot(ms=way.get("ms"), iterations=way.get("iterations"))
    found = decisive(question.position(), bot.effort())
    return exactly(found, 0.0).to_bytes() if found else b""
