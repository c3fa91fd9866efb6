"""The measures of reviews: side by side, within a limit of time, in lines of JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def measured(*arguments):
    command = [sys.executable, str(ROOT / "benchmarks" / "review.py"), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()], ended.stderr


def test_all_terms_add_up_in_a_line_for_each_game_and_number_of_players():
    lines, told = measured("identity", "--game", "kariba", "--games", "4", "--jobs", "2")
    assert {one["players"]: one["games"] for one in lines} == {2: 2, 3: 1, 4: 1}
    assert all(one["largest_unexplained"] < 1e-12 for one in lines)
    assert not any("partial" in one for one in lines)
    assert "identity kariba with 2: 2 of 2" in told


def test_a_limit_ends_what_goes_on_and_levels_are_put_into_a_copy_of_the_file(tmp_path):
    file = tmp_path / "reference.json"
    shipped = ROOT / "src" / "waterside" / "review" / "reference.json"
    arguments = ["--game", "kariba", "--games", "1000", "--every", "12", "--effort", "0.05"]
    limit = ["--limit-minutes", "0.6", "--write", str(file)]
    lines, _ = measured("levels", *arguments, *limit)
    for line in lines:
        assert line["partial"] and line["games"] < 1000
        written = json.loads(file.read_text("utf-8"))
        assert written["games"]["kariba"] == line["levels"]
        assert len(line["steps"]) == 4
        known = json.loads(shipped.read_text("utf-8"))
        others = set(known["games"]) - {"kariba"}
        assert all(written["games"][name] == known["games"][name] for name in others)
