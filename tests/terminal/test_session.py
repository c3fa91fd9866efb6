"""What can be typed at the table, in plain lines and as scripts use it."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest

import waterside
from waterside.bots import Answer, Considered
from waterside.cli import main, play
from waterside.terminal import session as leading
from waterside.terminal.boards import board
from waterside.terminal.session import Session
from waterside.terminal.table import LocalTable, default_adviser, default_opponent
from waterside.terminal.view import help_text
from waterside.text.language import LANGUAGES, speaker
from waterside.text.narration import PlainNarrator, narrate, seat_names


class Scripted:
    """A face that plays a script and remembers what it was told."""

    def __init__(self, *script):
        self.script = list(script)
        self.views = []
        self.said = []

    def ask(self, view):
        self.views.append(view)
        return self.question("")

    def question(self, text):
        if not self.script:
            raise EOFError
        return self.script.pop(0)

    def wait(self, view):
        pass

    def say(self, text):
        self.said.append(text)

    def show(self, title, text, markdown=False):
        self.said.append(text)

    def cover(self, text):
        self.said.append(text)

    def end(self, view):
        self.views.append(view)


class Moves:
    """A bot that plays given moves, over and over."""

    name = "moves"

    def __init__(self, *moves):
        self.moves = moves

    def answer(self, question, stop=lambda: False):
        legal = question.position().legal()
        move = next((move for move in self.moves if move in legal), legal[0])
        chosen = [Considered(one, 10, 0.5 + 0.1 * one.count("x"), 0.1) for one in legal]
        return Answer(move, tuple(chosen))


def led(name, *script, bots=None, options=None, players=2):
    position = waterside.game(name).new(players, **(options or {}))
    table = LocalTable(position, bots or {}, random.Random(1), 1)
    face = Scripted(*script)
    session = Session(table, face)
    session.run()
    return table, face, session


PICTURE = {"setup": "picture"}


def test_undo_goes_back_across_a_bot_but_not_across_chance():
    bots = {2: Moves("c13-c14", "c14-c13")}
    table, face, _ = led("crocodile", "c5-c6", "undo", "undo", bots=bots, options=PICTURE)
    assert table.position.history() == []
    assert face.said == ["Undone. Choose again.", "There is nothing to undo yet."]
    table, face, _ = led("crocodile", "flip c5", "undo", bots=bots, options=PICTURE)
    assert table.position.number == 2
    assert "chance has decided" in face.said[0]
    bots = {2: Moves("flip c13")}
    table, face, _ = led("crocodile", "c5-c6", "undo", bots=bots, options=PICTURE)
    assert "chance has decided" in face.said[0]
    assert table.position.number > 2


def test_undo_is_refused_across_another_person():
    table, face, _ = led("crocodile", "c5-c6", "c13-c14", "undo", options=PICTURE)
    assert face.said == ["That cannot be undone: Yellow has played since."]
    assert table.position.history() == ["c5-c6", "c13-c14"]


def test_undo_is_refused_after_an_accusation():
    position = waterside.game("splash").new(3)
    for colour in waterside.games.splash.notation.NAMES * 3:
        position = position.play(f"stand {colour}")
    for token in ("red", "blue", "green"):
        position = position.play(f"token {token}")
    for action in ("take 18", "shows 1", "cw", "sinks 1"):
        position = position.play(action)
    face = Scripted("accuse 2 yellow")
    table = LocalTable(position, {2: Moves(), 3: Moves()}, random.Random(1), 1)
    session = Session(table, face)
    session.step()
    names = seat_names(position, speaker())
    assert narrate(position, table.position, None, names, speaker()) == (
        "Seat 1 says: Seat 2 is yellow ●. Wrong! Seat 1 was red ▲ and is out."
    )
    table.position = position.play("accuse 2 blue")
    with pytest.raises(waterside.WatersideError, match="undone"):
        table.before_last_decision()


def test_wrong_input_gets_a_sentence_and_changes_nothing():
    wrong = ["", "hello", "c5-c9", "a9-a10", "reveal 4", "place c4", "SAVE /no/such/folder/x"]
    table, face, session = led("crocodile", *wrong, options=PICTURE)
    assert table.position.number == 0
    assert len(face.said) == len(wrong)
    assert all(said.endswith((".", "more", "ten")) for said in face.said), face.said
    assert "no move here" in face.said[1]
    assert "one or two fields" in face.said[2]
    assert "no tile lies" in face.said[3]
    assert "cannot be written" in face.said[6]
    assert session.was_cut_off


def test_capital_letters_are_understood():
    table, _, _ = led("crocodile", "C5-C6", options=PICTURE)
    assert table.position.history() == ["c5-c6"]


def test_hint_shows_the_best_three_with_values(monkeypatch):
    monkeypatch.setattr(leading, "make_bot", lambda spec: Moves())
    _, face, _ = led("kariba", "hint", bots={2: Moves()})
    assert face.said[0].startswith("Hint: ")
    assert 1 <= face.said[0].count("wins about 60%") <= 3
    monkeypatch.undo()
    monkeypatch.setattr(leading, "default_adviser", lambda: "random")
    _, face, _ = led("kariba", "hint", bots={2: Moves()})
    assert "chosen at random" in face.said[0]


def test_default_bots_exist():
    for spec in (default_opponent(), default_adviser()):
        assert waterside.bots.make_bot(spec).name == spec


def test_a_bot_that_fails_costs_nothing_but_the_moment(tmp_path, monkeypatch):
    class Wrong(Moves):
        def answer(self, question, stop=lambda: False):
            return Answer("c5-c99")

    monkeypatch.chdir(tmp_path)
    _, _, session = led("crocodile", "c5-c6", bots={2: Wrong()}, options=PICTURE)
    assert "Nothing is lost" in session.goodbye
    record = waterside.Record.loads((tmp_path / "crocodile-1.txt").read_text())
    assert record.actions == ("c5-c6",)


def test_rules_and_help():
    _, face, _ = led("kariba", "rules", "help", bots={2: Moves()})
    assert face.said[0].startswith("# Kariba")
    assert "undo" in face.said[1]


def test_save_never_overwrites_another_file_and_resume_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("precious")
    script = ["c5-c6", "save mine.txt", "save", "save", "quit", "", "mine.txt", "y"]
    bots = {2: waterside.bots.make_bot("random")}
    table, face, session = led("crocodile", *script, bots=bots, options=PICTURE)
    assert "already there" in face.said[0]
    assert "--resume crocodile-1.txt" in face.said[1] == face.said[2]
    assert session.goodbye.startswith("Saved.")
    assert (tmp_path / "mine.txt").read_text() == "precious"
    record = waterside.Record.loads((tmp_path / "crocodile-1.txt").read_text())
    assert record.seats == {1: "person", 2: "random"}
    assert record.position() == table.position
    ended = script_run("crocodile", "--resume", "crocodile-1.txt", lines=["quit", "n"])
    assert ended.returncode == 0
    assert "You move the swimmer from c5 to c6." in ended.stdout
    for arguments, words in [
        (["kariba", "--resume", "crocodile-1.txt"], "is a game of crocodile"),
        (["crocodile", "--resume", "nothing.txt"], "cannot be read"),
        (["crocodile", "--resume", "mine.txt"], "a record begins with"),
        (["crocodile", "--resume", "crocodile-1.txt", "--players", "2"], "leave out"),
    ]:
        assert main(["play", *arguments]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kariba", "--people", "3"], "from 1 to 2 people"),
        (["kariba", "--people", "2", "--against", "random"], "no seat is left"),
        (["kariba", "--people", "1", "--against", "nobody"], "other seats need players"),
        (["kariba", "--against", "fritz"], "no such bot"),
        (["chess"], "no such game"),
    ],
)
def test_wrong_usage(arguments, words, capsys):
    assert main(["play", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_who_sits_where():
    say = speaker()
    assert play.opponents(4, None, None, say) == {}
    assert play.opponents(4, "nobody", None, say) == {}
    assert list(play.opponents(4, "random", None, say)) == [2, 3, 4]
    assert list(play.opponents(4, "random", 3, say)) == [4]
    assert play.opponents(2, None, 1, say)[2].name == default_opponent()


def script_run(*arguments, lines):
    return subprocess.run(
        [sys.executable, "-m", "waterside", "play", *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_a_scripted_game_is_the_same_with_the_same_seed_and_ends_in_words():
    options = ["crocodile", "--set", "setup=picture", "--set", "patience=2", "--seed", "8"]
    ended = [script_run(*options, lines=["c5-c6", "c13-c14"]) for _ in range(2)]
    assert ended[0].stdout == ended[1].stdout
    assert ended[0].returncode == 0
    assert "2 turns in a row went by quietly" in ended[0].stdout
    assert "A draw between Red and Yellow." in ended[0].stdout
    assert "Tiles on the bar: Red 0, Yellow 0." in ended[0].stdout


def test_input_that_ends_early_is_status_1():
    ended = script_run("kariba", "--against", "random", lines=["moves"])
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "The input has ended" in ended.stdout


@pytest.mark.parametrize("name", list(waterside.all_games()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_and_help_fit_their_place_in_every_language(name, language):
    game, say = waterside.game(name), speaker(language)
    options = {"cromado": {"turn_limit": 25}, "kariba": {"market": True}}.get(name, {})
    rng = random.Random(4)
    position = game.new(game.seats[1], **options)
    while not position.is_over:
        position = position.play(rng.choice(position.legal_actions()))
        drawn = board(position.seen_by(1), 1, say)
        assert all(line.cell_len <= 44 for line in drawn.split("\n")), drawn.plain
        assert len(drawn.split("\n")) <= 17
    assert all(len(line) < 90 for line in game.parts.terminal.legend(say))
    assert all(len(line) < 80 for line in help_text(say).split("\n"))


def test_a_game_speaks_the_language_that_is_asked_for(monkeypatch):
    lines = ["c5-c9", "c5-c6", "help", "quit", "n"]
    asked = script_run("crocodile", "--set", "setup=picture", "--language", "de", lines=lines)
    assert "du bist dran (Rot ▲)" in asked.stdout
    assert "c5-c9 ist hier nicht möglich." in asked.stdout
    assert "Rot zieht den Schwimmer von c5 nach c6." in asked.stdout
    assert "Die Partie wurde nicht gespeichert." in asked.stdout
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    found = script_run("crocodile", "--set", "setup=picture", lines=lines)
    assert "à toi (Rouge ▲)" in found.stdout
    assert "Rouge déplace le nageur de c5 à c6." in found.stdout


def test_a_game_without_words_is_played_by_its_notation(monkeypatch):
    full = waterside.game("crocodile")
    game = replace(full, parts=replace(full.parts, text=PlainNarrator(), terminal=None))
    table = LocalTable(game.new(setup="picture"), {}, random.Random(1), 1)
    face = Scripted("c5-c6", "help")
    Session(table, face).run()
    assert face.views[1].events == ["Seat 1: c5-c6."]
    assert face.views[0].board.plain == str(game.new(setup="picture"))
    assert ("c5-c6", "c5-c6") in face.views[0].choices
    assert face.views[0].prompt == "Seat 1: Your move"
