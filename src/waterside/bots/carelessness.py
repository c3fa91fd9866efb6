"""How weaker players choose: mostly well, and now and then an action that is a little worse."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from waterside.bots.bot import Answer


def careless(answer: Answer, carelessness: float, seed: int) -> Answer:
    """The answer with an action chosen at random, the better the likelier."""
    tried = [one for one in answer.considered if one.visits > 0]
    best = max(one.value for one in tried)
    weights = [math.exp((one.value - best) / carelessness) for one in tried]
    chosen = random.Random(seed).choices(tried, weights)[0]
    return replace(answer, action=chosen.action, line=(chosen.action,))
