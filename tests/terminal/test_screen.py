"""Whole games through a real pseudo-terminal of 80 by 24."""

import re
import termios

import pytest

import waterside
from tests.terminal.driver import DOWN, Terminal
from waterside.terminal.menu import Chooser

GAMES = {
    "crocodile": ["--set", "setup=picture", "--set", "patience=9"],
    "cromado": ["--players", "3", "--set", "turn_limit=6"],
    "splash": ["--players", "3", "--set", "turn_limit=12"],
    "kariba": [],
}
AGAINST = ["--against", "random", "--seed", "11"]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_on_the_full_screen_in_colour(name):
    with Terminal(name, *GAMES[name], *AGAINST) as terminal:
        screen = terminal.shown()
        turns = 0
        while "Enter leave" not in screen:
            assert waterside.game(name).title in screen.splitlines()[0]
            assert re.search(r"\d+ moves?$", screen.splitlines()[2])
            assert "▸" in screen
            if turns % 5 == 1:
                terminal.press(DOWN)
            screen = terminal.press("\r")
            turns += 1
            assert turns < 200
        assert turns > 3
        assert re.search(r"has won|have won|A draw", screen)
        assert "38;2;" in terminal.raw
        assert terminal.press("\r", "\x1b[?1049l")
        assert terminal.leave() == 0
        assert re.search(r"has won!|have won!|A draw", terminal.raw.split("\x1b[?1049l")[1])
        assert "Traceback" not in terminal.raw
        assert termios.tcgetattr(terminal.slave)[3] == terminal.before[3]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_whole_game_in_plain_lines(name, environment):
    with Terminal(name, *GAMES[name], *AGAINST, **environment) as terminal:
        turns = 0
        new = terminal.read(lambda new: new.endswith(" > "))
        while not terminal.over:
            assert "\x1b" not in new
            listed = re.findall(r"^  (\S.{15}) \S", new, re.M)
            assert listed, new
            move = listed[turns % len(listed)].strip()
            terminal.press(f"{move}\n", "\n")
            new = terminal.read(lambda new: new.endswith(" > "))
            turns += 1
            assert turns < 200
        assert turns > 3
        assert terminal.leave() == 0
        assert re.search(r"has won!|have won!|A draw", new)


def test_typing_narrows_and_commands_answer():
    with Terminal("kariba", *AGAINST) as terminal:
        first = terminal.shown()
        hand = re.search(r"seat 1 .*hand ((?:\[\d\] ?)+)", first)[1]
        card = re.search(r"\[(\d)\]", hand)[1]
        narrowed = terminal.press(card)
        assert re.search(r"\d of \d+ moves", narrowed)
        terminal.press("\x7f")
        assert "'9x9' is no move here" in terminal.type("9x9")
        assert "no move fits that" in terminal.press("%")
        terminal.press("\x1b")
        assert "Enter back to the game" in terminal.type("rules")
        terminal.press("\x1b[B")
        assert "moves" in terminal.press("\r")
        assert "undo your last move" in terminal.type("help")
        terminal.press("\r")
        assert "nothing to undo" in terminal.type("undo")
        assert hand in terminal.grid.text()
        assert "Save the game" in terminal.press("\x03", "Save the game")
        terminal.press("c", "c")
        assert "moves" in terminal.press("\r", "type to narrow")
        terminal.type("quit")
        terminal.press("n", "n")
        terminal.press("\r", "not saved")
        assert terminal.leave() == 0


def cards(shown, seat):
    found = re.findall(rf"seat {seat}  won +\d+   hand ((?:\[\d\] ?|\? ?)+)", shown)
    return [hand.strip() for hand in found]


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_cards_are_covered_when_the_keyboard_changes_hands(environment):
    plain = bool(environment)
    with Terminal("kariba", "--seed", "5", **environment) as terminal:
        covered = terminal.shown("press Enter")
        for turn in range(6):
            seat = turn % 2 + 1
            assert f"Pass the keyboard to seat {seat}, then press Enter." in covered
            assert "[" not in covered
            assert "won" not in covered
            terminal.press("\r", " > " if plain else "type to narrow")
            shown = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", terminal.raw[terminal.mark :])
            own = cards(shown, seat)
            assert own
            assert "?" not in "".join(own)
            assert set(cards(shown, 3 - seat)) == {"? ? ? ? ?"}
            assert len(re.findall(r"\[\d\]", shown)) == 5 * len(own)
            move = re.search(r"(?:^  |▸ )(\dx\d) ", shown, re.M)[1]
            covered = terminal.press(f"{move}\r" if plain else "\r", "press Enter")


def test_secret_colours_are_covered_too():
    with Terminal("splash", "--seed", "5", "--players", "2") as terminal:
        colours = {}
        for seat in (1, 2):
            assert f"seat {seat}, then press Enter" in terminal.shown("press Enter")
            screen = terminal.press("\r", "type to narrow")
            colours[seat] = re.search(rf"seat {seat}  (\S) (\w+)", screen)[2]
            assert f"seat {3 - seat} secret" in screen
            assert f"Your secret colour is {colours[seat]}" in screen
            if seat == 1:
                assert "Which way?" in terminal.press("\r")
                terminal.press("\r")
                if "Name a colour" in terminal.grid.text():
                    terminal.type("silent")
        assert colours[1] != colours[2]


def test_a_small_window_gets_plain_lines():
    with Terminal("kariba", *AGAINST, size=(60, 20)) as terminal:
        assert "\x1b" not in terminal.read(lambda new: new.endswith(" > "))


def test_the_marked_move_stays_within_the_list():
    chooser = Chooser([(f"take {n}", "") for n in range(1, 19)])
    for key in ("up", "page down", "page down", "page down", "down"):
        chooser.press(key)
    assert chooser.entered() == "take 18"
    assert chooser.window(5)[1][-1][0] == "take 18"
    chooser.press("home")
    assert chooser.entered() == "take 1"
    chooser.press("1")
    assert [move for move, _ in chooser.shown][:2] == ["take 1", "take 10"]
    for letter in "ztake":
        chooser.press(letter)
    assert chooser.entered() == "1ztake"
