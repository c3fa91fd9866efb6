"""A position at which chance decides is worth the weighted mean over its outcomes."""

import random

import pytest

from tests.review.conftest import SMALL
from waterside.core.errors import InvalidValueError
from waterside.core.registry import game
from waterside.review.outcomes import Weighed, order, weighed, work

GAMES = [("kariba", 2), ("kariba", 3), ("crocodile", 2), ("splash", 3), ("cromado", 2)]


def at_chance(name, players, least):
    """A position after so many actions or more at which chance decides."""
    rng = random.Random(5)
    position = game(name).new(players)
    while position.number < least or position.actor != "chance":
        outcomes = position.outcomes()
        if outcomes:
            position = position.play(rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            position = position.play(rng.choice(position.legal_actions()))
    return position


@pytest.mark.parametrize("least", [0, 25])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_mean_is_exactly_weighted(name, players, least):
    if name == "crocodile" and least == 0:
        least = 17  # before that players place their swimmers
    position = at_chance(name, players, least)
    found = weighed(position, SMALL)
    assert [one.outcome for one in found.outcomes] == list(position.chances())
    assert [one.weight for one in found.outcomes] == list(position.outcomes().values())
    total = sum(one.weight for one in found.outcomes)
    for seat in range(players):
        mean = sum(one.weight / total * one.shares[seat] for one in found.outcomes)
        assert found.shares[seat] == pytest.approx(mean, abs=1e-12)
    assert sum(found.shares) == pytest.approx(1)


def test_a_pool_is_told_the_same():
    position = at_chance("kariba", 2, 25)
    told = Weighed.from_bytes(work(order(position), lambda: False, changes=SMALL.to_json()))
    assert told == weighed(position, SMALL)


def test_only_chance_has_outcomes():
    position = at_chance("kariba", 2, 25)
    while position.actor == "chance":
        position = position.play(next(iter(position.outcomes())))
    with pytest.raises(InvalidValueError):
        weighed(position, SMALL)
