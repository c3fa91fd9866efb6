"""The game that the documentation shows, installed as a package, is found and keeps the laws."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.conftest import install_package

PAGE = Path(__file__).parents[1] / "docs" / "own-game.md"
PACKAGE = {
    "pebbles/__init__.py": re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]
}


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    return install_package(tmp_path, monkeypatch, "pebbles", PACKAGE, {"pebbles": "pebbles:GAME"})


def python(code):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120
    )


def test_an_installed_game_is_found_and_keeps_the_laws(pebbles):
    ended = python(
        """
        import waterside, json
        from waterside.testing import check_game
        from waterside.simulate.speed import measure
        game = waterside.game("pebbles")
        check_game(game)
        assert list(waterside.all_games())[-1] == "pebbles"
        compiled = measure(game, 2, "compiled", 0.05)
        assert compiled.mean_decisions > 3
        print(game.new(heap=3).play("take 1").play("take 2").chances())
        """
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "{'tails': Fraction(1, 4), 'heads': Fraction(3, 4)}\n"


def test_a_package_that_fails_to_load_is_named(tmp_path, monkeypatch):
    install_package(tmp_path, monkeypatch, "bad", {}, {"bad": "nowhere_to_be_found:GAME"})
    ended = python("import waterside; waterside.game('bad')")
    assert "the game bad (nowhere_to_be_found:GAME) fails to load" in ended.stderr


def test_an_entry_point_that_is_no_game_is_refused(tmp_path, monkeypatch):
    install_package(tmp_path, monkeypatch, "odd", {}, {"odd": "math:pi"})
    ended = python("import waterside; waterside.game('odd')")
    assert "math:pi must be a Game with the name 'odd'" in ended.stderr
