"""Questions for the search of a page (``script/search.js``), and what it answers.

A page searches with its visitor's processor, by the game's WebAssembly module: the same answer as a
bot's for the same seed and number of iterations. It gets what a bot would get, the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from waterside.bots.bot import Answer, Considered, Question
from waterside.bots.endings import exactly, telling
from waterside.bots.levels import LEVELS, ONE_AHEAD, THINKING_MS, effort_of
from waterside.core.game import Game
from waterside.core.registry import game

SOLVE = "waterside.bots.page_search:solved"
"""The task that a pool of bots is given: see ``waterside.bots.pool``."""


def order(question: Question, level: str) -> dict[str, Any]:
    """What a page is asked to search, for the bot of a level."""
    return {
        "game": question.game,
        "players": question.players,
        "seat": question.seat,
        "state": question.state.hex(),
        "seed": question.seed,
        **budget(game(question.game), question.players, level),
    }


def budget(kind: Game, players: int, level: str) -> dict[str, Any]:
    """How long a level thinks about a game, with which evaluation and settings."""
    effort = effort_of(level, kind)
    if effort is not None:
        if effort.iterations == 0:
            return {"iterations": 1, "learned": True, "settings": ONE_AHEAD}
        assert kind.evaluation is not None
        learned = {"learned": True, "calibration": kind.evaluation.calibration.get(players, ())}
        if effort.iterations is None:
            return {"ms": THINKING_MS, **learned}
        return {"iterations": effort.iterations, **learned}
    way = LEVELS[level].classic
    if way.of_club is None:
        return {"ms": THINKING_MS * way.of_time}
    return {
        "iterations": max(8, round(kind.heuristics.club * way.of_club)),
        "settings": dict(kind.heuristics.club_parameters),
    }


def answer(question: Question, found: Sequence[Sequence[Any]]) -> Answer:
    """What a page has found: number, visits, value and error of each action, in any order."""
    texts = {number: text for text, number in question.position().action_numbers.items()}
    considered = sorted(
        (Considered(texts[number], *rest) for number, *rest in found),
        key=lambda one: (-one.visits, -one.value, one.action),
    )
    return Answer(considered[0].action, tuple(considered), (considered[0].action,))


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
    found = telling(question.position(), bot.effort())
    return exactly(found, 0.0).to_bytes() if found else b""
