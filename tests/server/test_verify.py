"""``waterside verify``, as a person runs it."""

import io
import json
import sys

import pytest

from tests.server.test_fairness import KARIBA, exchanged, play, with_header
from waterside.cli import main


@pytest.fixture
def file(tmp_path):
    def write(record):
        path = tmp_path / "game.txt"
        path.write_text(record.dumps())
        return str(path)

    return write


def test_a_fair_record(file, capsys):
    assert main(["verify", file(KARIBA)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith("fair: ")
    assert "outcomes of chance" in out
    assert "not compared with anything" in out
    assert "no player had committed" not in out


def test_what_is_told_about_a_fair_record(file, capsys):
    assert main(["verify", file(play("kariba", scheme=1))]) == 0
    assert "no player had committed" in capsys.readouterr().out
    assert main(["verify", file(play("splash", 4, missing={1, 3}))]) == 0
    assert "that did not arrive: 1, 3" in capsys.readouterr().out


def test_a_record_is_compared_with_what_was_kept_before_the_game(file, tmp_path, capsys):
    kept = {
        "commitment": KARIBA.headers["Commitment"],
        "commitments": [KARIBA.headers["Entropy commitment 1"], ""],
        "revealed": {"1": KARIBA.headers["Entropy 1"]},
        "takebacks": 0,
    }
    (tmp_path / "kept").write_text(json.dumps(kept))
    assert main(["verify", file(KARIBA), "--kept", str(tmp_path / "kept")]) == 0
    assert capsys.readouterr().out.startswith("fair: ")
    assert main(["verify", file(exchanged()), "--kept", str(tmp_path / "kept")]) == 1
    assert "another secret" in capsys.readouterr().out
    for text in ("", "[]", "{}", '{"revealed": {}}'):
        (tmp_path / "kept").write_text(text)
        assert main(["verify", file(KARIBA), "--kept", str(tmp_path / "kept")]) == 2
        assert "nothing that was kept" in capsys.readouterr().err


def test_a_fair_record_with_draws_taken_back_says_which(file, capsys):
    assert main(["verify", file(play("cromado", takebacks={1}, actions=40))]) == 0
    assert "according to the record: draw" in capsys.readouterr().out


def test_a_changed_record(file, capsys):
    assert main(["verify", file(with_header(KARIBA, "Entropy 1", "a" * 64))]) == 1
    out = capsys.readouterr().out
    assert "action 1" in out
    assert out.splitlines()[-1].startswith("not fair")


def test_a_record_without_its_secret(file, capsys):
    assert main(["verify", file(with_header(KARIBA, "Secret", None))]) == 1
    assert "published when the game is over" in capsys.readouterr().out


def test_from_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(KARIBA.dumps().encode())))
    assert main(["verify", "-"]) == 0
    assert "fair: " in capsys.readouterr().out


def test_files_that_are_no_records(tmp_path, capsys):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "text").write_text("Hello\n")
    for name, says in (
        ("missing", "cannot be read"),
        ("binary", "UTF-8"),
        ("text", "a record begins with"),
        ("", "cannot be read"),
    ):
        assert main(["verify", str(tmp_path / name)]) == 2
        assert says in capsys.readouterr().err
