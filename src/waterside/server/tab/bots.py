"""Bots in a browser tab: levels as everywhere, their searches in the page's search workers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from waterside.bots import page_search
from waterside.bots.bot import Answer, Question
from waterside.bots.carelessness import careless
from waterside.bots.levels import LEVELS, carelessness_of, level_and_time
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
        level, _ = level_and_time(spec)
        if level not in LEVELS or len(seen.legal_actions()) == 1:
            return RandomBot().answer(question)
        wanted = page_search.order(question, spec)
        answer = page_search.answer(question, json.loads(await self.think(json.dumps(wanted))))
        carelessness = carelessness_of(level, game(question.game))
        return careless(answer, carelessness, question.seed) if carelessness else answer
