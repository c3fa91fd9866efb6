"""What is light stays light: rules, words and pictures need neither NumPy nor a compiler."""

import subprocess
import sys
import textwrap

import pytest

HEAVY = ("numpy", "numba", "fastapi", "rich")
CASES = {
    "import": "import waterside",
    "play": """
        import random
        import waterside

        for game in waterside.all_games().values():
            rng, position = random.Random(1), game.new()
            for _ in range(60):
                if not position.is_over:
                    position = position.play(rng.choice(position.legal_actions()))
            assert str(position) and position.chances() is not None
    """,
    "records": """
        from waterside import Record, game

        record = Record.of(game("splash").new(3).play("stand red"))
        assert Record.loads(record.dumps()) == record
    """,
    "words": """
        import waterside
        from waterside.text.language import speaker
        from waterside.text.narration import narrate

        position = waterside.game("kariba").new()
        assert narrate(position, position.play("draw 1"), 1, ["A", "B"], speaker("de")) == ""
        assert position.game.text.seat_name(2, speaker("fr"))
    """,
    "pictures": """
        import waterside
        from waterside.pictures import picture_of

        for game in waterside.all_games().values():
            assert picture_of(game.new()).standalone().startswith("<svg")
    """,
    "fairness": "import waterside.fairness",
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_heavy_is_imported(case):
    code = textwrap.dedent(CASES[case]) + textwrap.dedent(f"""
        import sys
        print([name for name in {HEAVY} if name in sys.modules])
    """)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "[]\n"


def test_the_protocol_needs_no_server():
    code = "import sys, waterside.protocol; print('fastapi' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "False\n"), ended.stderr
