"""Splash Party, statement by statement."""

import re
from fractions import Fraction

import pytest

import waterside
from waterside.games.splash.board import NONE, PLACES, is_in

SPLASH = waterside.game("splash")
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple", "k": "black"}
LETTERS = "".join(COLOURS)


def play(position, actions):
    """Plays actions and outcomes of chance given as one text, separated by commas."""
    for action in actions.split(", "):
        position = position.play(action)
    return position


def begin(tokens="ryg", places=LETTERS * 3, **options):
    """The first turn: a letter for the colour on each place, and for each seat's token."""
    position = SPLASH.new(len(tokens), **options)
    for letter in places:
        position = position.play(f"stand {COLOURS[letter]}")
    for letter in tokens:
        position = position.play(f"token {COLOURS[letter]}")
    return position


def late(board, tokens="ryg", seat=1, turns=0, **options):
    """A turn of this seat later on: ``5r2 6y`` is a red 2 on place 5, a yellow nobody has seen on
    place 6; everything else has fallen in unseen, and who has no meeple left is out."""
    begun = begin(tokens, **options)
    state = begun.state.copy()
    s = SPLASH.view(state, 0)
    s.standing, s.player, s.turns = 0, seat - 1, turns
    for place in range(PLACES):
        s.colour[place] = NONE
    for colour in range(len(COLOURS)):
        s.meeples[colour] = 0
    for place, letter, number in re.findall(r"(\d+)([a-z])(\d?)", board):
        at, colour = int(place) - 1, LETTERS.index(letter)
        s.colour[at] = colour
        s.standing |= 1 << at
        s.meeples[colour] |= 1 << at
        if number:
            s.number[at] = int(number)
            s.unseen[colour] &= ~(1 << (int(number) - 1))
    s.still_in = sum(1 << i for i, t in enumerate(tokens) if s.meeples[LETTERS.index(t)])
    return waterside.Position(SPLASH, begun.players, begun.options, state)


def board(position):
    """Who stands where, written as for ``late``."""
    s = SPLASH.view(position.state, 0)
    return " ".join(
        f"{place + 1}{LETTERS[s.colour[place]]}{s.number[place] or ''}"
        for place in range(PLACES)
        if s.colour[place] != NONE
    )


def out(position):
    """The seats that are out."""
    s = SPLASH.view(position.state, 0)
    return [seat + 1 for seat in range(position.players) if not is_in(s, seat)]


def known_token(position, seat, other):
    """What a seat (None: a spectator) knows about the token of another."""
    return re.search(rf"^seat {other}  (\S+)", str(position.seen_by(seat)), re.M)[1]


def takes(*places):
    return sorted(f"take {place}" for place in places)


def test_SPLA_01_two_to_six_players():
    for players in range(2, 7):
        assert SPLASH.new(players).players == players
    for players in (1, 7):
        with pytest.raises(waterside.PlayerCountError):
            SPLASH.new(players)


def test_SPLA_01_each_colour_has_one_1_one_2_and_one_3_and_nobody_sees_them_before():
    position = begin()
    for seat in (None, 1, 2, 3):
        assert board(position.seen_by(seat)) == " ".join(
            f"{place + 1}{letter}" for place, letter in enumerate(LETTERS * 3)
        )
    for place, number in ((1, 3), (7, 1), (13, 2)):
        position = play(position, f"take {place}")
        assert f"shows {number}" in position.chances()
        position = play(position, f"shows {number}, cw, sinks")
        assert position.actor != "chance"
    assert not SPLASH.view(position.state, 0).unseen[LETTERS.index("r")]


def test_SPLA_02_eighteen_places_are_filled_in_random_order():
    position = SPLASH.new()
    assert position.chances() == {f"stand {name}": Fraction(1, 6) for name in COLOURS.values()}
    position = play(position, "stand red, stand red, stand blue")
    chances = position.chances()
    assert chances["stand red"] == Fraction(1, 15)
    assert chances["stand blue"] == Fraction(2, 15)
    assert chances["stand green"] == Fraction(3, 15)
    assert "stand red" not in play(position, "stand red").chances()
    assert board(begin().seen_by(None)) == board(begin())  # colours are open


def test_SPLA_02_places_are_numbered_clockwise_from_the_diving_board_to_18():
    assert begin().legal() == takes(*range(1, 19))
    assert board(play(late("18r1 5y 6g 7b"), "take 18, cw")).startswith("1r1 ")
    assert board(play(late("1r1 5y 6g 7b"), "take 1, ccw")).endswith(" 18r1")


def test_SPLA_03_each_seat_gets_one_of_the_six_tokens():
    position = begin("ry").undo(2)
    assert position.chances() == {f"token {name}": Fraction(1, 6) for name in COLOURS.values()}
    position = position.play("token blue")
    assert position.chances() == {
        f"token {name}": Fraction(1, 5) for name in COLOURS.values() if name != "blue"
    }
    assert position.play("token red").actor == 1


def test_SPLA_03_tokens_are_secret():
    position = begin("byk")
    assert [known_token(position, 2, other) for other in (1, 2, 3)] == ["?", "yellow", "?"]
    assert {known_token(position, None, other) for other in (1, 2, 3)} == {"?"}
    assert position.seen_by(2) == begin("ryg").seen_by(2)
    assert position.seen_by(2) != begin("bky").seen_by(2)


def test_SPLA_04_seat_1_begins_and_turns_go_clockwise():
    position = begin()
    actors = [position.actor]
    for place in (3, 5, 7):
        position = play(position, f"take {place}, shows 1, cw, sinks")
        actors.append(position.actor)
    assert actors == [1, 2, 3, 1]


def test_SPLA_04_another_seat_begins_by_the_option_starter():
    position = begin(starter=3)
    assert position.actor == 3
    assert play(position, "take 3, shows 1, cw, sinks").actor == 1
    assert known_token(position, 1, 1) == "red"  # tokens still go to seat 1 first
    with pytest.raises(waterside.OptionError):
        SPLASH.new(3, starter=4)


def test_SPLA_10_any_standing_meeple_of_any_colour_is_taken_and_shown_to_all():
    position = late("3r 5y 8g 12b 13k")
    assert position.legal() == takes(3, 5, 8, 12, 13)
    with pytest.raises(waterside.IllegalActionError, match="nobody stands on place 4"):
        position.play("take 4")
    position = play(position, "take 13, shows 2")
    for seat in (None, 1, 2, 3):
        assert board(position.seen_by(seat)) == "3r 5y 8g 12b 13k2"


def test_SPLA_11_not_the_meeple_moved_last():
    position = play(late("3r 5y 8g 12b 13k"), "take 13, shows 2, cw")
    assert position.legal() == takes(3, 5, 8, 12)
    with pytest.raises(waterside.IllegalActionError, match="moved last"):
        position.play("take 15")
    assert "take 15" in play(position, "take 3, shows 1, cw").legal()


def test_SPLA_11_no_restriction_once_it_has_fallen_in():
    pushed = play(late("3r1 5y1 8g 12b 13k"), "take 3, cw, take 5, ccw")
    assert board(pushed) == "4y1 8g 12b 13k"
    assert pushed.legal() == takes(8, 12, 13)
    accused = play(late("18y1 6y1 5r 8g 12b 13k"), "take 18, cw, accuse 2 yellow")
    assert accused.actor == 3
    assert accused.legal() == takes(5, 8, 12, 13)


def test_SPLA_12_an_unseen_number_is_uniform_among_those_of_the_colour_not_yet_seen():
    position = late("3r 5r 8r 12y 14g 16b").play("take 3")
    assert position.chances() == {f"shows {n}": Fraction(1, 3) for n in (1, 2, 3)}
    position = play(position, "shows 1, cw, take 5")
    assert position.chances() == {f"shows {n}": Fraction(1, 2) for n in (2, 3)}
    position = play(position, "shows 3, cw, sinks, take 12")
    assert len(position.chances()) == 3  # another colour has its own numbers


def test_SPLA_12_an_unseen_number_that_could_be_deduced_is_still_unseen():
    position = late("3r1 5r2 8r 12y 14g 16b").play("take 8")
    assert position.actor == "chance"
    assert position.chances() == {"shows 3": 1}


def test_SPLA_12_a_number_once_seen_stays_known():
    position = play(late("6r 8y 10g 12b"), "take 6, shows 3, cw, take 12, shows 1, cw, take 9")
    assert position.actor == 3
    assert position.legal() == ["ccw", "cw"]
    assert board(position.play("cw")) == "8y 10g 12r3 13b1"


def test_SPLA_12_what_sank_unseen_is_still_unseen():
    position = play(late("3r1 4y 8y 10g 12b"), "take 3, cw, sinks, take 8")
    assert position.chances() == {f"shows {n}": Fraction(1, 3) for n in (1, 2, 3)}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_SPLA_13_it_moves_exactly_its_number_either_way_chosen_after_it_is_seen(number):
    taken = late("10r 3y 4g 16b").play("take 10")
    assert taken.actor == "chance"
    seen = taken.play(f"shows {number}")
    assert (seen.actor, seen.legal()) == (1, ["ccw", "cw"])
    assert board(seen.play("cw")) == f"3y 4g {10 + number}r{number} 16b"
    assert board(seen.play("ccw")) == f"3y 4g {10 - number}r{number} 16b"


def test_SPLA_13_occupied_places_on_the_way_are_passed():
    position = play(late("10r3 11y 12g 16b"), "take 10, cw")
    assert board(position) == "11y 12g 13r3 16b"
    assert position.actor == 2


@pytest.mark.parametrize("victim", ["r", "y", "k"])
def test_SPLA_14_whoever_stands_where_it_ends_is_pushed_in(victim):
    rest = "1r 2y 3g 4b 5k"
    position = play(late(f"{rest} 10r2 12{victim}1"), "take 10, cw")
    assert board(position) == f"{rest} 12r2"
    assert board(play(late(f"{rest} 10r2 12{victim}1"), "take 10, ccw")) == (
        f"{rest} 8r2 12{victim}1"
    )


@pytest.mark.parametrize("shows", [None, 0, 33, 100])
def test_SPLA_15_an_unknown_number_shows_in_shows_percent_by_default_50(shows):
    options = {} if shows is None else {"shows": shows}
    shown = Fraction(50 if shows is None else shows, 100)
    position = play(late("10r2 12y 14y3 2g 4b 6k", **options), "take 10, cw")
    expected = {"sinks": 1 - shown, "sinks 1": shown / 2, "sinks 2": shown / 2}
    assert position.chances() == {text: share for text, share in expected.items() if share}
    with pytest.raises(waterside.OptionError):
        SPLASH.new(shows=101)


def test_SPLA_15_a_shown_number_is_seen_and_a_known_one_is_not_asked_for():
    position = play(late("10r2 12y 8y 2g 4b 6k"), "take 10, cw")
    after = play(position, "sinks 1, take 8").chances()
    assert after == {"shows 2": Fraction(1, 2), "shows 3": Fraction(1, 2)}
    assert len(play(position, "sinks, take 8").chances()) == 3
    assert play(late("10r2 12y1 8y 2g 4b 6k"), "take 10, cw").actor == 2


def test_SPLA_20_who_loses_the_third_meeple_reveals_the_token_and_is_out():
    stays = play(late("5r1 6y 9y 2g 11b 13p"), "take 5, cw, sinks")
    assert (out(stays), known_token(stays, 3, 2)) == ([], "?")
    leaves = play(late("5r1 6y 2g 11b 13p"), "take 5, cw, sinks")
    assert (out(leaves), known_token(leaves, 3, 2), known_token(leaves, 2, 3)) == (
        [2],
        "yellow",
        "?",
    )
    nobody = play(late("5r1 6k 2g 4y 11b 13p"), "take 5, cw, sinks")
    assert out(nobody) == []


def test_SPLA_20_the_player_may_push_the_own_last_meeple_in():
    position = play(late("5b1 6r1 2g 4y 11k"), "take 5, cw")
    assert (out(position), position.actor) == ([1], 2)


def test_SPLA_21_the_turn_goes_to_the_next_player_still_in():
    assert play(late("5r1 6y1 2g 11b 13p"), "take 5, cw").actor == 3
    assert play(late("5r1 2g 4k 11b 13p", "rygk"), "take 5, cw").actor == 3
    assert play(late("5r1 4y 11b 13p", seat=2), "take 5, cw").actor == 1


def test_SPLA_22_an_exit_by_a_push_waits_until_the_meeple_has_sunk():
    falling = play(late("5r1 6y 2g 11b 13p"), "take 5, cw")
    assert (out(falling), known_token(falling, 1, 2)) == ([], "?")
    for sunk in ("sinks", "sinks 2"):
        fallen = falling.play(sunk)
        assert (out(fallen), known_token(fallen, 1, 2)) == ([2], "yellow")


def test_SPLA_22_the_end_waits_for_the_last_meeple_of_a_push_or_an_accusation():
    push = play(late("5r1 6y 11b 13p 15k", "ry"), "take 5, cw")
    assert (push.actor, push.winners()) == ("chance", None)
    assert push.play("sinks").winners() == [1]
    accusation = play(late("18b1 6y 8y 11r 13p 15k", "ry"), "take 18, cw, accuse 2 yellow")
    for _ in range(2):
        assert (accusation.actor, accusation.winners()) == ("chance", None)
        accusation = accusation.play("sinks")
    assert accusation.winners() == [1]


@pytest.mark.parametrize("colour", ["r", "y", "k"])
@pytest.mark.parametrize(
    ("moves", "offered"),
    [
        ("17 3 cw, 17 2 cw, 18 1 cw, 3 3 ccw, 3 2 ccw, 2 1 ccw", True),
        ("17 1 cw, 16 2 cw, 3 1 ccw, 2 2 cw, 1 3 cw, 1 1 ccw", False),  # 1: it only leaves
    ],
)
def test_SPLA_30_passing_or_ending_on_place_1_lets_the_player_name(colour, moves, offered):
    for start, number, way in (move.split() for move in moves.split(", ")):
        position = late(f"{start}{colour}{number} 6r 8y 10g 12b")
        position = play(position, f"take {start}, {way}")
        assert position.actor == (1 if offered else 2)
        assert ("silent" in position.legal()) is offered
        assert ("accuse 2 green" in position.legal()) is offered


def test_SPLA_30_silence_only_ends_the_turn():
    before = play(late("17r3 6r 8y 10g 12b"), "take 17, cw")
    after = before.play("silent")
    assert (after.actor, board(after), out(after)) == (2, board(before), [])
    assert after.legal() == takes(6, 8, 10, 12)


def test_SPLA_30_naming_comes_after_the_push_and_only_if_in_and_not_over():
    pushed = play(late("18r1 1y 8y 6g 9b"), "take 18, cw")
    assert pushed.actor == "chance"
    assert "silent" in pushed.play("sinks").legal()
    leaves = play(late("18b1 1r1 8y 6g 9k"), "take 18, cw")
    assert (out(leaves), leaves.actor) == ([1], 2)
    assert "silent" not in leaves.legal()
    assert play(late("18r1 1y1 8b 6k 9p", "ry"), "take 18, cw").winners() == [1]


def test_SPLA_31_right_the_opponent_reveals_and_is_out_with_all_its_meeples():
    position = play(late("18b1 5y1 9y 6g 12r 14k"), "take 18, cw, accuse 2 yellow")
    assert known_token(position, 3, 2) == "yellow"
    position = position.play("sinks")
    assert (out(position), position.actor) == ([2], 3)
    assert board(position) == "1b1 6g 12r 14k"
    assert (known_token(position, 3, 1), known_token(position, 1, 3)) == ("?", "?")


@pytest.mark.parametrize("naming", ["accuse 2 green", "accuse 2 black", "accuse 3 yellow"])
def test_SPLA_32_wrong_the_accuser_reveals_and_is_out_with_all_its_meeples(naming):
    position = play(late("18b1 5y1 9y 6g 12r 14r2 15k 16p"), f"take 18, cw, {naming}")
    assert known_token(position, 3, 1) == "red"
    position = position.play("sinks")
    assert (out(position), position.actor) == ([1], 2)
    assert board(position) == "1b1 5y1 6g 9y 15k 16p"
    assert (known_token(position, 3, 2), known_token(position, 2, 3)) == ("?", "?")


def test_SPLA_33_named_are_opponents_still_in_and_standing_colours_but_the_own():
    position = play(late("18g1 3r 5y 9k 12p", "rygb"), "take 18, cw")  # blue, seat 4, is out
    colours = ("yellow", "green", "black", "purple")
    names = [f"accuse {seat} {colour}" for seat in (2, 3) for colour in colours]
    assert position.legal() == sorted([*names, "silent"])
    for naming in ("accuse 1 green", "accuse 4 yellow", "accuse 2 red", "accuse 2 blue"):
        with pytest.raises(waterside.IllegalActionError):
            position.play(naming)


def test_SPLA_33_what_may_be_named_is_shown_to_that_player_only():
    red, black = (play(late("18g1 3r 5y 9k 12p", t), "take 18, cw") for t in ("ryg", "kyg"))
    assert red.legal() != black.legal()
    assert red.seen_by(1).legal() == red.legal()
    for seat in (None, 2, 3):
        assert red.seen_by(seat).legal() == black.seen_by(seat).legal()


def test_SPLA_34_the_accused_meeples_fall_one_by_one_in_order_of_place():
    position = play(late("18b1 14y 9y 4y 6g 12r 16k"), "take 18, cw, accuse 2 yellow")
    assert board(position) == "1b1 6g 9y 12r 14y 16k"
    shown = {f"sinks {n}": Fraction(1, 6) for n in (1, 2, 3)}
    assert position.chances() == {"sinks": Fraction(1, 2), **shown}
    position = position.play("sinks 2")
    assert board(position) == "1b1 6g 12r 14y 16k"
    assert set(position.chances()) == {"sinks", "sinks 1", "sinks 3"}
    position = position.play("sinks")
    assert (board(position), position.actor) == ("1b1 6g 12r 16k", "chance")
    assert position.play("sinks").actor == 3
    # a known number falls without chance
    position = play(late("18b1 14y 9y3 4y1 6g 12r 16k"), "take 18, cw, accuse 2 yellow")
    assert set(position.chances()) == {"sinks", "sinks 2"}
    assert position.play("sinks").actor == 3


def test_SPLA_40_the_last_player_in_wins_though_other_colours_stand():
    assert play(late("5r1 6y1 11b 13p 15k", "ry"), "take 5, cw").winners() == [1]
    suicide = play(late("5b1 6r1 11y 13p 15k 17g", "ry"), "take 5, cw")
    assert (suicide.winners(), suicide.scores()) == ([2], [0, 1])
    naming = play(late("18b1 6y1 11r1 13p 15k", "ry"), "take 18, cw")
    assert naming.play("accuse 2 yellow").winners() == [1]
    assert naming.play("accuse 2 black").winners() == [2]
    two_in = play(late("5r1 6y1 11b 13p 15g"), "take 5, cw")
    assert two_in.winners() is None


@pytest.mark.parametrize(
    ("tokens", "stands", "over"),
    [
        ("ryg", "5r1 6k1 9y", True),
        ("ryg", "5r1 6k1 9y 12g", False),
        ("rygbpk", "5r1 6k1 9y", True),
        ("ry", "5r1 6k1 9y 12g", True),
        ("ry", "5r1 6k1 9y 12g 14b", False),
        ("ry", "5r1 6k1 9y 12g 14k", False),
    ],
)
def test_SPLA_41_the_game_ends_when_two_colours_stand_three_for_two_players(tokens, stands, over):
    position = play(late(stands, tokens), "take 5, cw")
    assert position.is_over is over
    if over:
        assert position.winners() == [1]  # red on 6, yellow on 9


def test_SPLA_41_it_is_looked_at_after_an_accusation_too():
    position = play(late("18r1 5y1 9y2 10g"), "take 18, cw, accuse 2 yellow")
    assert (position.winners(), position.scores()) == ([1], [1, 0, 0])
    assert play(late("18r1 5y1 9y2 10g 12k"), "take 18, cw, accuse 2 yellow").actor == 3


@pytest.mark.parametrize(
    ("boards", "winner"),
    [
        ("3r 16y, 10y 9r, 10y 11r, 4y 8r 15y 17r, 3r 17r 5y", 1),
        ("5r 17y, 1y 2r 18r", 2),
        ("3r 17g 5y", 1),  # green is nobody's
        ("1g 2g 4y 14r", 2),
    ],
)
def test_SPLA_42_the_nearest_meeple_of_a_player_wins_the_shorter_way_round(boards, winner):
    for stands in boards.split(", "):
        position = play(late(f"{stands} 12k1", "ry", turn_limit=1), "take 12, cw")
        assert position.winners() == [winner]
        assert position.scores() == [int(seat == winner) for seat in (1, 2)]


@pytest.mark.parametrize(("red", "yellow", "winners"), [(3, 1, [1]), (1, 2, [2]), (2, 2, [1, 2])])
def test_SPLA_43_at_the_same_distance_the_higher_number_wins_unseen_ones_are_turned_up(
    red, yellow, winners
):
    position = play(late("17r 3y 12k1", "ry", turn_limit=1), "take 12, cw")
    assert position.chances() == {f"shows {n}": Fraction(1, 3) for n in (1, 2, 3)}
    position = position.play(f"shows {yellow}")
    assert board(position) == f"3y{yellow} 13k1 17r"  # the lower place first
    position = position.play(f"shows {red}")
    assert position.winners() == winners
    assert position.scores() == [int(winners == [seat]) for seat in (1, 2)]


def test_SPLA_43_only_numbers_nobody_has_seen_are_turned_up():
    position = play(late("17r2 3y 10y1 12k1", "ry", turn_limit=1), "take 12, cw")
    assert position.chances() == {"shows 2": Fraction(1, 2), "shows 3": Fraction(1, 2)}
    assert position.play("shows 2").winners() == [1, 2]
    assert position.play("shows 3").winners() == [2]
    known = play(late("17r2 3y1 12k1", "ry", turn_limit=1), "take 12, cw")
    assert known.winners() == [1]


def test_SPLA_43_a_series_plays_a_new_game_after_a_draw():
    series = waterside.Series(SPLASH, 2, games=1, turn_limit=1)

    def game(start, numbers):
        for letter in "ky" + LETTERS * 2 + "gbpr":  # yellow on 2, red on 18
            start = start.play(f"stand {COLOURS[letter]}")
        start = play(start, "token red, token yellow, take 9, shows 1, cw, sinks")
        return play(start, numbers)

    drawn = game(series.next(), "shows 2, shows 2")
    series.add(drawn)
    assert (drawn.winners(), series.scores, series.is_over) == ([1, 2], [0, 0], False)
    series.add(game(series.next(), "shows 1, shows 2"))
    assert (series.scores, series.is_over, series.winners()) == ([1, 0], True, [1])


def test_SPLA_44_the_turn_limit_is_200_by_default():
    position = play(late("5r1 7y 9g 11b", turns=198), "take 5, cw")
    assert (position.winners(), position.options["turn_limit"]) == (None, 200)
    assert play(position, "take 11, shows 1, cw").winners() == [1]


def test_SPLA_44_a_whole_turn_counts_with_its_naming():
    position = play(late("18r1 7y 9g 11b", turn_limit=1), "take 18, cw")
    assert "silent" in position.legal()
    assert position.play("silent").winners() == [1]
    assert play(position, "accuse 2 green").winners() == [2]  # seat 1 is out


def test_SPLA_44_the_limit_counts_turns_not_rounds():
    position = begin(turn_limit=3)
    for place in (3, 7, 11):
        assert position.winners() is None
        position = play(position, f"take {place}, shows 1, cw, sinks")
    assert position.winners() == [1]  # red on 1


@pytest.mark.parametrize("limit", [0, -1, 2.5, True, "many"])
def test_SPLA_44_the_limit_is_an_integer_of_at_least_1(limit):
    assert SPLASH.new(turn_limit=1).options["turn_limit"] == 1
    with pytest.raises(waterside.OptionError):
        SPLASH.new(turn_limit=limit)
