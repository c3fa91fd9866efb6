import csv
import io
import json
import re

import pytest

from tests.review.conftest import SMALL, played
from waterside.cli import main
from waterside.review import Strength, review
from waterside.review.page import html_page
from waterside.review.reference import FEWEST, placed, references, strength_of
from waterside.review.reviewing import positions_of
from waterside.review.tables import players_of, steps_as_csv
from waterside.review.words import Words, percent, points
from waterside.text.language import LANGUAGES, speaker


@pytest.fixture(scope="module")
def reviewed(kariba):
    return review(kariba, SMALL)


def test_the_lines_of_the_csv_add_up_to_the_result(reviewed):
    lines = list(csv.DictReader(io.StringIO(steps_as_csv(reviewed))))
    for seat in (1, 2):
        total = sum(float(line[f"change_{seat}"]) for line in lines)
        assert reviewed.start[seat - 1] + total == pytest.approx(reviewed.result[seat - 1])


def test_players_of_many_games_are_summed_up_by_name(kariba, reviewed):
    ada, other = players_of([reviewed, reviewed])
    assert (ada.name, ada.games, other.name) == ("Ada", 2, "seat 2")
    assert len(ada.losses) == 2 * reviewed.summaries[0].decisions
    mean, _ = ada.error_per_decision
    assert mean == pytest.approx(reviewed.summaries[0].error_per_decision)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_alone_and_says_every_moment(kariba, reviewed, language):
    say = speaker(language)
    positions = positions_of(kariba.position())
    page = html_page(reviewed, positions, say)
    assert f'<html lang="{language}">' in page
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert page.count("<li>") == max(1, len(reviewed.moments))
    words = Words(reviewed, positions, say)
    for moment in reviewed.moments:
        assert words.moment(moment)


def test_a_page_says_names_as_they_are_and_never_as_markup():
    record = played("crocodile", 2, 5, 30)
    record.seats[1] = "<script>alert(1)</script>"
    page = html_page(review(record, SMALL), positions_of(record.position()), speaker("en"))
    assert "<script" not in page


def test_shares_are_written_as_the_language_does():
    assert percent(0.614, speaker("en")) == "61%"
    assert percent(0.614, speaker("de")) == "61\N{NO-BREAK SPACE}%"
    assert points(-0.1, speaker("en")) == "−10%"
    assert points(0.1, speaker("fr")) == "+10\N{NO-BREAK SPACE}%"


def test_the_command_writes_page_json_and_csv(tmp_path, capsys):
    record = tmp_path / "game.txt"
    record.write_text(played("kariba", 2, 7).dumps())
    files = [tmp_path / name for name in ("review.html", "review.json", "review.csv")]
    page, data, table = map(str, files)
    command = ["review", str(record), "-o", page, "--json", data, "--csv", table]
    assert main([*command, "--effort", "0.02", "--language", "en"]) == 0
    assert "Luck and skill" in capsys.readouterr().out
    assert all(file.stat().st_size > 1000 for file in files)
    assert json.loads(files[1].read_text())["game"] == "kariba"


def test_a_folder_gives_a_summary_of_its_players(tmp_path, capsys):
    for seed in (1, 2):
        (tmp_path / f"{seed}.txt").write_text(played("crocodile", 2, seed, 24).dumps())
    (tmp_path / "other.txt").write_text("something else")
    assert main(["review", str(tmp_path), "--effort", "0.01", "--language", "en"]) == 0
    said = capsys.readouterr()
    assert "Ada" in said.out
    assert "other.txt" in said.err


@pytest.mark.parametrize("arguments", [["--effort", "0"], ["-o", "page.pdf", "--effort", "0.01"]])
def test_wrong_usage_is_said(tmp_path, capsys, arguments):
    record = tmp_path / "game.txt"
    record.write_text(played("crocodile", 2, 1, 16).dumps())
    assert main(["review", str(record), *arguments]) == 2
    assert capsys.readouterr().err


def test_an_error_lies_between_those_of_two_levels():
    errors = [0.06, 0.04, 0.02, 0.01, 0.005]
    assert placed(0.1, errors) == 1
    assert placed(0.05, errors) == pytest.approx(1.5)
    assert placed(0.0, errors) == 5


def test_strength_is_said_with_an_interval_and_only_where_there_is_enough(monkeypatch):
    levels = {
        name: {"error": error, "deviation": error}
        for name, error in zip(
            ("beginner", "casual", "club", "expert", "master"), (0.06, 0.04, 0.02, 0.01, 0.005), strict=True
        )
    }  # fmt: skip
    references.cache_clear()
    monkeypatch.setattr(
        "waterside.review.reference.references", lambda: {"games": {"kariba": levels}}
    )
    assert strength_of("kariba", [0.02] * (FEWEST - 1)) is None
    assert strength_of("chess", [0.02] * 50) is None
    found = strength_of("kariba", [0.02] * 50)
    assert isinstance(found, Strength)
    assert found.name == "club"
    assert found.low < found.level < found.high
    more = strength_of("kariba", [0.02] * 500)
    assert more.high - more.low < found.high - found.low
