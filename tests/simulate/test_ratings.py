"""Intervals, standings and sequential tests against known values."""

from math import log

import pytest

from waterside.simulate.arena import Forfeit, Match, Result, Spent
from waterside.simulate.ratings import Sprt, SprtRun, seat_rates, standings, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(won, games, low, high):
    assert wilson(won, games) == pytest.approx((low, high), abs=6e-5)


def test_without_draws_the_test_is_that_of_two_proportions():
    test = Sprt(0.5, 0.6)
    for wins, losses in [(7, 3), (50, 50), (1, 99)]:
        expected = wins * log(0.6 / 0.5) + losses * log(0.4 / 0.5)
        assert test.llr(wins, 0, losses) == pytest.approx(expected, rel=1e-6)


def test_draws_count_half_and_make_a_lead_weigh_more():
    test = Sprt()
    assert test.llr(0, 0, 0) == 0
    assert test.llr(30, 100, 10) > test.llr(80, 0, 60) > 0
    mean, low, high = 160 / 300, 0.5, 0.55  # large counts: the normal approximation
    spread = (100 * (1 - mean) ** 2 + 120 * (0.5 - mean) ** 2 + 80 * mean**2) / 300
    normal = 300 * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert test.llr(100, 120, 80) == pytest.approx(normal, rel=0.02)


def test_bounds_and_verdicts():
    test = Sprt()
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert test.verdict(10, 0, 10) is None
    assert test.verdict(300, 0, 200) == "H1"
    assert test.verdict(500, 0, 500) == "H0"
    assert test.verdict(40, 0, 0) == "H1"
    assert test.verdict(0, 0, 40) == "H0"


def won_by(match, number, bot, **more):
    lineup = match.lineup(number)
    seats = [lineup.index(bot) + 1] if bot else [1, 2]
    scores = [3 if seat in seats else 1 for seat in range(1, len(lineup) + 1)]
    return Result(number, lineup, scores, seats, **more)


def test_a_run_looks_at_games_in_order_and_in_pairs():
    match = Match("kariba", 2, {}, ("a", "b"))
    results = [won_by(match, number, "a" if number % 10 else None) for number in range(200)]
    runs = []
    for order in (results, results[::-1]):
        run = SprtRun(match)
        assert any(run.add(result) for result in order)
        runs.append(run.line())
    assert runs[0] == runs[1]
    assert runs[0]["sprt"] == "H1"
    assert 4 <= runs[0]["games"] < 60
    with pytest.raises(ValueError, match="two bots"):
        SprtRun(Match("kariba", 3, {}, ("a", "b")))


def test_standings_split_draws_and_add_up():
    match = Match("kariba", 2, {}, ("a", "b"))
    ms = {"a": Spent(2, 3.0, 4.0), "b": Spent(1, 1.0, 1.0)}
    results = [
        won_by(match, 0, "a", ms=ms),
        won_by(match, 1, "a", ms={"a": Spent(6, 5.0, 9.0)}),
        won_by(match, 2, None),
        Result(3, match.lineup(3), None, [2], forfeit=Forfeit(1, "b", "why")),
    ]
    a, b = standings(match, results)
    assert (a.rate.games, a.rate.won, b.rate.won) == (4, 3.5, 0.5)
    assert (a.decided.games, a.decided.won) == (3, 3)
    assert (a.scores, b.scores) == ([3, 3, 3], [1, 1, 3])
    assert (a.spent.moves, a.spent.mean, a.spent.max) == (8, 4.5, 9.0)
    assert (a.forfeits, b.forfeits) == (0, 1)
    assert a.rating[0] > 25 > b.rating[0]
    assert standings(match, results[::-1]) == [a, b]
    assert {seat: rate.won for seat, rate in seat_rates(match, results).items()} == {1: 1.5, 2: 2.5}
    low, high = wilson(1.5, 2)
    assert a.line()["by_seat"][1] == {
        "games": 2,
        "rate": 0.75,
        "low": round(low, 5),
        "high": round(high, 5),
    }


def test_with_fewer_bots_than_seats_lone_games_count():
    match = Match("splash", 4, {}, ("a", "b"))
    a, b = standings(match, [won_by(match, number, "a") for number in range(match.round)])
    assert (a.rate.games, a.rate.won) == (4, 4)
    assert (b.rate.games, b.rate.won) == (4, 0)
    assert {seat: rate.games for seat, rate in a.by_seat.items()} == {1: 1, 2: 1, 3: 1, 4: 1}
    assert a.rating[0] > b.rating[0]
