"""The protocol and the client need no web framework, and modules of the server stay small."""

import subprocess
import sys
from pathlib import Path

import pytest

import waterside

SERVER = Path(waterside.__file__).parent / "server"
LONGEST = 350
"""Lines of a module: what is longer holds more than one idea."""


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("waterside.protocol", ["fastapi", "starlette", "sqlalchemy", "waterside.server"]),
        ("waterside.client", ["fastapi", "starlette", "sqlalchemy", "waterside.server"]),
        ("waterside.server.domain.commands", ["fastapi", "sqlalchemy", "waterside.server.store"]),
        ("waterside.server.views.projection", ["fastapi", "sqlalchemy", "waterside.server.store"]),
    ],
)
def test_a_module_is_importable_without_what_it_must_not_know(module, without):
    code = f"import sys\nfor name in {without!r}: sys.modules[name] = None\nimport {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_no_module_of_the_server_is_long():
    lengths = {
        str(path.relative_to(SERVER)): len(path.read_text("utf-8").splitlines())
        for path in SERVER.rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
