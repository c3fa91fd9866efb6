import json
from dataclasses import asdict

import pytest

from tests.review.conftest import SMALL, played
from waterside.core.record import Record
from waterside.engine.rng import generator
from waterside.review.decisions import Judge
from waterside.review.estimates import Estimator


@pytest.mark.parametrize(("name", "players"), [("kariba", 2), ("kariba", 3), ("splash", 4)])
def test_worlds_that_differ_in_what_was_hidden_give_the_same_verdict(name, players):
    record = played(name, players, 11, 80)
    end = record.position()
    judge = Judge(Estimator(end.game, players), SMALL)
    compared = 0
    position = end
    while position.previous is not None:
        before, action = position.previous, position.action
        if isinstance(before.actor, int):
            seen = before.seen_by(before.actor)
            other = seen.imagine(generator(5, before.number))
            if other.held != before.held:
                compared += 1
                assert written(judge, before, action) == written(judge, other, action)
        position = before
    assert compared > 10


def written(judge, before, action):
    return json.dumps(asdict(judge.judge(before, action, SMALL.iterations)))


def test_paired_worlds_are_different_records_with_the_same_verdicts():
    """Another card for the other player's hand, which nobody else could see: same verdicts."""
    record = played("kariba", 2, 3, 12)
    dealt = list(record.actions)
    other = list(dealt)
    place = next(i for i in range(5, 10) if dealt[i] != dealt[5])
    other[5], other[place] = other[place], other[5]
    assert other != dealt
    worlds = [Record("kariba", 2, record.options, actions) for actions in (dealt, other)]
    judge = Judge(Estimator(record.position().game, 2), SMALL)
    found = []
    for world in worlds:
        position = world.position()
        while position.number > 11:
            position = position.undo()
        before = position.undo()
        found.append(written(judge, before, position.action))
    assert found[0] == found[1]
