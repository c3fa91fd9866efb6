"""Bots in a browser tab: levels as everywhere, their searches in the page's search workers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from waterside.bots import consequences, page_search
from waterside.bots.bot import Answer, Question
from waterside.bots.endings import decisive, exactly, may_be_solved
from waterside.bots.levels import LEVELS, level_and_time, solves_endings
from waterside.bots.simple import RandomBot
from waterside.core.record import Record

Think = Callable[[str], Awaitable[str]]
"""Searches: takes what to search as JSON, and gives the actions that it considered as JSON, the best
first: number, visits, value and error of each."""
Review = Callable[[str, str], Awaitable[str]]
"""Works on the review of a game (its name) for a while: takes and gives what
``waterside.review.pieces.work`` does."""
MOST_POSITIONS = 50_000
"""Of an ending that is solved here: what Python in a page looks at in about a second."""


class TabBots:
    """Answers questions as the pool of a server does."""

    def __init__(self, think: Think, review: Review | None = None) -> None:
        self.think = think
        self.review = review

    async def work_async(self, task: str, sent: bytes, limit: float, share: object = None) -> bytes:
        """Works on a review for a while, weighs what chance may bring, or finds out what an action leads to."""
        if task == consequences.TASK:
            return await self._explained(sent)
        assert self.review is not None, "a tab that reviews games"
        name = Record.loads(json.loads(sent)["record"]).game
        return (await self.review(name, sent.decode())).encode()

    async def _explained(self, sent: bytes) -> bytes:
        asking = consequences.consequences(*consequences.read_order(sent))
        answer = None
        while True:
            try:
                question = asking.send(answer) if answer else next(asking)
            except StopIteration as ended:
                return ended.value.to_bytes()  # type: ignore[no-any-return]
            answer = await self.ask_async(consequences.JUDGE, question)

    async def ask_async(self, spec: str, question: Question, share: object = None) -> Answer:
        """What the bot of a level would do."""
        seen = question.position()
        level, _ = level_and_time(spec)
        if level not in LEVELS or len(seen.legal_actions()) == 1:
            return RandomBot().answer(question)
        if solves_endings(level, seen.game) and may_be_solved(seen):
            solved = decisive(seen, MOST_POSITIONS)
            if solved:
                return exactly(solved, 0.0)
        wanted = page_search.order(question, spec)
        found = json.loads(await self.think(json.dumps(wanted)))
        return page_search.level_answer(question, spec, found)
