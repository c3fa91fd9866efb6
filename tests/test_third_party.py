"""A game of somebody else's, installed as a package, is found and held to the same laws."""

import subprocess
import sys
import textwrap

import pytest

from tests.conftest import install_package

PACKAGE = {
    "pebbles/__init__.py": '''
        """Take one or two pebbles; a coin says whether the last taker wins."""
        import sys
        from pathlib import Path
        from waterside.engine.build import rule
        from waterside.engine.contract import CHANCE, OVER
        from waterside.core.game import Game, SeriesRule
        from waterside.core.heuristics import Heuristics
        from waterside.core.options import Seat, Whole
        from waterside.core.parts import Parts
        from waterside.core.state import INT8, INT32, StateLayout
        from waterside.engine.rules import GameRules
        from waterside.text.narration import PlainNarrator

        STATE = StateLayout([("pebbles", INT32), ("player", INT8), ("coin", INT8)])
        FORMS = "take 1, take 2; chance: heads, tails"

        @rule
        def new(s, players, options):
            s.player = options[0]
            s.pebbles = options[1]
            s.coin = -1

        @rule
        def actor(s):
            if s.coin >= 0:
                return OVER
            return CHANCE if s.pebbles == 0 else s.player

        @rule
        def legal(s, out):
            n = 0
            for count in range(1, min(2, s.pebbles) + 1):
                out[n] = count
                n += 1
            return n

        @rule
        def chances(s, out, weights):
            for side in range(2):
                out[side] = side
                weights[side] = 1 + 2 * side
            return 2

        @rule
        def apply(s, action):
            if s.pebbles == 0:
                s.coin = action
            else:
                s.pebbles -= action
                s.player = 1 - s.player

        @rule
        def scores(s, out):
            for seat in range(2):
                out[seat] = 1 if s.coin >= 0 and (s.player == seat) == (s.coin == 1) else 0

        @rule
        def winners(s, out):
            scores(s, out)

        @rule
        def redact(s, seat):
            pass

        @rule
        def imagine(s, rng):
            pass

        @rule
        def observe(s, seat, out):
            out[0] = s.pebbles
            out[1] = s.player == seat

        @rule
        def evaluate(s, out):
            for seat in range(2):
                out[seat] = 0.5

        @rule
        def promising(s, rng, out, n):
            return out[0]

        def text(s, chance, number):
            return ("tails", "heads")[number] if chance else f"take {number}"

        def parse(text):
            words = {"tails": (True, 0), "heads": (True, 1)}
            return (words | {"take 1": (False, 1), "take 2": (False, 2)}).get(text)

        def why_not(s, number):
            return ""

        GAME = Game(
            name="pebbles", title="Pebbles", about="a heap", seats=(2, 2),
            options=(Seat("starter", "who begins"), Whole("heap", "pebbles at the start", 7)),
            series=SeriesRule(1, lambda starter, winners, players: starter),
            parts=Parts(
                rules=GameRules(
                    state=STATE, actions=3, outcomes=2, longest=4, observation_size=2,
                    new=new, actor=actor, legal=legal, chances=chances, apply=apply,
                    scores=scores, winners=winners, redact=redact, imagine=imagine,
                    observe=observe,
                ),
                notation=sys.modules[__name__],
                sketch=lambda s: f"{s.pebbles} pebbles",
                heuristics=Heuristics(evaluate, promising),
                text=PlainNarrator(),
                folder=Path(__file__).parent,
            ),
        )
    ''',
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
