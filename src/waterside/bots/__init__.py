"""Bots: programs that play. A bot gets what its seat may know and nothing else.

``make_bot("greedy")``, ``make_bot("search:ms=200")``, ``make_bot("club")``; third parties register
theirs as ``waterside.bots``.
"""

from waterside.bots.bot import Answer, Bot, Considered, Question
from waterside.bots.factory import make_bot
from waterside.bots.levels import LEVELS
from waterside.bots.pool import Pool

__all__ = ["LEVELS", "Answer", "Bot", "Considered", "Pool", "Question", "make_bot"]
