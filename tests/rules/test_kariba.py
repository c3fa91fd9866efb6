"""Kariba, statement by statement."""

import random
from fractions import Fraction

import pytest

import waterside
from waterside.games.kariba.rules import ANIMALS, CARDS_EACH, HAND, PLAY

KARIBA = waterside.game("kariba")
EIGHTH = Fraction(1, 8)


def play(position, actions):
    """Plays actions and outcomes of chance given as one text, separated by commas."""
    for action in actions.split(", "):
        position = position.play(action)
    return position


def deal(hands="1 1 1 2 8 / 3 3 4 5 6", opens="", **options):
    """The first turn after these hands were dealt, and these cards were opened."""
    seats = hands.split("/")
    position = KARIBA.new(len(seats), market=bool(opens), **options)
    for animal in " ".join(seats).split():
        position = position.play(f"draw {animal}")
    for animal in opens.split():
        position = position.play(f"opens {animal}")
    return position


def late(hands, waterhole="", pile="", opens=None, won="", **options):
    """A turn of seat 1 later on: the cards in these places, seat 1 has won some, the last seat has
    won all the others."""
    seats = hands.split("/")
    start = KARIBA.new(len(seats), market=opens is not None, **options)
    state = start.state.copy()
    s = KARIBA.view(state, 0)
    s.phase = PLAY
    rest = [CARDS_EACH] * ANIMALS
    rows = {"waterhole": waterhole, "pile": pile, "open": opens or ""}
    for name, cards in rows.items():
        counts = getattr(s, name)
        for animal in range(ANIMALS):
            counts[animal] = cards.split().count(str(animal + 1))
            rest[animal] -= counts[animal]
    s.pile_size, s.open_size = len(pile.split()), len(rows["open"].split())
    for seat, cards in enumerate(seats):
        s.hand_size[seat] = len(cards.split())
        for animal in range(ANIMALS):
            s.hands[seat, animal] = cards.split().count(str(animal + 1))
            rest[animal] -= s.hands[seat, animal]
    for animal in range(ANIMALS):
        s.won[0, animal] = won.split().count(str(animal + 1))
        rest[animal] -= s.won[0, animal]
        assert rest[animal] >= 0
        s.won[len(seats) - 1, animal] += rest[animal]
    return waterside.Position(KARIBA, start.players, start.options, state)


def cards(position, place, seat=None):
    """The cards in a place (of a seat), for example ``1 1 8``."""
    counts = position.state[place][0]
    counts = counts if seat is None else counts[seat - 1]
    return " ".join(str(animal + 1) for animal in range(ANIMALS) for _ in range(counts[animal]))


def pile_size(position):
    return KARIBA.view(position.state, 0).pile_size


def to_the_end(position, seed):
    """Plays at random, chance by its weights."""
    rng = random.Random(seed)
    while not position.is_over:
        chances = position.chances()
        if chances:
            position = position.play(rng.choices(list(chances), list(chances.values()))[0])
        else:
            position = position.play(rng.choice(position.legal()))
    return position


def test_KARI_01_eight_animals_with_eight_cards_each():
    position = KARIBA.new()
    assert position.chances() == {f"draw {animal}": EIGHTH for animal in range(1, 9)}
    assert pile_size(position) == ANIMALS * CARDS_EACH
    position = play(position, ", ".join(["draw 7"] * 7))
    assert position.chances()["draw 7"] == Fraction(1, 57)
    assert position.chances()["draw 1"] == Fraction(8, 57)
    assert "draw 7" not in position.play("draw 7").chances()


def test_KARI_01_two_to_four_players():
    for players in (2, 3, 4):
        assert KARIBA.new(players).players == players
    for players in (1, 5):
        with pytest.raises(waterside.PlayerCountError):
            KARIBA.new(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_KARI_02_five_cards_each_the_rest_is_the_pile_the_waterhole_is_empty(players):
    hands = ["1 1 2 4 8", "3 3 4 5 6", "2 2 2 2 2", "6 7 8 8 8"][:players]
    position = deal(" / ".join(hands))
    assert position.actor == 1
    for seat, hand in enumerate(hands, 1):
        assert cards(position, "hands", seat) == hand
    assert pile_size(position) == ANIMALS * CARDS_EACH - HAND * players
    assert cards(position, "waterhole") == ""


def test_KARI_02_hands_and_pile_are_secret():
    position = deal("1 1 1 2 8 / 3 3 4 5 6")
    assert cards(position.seen_by(1), "hands", 1) == "1 1 1 2 8"
    assert position.seen_by(1) == deal("1 1 1 2 8 / 1 1 4 5 7").seen_by(1)
    assert position.seen_by(2) == deal("8 8 8 7 7 / 3 3 4 5 6").seen_by(2)
    assert position.seen_by(1) != deal("1 1 1 2 7 / 3 3 4 5 6").seen_by(1)
    assert position.seen_by(None) == deal("8 8 8 7 7 / 1 1 4 5 7").seen_by(None)


def test_KARI_03_seat_1_begins_and_turns_go_clockwise():
    position = deal("1 2 3 4 5 / 1 2 3 4 5 / 1 2 3 4 5")
    actors = []
    for _ in range(4):
        actors.append(position.actor)
        position = play(position, "5x1, draw 5")
    assert actors == [1, 2, 3, 1]


def test_KARI_03_another_seat_begins_by_the_option_starter_but_seat_1_is_dealt_first():
    position = deal("1 1 1 2 8 / 3 3 4 5 6", starter=2)
    assert cards(position, "hands", 1) == "1 1 1 2 8"
    assert position.actor == 2
    assert play(position, "6x1, draw 6").actor == 1
    with pytest.raises(waterside.OptionError):
        KARIBA.new(2, starter=3)


def test_KARI_10_one_or_more_cards_of_one_animal_are_played_and_nothing_else_may_be_done():
    position = deal("1 1 1 2 8 / 3 3 4 5 6")
    assert position.legal() == ["1x1", "1x2", "1x3", "2x1", "8x1"]
    for wrong in ("1x4", "3x1", "2x2", "pile"):
        with pytest.raises(waterside.IllegalActionError):
            position.play(wrong)
    position = position.play("1x2")
    assert (cards(position, "waterhole"), cards(position, "hands", 1)) == ("1 1", "1 2 8")


def test_KARI_10_five_alike_can_be_played_at_once():
    position = deal("4 4 4 4 4 / 3 3 4 5 6")
    assert position.legal() == [f"4x{count}" for count in range(1, 6)]
    assert cards(position.play("4x5"), "waterhole") == "4 4 4 4 4"


@pytest.mark.parametrize(
    ("waterhole", "action", "won", "left"),
    [
        ("3 3 4", "5x3", "4", "3 3 5 5 5"),
        ("2 2 3 3 7 7", "5x3", "3 3", "2 2 5 5 5 7 7"),
        ("1 1 5 8", "5x2", "1 1", "5 5 5 8"),
        ("3 5 5 5", "5x1", "3", "5 5 5 5"),
        ("3 3 4 5", "5x1", "", "3 3 4 5 5"),
        ("3 3 3 4 4 4", "5x2", "", "3 3 3 4 4 4 5 5"),
    ],
)
def test_KARI_11_three_or_more_chase_the_closest_weaker_animal(waterhole, action, won, left):
    before = late("5 5 5 6 6 / 2 2", waterhole)
    after = before.play(action)
    assert (cards(after, "won", 1), cards(after, "waterhole")) == (won, left)
    assert after.scores() == [len(won.split()), before.scores()[1]]


@pytest.mark.parametrize("waterhole", ["", "6 6 6", "5 7 7 7 8"])
def test_KARI_12_without_a_weaker_animal_nothing_is_won(waterhole):
    position = late("5 5 5 5 6 / 2 2", waterhole).play("5x3")
    assert cards(position, "won", 1) == ""
    assert cards(position, "waterhole").replace(" ", "") == "".join(
        sorted(waterhole.replace(" ", "") + "555")
    )


@pytest.mark.parametrize(
    ("waterhole", "action", "won"),
    [
        ("7 7 8 8", "1x3", "8 8"),
        ("1 1 2 8", "1x1", "8"),
        ("2 6 7 7 7", "1x3", ""),
        ("8 8", "1x2", ""),
    ],
)
def test_KARI_13_the_mouse_chases_only_the_elephant(waterhole, action, won):
    assert cards(late("1 1 1 6 6 / 2 2", waterhole).play(action), "won", 1) == won


@pytest.mark.parametrize(
    ("waterhole", "action", "won"),
    [
        ("1 1 7", "8x3", "7"),
        ("1 1", "8x3", "1 1"),
        ("8 8", "7x3", ""),
        ("3 3 8 8 8", "2x3", ""),
        ("8 1", "2x3", "1"),
    ],
)
def test_KARI_13_no_other_animal_chases_a_higher_one_the_elephant_is_like_any(
    waterhole, action, won
):
    hand = " ".join([action[0]] * 3)
    assert cards(late(f"{hand} 6 / 4", waterhole).play(action), "won", 1) == won


def test_KARI_14_what_each_player_has_won_is_open():
    position = late("5 5 5 6 6 / 2 2 / 7 7", "3 4 4").play("5x3")
    for seat in (None, 1, 2, 3):
        view = position.seen_by(seat)
        assert cards(view, "won", 1) == "4 4"
        assert view.scores() == position.scores()
    other = late("5 5 5 6 6 / 2 2 / 7 7", "3 4", won="4").play("5x3")
    assert position.seen_by(2) == other.seen_by(2)  # it only matters what, not when
    assert position.seen_by(2) != late("5 5 5 6 6 / 2 2 / 7 7", "3 4").play("5x3").seen_by(2)


def test_KARI_15_then_the_hand_is_drawn_up_to_five():
    position = deal("1 1 1 2 8 / 3 3 4 5 6").play("1x3")
    for number, drawn in enumerate(("7", "7", "2")):
        assert (position.actor, pile_size(position)) == ("chance", 54 - number)
        position = position.play(f"draw {drawn}")
    assert position.actor == 2
    assert cards(position, "hands", 1) == "2 2 7 7 8"


def test_KARI_15_an_animal_is_as_likely_as_it_has_cards_in_the_pile():
    chances = deal("1 1 1 2 8 / 1 1 1 1 6").play("1x1").chances()
    assert chances["draw 1"] == Fraction(1, 54)
    assert chances["draw 2"] == Fraction(7, 54)
    assert chances["draw 3"] == Fraction(8, 54)
    assert sum(chances.values()) == 1


def test_KARI_15_one_draws_only_as_far_as_the_pile_goes():
    position = late("1 1 1 2 8 / 3 3 4 5 6", pile="7 7").play("1x3")
    assert position.chances() == {"draw 7": 1}
    position = play(position, "draw 7, draw 7")
    assert position.actor == 2
    assert cards(position, "hands", 1) == "2 7 7 8"


def test_KARI_20_with_the_pile_empty_play_goes_on_without_drawing():
    position = late("1 1 2 / 3 3 4").play("1x2")
    assert (position.actor, position.legal()) == (2, ["3x1", "3x2", "4x1"])
    assert cards(position, "hands", 1) == "2"


def test_KARI_20_the_last_card_of_a_hand_ends_the_game():
    over = late("1 1 1 / 3 3 4", "8 8").play("1x3")
    assert (over.is_over, over.actor, over.legal()) == (True, None, [])
    assert cards(over, "won", 1) == "8 8"  # the turn was finished
    assert cards(over, "hands", 2) == "3 3 4"
    with pytest.raises(waterside.IllegalActionError, match="over"):
        over.play("3x1")
    assert not late("1 1 1 / 3 3 4").play("1x2").is_over


def test_KARI_20_a_card_drawn_after_the_last_one_keeps_the_game_going():
    position = late("1 1 1 / 3 3 4", pile="6").play("1x3")
    assert not position.is_over
    position = position.play("draw 6")
    assert (position.actor, position.winners()) == (2, None)
    assert play(position, "4x1, 6x1").is_over


@pytest.mark.parametrize(
    ("own", "winners"),
    [
        ("1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 5 5 5", [2]),
        ("1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 5 5 5 5", [1, 2]),
        ("1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 5 5 5 5 5", [1]),
    ],
)
def test_KARI_21_most_cards_won_wins_and_a_tie_is_shared(own, winners):
    before = late("6 / 7 8", "1", won=own)  # 64 - 4 = 60 cards are won
    assert before.winners() is None
    over = before.play("6x1")
    first = len(own.split())
    assert (over.scores(), over.winners()) == ([first, 60 - first], winners)


def test_KARI_22_a_series_is_three_games_with_summed_scores_the_starter_moves_on():
    series = waterside.Series(KARIBA, 2)
    sums = [0, 0]
    for starter in (1, 2, 1):
        assert not series.is_over
        start = series.next()
        assert start.options["starter"] == starter
        end = to_the_end(start, starter)
        series.add(end)
        sums = [total + score for total, score in zip(sums, end.scores(), strict=True)]
        assert series.scores == sums
    assert series.is_over
    assert series.winners() == [seat for seat in (1, 2) if sums[seat - 1] == max(sums)]
    with pytest.raises(waterside.IllegalActionError):
        series.next()


def test_KARI_22_the_starter_moves_round_the_table_from_the_one_chosen():
    series = waterside.Series(KARIBA, 3, starter=2, games=4)
    starters = []
    while not series.is_over:
        starters.append(series.next().options["starter"])
        series.add(to_the_end(series.next(), len(starters)))
    assert starters == [2, 3, 1, 2]


def test_KARI_22_a_tied_game_counts():
    series = waterside.Series(KARIBA, 2, games=1)
    own = " ".join(str(animal) for animal in (2, 3, 4) for _ in range(8)) + " 5 5 5 5 1 1"
    series.add(late("6 / 7 8", "1", won=own).play("6x1"))
    assert (series.is_over, series.scores, series.winners()) == (True, [30, 30], [1, 2])


def test_KARI_30_there_is_no_market_by_default():
    position = deal("1 1 1 2 8 / 3 3 4 5 6")
    assert position.options["market"] is False
    assert cards(position, "open") == ""
    assert set(position.play("1x1").chances()) == {f"draw {animal}" for animal in range(1, 9)}


def test_KARI_30_the_market_opens_three_cards_after_the_deal():
    position = KARIBA.new(market=True)
    for animal in (1, 1, 1, 2, 8, 3, 3, 4, 5, 6):
        assert f"opens {animal}" not in position.chances()
        position = position.play(f"draw {animal}")
    assert position.chances()["opens 1"] == Fraction(5, 54)
    position = play(position, "opens 6, opens 6, opens 7")
    assert (position.actor, pile_size(position)) == (1, 51)
    for seat in (None, 1, 2):
        assert cards(position.seen_by(seat), "open") == "6 6 7"
    assert position.legal() == ["1x1", "1x2", "1x3", "2x1", "8x1"]


def test_KARI_31_each_card_is_taken_from_the_pile_or_the_open_cards():
    position = deal(opens="6 6 7").play("1x3")
    assert (position.actor, position.legal()) == (1, ["open 6", "open 7", "pile"])
    position = position.play("open 7")
    assert position.legal() == ["open 6", "pile"]
    position = position.play("pile")
    assert position.chances()["draw 1"] == Fraction(5, 51)
    position = position.play("draw 4")
    assert position.legal() == ["open 6", "pile"]
    position = position.play("open 6")
    assert cards(position, "hands", 1) == "2 4 6 7 8"


def test_KARI_31_filling_up_to_five_is_a_must_and_one_possibility_is_still_an_action():
    position = deal(opens="6 6 7").play("1x1")
    for wrong in ("2x1", "open 5"):
        with pytest.raises(waterside.IllegalActionError):
            position.play(wrong)
    only_open = late("1 1 1 2 8 / 3 3 4 5 6", opens="7").play("1x1")
    assert (only_open.actor, only_open.legal()) == (1, ["open 7"])
    only_pile = late("1 1 1 2 8 / 3 3 4 5 6", pile="5 5", opens="").play("1x1")
    assert (only_pile.actor, only_pile.legal()) == (1, ["pile"])
    with pytest.raises(waterside.IllegalActionError, match="pile is empty"):
        only_open.play("pile")


def test_KARI_31_cards_taken_openly_are_known_until_played():
    position = play(deal(opens="6 6 7"), "1x2, open 6, open 7, opens 1, opens 1")
    view = position.seen_by(2)
    assert (cards(view, "hands", 1), cards(view, "known", 1)) == ("", "6 7")
    position = play(position, "3x1, pile, draw 3, 6x1, pile, draw 6")
    assert cards(position.seen_by(2), "known", 1) == "7"
    assert cards(position, "hands", 1) == "1 2 6 7 8"
    twice = play(deal(opens="6 6 7"), "1x2, open 6, open 6, opens 1, opens 1, 3x1, pile, draw 3")
    assert cards(twice.play("6x1").seen_by(2), "known", 1) == "6"  # two were, one was played


def test_KARI_32_the_open_cards_are_replenished_after_the_turn():
    position = play(deal(opens="6 6 7"), "1x3, open 6, open 6")
    assert (position.actor, cards(position, "open")) == (1, "7")
    position = position.play("open 7")
    for number in range(3):
        assert (position.actor, pile_size(position)) == ("chance", 51 - number)
        assert position.chances()["opens 8"] == Fraction(7, 51 - number)
        position = position.play("opens 3")
    assert (position.actor, cards(position, "open")) == (2, "3 3 3")


def test_KARI_32_nothing_is_opened_where_three_still_lie_open():
    assert play(deal(opens="6 6 7"), "1x1, pile, draw 1").actor == 2


def test_KARI_32_the_open_cards_are_replenished_as_far_as_the_pile_goes():
    position = play(late("1 1 1 2 8 / 3 3 4 5 6", pile="5", opens="6 6 7"), "1x2, open 6, open 6")
    assert position.chances() == {"opens 5": 1}
    position = position.play("opens 5")
    assert (position.actor, cards(position, "open")) == (2, "5 7")


def test_KARI_33_with_the_pile_empty_hands_are_filled_from_the_open_cards():
    position = late("1 1 1 / 3 3 4", opens="6 7").play("1x3")
    assert position.legal() == ["open 6", "open 7"]
    position = position.play("open 6")
    assert (position.actor, position.legal()) == (1, ["open 7"])
    position = position.play("open 7")
    assert (position.actor, position.is_over) == (2, False)


def test_KARI_20_KARI_33_the_game_ends_only_when_no_card_can_be_drawn_at_all():
    assert not late("1 / 3 3 4", opens="6").play("1x1").is_over
    assert not late("1 / 3 3 4", pile="6", opens="").play("1x1").is_over
    assert late("1 / 3 3 4", opens="").play("1x1").is_over


@pytest.mark.parametrize("market", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_KARI_01_KARI_20_all_64_cards_stay_in_the_game_to_its_end(players, market):
    position = to_the_end(KARIBA.new(players, market=market), players)
    s = KARIBA.view(position.state, 0)
    for animal in range(ANIMALS):
        seats = sum(s.hands[seat, animal] + s.won[seat, animal] for seat in range(players))
        assert seats + s.waterhole[animal] == CARDS_EACH
    assert s.hand_size[s.player] == s.pile_size == s.open_size == 0
