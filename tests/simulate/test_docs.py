"""The examples of the pages about simulation run as they stand."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("page", "settings"),
    [
        ("simulate", {}),
        ("gpu", {"NUMBA_ENABLE_CUDASIM": "1"}),
        ("cluster", {"RAY_USAGE_STATS_ENABLED": "0"}),
    ],
)
def test_examples_run(page, settings, tmp_path):
    if page == "cluster" and importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    examples = re.findall(r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text("utf-8"), re.S)
    assert examples
    for number, example in enumerate(examples):
        file = tmp_path / f"example_{number}.py"
        file.write_text(example, "utf-8")
        done = subprocess.run(
            [sys.executable, file.name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, **settings},
        )
        assert done.returncode == 0, done.stderr
