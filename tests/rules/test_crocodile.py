"""Every statement of the rules of Crocodile Pool Party, named in the tests that check it."""

from fractions import Fraction

import pytest

import waterside
from tests.rules.board_setup import ends, play, pool

GAME = waterside.game("crocodile")
ALL_FIELDS = [f"{column}{row}" for row in range(1, 15) for column in "abcdef"]
BAR_FIELDS = {"a1", "b1", "e14", "f14"}
PICTURE = {1: "d2 b3 e3 c4 f4 c5", 2: "c13 e12 b12 d11 a11 d10"}


def fields(columns, rows):
    return {f"{column}{row}" for row in rows for column in columns}


def near(start, distances):
    """Water fields at one of these distances, counted along rows and columns."""
    x, y = "abcdef".index(start[0]), int(start[1:])
    return {
        field
        for field in set(ALL_FIELDS) - BAR_FIELDS
        if abs("abcdef".index(field[0]) - x) + abs(int(field[1:]) - y) in distances
    }


def places(position):
    return {text.removeprefix("place ") for text in position.legal()}


def refuses(position, *actions):
    for action in actions:
        with pytest.raises(waterside.IllegalActionError):
            position.play(action)
    return True


def place_all(position):
    """Places all twelve swimmers, each on the first field there is."""
    while position.legal()[0].startswith("place"):
        position = position.play(position.legal()[0])
    return position


# Board and material


@pytest.mark.parametrize(
    ("corner", "expected"),
    [("f1", "e1 d1 e2 f2 f3"), ("a14", "b14 c14 b13 a13 a12"), ("a7", "a5 a6 b6 b7 c7 b8 a8 a9")],
)
def test_CROC_01_the_pool_ends_at_columns_a_and_f_and_at_rows_1_and_14(corner, expected):
    assert ends(pool(f"Rs {corner}, Ys d7"), corner) == set(expected.split())


def test_CROC_02_bars_are_no_water_and_eighty_fields_remain():
    reached, waiting = {"c7"}, ["c7"]
    while waiting:
        here = waiting.pop()
        yellow = "a14" if here != "a14" else "c14"
        found = ends(pool(f"R1 {here}, Ys {yellow}"), here) - reached
        reached |= found
        waiting += found
    assert len(reached) == 80
    assert reached == set(ALL_FIELDS) - BAR_FIELDS


@pytest.mark.parametrize(
    ("player", "bar", "steps"),
    [
        ("R", "far", {"e13", "f13", "d14"}),
        ("Y", "far", {"a2", "b2", "c1"}),
        ("R", "near", {"a2", "b2", "c1"}),
        ("Y", "near", {"e13", "f13", "d14"}),
    ],
)
def test_CROC_03_CROC_04_CROC_43_the_one_reaches_the_own_bar_from_its_steps_only(
    player, bar, steps
):
    assert GAME.new().options["bar"] == "far"
    other = "Y" if player == "R" else "R"
    found = set()
    for field in set(ALL_FIELDS) - BAR_FIELDS - {"d7"}:
        options = {} if bar == "far" else {"bar": bar}
        position = pool(f"{player}1 {field}, {other}s d7, R2/Y2 bar", player, **options)
        if f"{field}-bar" in position.legal():
            found.add(field)
    assert found == steps


def test_CROC_05_six_tiles_each_with_the_numbers_1_to_6_once_and_known_to_nobody():
    position = GAME.new(setup="picture")
    assert sum(text.startswith("flip") for text in position.legal()) == 6
    assert position.seen_by(1) == position.seen_by(2) == position.seen_by(None) == position
    position = position.play("flip d2")
    assert position.chances() == {f"reveal {n}": Fraction(1, 6) for n in range(1, 7)}
    last = pool("Rs c7, R1 a2, R2 b4, R3 d3, R4 e2, R6 f4").play("flip c7")
    assert last.chances() == {"reveal 5": Fraction(1)}


# Setting up


def test_CROC_01_CROC_10_own_rows_are_the_second_to_fifth_from_the_own_end():
    red = GAME.new()
    assert places(red) == fields("abcdef", range(2, 6))
    assert places(red.play("place a2")) == fields("abcdef", range(10, 14))


@pytest.mark.parametrize("rows", ["1221", "1122", "2211", "2112", "1212", "2121"])
def test_CROC_11_rows_take_as_many_swimmers_as_the_option_says_from_the_own_end(rows):
    position = place_all(GAME.new(rows=rows))
    stand = [text.split()[1] for text in position.history()]
    assert len(set(stand)) == 12
    in_row = [sum(int(field[1:]) == row for field in stand) for row in range(1, 15)]
    digits = [int(digit) for digit in rows]
    assert in_row == [0, *digits, 0, 0, 0, 0, *digits[::-1], 0]


def test_CROC_11_by_default_the_outer_rows_take_one_and_the_inner_rows_two():
    assert GAME.new().options["rows"] == "1221"
    position = play(GAME.new(), "place c2", "place c13", "place d3", "place d12")
    assert places(position) == fields("abcdef", [3, 4, 5]) - {"d3"}
    assert refuses(position, "place a2", "place d3")
    position = play(position, "place e3", "place e12")
    assert places(position) == fields("abcdef", [4, 5])


@pytest.mark.parametrize("rows", ["1111", "2222", "122", "12211", "1320", "abcd"])
def test_CROC_11_other_rows_are_refused(rows):
    with pytest.raises(waterside.OptionError):
        GAME.new(rows=rows)


@pytest.mark.parametrize("starter", [1, 2])
def test_CROC_12_CROC_13_the_starting_player_places_first_then_they_alternate(starter):
    position = GAME.new(starter=starter)
    for i in range(12):
        assert position.actor == (starter if i % 2 == 0 else 3 - starter)
        assert all(text.startswith("place ") for text in position.legal())
        position = position.play(position.legal()[-1])
    assert position.actor == starter
    assert not any(text.startswith("place") for text in position.legal())


@pytest.mark.parametrize("rows", ["1221", "2112"])
def test_CROC_11_CROC_12_the_picture_sets_swimmers_up_whatever_rows_says(rows):
    assert GAME.new().options["setup"] == "placed"
    for seat, expected in PICTURE.items():
        position = GAME.new(setup="picture", starter=seat, rows=rows)
        flips = {text.split()[1] for text in position.legal() if text.startswith("flip")}
        assert flips == set(expected.split())


def test_CROC_13_red_starts_and_turns_alternate():
    position = GAME.new(setup="picture")
    assert position.actor == 1
    position = position.play("c5-c6")
    assert position.actor == 2
    assert position.play("d10-d9").actor == 1
    assert GAME.new(setup="picture", starter=2).actor == 2


@pytest.mark.parametrize(("bars", "loser"), [("R1/Ys bar", 2), ("Y1/Rs bar", 1)])
def test_CROC_13_CROC_54_the_loser_starts_the_next_game_of_a_series(bars, loser):
    series = waterside.Series(GAME, games=2, patience=1)
    assert series.starter == 1
    series.add(pool(f"Rs c4, {bars}", patience=1).play("c4-c5"))
    assert series.starter == loser
    assert series.next().actor == loser


# A turn


def test_CROC_20_one_own_tile_moves_or_is_turned_over_and_then_the_other_player_acts():
    position = pool("Rs c4, R2 e8, Y1/Rs b10, Ys f12")
    assert {text.split("-")[0] for text in position.legal()} == {"c4", "flip c4", "e8"}
    assert refuses(position, "pass", "flip e8", "flip f12", "f12-f11", "b10-b11")
    assert position.play("c4-c5").actor == 2
    assert position.play("e8-e10").actor == 2


def test_CROC_21_a_swimmer_goes_one_or_two_fields_with_at_most_one_turn():
    position = pool("Rs c7")
    assert ends(position, "c7") == near("c7", {1, 2})


def test_CROC_21_a_swimmer_needs_empty_fields_all_the_way():
    position = pool("Rs c7, Ys c8, Rs d7, Y3 b7")
    assert ends(position, "c7") == {"c6", "c5", "b6", "d6"}
    assert refuses(position, "c7-c8", "c7xc8", "c7-c9", "c7-d8", "c7-b8")


def test_CROC_22_the_crocodile_turned_over_must_move_in_this_turn():
    position = pool("Rs c7, Rs e3, R5 a5").play("flip c7")
    assert position.actor == "chance"
    position = position.play("reveal 3")
    assert position.actor == 1
    assert set(position.legal()) == {f"c7-{field}" for field in near("c7", {3})}
    position = position.play("c7-c10")
    assert position.actor == 2
    seen = play(position, "a14-a13")
    assert "flip c10" not in seen.legal() and "c10-c7" in seen.legal()


def test_CROC_23_tiles_that_left_unrevealed_keep_their_numbers_among_the_candidates():
    position = pool("Rs c7, R4 e3, Y3/Rs b10, Rs bar, Y2/R6 bar").play("flip c7")
    assert position.chances() == {f"reveal {n}": Fraction(1, 4) for n in (1, 2, 3, 5)}


def test_CROC_23_a_number_once_revealed_is_no_candidate_any_more():
    position = play(pool("Rs c7, Rs e3"), "flip c7", "reveal 4", "c7-c11", "a14-a13", "flip e3")
    assert position.chances() == {f"reveal {n}": Fraction(1, 5) for n in (1, 2, 3, 5, 6)}


def test_CROC_24_a_revealed_crocodile_with_no_move_stays_open_and_the_turn_ends():
    position = pool("Rs f1, Ys e1, Ys f2, Ys a9", patience=1).play("flip f1")
    assert position.play("reveal 1").actor == 1, "the one can eat"
    stuck = position.play("reveal 5")
    assert stuck.actor == 2, "it was turned over all the same, so patience has not run out"
    later = pool("Rs f1, Ys e1, Ys f2, Ys a9").play("flip f1").play("reveal 5").play("a9-a8")
    assert later.legal() == ["pass"], "a crocodile that lies open on f1, still shut in"


def test_CROC_25_only_who_can_do_nothing_passes_and_that_is_quiet():
    stuck = "R5 f1, Ys e1, Ys f2"
    assert pool(stuck).legal() == ["pass"]
    assert pool(stuck).play("pass").actor == 2
    assert pool(stuck, patience=1).play("pass").is_over
    assert pool(stuck, patience=2).play("pass").actor == 2
    for free in ("R5 f1, Ys e1", "R1 f1, Ys e1, Ys f2", "Rs f1, Ys e1, Ys f2"):
        assert refuses(pool(free), "pass")


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_CROC_30_CROC_31_two_to_five_go_exactly_so_far_with_at_most_one_turn(number):
    assert ends(pool(f"R{number} c7"), "c7") == near("c7", {number})


def test_CROC_30_crocodiles_pass_only_empty_fields():
    position = pool("R3 c7, Ys c8, Rs d7")
    found = ends(position, "c7")
    assert not found & {"c10", "f7", "e8"}
    assert "b9" in found, "b7, b8"
    assert "d9" not in found, "both ways are shut"
    assert {"c4", "d5", "e6"} <= found


def test_CROC_31_two_turns_are_one_too_many():
    assert "e9" in ends(pool("R4 c7, Ys c8"), "c7")
    assert "e9" in ends(pool("R4 c7, Ys e7"), "c7")
    assert "e9" not in ends(pool("R4 c7, Ys c8, Ys e7"), "c7")


def test_CROC_32_the_one_goes_one_field_in_any_of_eight_directions():
    assert ends(pool("R1 c7"), "c7") == fields("bcd", [6, 7, 8]) - {"c7"}
    assert ends(pool("R1 f1"), "f1") == {"e1", "e2", "f2"}
    assert "d8" in ends(pool("R1 c7, Ys c8, Rs d7"), "c7")


def test_CROC_33_the_six_may_turn_twice_even_round_a_corner_and_back():
    found = ends(pool("R6 c7"), "c7")
    assert near("c7", {6}) <= found
    back = {"e7", "a7", "c9", "c5", "d8", "b6", "e9", "d10", "f8", "c11", "c3"}
    assert back <= found
    odd = near("c7", {1, 3, 5})
    assert not found & (odd | {"c7"}), "never a field twice, never an odd distance"


def test_CROC_33_three_turns_are_one_too_many_for_the_six():
    assert "d10" in ends(pool("R6 a7, Ys b7, Ys a9"), "a7"), "a8 to d8 and up"
    assert "d10" not in ends(pool("R6 a7, Ys b7, Ys a9, Ys d8"), "a7")


def test_CROC_34_a_crocodile_eats_what_is_the_opponents_and_lies_on_top():
    position = pool("R3 c7, Ys c10, Y4/Rs f7, R2 c4, Rs a6, Y1 e12")
    assert {"c7xc10", "c7xf7"} <= set(position.legal())
    assert not ends(position, "c7") & {"c4", "a6"}, "own tiles"
    after = position.play("c7xc10")
    assert not any("c10" in text.split("x")[0] for text in after.legal())
    again = after.play("e12-e13")
    assert "c10-c13" in again.legal() and not ends(again, "c7")


def test_CROC_35_a_stack_belongs_to_its_top_and_moves_with_the_tops_number():
    stack = "R2/Y5/Rs c7, Ys d3"
    assert ends(pool(stack), "c7") == near("c7", {2})
    assert refuses(pool(stack), "flip c7", "c7-c8")
    assert not ends(pool(stack, player="Y"), "c7")


def test_CROC_35_a_stack_eats_and_is_eaten_whole():
    eating = pool("R2/Ys c5, R4 f9, Y5/Rs c3, Y3 c6").play("c5xc3")
    assert "c6xc3" in eating.legal() and not ends(eating, "c5")
    end = play(eating, "c6xc3", "f9-f13", "c3-bar")
    assert end.scores() == [0, 5]


@pytest.mark.parametrize(("eaten", "winner"), [("Ys", 2), ("Y5", 1)])
def test_CROC_35_CROC_52_tiles_below_keep_the_side_they_had_when_eaten(eaten, winner):
    position = pool(f"R2 e10, {eaten} e12, Ys c8, Y3/Rs bar")
    end = play(position, "e10xe12", "c8-c7", "e12-bar")
    assert end.scores() == [2, 2] and end.winners() == [winner]


def test_CROC_36_two_ways_to_a_field_are_one_action():
    for tile in ("Rs", "R2", "R6"):
        position = pool(f"{tile} c7, Rs f3, Ys b12")
        assert (
            len(position.legal_actions())
            == len(set(position.legal_actions()))
            == len(position.legal())
        )
        assert sum(text in ("c7-d8", "c7-b8") for text in position.legal()) == 2


# The bar


@pytest.mark.parametrize(
    ("tile", "reaching", "failing"),
    [
        ("Rs", "e13 f13 d14 e12 f12 d13 c14", "e11 c13 b14 d12"),
        ("R2", "e12 f12 e13 f13 d13 c14", "d14 e11 c13"),
        ("R3", "e11 f11 e12 f12 d12 c13 b14", "d14 e13 f13 d11 c14"),
        ("R4", "e10 d12 c13 b13 a14 d11", "e13 d14 c14 e12"),
    ],
)
def test_CROC_40_the_bar_is_reached_with_the_exact_movement(tile, reaching, failing):
    for start in reaching.split():
        position = pool(f"{tile} {start}, Ys c3, Y1/Rs bar")
        assert f"{start}-bar" in position.legal(), start
    for start in failing.split():
        assert refuses(pool(f"{tile} {start}, Ys c3, Y1/Rs bar"), f"{start}-bar"), start


def test_CROC_40_the_step_onto_the_bar_counts_for_the_turns():
    assert "d12-bar" in pool("R3 d12, Ys e12, Y1/Rs bar").legal(), "d13 d14 and right"
    assert "d12-bar" in pool("R3 d12, Ys d14, Y1/Rs bar").legal(), "e12 e13 and up"
    assert refuses(pool("R3 d12, Ys e12, Ys d14, Y1/Rs bar"), "d12-bar"), "d13, e13, up: two turns"


def test_CROC_40_nobody_goes_to_the_other_players_bar():
    position = pool("Rs b2, R1 a2, Ys e13, Y1/Rs bar")
    assert not ends(position, "b2") & {"bar", "a1", "b1"}
    assert not ends(position, "a2") & {"bar", "a1", "b1"}
    assert "e13-bar" not in position.play("b2-b3").legal()


def test_CROC_41_first_arrival_must_be_a_stack():
    position = pool("R2/Ys e12, R1 e13, Rs f12, Ys b2")
    assert "e12-bar" not in position.legal(), "e13 is in the way"
    assert refuses(position, "e13-bar", "f12-bar")
    position = play(position, "e13-d12", "b2-b3")
    assert "e12-bar" in position.legal() and "f12-bar" not in position.legal()
    yellow = position.play("e12-bar")
    assert "b3-bar" in yellow.legal(), "after it single tiles of both may arrive"
    assert "f12-bar" in yellow.play("b3-b4").legal()


def test_CROC_24_CROC_41_a_crocodile_just_turned_over_is_no_stack():
    shut_in = "Rs f13, Rs e13, Rs e12, Rs f12"
    first = play(pool(shut_in), "flip f13", "reveal 1")
    assert first.actor == 2, "the bar is not open to it yet, so it has no move"
    later = play(pool(f"{shut_in}, Y1/Rs bar"), "flip f13", "reveal 1")
    assert later.legal() == ["f13-bar"]


def test_CROC_42_a_bar_is_never_passed_through():
    assert ends(pool("R2 c1, Rs c2"), "c1") == {"d2", "e1"}, "b2 and a1 are behind the bar"
    position = pool("R4 d12, Rs e12, Y1/Rs bar")
    assert refuses(position, "d12-bar"), "f14 by d13 d14 e14"
    assert "d12-bar" in pool("R4 d12, Y1/Rs bar").legal(), "e12 f12 f13"


def test_CROC_42_tiles_on_a_bar_have_left_for_good():
    position = pool("R2/Ys e12, R1 c3, Ys c7").play("e12-bar").play("c7-c6")
    assert {text[:2] for text in position.legal()} == {"c3"}
    assert position.scores() == [2, 0]


# End


def test_CROC_50_the_game_ends_at_once_when_only_one_players_tops_are_left():
    position = pool("R2/Ys c4, R3 c7, Ys c10, Rs f5, Y2/Rs bar")
    assert not position.play("f5-f6").is_over
    end = position.play("c7xc10")
    assert end.is_over and end.actor is None and end.legal() == []
    assert end.scores() == [0, 2], "what is still in the pool counts for nobody"
    assert end.winners() == [2]


def test_CROC_50_the_last_tile_on_a_bar_ends_the_game_too():
    position = pool("Rs e13, Ys c7, Y1/Rs bar")
    assert not position.play("e13-e12").is_over
    assert position.play("e13-bar").is_over


def test_CROC_51_more_tiles_on_the_own_bar_win_whoevers_they_are():
    position = pool("Rs c4, R1/Ys/R2 bar, Y6/R5 bar", patience=1)
    assert position.scores() == [3, 2] and position.winners() is None
    assert position.play("c4-c5").winners() == [1]


@pytest.mark.parametrize(
    ("bars", "winners"),
    [
        ("R1/Y4 bar, Y2/R2 bar", [1]),
        ("R1/Ys bar, Y2/Rs bar", [2]),
        ("R1/Ys bar, Y5/Rs bar, R6 bar, Ys bar", [1]),
        ("R3/Ys bar, Y2/R1 bar", [1, 2]),
        ("R6/Y6 bar, Y1/Rs/Y2 bar", [2]),
    ],
)
def test_CROC_52_a_tie_goes_to_the_higher_sum_of_open_crocodiles(bars, winners):
    end = pool(f"Rs c4, {bars}", patience=1).play("c4-c5")
    assert end.winners() == winners


def test_CROC_53_sixty_quiet_turns_end_the_game_by_default():
    position = pool("Rs c4, Ys c11, R2/Ys bar")
    shuttle = ["c4-c5", "c11-c10", "c5-c4", "c10-c11"]
    for turn in range(60):
        assert not position.is_over
        position = position.play(shuttle[turn % 4])
    assert position.is_over and position.winners() == [1]


@pytest.mark.parametrize(
    ("tiles", "event"),
    [
        ("R2/Ys e12", ["e12-bar"]),
        ("R2 c4, Ys e4", ["c4xe4"]),
        ("Rs f7", ["flip f7", "reveal 4", "f7-f11"]),
        ("Rs f1, Ys e1, Ys f2", ["flip f1", "reveal 5"]),
    ],
)
def test_CROC_53_a_tile_turned_over_eaten_or_on_a_bar_starts_the_count_again(tiles, event):
    position = pool(f"{tiles}, Rs b7, Ys b11", quiet=2, patience=3)
    assert position.play("b7-b8").is_over
    position = play(position, *event, "b11-b10", "b7-b8")
    assert not position.is_over
    assert position.play("b10-b11").is_over


def test_CROC_50_CROC_53_placing_neither_ends_the_game_nor_counts_for_patience():
    position = GAME.new(patience=1).play("place c4")
    assert not position.is_over, "with only Red in the pool"
    position = place_all(position)
    assert not position.is_over and position.actor == 1
    assert position.play(next(t for t in position.legal() if "-" in t)).is_over


@pytest.mark.parametrize("patience", [0, -1, "x", 1.5])
def test_CROC_53_patience_is_an_integer_of_at_least_1(patience):
    with pytest.raises(waterside.OptionError):
        GAME.new(patience=patience)


def test_CROC_54_a_series_sums_tiles_and_after_a_draw_the_other_player_starts():
    series = waterside.Series(GAME, games=3, setup="picture", patience=1)
    series.add(series.next().play("c5-c6"))
    assert series.played[0].winners() == [1, 2] and series.starter == 2
    series.add(series.next().play("d10-d9"))
    assert series.starter == 1 and series.winners() is None
    last = pool("Rs c4, R1/Ys/R2 bar, Y3 bar", setup="picture", patience=1)
    series.add(last.play("c4-c5"))
    assert series.is_over and series.scores == [3, 1] and series.winners() == [1]
    with pytest.raises(waterside.IllegalActionError):
        series.next()


def test_CROC_54_the_sum_decides_a_series_not_the_games_won():
    series = waterside.Series(GAME, games=2, patience=1)
    series.add(pool("Rs c4, R1/Ys/R2/Y2/R3 bar", patience=1).play("c4-c5"))
    assert series.starter == 2
    series.add(pool("Ys c4, Y1/Rs bar", "Y", starter=2, patience=1).play("c4-c5"))
    assert series.scores == [5, 2] and series.winners() == [1]
