import json
from dataclasses import replace

import pytest

from tests.review.conftest import SMALL, played
from waterside.core.errors import InvalidValueError
from waterside.core.record import Record
from waterside.core.registry import game
from waterside.review import Review, review, reviewing, verdict_on

GAMES = [("kariba", 2), ("kariba", 4), ("crocodile", 2), ("cromado", 3), ("splash", 5)]
MOST_ACTIONS = 70


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_all_terms_of_all_players_add_up_to_result_less_start(name, players):
    found = review(played(name, players, 3, MOST_ACTIONS), SMALL)
    assert found.is_complete
    assert max(map(abs, found.unexplained())) < 1e-12
    for summary in found.summaries:
        terms = summary.luck - summary.own_loss + summary.gifts
        terms += summary.hidden + summary.correction
        assert summary.start + terms == pytest.approx(summary.result, abs=1e-12)
    for shares in found.shares:
        assert sum(shares) == pytest.approx(1, abs=1e-6)
    for term in [d.gains for d in found.decisions] + [c.luck for c in found.chances]:
        assert sum(term) == pytest.approx(0, abs=1e-6)


def test_the_last_shares_are_the_result(kariba):
    found = review(kariba, SMALL)
    winners = kariba.position().winners()
    assert found.finished
    assert found.result == tuple((seat in winners) / len(winners) for seat in (1, 2))


def test_every_action_is_a_decision_or_an_outcome(kariba):
    found = review(kariba, SMALL)
    steps = [decision.step for decision in found.decisions]
    steps += [c.step + i for c in found.chances for i in range(c.steps)]
    assert sorted(steps) == list(range(len(kariba.actions)))
    for decision in found.decisions:
        assert kariba.actions[decision.step] == decision.played
        assert decision.loss >= 0
        assert decision.loss == pytest.approx(decision.best_share - decision.share)


@pytest.mark.parametrize(("name", "players"), [("crocodile", 2), ("cromado", 2)])
def test_nothing_is_hidden_where_all_is_open(name, players):
    found = review(played(name, players, 5, 40), SMALL)
    assert all(change == 0 for one in found.reveals for change in one.hidden)


def test_luck_of_an_outcome_has_the_mean_zero_over_all_outcomes():
    """The luck of each outcome, weighed as it is likely, is nothing."""
    before = played("crocodile", 2, 4, 30).position()
    while before.actor != "chance":
        flips = [action for action in before.legal() if action.startswith("flip")]
        before = before.play(flips[0] if flips else before.legal()[0])
    total = 0.0
    for text, chance in before.chances().items():
        found = review(Record.of(before.play(text)), SMALL)
        total += float(chance) * found.chances[-1].luck[0]
    assert total == pytest.approx(0, abs=1e-9)


def test_a_review_is_read_as_it_was_written(kariba):
    found = review(kariba, SMALL)
    assert Review.from_json(json.loads(found.dumps())) == found


def test_what_is_no_review_is_refused(kariba):
    with pytest.raises(InvalidValueError):
        Review.from_json({"version": 0})
    with pytest.raises(InvalidValueError):
        Review.from_json({"version": 1, "game": "kariba"})


def test_a_review_goes_on_where_it_was_interrupted(kariba):
    steps = list(reviewing(kariba, SMALL))
    assert not steps[0].is_complete
    for known in (steps[0], steps[len(steps) // 2]):
        known = Review.from_json(json.loads(known.dumps()))
        resumed = list(reviewing(kariba, SMALL, known))
        assert len(resumed) < len(steps) or known == steps[0]
        last, usual = resumed[-1].without_times(), steps[-1].without_times()
        assert last.decisions == usual.decisions
        assert last.shares == usual.shares
        assert last.moments == usual.moments


def test_what_another_budget_has_found_is_not_used(kariba):
    known = review(kariba, SMALL)
    other = replace(SMALL, seed=9)
    assert review(kariba, other, known=known).budget["seed"] == 9
    assert review(kariba, other, known=known).shares != known.shares


def test_moments_come_in_order_of_what_they_changed(kariba):
    found = review(kariba, SMALL)
    swings = [abs(moment.swing) for moment in found.moments]
    assert swings == sorted(swings, reverse=True)


def test_nothing_to_review_is_said():
    with pytest.raises(InvalidValueError):
        review(Record.of(game("kariba").new()), SMALL)


def test_no_verdict_within_the_error_of_the_search():
    assert verdict_on(0.3, 0.2) == "fine"
    assert verdict_on(0.3, 0.01) == "blunder"
    assert verdict_on(0.07, 0.01) == "mistake"
    assert verdict_on(0.03, 0.001) == "inaccuracy"
    assert verdict_on(0.02, 0.001) == "fine"
    assert verdict_on(0.0, 0.0) == "best"
