"""The examples of the documentation run, and do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    "vector_training.py": ["--updates", "12"],
    "pettingzoo_training.py": ["--updates", "30", "--games", "600"],
    "openspiel_solving.py": ["--iterations", "6", "--simulations", "2"],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name):
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / name, *EXAMPLES[name]], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr


def test_every_example_is_run_and_shown():
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(EXAMPLES)
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert all(f"examples/{name}" in pages for name in EXAMPLES)
