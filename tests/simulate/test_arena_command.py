"""``waterside arena`` as people use it: tables, files that are continued, early stops."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest


def arena(*arguments, status=0):
    command = [sys.executable, "-m", "waterside", "arena", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert ended.returncode == status, ended.stderr
    return ended


def lines_of(ended):
    """The lines of JSON without times, which differ from run to run."""
    found = [json.loads(line) for line in ended.stdout.splitlines()]
    return [{k: v for k, v in line.items() if not k.startswith("ms_")} for line in found]


def test_two_bots_play_and_a_table_is_printed(bots):
    shown = arena("kariba", "most", "random", "--games", 19, "--jobs", 2)
    assert "20 games, so that every bot" in shown.stderr
    assert "kariba, 2 players, 20 games" in shown.stdout
    assert shown.stdout.index("most") < shown.stdout.index("random")
    assert "seat 1 wins" in shown.stdout


def test_a_continued_file_gives_the_table_of_one_run(bots, tmp_path):
    match = ["splash", "first", "random", "--players", 3, "--jobs", 2, "--json"]
    file = tmp_path / "results.jsonl"
    whole = lines_of(arena(*match, "--games", 12))
    arena(*match, "--games", 6, "--results", file)
    with file.open("a") as end:
        end.write('{"game": "spl')  # cut off in the middle of a line
    continued = lines_of(arena(*match, "--games", 12, "--results", file))
    assert continued == whole
    written = [json.loads(line) for line in file.read_text().splitlines()]
    assert sorted(line["number"] for line in written) == list(range(12))
    assert set(written[0]["ms"]) == {"first", "random"}
    before = file.read_bytes()
    assert lines_of(arena(*match, "--games", 12, "--results", file)) == whole
    assert file.read_bytes() == before


def test_a_file_of_another_match_is_refused(tmp_path):
    file = tmp_path / "results.jsonl"
    arena("kariba", "random", "random", "--games", 2, "--results", file)
    before = file.read_bytes()
    for other, word in [
        (["kariba", "random", "random", "--seed", 2], "seed there 1, here 2"),
        (["kariba", "random", "random", "--set", "market=on"], "options there {"),
        (["splash", "random", "random"], 'game there "kariba"'),
    ]:
        refused = arena(*other, "--results", file, status=2)
        assert f"{file}, line 1, is of another match" in refused.stderr
        assert word in refused.stderr
    for text, word in [("[1]\n", "line 1: no result"), ("notes", "no results file")]:
        file.write_text(text)
        assert word in arena("kariba", "random", "random", "--results", file, status=2).stderr
        assert file.read_text() == text
    file.write_bytes(before)


def test_the_sequential_test_stops_early_and_on_any_number_of_processes(bots):
    match = ["kariba", "most", "random", "--games", 1000, "--sprt", "--json"]
    one, two = (lines_of(arena(*match, "--jobs", jobs)) for jobs in (1, 2))
    assert one == two
    assert one[-1]["sprt"] == "H1"
    assert one[0]["games"] == one[-1]["games"] < 1000


def test_a_forfeit_is_status_1_and_says_why(bots):
    shown = arena("kariba", "illegal", "random", "--games", 12, "--json", status=1)
    assert "illegal forfeits game 0 on seat 1: IllegalActionError: 8x8" in shown.stderr
    assert "7 more forfeits" in shown.stderr
    assert [line.get("forfeits") for line in lines_of(shown)] == [12, 0, None]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kariba", "random"], "at least two bots"),
        (["kariba", "random", "nobody"], "nobody: no such bot"),
        (["kariba", "random", "random", "--games", "0"], "a whole number of at least 1"),
        (["kariba", "random", "random", "--players", "3", "--sprt"], "two players"),
    ],
)
def test_wrong_usage_is_status_2(arguments, words):
    assert words in arena(*arguments, status=2).stderr


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
def test_ctrl_c_keeps_what_is_there(tmp_path):
    file = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "waterside", "arena", "kariba", "random", "random"]
    running = subprocess.Popen(
        [*command, "--games", "100000", "--jobs", "2", "--results", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while running.poll() is None and (not file.exists() or file.read_text().count("\n") < 5):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, problems = running.communicate(timeout=120)
    assert running.returncode == 130
    assert f"all in {file}" in problems
    assert "Traceback" not in problems
    assert len([json.loads(line) for line in file.read_text().splitlines()]) >= 5
    assert "2 players" in out
