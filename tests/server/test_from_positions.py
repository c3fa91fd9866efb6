"""Tables whose first game goes on from a position: the same cards, new chance, a fair record."""

import pytest

from tests.server.running import seeded
from tests.server.test_reviews import DEAL
from waterside.core.errors import WatersideError
from waterside.fairness import annotated, verify
from waterside.server.domain.commands import Sender
from waterside.server.domain.commands.games import acted
from waterside.server.domain.creation import TableWish, create

ACTIONS = [*DEAL.split(", "), "4x1", "draw 6", "8x2"]
BOTS = [{"kind": "bot", "level": "random"}] * 2


def sender(seed):
    """Who creates a table."""
    return Sender("ada", "Ada", 0.0, known_levels=frozenset({"random", "club"}), randbytes=seed)


def made(actions, seed="a", **wish):
    """A table of two bots that goes on from a position."""
    wanted = TableWish(game="kariba", seats=BOTS, actions=actions, **wish)
    return create(wanted, sender(seeded(seed)))[0]


def test_the_game_goes_on_from_the_position_with_chance_of_its_own():
    tables = [made(ACTIONS, seed) for seed in "abcdef"]
    for table in tables:
        assert table.round.actions[: len(ACTIONS)] == ACTIONS
        assert table.round.position.actor == 1
        assert table.round.draws == len(table.round.actions) - len(ACTIONS) == 2
    assert len({tuple(table.round.actions) for table in tables}) > 1


def test_what_was_given_cannot_be_taken_back():
    table = made(ACTIONS)
    assert table.round.last_decision(1) is None
    assert table.round.last_decision(2) is None


def test_the_record_is_fair_from_the_position_on():
    table = made(ACTIONS)
    number = table.number
    while not table.round.reason:
        seat = table.round.actor
        draft = acted(table, seat, table.round.position.legal()[0], None)
        number += 1
        table.apply(draft.logged(number, 0.0), draft.steps)
    record = annotated(table.round.record(table.recorded_names(), {}))
    assert record.headers["Given actions"] == str(len(ACTIONS))
    checked = verify(record)
    assert checked.is_fair, checked.findings
    assert checked.given == len(ACTIONS)
    assert checked.draws == table.round.draws
    lied = {**record.headers, "Given actions": str(len(ACTIONS) + 1)}
    assert not verify(type(record)(**{**vars(record), "headers": lied})).is_fair


@pytest.mark.parametrize(
    ("actions", "reason"),
    [(["4x1"], "action 1"), ([*ACTIONS, "8x5"], "action 14"), (["draw 9"], "draw 9")],
)
def test_an_impossible_position_is_refused_with_the_reason(actions, reason):
    with pytest.raises(WatersideError, match=reason):
        made(actions)


def test_a_series_begins_at_the_start():
    with pytest.raises(WatersideError, match="series"):
        made(ACTIONS, series=3)
