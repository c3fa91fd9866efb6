"""Positions: what they answer, what they refuse, and how they say so."""

import re

import pytest

import waterside
from waterside import (
    IllegalActionError,
    MalformedActionError,
    OptionError,
    PlayerCountError,
    UnknownGameError,
)


def kariba():
    position = waterside.game("kariba").new(2)
    for card in "1114788253":
        position = position.play(f"draw {card}")
    return position


def test_playing_gives_a_new_position_and_leaves_the_old_one():
    before = kariba()
    after = before.play("1x3")
    assert (before.number, after.number) == (10, 11)
    assert before.legal() == ["1x1", "1x2", "1x3", "4x1", "7x1"]
    assert after.undo() is before
    assert after.history()[-1] == "1x3"
    assert after.undo(11) == waterside.game("kariba").new(2)


def test_undoing_further_than_the_start_is_refused():
    with pytest.raises(IllegalActionError, match="only 10 actions have been played"):
        kariba().undo(11)


def test_equal_positions_are_equal_whatever_led_to_them():
    one = waterside.game("kariba").new(2).play("draw 1").play("draw 2")
    other = waterside.game("kariba").new(2).play("draw 2").play("draw 1")
    assert one == other
    assert hash(one) == hash(other)
    assert one != waterside.game("kariba").new(3).play("draw 1").play("draw 2")


def test_actions_can_be_given_by_number():
    position = kariba()
    for number in position.legal_actions():
        assert position.play(number).action in position.legal()
    with pytest.raises(IllegalActionError, match="not the number of a legal action"):
        position.play(9999)


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        ("hello", MalformedActionError, "'hello' is no action of Kariba; actions look like 4x2"),
        ("", MalformedActionError, "no action"),
        ("9x1", MalformedActionError, "no action"),
        ("4x2", IllegalActionError, "4x2: the hand has 1 of animal 4; possible: 1x1, 1x2"),
        ("pile", IllegalActionError, "cards must be played first"),
        ("draw 3", IllegalActionError, "draw 3: it is the turn of seat 1"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(action, error, words):
    with pytest.raises(error, match=re.escape(words)):
        kariba().play(action)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("d2-d5", "a swimmer moves one or two fields"),
        ("d2xd4", "here this is written d2-d4"),
        ("d2-bar", "the first to arrive at a bar must be a stack"),
        ("c13-c12", "the tile on c13 is not the player's own"),
        ("a6-a7", "no tile lies on a6"),
        ("place c4", "all swimmers have been placed"),
        ("pass", "only who can do nothing else passes"),
    ],
)
def test_crocodile_says_why_a_move_is_illegal(action, words):
    position = waterside.game("crocodile").new(setup="picture")
    with pytest.raises(IllegalActionError, match=re.escape(words)):
        position.play(action)


def test_a_crocodile_must_move_its_exact_number():
    position = waterside.game("crocodile").new(setup="picture").play("flip d2").play("reveal 4")
    with pytest.raises(IllegalActionError, match="the 4 must move exactly 4 fields"):
        position.play("d2-d4")
    with pytest.raises(IllegalActionError, match="the crocodile just turned over must be moved"):
        position.play("b3-b4")


def test_cromado_and_splash_say_why_too():
    cromado = waterside.game("cromado").new(2)
    with pytest.raises(IllegalActionError, match="a bridge covers three fields of open water"):
        cromado.play("lay a1h")
    with pytest.raises(IllegalActionError, match="a bridge must be laid"):
        cromado.play("c3-n14")
    splash = waterside.game("splash").new(2)
    with pytest.raises(IllegalActionError, match="chance decides now"):
        splash.play("take 3")


def test_an_ended_game_takes_no_action():
    position = waterside.game("crocodile").new(setup="picture", patience=1).play("d2-d3")
    assert position.is_over
    assert position.actor is None
    assert (position.legal(), position.chances()) == ([], {})
    with pytest.raises(IllegalActionError, match="the game is over"):
        position.play("c13-c12")


def test_unknown_games_say_which_there_are():
    with pytest.raises(
        UnknownGameError, match=r"did you mean kariba\?.*crocodile, cromado, splash"
    ):
        waterside.game("karriba")
    with pytest.raises(UnknownGameError, match="no such game"):
        waterside.game("chess")


@pytest.mark.parametrize("players", [0, 1, 5, 2.0, "2"])
def test_wrong_player_counts_say_what_would_be_right(players):
    with pytest.raises(PlayerCountError, match="Kariba is for 2 to 4 players"):
        waterside.game("kariba").new(players)


@pytest.mark.parametrize(
    ("name", "option", "value", "words"),
    [
        ("kariba", "marked", "on", "has no such option; it has market, starter"),
        ("kariba", "market", "yes", "market takes on or off"),
        ("kariba", "market", 1, "market takes on or off"),
        ("kariba", "starter", 3, "starter takes a seat number"),
        ("crocodile", "rows", "1222", "two 1s and two 2s"),
        ("crocodile", "bar", "middle", "bar takes far or near"),
        ("crocodile", "patience", "0", "a whole number from 1 on"),
        ("crocodile", "patience", "1e3", "a whole number from 1 on"),
        ("cromado", "corners", "SW", "as many as players"),
        ("cromado", "corners", "SW,SW", "different corners"),
        ("cromado", "corners", "SW,XX", "for example SW,NE"),
        ("splash", "shows", 101, "from 0 to 100"),
        ("splash", "shows", True, "from 0 to 100"),
    ],
)
def test_bad_options_say_what_would_be_right(name, option, value, words):
    with pytest.raises(OptionError, match=re.escape(words)):
        waterside.game(name).new(2, **{option: value})


def test_options_may_be_given_as_text_or_as_values():
    game = waterside.game("kariba")
    assert game.new(2, market="on", starter="2") == game.new(2, market=True, starter=2)
    assert game.new(2).options == {"starter": 1, "market": False}


def test_a_position_shows_itself_in_a_repl_and_in_a_notebook():
    position = kariba()
    assert repr(position).splitlines()[0] == "<Kariba, after 10 actions: seat 1 to act>"
    assert "seat 2  hand 2 3 5 8 8   won 0" in repr(position)
    assert position._repr_svg_().startswith("<svg ")


@pytest.mark.parametrize("name", waterside.all_games())
def test_every_game_draws_itself_from_start_to_end(name):
    position = waterside.game(name).new()
    while not position.is_over:
        assert all(len(line) <= 80 for line in str(position).splitlines())
        position = position.play(position.legal_actions()[0])
    assert "won" in position.headline() or "draw" in position.headline()


def test_views_hide_hands_and_forget_the_way():
    seen = kariba().seen_by(1)
    assert "seat 2  hand ? ? ? ? ?" in str(seen)
    assert seen.history() == []
    assert "hand ? ? ? ? ?" in str(kariba().seen_by(None)).splitlines()[3]
