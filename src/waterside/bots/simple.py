"""Bots that hardly think."""

from __future__ import annotations

import random

from waterside.bots.bot import Answer, Question, Stop


class RandomBot:
    """Plays any legal action, each as likely as any other."""

    name = "random"

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Chooses a legal action at random."""
        return Answer(random.Random(question.seed).choice(question.position().legal()))
