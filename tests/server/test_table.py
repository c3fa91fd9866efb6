"""A table as a state machine: every rule of sitting, playing, taking back, going and coming."""

import random

import pytest

from tests.server.desks import ADA, BEN, CAT, EVE, Desk, state_of
from waterside import fairness, protocol
from waterside.core.registry import all_games
from waterside.protocol import Phase, Refusal, RefusalError
from waterside.server.domain.commands.games import acted
from waterside.server.domain.events import Acted, Away, Draft, Ended, Resigned
from waterside.server.domain.seat import person_of
from waterside.server.domain.table import MOST_SPEAKERS
from waterside.server.views.history import records


def refused(desk, who, request):
    """The code of a refusal, which must leave everything as it was."""
    before = state_of(desk.table)
    with pytest.raises(RefusalError) as problem:
        desk.do(who, request)
    assert state_of(desk.table) == before
    return problem.value.code


def at(desk):
    return desk.table.number


def started(game="kariba", **wishes):
    desk = Desk(game, **wishes)
    desk.do(BEN, protocol.Sit())
    assert desk.table.phase is Phase.PLAYING
    return desk


def who_acts(desk):
    return desk.table.actor().identity


def play(desk, choose=lambda legal: legal[0]):
    """Whoever is to act plays."""
    action = choose(desk.table.round.position.legal())
    desk.do(who_acts(desk), protocol.Play(action=action, at=at(desk)))
    return action


def play_out(desk, rng):
    while desk.table.phase is Phase.PLAYING:
        play(desk, rng.choice)


# Sitting down


def test_whoever_makes_a_table_sits_and_the_game_starts_when_the_last_seat_is_taken():
    desk = Desk()
    assert [seat.name for seat in desk.table.seats] == ["Ada", None]
    assert desk.do(BEN, protocol.Sit()) == ["seated", "started"]


def test_with_bots_in_all_other_seats_the_game_starts_at_once():
    desk = Desk(seats=("person", "club", "beginner"))
    assert desk.table.phase is Phase.PLAYING
    assert [seat.level for seat in desk.table.seats] == [None, "club", "beginner"]


def test_a_taken_seat_and_a_seat_that_is_not_there_are_refused():
    desk = Desk(seats=("person", "person", "person"))
    assert refused(desk, BEN, protocol.Sit(seat=1)) == Refusal.TAKEN
    assert refused(desk, BEN, protocol.Sit(seat=9)) == Refusal.NO_SUCH


def test_nobody_sits_where_all_seats_are_taken():
    desk = Desk(seats=("person", "club", "person"))
    desk.do(BEN, protocol.Sit())
    desk.do(ADA, protocol.Resign(at=at(desk)))
    assert refused(desk, EVE, protocol.Sit()) == Refusal.NOT_NOW


def test_standing_up_frees_the_seat():
    desk = Desk(seats=("person", "person", "person"))
    desk.do(BEN, protocol.Sit(seat=3))
    assert desk.do(BEN, protocol.LeaveSeat()) == ["left_seat"]
    assert desk.table.seats[2].is_free
    assert refused(desk, BEN, protocol.LeaveSeat()) == Refusal.NOT_ALLOWED


def test_one_person_can_have_several_seats_and_nobody_frees_anothers():
    desk = Desk(seats=("person", "person", "person"))
    desk.do(ADA, protocol.Sit(seat=2))
    assert refused(desk, ADA, protocol.LeaveSeat(seat=3)) == Refusal.NOT_ALLOWED
    assert desk.do(ADA, protocol.LeaveSeat(seat=2)) == ["left_seat"]
    assert desk.table.seats[0].identity == ADA


def test_start_puts_bots_in_open_seats_but_waits_for_people():
    desk = Desk(seats=("person", "open", "person"), stand_in="casual")
    assert refused(desk, ADA, protocol.Start()) == Refusal.NOT_NOW
    desk.do(BEN, protocol.Sit(seat=3))
    assert desk.do(BEN, protocol.Start()) == ["started"]
    assert desk.table.seats[1].level == "casual"


def test_the_host_assigns_seats():
    desk = Desk(seats=("person", "person", "person"))
    desk.do(BEN, protocol.Sit(seat=2))
    desk.do(ADA, protocol.Assign(seat=2, kind="bot", level="club"))
    assert (desk.table.seats[1].level, desk.table.seats[1].identity) == ("club", None)
    assert refused(desk, ADA, protocol.Assign(seat=3, kind="bot")) == Refusal.MALFORMED
    bad = protocol.Assign(seat=3, kind="bot", level="nobody")
    assert refused(desk, ADA, bad) == Refusal.NO_SUCH
    started = desk.do(ADA, protocol.Assign(seat=3, kind="bot", level="random"))
    assert started == ["assigned", "started"]


# Playing


def test_a_move_is_played_with_what_chance_brings_after_it():
    desk = started()
    action = play(desk)
    body = desk.log[-1].body
    assert body["actions"][0] == action
    assert body["actions"][1].startswith("draw")


def test_only_whose_turn_it_is_plays_and_only_what_is_legal():
    desk = started()
    other = BEN if who_acts(desk) == ADA else ADA
    legal = desk.table.round.position.legal()[0]
    assert refused(desk, other, protocol.Play(action=legal, at=at(desk))) == Refusal.NOT_YOUR_TURN
    nonsense = protocol.Play(action="castle", at=at(desk))
    assert refused(desk, who_acts(desk), nonsense) == Refusal.ILLEGAL
    draw = protocol.Play(action="draw 1", at=at(desk))
    assert refused(desk, who_acts(desk), draw) == Refusal.ILLEGAL


def test_a_move_chosen_before_the_last_one_is_stale_but_a_chat_in_between_is_no_matter():
    desk = started()
    old = at(desk)
    desk.do(BEN, protocol.Chat(text="hm"))
    desk.do(ADA, protocol.Play(action=desk.table.round.position.legal()[0], at=old))
    action = desk.table.round.position.legal()[0]
    assert refused(desk, BEN, protocol.Play(action=action, at=old)) == Refusal.STALE
    from_the_future = protocol.Play(action=action, at=at(desk) + 1)
    assert refused(desk, BEN, from_the_future) == Refusal.STALE


@pytest.mark.parametrize("name", all_games())
def test_the_log_alone_gives_the_same_table_and_a_record_that_verifies(name):
    rng = random.Random(name)
    desk = started(name, options={"turn_limit": 40} if name == "cromado" else {})
    while desk.table.phase is Phase.PLAYING:
        play(desk, rng.choice)
        if rng.random() < 0.05:
            assert state_of(desk.again_from_the_log()) == state_of(desk.table)
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)
    (record,) = records(desk.log, "table").values()
    assert fairness.verify(record).is_fair


def test_what_would_be_is_known_without_changing_what_is():
    desk = started()
    before = state_of(desk.table)
    resigned = Draft(Resigned(1, winners=[2])).logged(desk.table.number + 1, 0)
    assert desk.table.after([resigned], [None]).phase is Phase.BETWEEN
    steps = desk.table.round.play(desk.table.round.position.legal()[0])
    move = Draft(Acted(1, [step.action for step in steps]))
    desk.table.after([move.logged(desk.table.number + 1, 0)], [steps])
    assert state_of(desk.table) == before


# Taking back


def test_a_decision_that_nothing_followed_is_taken_back_at_once():
    desk = started("crocodile")
    before = desk.table.round.position
    play(desk)
    assert desk.do(ADA, protocol.Takeback(at=at(desk))) == ["taken_back"]
    assert desk.table.round.position == before
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_across_another_players_decision_all_people_have_to_agree():
    desk = started("crocodile")
    first = desk.table.round.position
    play(desk)
    play(desk)
    assert desk.do(ADA, protocol.Takeback(at=at(desk))) == ["offered"]
    offer = desk.table.offer.number
    assert desk.do(BEN, protocol.Answer(offer=offer, agree=True)) == ["answered", "taken_back"]
    assert desk.table.round.position == first
    assert desk.table.offer is None
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_a_refused_offer_changes_nothing_and_a_move_lets_it_lapse():
    desk = started("crocodile")
    play(desk)
    play(desk)
    desk.do(ADA, protocol.Takeback(at=at(desk)))
    position = desk.table.round.position
    offer = desk.table.offer.number
    desk.do(BEN, protocol.Answer(offer=offer, agree=False))
    assert (desk.table.offer, desk.table.round.position) == (None, position)
    desk.do(ADA, protocol.Takeback(at=at(desk)))
    offer = desk.table.offer.number
    play(desk)
    assert desk.table.offer is None
    assert refused(desk, BEN, protocol.Answer(offer=offer, agree=True)) == Refusal.STALE


def test_across_chance_it_takes_agreement_and_the_draws_go_on_instead_of_coming_again():
    desk = started()
    play(desk)
    draws = desk.table.round.draws
    assert desk.do(ADA, protocol.Takeback(at=at(desk))) == ["offered"]
    desk.do(BEN, protocol.Answer(offer=desk.table.offer.number, agree=True))
    assert desk.table.round.draws == draws
    rng = random.Random(1)
    play_out(desk, rng)
    (record,) = records(desk.log, "table").values()
    assert record.headers[fairness.TAKEN_BACK]
    assert fairness.verify(record).is_fair


def test_with_several_people_bots_agree_to_nothing_that_chance_has_decided():
    desk = Desk(seats=("person", "person", "club"))
    desk.do(BEN, protocol.Sit(seat=2))
    play(desk)
    assert refused(desk, ADA, protocol.Takeback(at=at(desk))) == Refusal.NOT_NOW


def test_against_bots_alone_everything_can_be_taken_back_move_by_move():
    desk = Desk(seats=("person", "club"))
    start = desk.table.round.position
    for _ in range(3):
        play(desk)
        action = desk.table.round.position.legal()[0]
        desk.take(acted(desk.table, 2, action))
    assert desk.table.round.chance_since(0)
    for _ in range(3):
        assert desk.table.has_free_takeback(1)
        assert desk.do(ADA, protocol.Takeback(at=at(desk))) == ["taken_back"]
    assert desk.table.round.position == start
    assert not desk.table.has_free_takeback(1)
    assert refused(desk, ADA, protocol.Takeback(at=at(desk))) == Refusal.NOT_NOW
    rng = random.Random(1)
    while desk.table.phase is Phase.PLAYING:
        game = desk.table.round
        desk.take(acted(desk.table, game.actor, rng.choice(game.position.legal())))
    (record,) = records(desk.log, "table").values()
    assert fairness.verify(record).is_fair


def test_bots_let_people_take_back_across_their_own_moves():
    desk = Desk("crocodile", seats=("person", "club"))
    start = desk.table.round.position
    play(desk)
    desk.take(acted(desk.table, 2, desk.table.round.position.legal()[0]))
    assert desk.do(ADA, protocol.Takeback(at=at(desk))) == ["taken_back"]
    assert desk.table.round.position == start


def test_an_accusation_is_not_taken_back_alone():
    rng = random.Random(4)
    for seed in range(60):
        desk = Desk("splash", seats=("person",) * 4, seed=seed)
        for who, seat in ((BEN, 2), (CAT, 3), (EVE, 4)):
            desk.do(who, protocol.Sit(seat=seat))
        while desk.table.phase is Phase.PLAYING:
            accusing = [a for a in desk.table.round.position.legal() if a.startswith("accuse")]
            who = who_acts(desk)
            action = rng.choice(accusing or desk.table.round.position.legal())
            desk.do(who, protocol.Play(action=action, at=at(desk)))
            if desk.table.phase is not Phase.PLAYING:
                break
            if accusing and len(desk.log[-1].body["actions"]) == 1:
                assert desk.do(who, protocol.Takeback(at=at(desk))) == ["offered"]
                return
    pytest.fail("nobody could accuse anybody")


def test_there_is_nothing_to_take_back_before_the_first_decision():
    desk = started()
    assert refused(desk, BEN, protocol.Takeback(at=at(desk))) == Refusal.NOT_NOW


# Giving up, going away, coming back


def test_of_two_players_the_other_has_won_when_one_resigns():
    desk = started()
    desk.do(ADA, protocol.Resign(at=at(desk)))
    assert (desk.table.phase, desk.table.round.winners) == (Phase.BETWEEN, [2])
    (record,) = records(desk.log, "table").values()
    assert record.headers["Ended"] == "resigned"
    assert fairness.verify(record).is_fair


def test_with_more_players_a_bot_goes_on_for_whoever_resigns():
    desk = Desk(seats=("person", "person", "person"), stand_in="casual")
    desk.do(BEN, protocol.Sit())
    desk.do(CAT, protocol.Sit())
    desk.do(BEN, protocol.Resign(at=at(desk)))
    assert desk.table.phase is Phase.PLAYING
    assert (desk.table.seats[1].kind, desk.table.seats[1].level) == ("bot", "casual")
    assert refused(desk, BEN, protocol.ComeBack()) == Refusal.NOT_ALLOWED


def away(desk, who, seat):
    desk.absent[who] = desk.now
    desk.take(Draft(Away([seat])))


def test_a_seat_is_given_to_a_bot_only_after_the_limit_and_can_be_taken_back():
    desk = started(away_limit=60)
    assert refused(desk, ADA, protocol.Replace(seat=2)) == Refusal.NOT_NOW
    away(desk, BEN, 2)
    desk.now += 59
    assert refused(desk, ADA, protocol.Replace(seat=2)) == Refusal.NOT_NOW
    assert refused(desk, ADA, protocol.End()) == Refusal.NOT_NOW
    desk.now += 2
    assert desk.do(ADA, protocol.Replace(seat=2, level="expert")) == ["replaced"]
    seat = desk.table.seats[1]
    assert (seat.level, seat.identity, seat.has_stand_in) == ("expert", BEN, True)
    desk.absent.clear()
    if who_acts(desk) == ADA:
        play(desk)
    action = desk.table.round.position.legal()[0]
    early = protocol.Play(action=action, at=at(desk))
    assert refused(desk, BEN, early) == Refusal.NOT_YOUR_TURN
    assert desk.do(BEN, protocol.ComeBack()) == ["returned"]
    assert desk.do(BEN, early.model_copy(update={"at": at(desk)})) == ["acted"]


def test_whoever_thinks_for_long_and_then_loses_the_connection_is_not_away():
    desk = started(away_limit=10)
    desk.now += 12
    desk.absent[ADA] = desk.now - 0.004
    assert who_acts(desk) == ADA
    assert refused(desk, BEN, protocol.End()) == Refusal.NOT_NOW
    assert refused(desk, BEN, protocol.Replace(seat=1)) == Refusal.NOT_NOW


def test_absence_is_measured_from_the_lost_connection_and_not_by_the_time_of_events():
    desk = started(away_limit=10)
    desk.take(Draft(Away([2], since=desk.now - 3600)))
    desk.absent[BEN] = desk.now
    assert desk.table.seats[1].away_since == desk.now - 3600
    assert refused(desk, ADA, protocol.End()) == Refusal.NOT_NOW
    desk.now += 10
    assert desk.do(ADA, protocol.End()) == ["ended"]


def test_somebody_who_is_connected_again_is_not_replaced():
    desk = started(away_limit=10)
    away(desk, BEN, 2)
    desk.now += 100
    desk.absent.clear()
    assert refused(desk, ADA, protocol.Replace(seat=2)) == Refusal.NOT_NOW


def test_those_who_stayed_can_end_the_game_without_a_result():
    desk = started(away_limit=10)
    away(desk, BEN, 2)
    desk.now += 11
    assert desk.do(ADA, protocol.End()) == ["ended"]
    assert (desk.table.phase, desk.table.round.winners) == (Phase.BETWEEN, [])


def test_who_leaves_in_a_game_can_be_replaced_at_once_and_is_forgotten_after_it():
    desk = started()
    assert desk.do(BEN, protocol.Leave()) == ["left"]
    assert desk.do(ADA, protocol.Replace(seat=2)) == ["replaced"]
    desk.do(ADA, protocol.Resign(at=at(desk)))
    assert desk.table.seats[1].is_free


def test_who_leaves_before_the_game_gives_the_seat_free():
    desk = Desk(seats=("person", "person", "person"))
    desk.do(BEN, protocol.Sit())
    desk.do(BEN, protocol.Leave())
    assert desk.table.seats[1].is_free
    assert BEN not in desk.table.members


# Several games


def test_a_series_goes_on_with_the_next_starter_and_sums_the_scores():
    desk = started(series=2)
    rng = random.Random(2)
    play_out(desk, rng)
    first = desk.table.round.position
    assert not desk.table.series.is_over
    assert desk.do(ADA, protocol.Rematch()) == ["offered"]
    offer = desk.table.offer.number
    answer = protocol.Answer(offer=offer, agree=True)
    assert desk.do(BEN, answer) == ["answered", "started"]
    assert (desk.table.round.number, desk.table.round.position.options["starter"]) == (2, 2)
    play_out(desk, rng)
    sums = [a + b for a, b in zip(first.scores(), desk.table.round.position.scores(), strict=True)]
    assert (desk.table.series.is_over, desk.table.series.scores) == (True, sums)
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)
    assert len(records(desk.log, "table")) == 2


def rematch(desk, first=ADA, second=BEN):
    desk.do(first, protocol.Rematch())
    desk.do(second, protocol.Answer(offer=desk.table.offer.number, agree=True))


def test_resigning_ends_one_game_of_a_series_and_keeps_the_scores_of_those_before():
    desk = started(series=3)
    play_out(desk, random.Random(2))
    before = desk.table.series.scores.copy()
    assert sum(before) > 0
    rematch(desk)
    play(desk)
    so_far = desk.table.round.position.scores()
    desk.do(ADA, protocol.Resign(at=at(desk)))
    series = desk.table.series
    assert (desk.table.round.winners, series.counted, series.is_over) == ([2], 2, False)
    assert series.scores == [before[0], before[1] + max(1, so_far[1])]
    rematch(desk)
    assert (desk.table.round.number, desk.table.round.position.options["starter"]) == (3, 1)
    desk.do(BEN, protocol.Resign(at=at(desk)))
    assert desk.table.series.is_over
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_resigning_the_last_game_ends_a_series_in_which_draws_are_played_again():
    desk = started("splash", series=1)
    desk.do(ADA, protocol.Resign(at=at(desk)))
    assert (desk.table.series.is_over, desk.table.series.winners()) == (True, [2])
    rematch(desk)
    assert (desk.table.series.counted, desk.table.series.scores) == (0, [0, 0])
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_a_game_that_is_broken_off_does_not_count_and_keeps_the_scores_of_those_before():
    desk = started(series=2, away_limit=10)
    play_out(desk, random.Random(2))
    before = desk.table.series.scores.copy()
    rematch(desk)
    away(desk, BEN, 2)
    desk.now += 11
    desk.do(ADA, protocol.End())
    assert (desk.table.series.counted, desk.table.series.scores) == (1, before)
    desk.absent.clear()
    rematch(desk)
    assert desk.table.round.position.options["starter"] == 2
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


@pytest.mark.parametrize("old", [Resigned(1, "Ada", winners=[2]), Ended(2)])
def test_events_of_older_logs_end_the_whole_series_as_they_did(old):
    desk = started(series=3)
    play_out(desk, random.Random(2))
    rematch(desk)
    desk.take(Draft(old))
    assert "ends_series" not in desk.log[-1].body
    assert (desk.table.series.counted, desk.table.series.scores) == (0, [0, 0])
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_after_the_last_game_a_rematch_is_a_new_series():
    desk = started(series=1)
    play_out(desk, random.Random(3))
    assert desk.table.series.is_over
    desk.do(BEN, protocol.Rematch())
    desk.do(ADA, protocol.Answer(offer=desk.table.offer.number, agree=True))
    assert (desk.table.phase, desk.table.series.counted) == (Phase.PLAYING, 0)
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_against_bots_the_next_game_starts_without_asking():
    desk = Desk("crocodile", seats=("person", "club"))
    desk.do(ADA, protocol.Resign(at=at(desk)))
    assert desk.do(ADA, protocol.Rematch()) == ["started"]


def test_nobody_starts_the_next_game_while_a_seat_is_free():
    desk = started()
    desk.do(ADA, protocol.Resign(at=at(desk)))
    desk.do(BEN, protocol.LeaveSeat())
    assert refused(desk, ADA, protocol.Rematch()) == Refusal.NOT_NOW


# Talking


def test_the_host_mutes_and_unmutes_but_not_itself():
    desk = started()
    ben = person_of(BEN)
    assert desk.do(ADA, protocol.Mute(person=ben)) == ["muted"]
    assert refused(desk, BEN, protocol.Chat(text="hello")) == Refusal.MUTED
    assert desk.do(ADA, protocol.Mute(person=ben)) == []
    assert desk.do(ADA, protocol.Mute(person=ben, muted=False)) == ["muted"]
    assert desk.do(BEN, protocol.Chat(text="hello")) == ["chatted"]
    assert refused(desk, ADA, protocol.Mute(person=person_of(ADA))) == Refusal.NO_SUCH
    assert refused(desk, ADA, protocol.Mute(person="0" * 16)) == Refusal.NO_SUCH


def test_the_host_mutes_a_spectator_who_is_no_member():
    desk = started(public=True)
    eve = protocol.Mute(person=person_of(EVE))
    assert refused(desk, ADA, eve) == Refusal.NO_SUCH
    desk.here[EVE] = "Eve"
    assert desk.do(ADA, eve) == ["muted"]
    assert refused(desk, EVE, protocol.Chat(text="hello")) == Refusal.MUTED
    assert desk.log[-1].body["name"] == "Eve"
    del desk.here[EVE]
    assert desk.do(ADA, eve.model_copy(update={"muted": False})) == ["muted"]
    assert desk.do(EVE, protocol.Chat(text="hello")) == ["chatted"]


def test_the_host_mutes_whoever_has_spoken_also_at_another_process():
    desk = started(public=True)
    desk.do(EVE, protocol.Chat(text="hello"))
    assert desk.do(ADA, protocol.Mute(person=person_of(EVE))) == ["muted"]
    assert EVE in desk.again_from_the_log().muted
    assert refused(desk, EVE, protocol.Chat(text="hello")) == Refusal.MUTED


def test_only_the_last_speakers_are_remembered():
    table = started(public=True).table
    for number in range(1000):
        table.has_spoken(f"{number}", "Eve")
    table.has_spoken("999", "Eva")
    assert len(table.speakers) == MOST_SPEAKERS
    assert table.speakers["999"] == "Eva"


def test_control_characters_in_a_chat_become_spaces():
    desk = started()
    desk.do(BEN, protocol.Chat(text="a\x1b[2Jb\nc"))
    assert desk.log[-1].body["text"] == "a [2Jb c"


def test_a_closed_table_is_closed_for_good():
    desk = Desk()
    assert desk.do(ADA, protocol.Close()) == ["closed"]
    assert refused(desk, BEN, protocol.Sit()) == Refusal.NOT_NOW
    assert refused(desk, BEN, protocol.Chat(text="x")) == Refusal.NOT_NOW
