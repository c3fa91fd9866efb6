"""Matches: who sits where, games that can be repeated, bots that misbehave."""

from collections import Counter

import pytest

from waterside.bots.factory import make_bot
from waterside.core.errors import WatersideError
from waterside.core.registry import game
from waterside.simulate.arena import Match, Result, Table, play_game
from waterside.simulate.workers import play_games


def match_of(name, players, *bots, seed=1):
    return Match(name, players, game(name).resolve(players, {}), bots, seed)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("several", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("rounds", [1, 7])
def test_each_bot_sits_equally_often_on_each_seat(players, several, rounds):
    match = Match("splash", players, {}, tuple("abcdefg"[:several]))
    games = match.whole_rounds((rounds - 1) * match.round + 1)
    assert games == rounds * match.round
    seats, alone = Counter(), Counter()
    for number in range(games):
        lineup = match.lineup(number)
        assert len(lineup) == players
        seats.update(enumerate(lineup))
        alone.update((s, bot) for s, bot in enumerate(lineup) if lineup.count(bot) == 1)
    for counted in (seats, alone):
        assert len(counted) == players * several
        assert len(set(counted.values())) == 1


def test_pairs_exchange_the_seats_under_the_same_chance():
    match = match_of("kariba", 2, "a", "b", "c")
    lineups = [match.lineup(number) for number in range(match.round)]
    assert lineups == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    dealt = [Table(match, number).position for number in range(4)]
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
    assert Table(match, 0).question().seed != Table(match, 1).question().seed


def test_rounds_of_a_full_table_take_every_order_round_it():
    match = Match("splash", 4, {}, tuple("abcd"))
    starts = {match.lineup(number)[1:] for number in range(0, 24, 4)}
    assert len(starts) == 6


def test_fewer_than_two_bots_are_refused():
    with pytest.raises(WatersideError, match="at least two bots"):
        match_of("kariba", 2, "random")


@pytest.mark.parametrize(("name", "players"), [("kariba", 3), ("splash", 4), ("crocodile", 2)])
def test_the_same_seed_gives_the_same_games(name, players):
    def once(seed):
        match = match_of(name, players, "random", "random", seed=seed)
        bots = {bot: make_bot(spec) for bot, spec in match.bots.items()}
        played = [play_game(match, number, bots) for number in range(2)]
        return [(one.lineup, one.scores, one.winners, one.decisions) for one in played]

    assert once(1) == once(1) != once(2)
    assert once(1)[0][0].count("random") == 1


def test_processes_play_the_games_that_one_would():
    match = match_of("kariba", 2, "random", "random")
    bots = {bot: make_bot(spec) for bot, spec in match.bots.items()}
    together = sorted(play_games(match, range(8), jobs=2), key=lambda one: one.number)
    for number, result in enumerate(together):
        alone = play_game(match, number, bots)
        assert (result.number, result.scores, result.winners) == (
            number,
            alone.scores,
            alone.winners,
        )
        assert result.decisions == sum(spent.moves for spent in result.ms.values())
        assert all(0 < spent.mean <= spent.max for spent in result.ms.values())
        assert Result.of_fields(result.fields()).fields() == result.fields()


@pytest.mark.parametrize(
    ("bot", "why", "limit"),
    [
        ("raising", "RuntimeError: out of ideas", 600),
        ("illegal", "IllegalActionError: 8x8", 600),
        ("leaving", "its process ended with status 3", 600),
        ("sleeping", "no answer within 8 s", 8),  # long enough for the others, who do answer
    ],
)
def test_a_bot_that_misbehaves_forfeits(bots, bot, why, limit):
    match = match_of("kariba", 3, bot, "random")
    results = list(play_games(match, [0, 4], jobs=2, move_limit=limit))
    assert sorted(result.number for result in results) == [0, 4]
    for result in results:
        forfeit = result.forfeit
        assert forfeit.bot == bot == result.lineup[forfeit.seat - 1]
        assert why in forfeit.why
        assert result.winners == [seat for seat in (1, 2, 3) if seat != forfeit.seat]
        assert result.scores is None


def test_a_bot_that_takes_every_process_down_is_a_clear_error(bots):
    match = match_of("kariba", 2, "random", "early")
    with pytest.raises(WatersideError, match="early: its process ended with status 4"):
        list(play_games(match, range(4), jobs=2))


def test_a_bot_that_there_is_not_is_a_clear_error():
    match = match_of("kariba", 2, "random", "nobody")
    with pytest.raises(WatersideError, match="nobody: no such bot"):
        list(play_games(match, range(4), jobs=2))


def test_a_third_party_bot_plays_and_is_better_than_luck(bots):
    match = match_of("kariba", 2, "most", "random")
    results = list(play_games(match, range(20), jobs=2))
    assert not any(result.forfeit for result in results)
    won = sum(result.share(result.lineup.index("most") + 1) for result in results)
    assert won > 13
