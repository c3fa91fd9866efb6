"""Bots in a browser tab: levels as everywhere, their searches in the page's search workers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from waterside.bots.bot import Answer, Considered, Question
from waterside.bots.carelessness import careless
from waterside.bots.levels import LEVELS, THINKING_MS, Classic
from waterside.bots.simple import RandomBot
from waterside.core.record import Record
from waterside.core.registry import game

Think = Callable[[str], Awaitable[str]]
"""Searches: takes what to search as JSON, and gives the actions that it considered as JSON, the best
first: number, visits, value and error of each."""
Review = Callable[[str, str], Awaitable[str]]
"""Works on the review of a game (its name) for a while: takes and gives what
``waterside.review.pieces.work`` does."""


class TabBots:
    """Answers questions as the pool of a server does."""

    def __init__(self, think: Think, review: Review | None = None) -> None:
        self.think = think
        self.review = review

    async def work_async(self, task: str, sent: bytes, limit: float, share: object = None) -> bytes:
        """Works on a review for a while."""
        assert self.review is not None, "a tab that reviews games"
        name = Record.loads(json.loads(sent)["record"]).game
        return (await self.review(name, sent.decode())).encode()

    async def ask_async(self, spec: str, question: Question, share: object = None) -> Answer:
        """What the bot of a level would do."""
        seen = question.position()
        if spec not in LEVELS or len(seen.legal_actions()) == 1:
            return RandomBot().answer(question)
        level = LEVELS[spec].classic
        wanted = {
            "game": question.game,
            "players": question.players,
            "seat": question.seat,
            "state": question.state.hex(),
            "seed": question.seed,
            **budget(question.game, level),
        }
        texts = {number: text for text, number in seen.action_numbers.items()}
        considered = tuple(
            Considered(texts[number], visits, value, error)
            for number, visits, value, error in json.loads(await self.think(json.dumps(wanted)))
        )
        answer = Answer(considered[0].action, considered, (considered[0].action,))
        if level.carelessness:
            return careless(answer, level.carelessness, question.seed)
        return answer


def budget(name: str, level: Classic) -> dict[str, Any]:
    """How long a level thinks about a game, and with which settings."""
    if level.of_club is None:
        return {"ms": THINKING_MS * level.of_time}
    known = game(name).heuristics
    return {
        "iterations": max(8, round(known.club * level.of_club)),
        "settings": dict(known.club_parameters),
    }
