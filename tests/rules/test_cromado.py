"""Every statement of the rules of Cromado, named in the tests that check it."""

from fractions import Fraction

import pytest

import waterside
from tests.rules.board_setup import ends, play, water

GAME = waterside.game("cromado")
COLUMNS = "abcdefghijklmn"
FIELDS = {f"{column}{row}" for column in COLUMNS for row in range(1, 15)}
ISLANDS = {
    "SW": {"a1", "b1", "a2", "b2"},
    "NW": {"a13", "b13", "a14", "b14"},
    "NE": {"m13", "n13", "m14", "n14"},
    "SE": {"m1", "n1", "m2", "n2"},
}
OPEN_WATER = FIELDS.difference(*ISLANDS.values())
AT_ISLANDS = {"SW": "c1", "NW": "c14", "NE": "l14", "SE": "l1"}
SHORES = "c1h c14h j14h j1h"  # one bridge at each island
BLOCK = "d5h d6h"  # d5 e5 f5, d6 e6 f6: the smallest loops
FIRST_TEN = ["c2h", "f2h", "i2h", "k3v", "k6v", "k9v", "k12h", "h12h", "e12h", "b12h"]


def under(bridge):
    """The three fields under a bridge."""
    x, y = COLUMNS.index(bridge[0]), int(bridge[1:-1])
    steps = [(x + i, y) if bridge[-1] == "h" else (x, y + i) for i in range(3)]
    return {f"{COLUMNS[x]}{y}" for x, y in steps if x < 14}


def fitting(free):
    """All bridges that cover three of these fields."""
    every = [f"{field}{way}" for field in FIELDS for way in "hv"]
    return {bridge for bridge in every if len(under(bridge)) == 3 and under(bridge) <= free}


def named(position, verb):
    return {text.split()[1] for text in position.legal() if text.startswith(f"{verb} ")}


def lay_all(position, bridges=FIRST_TEN):
    return play(position, *(f"lay {bridge}" for bridge in bridges))


def rolled(bridges, stones, number, **more):
    """Seat 1 has rolled; a one or a six leaves all bridges where they are."""
    position = water(bridges, stones, dice=[number], **more)
    return position.play("keep") if number in (1, 6) else position


def next_to_roll(position):
    """Whose roll it is: a one lets its roller decide about bridges."""
    return position.play("roll 1").actor


# Board and material


def test_CROM_01_CROM_11_a_bridge_covers_three_fields_of_the_board_and_none_of_an_island():
    position = GAME.new()
    assert len(OPEN_WATER) == 180
    assert named(position, "lay") == fitting(OPEN_WATER)
    assert {"c1h", "a3v", "l12h", "l12v"} <= named(position, "lay")
    assert not named(position, "lay") & {"b1h", "a2v", "k13h", "a11v", "m7h", "g13v"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CROM_02_CROM_10_each_player_lays_five_bridges_in_turn_and_then_the_die_is_rolled(players):
    position = GAME.new(players)
    for i in range(5 * players):
        assert position.actor == i % players + 1
        assert all(text.startswith("lay ") for text in position.legal())
        position = position.play(position.legal()[0])
    assert position.actor == "chance"


@pytest.mark.parametrize("players", [1, 5])
def test_CROM_02_the_game_is_for_2_to_4_players(players):
    with pytest.raises(waterside.PlayerCountError):
        GAME.new(players)


def test_CROM_02_four_stones_leave_the_start_island():
    bridges = "c1h f1h"
    assert "home-c1" in rolled(bridges, {1: "d1 e1 f1"}, 1).legal()
    assert not ends(rolled(bridges, {1: "d1 e1 f1 g1"}, 1), "home")


@pytest.mark.parametrize(
    ("corner", "last", "wrong"),
    [("SW", "l14", "c14"), ("NW", "l1", "c1"), ("NE", "c1", "l1"), ("SE", "c14", "l14")],
)
def test_CROM_02_the_goal_is_the_diagonally_opposite_island(corner, last, wrong):
    other = "NW" if corner == "SW" else "SW"
    position = rolled(SHORES, {1: f"{last} {wrong}"}, 1, corners=f"{corner},{other}")
    assert f"{last}-goal" in position.legal()
    assert f"{wrong}-goal" not in position.legal()


@pytest.mark.parametrize(
    ("players", "corners"),
    [(2, None), (3, None), (4, None), (2, "SW,NE"), (3, "SE,SW,NE"), (4, "NE,SE,SW,NW")],
)
def test_CROM_03_seats_take_corners_clockwise_or_as_the_option_says(players, corners):
    given = {"corners": corners} if corners else {}
    expected = corners.split(",") if corners else ["SW", "NW", "NE", "SE"][:players]
    for seat, corner in enumerate(expected, 1):
        position = water(SHORES, player=seat, players=players, dice=[1], **given).play("keep")
        assert position.actor == seat
        assert position.legal() == [f"home-{AT_ISLANDS[corner]}"]


@pytest.mark.parametrize("corners", ["SW", "SW,SW", "SW,NW,NE", "SW,XX", ""])
def test_CROM_03_corners_are_distinct_and_as_many_as_players(corners):
    with pytest.raises(waterside.OptionError):
        GAME.new(2, corners=corners)


def test_CROM_03_seat_1_begins_unless_starter_says_another():
    assert GAME.new(3).actor == 1
    position = GAME.new(3, starter=2)
    seats = []
    for _ in range(4):
        seats.append(position.actor)
        position = position.play(position.legal()[0])
    assert seats == [2, 3, 1, 2]
    with pytest.raises(waterside.OptionError):
        GAME.new(2, starter=3)


def test_CROM_03_an_island_holds_stones_of_several_players():
    end = rolled(SHORES, {1: "l14 goal"}, 1, corners="SW,NE").play("l14-goal")
    assert end.scores() == [2, 0], "where the four stones of seat 2 stand too"
    assert "home-l14" in play(end, "roll 1", "keep").legal()


# Laying bridges


def test_CROM_10_the_die_waits_until_all_bridges_lie():
    position = lay_all(GAME.new(), FIRST_TEN[:9])
    assert position.actor == 2 and position.chances() == {}
    position = position.play("lay b12h")
    assert position.actor == "chance" and position.legal() == []


def test_CROM_11_CROM_12_bridges_may_touch_but_not_overlap():
    position = GAME.new().play("lay d5h")
    assert named(position, "lay") == fitting(OPEN_WATER - under("d5h"))
    assert {"d6h", "g5h", "e6v", "j9v"} <= named(position, "lay"), "touching, or alone"
    for overlapping in ("d5h", "b5h", "f5h", "e3v", "d5v"):
        with pytest.raises(waterside.IllegalActionError):
            position.play(f"lay {overlapping}")


# Moving


def test_CROM_20_the_players_roll_in_turn_and_move_one_stone_by_the_number():
    position = lay_all(GAME.new())
    assert position.chances() == {f"roll {n}": Fraction(1, 6) for n in range(1, 7)}
    position = position.play("roll 3")
    assert position.actor == 1 and position.legal() == ["home-e2"]
    position = position.play("home-e2")
    assert position.actor == "chance"
    assert position.play("roll 1").actor == 2


def test_CROM_20_starter_rolls_first():
    position = lay_all(GAME.new(starter=2)).play("roll 6").play("keep")
    assert position.actor == 2 and position.legal() == ["home-g12"]


def test_CROM_21_stones_walk_on_bridges_orthogonally_from_one_to_the_next():
    touching = "d5h g5h d6h"
    assert ends(rolled(touching, {1: "f5"}, 2), "f5") == {"d5", "h5", "e6"}
    corner_to_corner = "d5h g6h"
    assert ends(rolled(corner_to_corner, {1: "e5"}, 1), "e5") == {"d5", "f5"}
    assert ends(rolled(corner_to_corner, {1: "f5"}, 2), "f5") == {"d5"}
    gap = "d5h h5h"
    assert ends(rolled(gap, {1: "e5"}, 1), "e5") == {"d5", "f5"}
    assert not ends(rolled(gap, {1: "f5"}, 3), "f5")


def test_CROM_22_the_first_step_goes_to_a_bridge_field_that_touches_the_island():
    touching = "c1h c2h a3v b3v c3h"
    assert ends(rolled(touching, {}, 1), "home") == {"c1", "c2", "a3", "b3"}
    assert not ends(rolled("c3h d1h", {}, 1), "home"), "c3 touches only a corner"
    assert ends(rolled("c1h", {}, 3), "home") == {"e1"}


def test_CROM_22_nobody_steps_back_home_nor_onto_another_island():
    assert ends(rolled("c1h c2h", {1: "c1"}, 1), "c1") == {"d1", "c2"}
    assert ends(rolled(SHORES, {1: "c14 l1"}, 1), "c14") == {"d14"}
    assert ends(rolled(SHORES, {1: "c14 l1"}, 1), "l1") == {"k1"}


def test_CROM_22_a_walk_from_home_does_not_come_back_through_the_island():
    assert ends(rolled("c1h a3v", {}, 4), "home") == set()
    assert ends(rolled("c1h a3v", {1: "d1"}, 3), "d1") == set()


def test_CROM_23_a_walk_turns_as_often_as_it_likes():
    assert "f6" in ends(rolled(BLOCK, {1: "d5"}, 5), "d5"), "d6 e6 e5 f5 f6"
    assert ends(rolled("d5h f6v g8h", {1: "e5"}, 6), "e5") == {"h8"}


def test_CROM_23_a_walk_never_goes_straight_back():
    alone = {1: "d5"}
    assert ends(rolled("d5h", alone, 2), "d5") == {"f5"}
    assert water("d5h", alone, dice=[3]).actor == "chance", "f5 is a dead end"
    assert water("d5h", alone, dice=[4]).actor == "chance", "nor back to d5"
    assert ends(rolled(BLOCK, alone, 2), "d5") == {"f5", "e6"}


def test_CROM_24_stones_are_jumped_over_but_none_is_landed_on():
    position = rolled("d5h g5h", {1: "d5 f5", 2: "e5 g5"}, 4)
    assert position.legal() == ["d5-h5"]
    assert water("d5h g5h", {1: "d5 f5", 2: "e5 g5"}, dice=[3]).legal() == ["f5-i5"]
    after = position.play("d5-h5")
    assert ends(play(after, "roll 1", "keep"), "e5") == {"d5"}, "e5 was not captured"


def test_CROM_24_a_walk_may_end_on_its_own_first_field():
    assert ends(rolled(BLOCK, {1: "d5"}, 4), "d5") == {"d5", "f5", "e6"}
    position = rolled(BLOCK, {1: "d5", 2: "f5 e6"}, 4)
    assert position.legal() == ["d5-d5"], "the only one, so it must be made"
    after = play(position, "d5-d5", "roll 1", "keep", "e6-f6", "roll 1", "keep")
    assert ends(after, "d5") == {"e5", "d6"}, "it still stands there"


def test_CROM_24_a_walk_may_pass_its_own_first_field():
    with_tail = f"{BLOCK} a5h"
    assert "c5" in ends(rolled(with_tail, {1: "d5"}, 5), "d5"), "round the loop, then west"
    assert "c5" not in ends(rolled(with_tail, {1: "d5"}, 3), "d5")


def test_CROM_24_own_stones_do_not_give_way_either():
    assert water("d5h", {1: "d5 f5"}, dice=[2]).actor == "chance", "no move: each is in the way"
    assert rolled("d5h", {1: "d5"}, 2).legal() == ["d5-f5"]
    assert rolled(BLOCK, {1: "d5 f5", 2: "e6"}, 4).legal() == ["d5-d5", "f5-f5"]


def test_CROM_25_the_whole_number_is_walked_and_a_possible_move_must_be_made():
    position = rolled("d5h g5h", {1: "h5"}, 4)
    assert position.actor == 1
    assert position.legal() == ["h5-d5"], "away from the goal, and no other action"
    with pytest.raises(waterside.IllegalActionError):
        position.play("h5-i5")
    assert water("d5h g5h", {1: "h5"}, dice=[5]).actor == "chance", "not begun"


def test_CROM_26_a_stone_enters_its_goal_with_the_last_pip_and_stays():
    stones = {1: "k14 goal"}
    enters = rolled(SHORES, stones, 2)
    assert enters.legal() == ["home-d1", "k14-goal"]
    assert rolled(SHORES, stones, 1).legal() == ["home-c1", "k14-j14", "k14-l14"]
    assert "k14-goal" not in rolled(SHORES, stones, 3).legal()
    after = enters.play("k14-goal")
    assert after.scores() == [2, 0]
    later = play(after, "roll 1", "keep", "home-c14", "roll 1", "keep")
    assert later.legal() == ["home-c1"], "no stone leaves the goal"


def test_CROM_26_the_goal_is_entered_from_a_field_that_touches_it():
    bridges = "j13h j14h l12h"
    for touching in ("l13", "l14", "m12", "n12"):
        assert f"{touching}-goal" in rolled(bridges, {1: touching}, 1).legal()
    for apart in ("k14", "l12"):
        assert f"{apart}-goal" not in rolled(bridges, {1: apart}, 1).legal()


def test_CROM_27_ways_and_stones_that_make_no_difference_are_one_action():
    for position in (rolled(BLOCK, {1: "d5"}, 4), rolled("c1h c2h", {}, 2)):
        assert (
            len(position.legal_actions())
            == len(set(position.legal_actions()))
            == len(position.legal())
        )
    assert rolled(BLOCK, {1: "d5"}, 2).legal().count("d5-e6") == 1
    assert rolled("c1h c2h", {}, 2).legal() == ["home-c1", "home-c2", "home-d1", "home-d2"]


# No complete move


@pytest.mark.parametrize(("given", "rolls"), [({}, 3), ({"rolls": 1}, 1), ({"rolls": 5}, 5)])
def test_CROM_30_CROM_33_who_can_not_move_rolls_again_so_many_rolls_in_all(given, rolls):
    position = water("d5h", {1: "d5", 2: "e5"}, **given)
    for _ in range(rolls):
        assert next_to_roll(position) == 1
        position = position.play("roll 4")
    assert next_to_roll(position) == 2, "the turn has ended"
    assert ends(play(position, "roll 1", "keep"), "e5") == {"f5"}, "and no stone has moved"


@pytest.mark.parametrize("option", ["rolls", "turn_limit"])
@pytest.mark.parametrize("value", [0, -1, "x", 1.5])
def test_CROM_30_CROM_51_rolls_and_turn_limit_are_integers_of_at_least_1(option, value):
    with pytest.raises(waterside.OptionError):
        GAME.new(**{option: value})


def test_CROM_30_nobody_who_can_move_rolls_again():
    assert water("d5h", {1: "d5"}, dice=[2]).legal() == ["d5-f5"]


@pytest.mark.parametrize("further", [1, 6])
def test_CROM_31_CROM_40_a_further_one_or_six_is_played(further):
    position = water("d5h", {1: "d5"}, dice=[5, further])
    assert position.actor == 1 and "keep" in position.legal()


def test_CROM_31_another_further_number_moves_nothing_unless_reroll_any_is_on():
    assert GAME.new().options["reroll_any"] is False
    off = water("d5h", {1: "d5"}, dice=[5, 2])
    assert off.actor == "chance" and off.play("roll 1").actor == 1, "the third roll"
    on = water("d5h", {1: "d5"}, dice=[5, 2], reroll_any=True)
    assert on.actor == 1 and on.legal() == ["d5-f5"]
    assert water("d5h", {1: "d5"}, dice=[5, 4], reroll_any=True).actor == "chance"


@pytest.mark.parametrize(
    ("stone", "dice", "roller"),
    [
        ("l14", [3], 2),  # one pip to the goal
        ("k14", [3], 2),
        ("j14", [4], 2),
        ("h14", [4], 1),  # five pips: four is not more
        ("i14", [3], 1),  # four pips
        ("i14", [5], 2),
        ("i14", [3, 5], 2),  # against the latest roll
        ("i14", [3, 4], 1),
        ("d5", [5], 1),  # nowhere near
    ],
)
def test_CROM_32_no_further_roll_for_who_could_enter_with_fewer_pips(stone, dice, roller):
    bridges = "d5h j14h g14h" if stone in ("h14", "i14") else "d5h j14h"
    taken = {2: "l14"} if stone in ("h14", "i14") else {}
    assert next_to_roll(water(bridges, {1: stone, **taken}, dice=dice)) == roller


def test_CROM_32_even_where_the_further_roll_would_have_allowed_a_move():
    bridges, stones = "g14h j14h d5h g5h", {1: "i14 d5", 2: "l14 g5"}
    assert next_to_roll(water(bridges, stones, dice=[3])) == 1
    assert next_to_roll(water(bridges, stones, dice=[3, 5])) == 2, "five would take d5 to i5"
    on = water(bridges, stones, dice=[3, 5], reroll_any=True)
    assert on.actor == 1 and on.legal() == ["d5-i5"]


# A one or a six


@pytest.mark.parametrize("number", range(1, 7))
def test_CROM_40_bridges_may_be_moved_on_a_one_or_a_six_only(number):
    position = water("d5h g5h c9v", {1: "e5"}, dice=[number])
    may = number in (1, 6)
    assert ("keep" in position.legal()) == may
    assert named(position, "take") == ({"g5h", "c9v"} if may else set()), "a stone is on d5h"


def test_CROM_40_any_bridge_may_be_taken_whoever_laid_it_and_whoever_rolls():
    position = lay_all(GAME.new()).play("roll 1")
    assert named(position, "take") == set(FIRST_TEN)
    held = water("d5h g5h c9v", {1: "e5", 2: "h5"}, dice=[6])
    assert named(held, "take") == {"c9v"}, "the other player's stone holds a bridge too"


def test_CROM_40_a_bridge_goes_elsewhere_but_not_exactly_back():
    position = water("d5h g5h", {1: "g5"}, dice=[6]).play("take d5h")
    free = OPEN_WATER - under("g5h")
    assert named(position, "put") == fitting(free) - {"d5h"}
    assert {"c5h", "d5v", "e4v"} <= named(position, "put"), "it may share fields with its old place"
    with pytest.raises(waterside.IllegalActionError):
        position.play("put d5h")


def test_CROM_40_keeping_leaves_all_as_it_is():
    position = water("d5h", {1: "d5"}, dice=[1]).play("keep")
    assert position.legal() == ["d5-e5"]


def test_CROM_41_after_the_bridge_the_number_is_moved_if_it_can_be():
    before = water("d5h g5h c9v", {1: "d5"}, dice=[6])
    assert next_to_roll(before.play("keep")) == 2, "no six can be walked, so the turn ends"
    opened = play(before, "take c9v", "put j5h")
    assert opened.actor == 1 and opened.legal() == ["d5-j5"]
    in_vain = play(before, "take c9v", "put c10v")
    assert next_to_roll(in_vain) == 2
    assert "c10v" in named(in_vain.play("roll 1"), "take"), "it was moved all the same"


# End


def test_CROM_50_four_stones_on_the_goal_win_at_once():
    position = rolled(SHORES, {1: "goal goal goal l14", 2: "goal goal goal l1"}, 1)
    assert not position.play("l14-k14").is_over
    assert position.winners() is None
    end = position.play("l14-goal")
    assert end.is_over and end.winners() == [1] and end.scores() == [4, 3]
    assert end.legal() == [] and end.chances() == {}


def test_CROM_51_by_default_the_600th_turn_of_all_players_together_is_the_last():
    position = water("d5h", {2: "goal"}, rolls=1)
    for _ in range(599):
        position = position.play("roll 2")
    assert not position.is_over and position.winners() is None
    position = position.play("roll 2")
    assert position.is_over and position.winners() == [2]


def test_CROM_51_laying_is_no_turn_of_the_limit():
    position = lay_all(GAME.new(turn_limit=1))
    assert not position.is_over
    assert position.play("roll 4").actor == 1
    assert play(position, "roll 4", "home-f2").is_over


@pytest.mark.parametrize(
    ("stones", "winners"),
    [
        ({1: "goal", 2: "goal goal"}, [2]),
        ({1: "goal", 3: "goal"}, [1, 3]),
        ({1: "goal goal goal", 2: "goal", 3: "goal"}, [1]),
        ({}, [1, 2, 3]),
    ],
)
def test_CROM_51_at_the_limit_the_most_stones_on_the_goal_win(stones, winners):
    end = water("d5h", stones, players=3, rolls=1, turn_limit=1).play("roll 2")
    assert end.is_over and end.winners() == winners
    assert end.scores() == [len(stones.get(seat, "").split()) for seat in (1, 2, 3)]
