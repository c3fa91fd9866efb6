import random

import pytest

from waterside.bots import Question, make_bot
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review import Budget

SMALL = Budget(iterations=24, rough=8, samples=3, worlds=4, ahead=1, deals=8, effort=500)


def played(name: str, players: int, seed: int, actions: int | None = None, **options) -> Record:
    """A game of random players, or its first actions."""
    rng = random.Random(seed)
    position = game(name).new(players, **options)
    while not position.is_over and (actions is None or position.number < actions):
        outcomes = position.outcomes()
        if outcomes:
            number = rng.choices(list(outcomes), list(outcomes.values()))[0]
        else:
            number = rng.choice(position.legal_actions())
        position = position.play(number)
    return Record.of(position, {1: "Ada"})


def played_by(spec: str, name: str, players: int, seed: int) -> Record:
    """A game of bots."""
    rng = random.Random(seed)
    bot = make_bot(spec)
    position = game(name).new(players)
    while not position.is_over:
        outcomes = position.outcomes()
        if outcomes:
            position = position.play(rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            position = position.play(bot.answer(Question.of(position, rng.getrandbits(30))).action)
    return Record.of(position)


@pytest.fixture(scope="session")
def kariba() -> Record:
    """A game of Kariba between random players."""
    return played("kariba", 2, 7)
