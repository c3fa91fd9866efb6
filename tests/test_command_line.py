"""The command line as programs and people use it: real processes."""

import json
import random
import re
import subprocess
import sys

import pytest

import waterside
from waterside.text.statements import coverage, ids_in, statements_of

FROM_HERE = [sys.executable, "-m", "waterside"]


def run(*arguments, lines=None, env=None):
    text = None if lines is None else "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        [*FROM_HERE, *arguments], input=text, capture_output=True, text=True, timeout=600, env=env
    )


def test_version_and_help():
    assert run("--version").stdout == f"waterside {waterside.__version__}\n"
    shown = run("--help")
    assert shown.returncode == 0
    for command in ("games", "rules", "referee", "bench"):
        assert command in shown.stdout
        assert run(command, "--help").returncode == 0


def test_games_lists_every_game_with_seats_and_options():
    shown = run("games").stdout
    for game in waterside.all_games().values():
        assert game.title.split()[0] in shown
        for option in game.options:
            assert f"{option.name}=" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["referee", "karibu"], "did you mean kariba"),
        (["referee", "kariba", "--players", "7"], "2 to 4 players"),
        (["referee", "kariba", "--set", "market"], "write NAME=VALUE"),
        (["referee", "kariba", "--set", "market=on", "--set", "market=off"], "set twice"),
        (["referee", "kariba", "--set", "market=maybe"], "on or off"),
        (["train", "kariba", "--players", "9"], "2 to 4 players"),
        (["train", "kariba", "--rounds", "0"], "at least 1"),
        (["rules", "chess"], "no such game"),
        (["rules"], "which game"),
        (["referee"], "GAME"),
        (["frobnicate"], "invalid choice"),
        (["rules", "kariba", "--lang", "it"], "invalid choice"),
    ],
)
def test_wrong_usage_is_status_2_and_says_what_is_right(arguments, words):
    ended = run(*arguments, lines=[])
    assert ended.returncode == 2
    assert words in ended.stderr
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr


def test_referee_answers_each_line_and_refuses_without_change():
    ended = run("referee", "kariba", lines=["draw 4", "draw 9", "4x1", "draw 4"])
    start, first, malformed, illegal, second = map(json.loads, ended.stdout.splitlines())
    assert start["number"] == 0
    assert start["legal"]["draw 4"] == [1, 8]
    assert first["legal"]["draw 4"] == [1, 9]
    assert set(malformed) == set(illegal) == {"number", "error"}
    assert malformed["number"] == illegal["number"] == 1
    assert second["number"] == 2
    assert second["legal"]["draw 4"] == [3, 31]
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("name", "players", "settings"),
    [
        ("crocodile", 2, ["setup=picture", "patience=9"]),
        ("cromado", 3, ["turn_limit=12", "corners=SE,SW,NE"]),
        ("splash", 5, ["shows=0"]),
        ("kariba", 4, ["market=on"]),
    ],
)
def test_referee_agrees_with_the_library_over_whole_games(name, players, settings):
    rng = random.Random(name)
    options = dict(setting.split("=") for setting in settings)
    positions = [waterside.game(name).new(players, **options)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_actions())))
    flags = [part for setting in settings for part in ("--set", setting)]
    ended = run("referee", name, "--players", str(players), *flags, lines=positions[-1].history())
    assert ended.returncode == 0
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(answers) == len(positions)
    for answer, position in zip(answers, positions, strict=True):
        assert list(answer) == ["number", "actor", "legal", "scores", "winners"]
        assert answer["actor"] == position.actor
        assert answer["scores"] == position.scores()
        assert answer["winners"] == position.winners()
        if position.actor == "chance":
            assert {t: tuple(f) for t, f in answer["legal"].items()} == {
                t: s.as_integer_ratio() for t, s in position.chances().items()
            }
        else:
            assert answer["legal"] == position.legal()


def test_referee_takes_bytes_that_are_no_text_as_a_wrong_line():
    ended = subprocess.run(
        [*FROM_HERE, "referee", "kariba"],
        input=b"\xff\xfe\ndraw 1\n",
        capture_output=True,
        timeout=60,
    )
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [answer["number"] for answer in answers] == [0, 0, 1]
    assert "error" in answers[1]
    assert ended.returncode == 1


def test_referee_answers_at_once():
    with subprocess.Popen(
        [*FROM_HERE, "referee", "crocodile"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert json.loads(process.stdout.readline())["number"] == 0
        process.stdin.write("place c4\n")
        assert json.loads(process.stdout.readline())["number"] == 1
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize("name", waterside.all_games())
def test_rules_are_there_in_three_languages_and_tell_every_option(name):
    game = waterside.game(name)
    guides = {
        language: run("rules", name, "--lang", language).stdout for language in ["en", "fr", "de"]
    }
    assert len(set(guides.values())) == 3
    sections = {language: len(re.findall("^## ", text, re.M)) for language, text in guides.items()}
    assert len(set(sections.values())) == 1, sections
    for text in guides.values():
        assert text.startswith(f"# {game.title}\n")
        for option in game.options:
            assert f"`{option.name}`" in text
    assert "## Rules clarifications" in guides["en"]
    assert run("rules", name, "--statements").stdout == game.statements()


def test_every_statement_is_covered_and_no_test_names_one_that_is_not_there(request):
    tests = coverage(request.config.rootpath / "tests")
    known = [s for game in waterside.all_games().values() for s in statements_of(game)]
    assert len(known) == len(set(known)) > 90
    assert [statement for statement in known if statement not in tests] == []
    assert [statement for statement in tests if statement not in known] == []
    shown = run("rules", "--coverage")
    assert shown.returncode == 0
    assert "every statement is covered" in shown.stdout


def test_an_uncovered_statement_is_status_1(tmp_path):
    (tmp_path / "test_few.py").write_text("def test_KARI_10_something(): ...\n")
    shown = run("rules", "kariba", "--coverage", "--tests", str(tmp_path))
    assert shown.returncode == 1
    assert "without a test" in shown.stdout
    assert ids_in("test_CROC_30_31_and_KARI_02") == ["CROC-30", "CROC-31", "KARI-02"]


def test_bench_prints_a_line_of_json_for_each_back_end():
    ended = run("bench", "rules", "--game", "kariba", "--players", "3", "--seconds", "0.05")
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [line["backend"] for line in lines] == ["interpreted", "compiled", "cores"]
    for line in lines:
        assert line["decisions_per_s"] > 0
        assert abs(sum(line["win_rate"]) - 1) < 1e-4
        assert 20 < line["mean_decisions"] <= 64, "each plays at least one of 64 cards"


def test_rules_compile_where_no_cache_can_be_kept(monkeypatch, tmp_path):
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    monkeypatch.setenv("WATERSIDE_CACHE", str(blocked))
    ended = run(
        *("bench", "rules", "--game", "kariba", "--players", "2"),
        *("--seconds", "0.01", "--backend", "compiled"),
    )
    assert json.loads(ended.stdout)["backend"] == "compiled"


def test_everything_runs_interpreted_where_numba_is_not_wanted(monkeypatch):
    monkeypatch.setenv("WATERSIDE_INTERPRETED", "1")
    ended = run("bench", "rules", "--game", "kariba", "--players", "2", "--seconds", "0.05")
    assert [json.loads(line)["backend"] for line in ended.stdout.splitlines()] == ["interpreted"]
    assert "WATERSIDE_INTERPRETED is set" in ended.stderr


@pytest.mark.parametrize(
    "command", [["site"], ["build", "npm"], ["build", "wasm", "-o"]], ids="-".join
)
def test_a_folder_that_cannot_be_made_is_said_in_one_line(command, tmp_path):
    (tmp_path / "file").touch()
    ended = run(*command, str(tmp_path / "file" / "inside"))
    assert ended.returncode == 2
    assert "cannot be made a folder" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
