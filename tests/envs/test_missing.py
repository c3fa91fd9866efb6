"""Without its package an interface says in one line what to install."""

import subprocess
import sys

import pytest

HIDE = """
import sys
sys.modules[{package!r}] = None
try:
    import waterside.envs.{module}
except ImportError as problem:
    from waterside.core.errors import WatersideError
    assert isinstance(problem, WatersideError)
    print(problem)
"""


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("gym", "gymnasium", "gym"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_what_is_missing_is_told(module, package, extra):
    program = HIDE.format(package=package, module=module)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == f"{package} is not installed: pip install 'waterside[{extra}]'\n"
    assert not done.stderr


def test_the_vector_environment_needs_none_of_them():
    program = (
        "import sys\n"
        "for package in ('gymnasium', 'pettingzoo', 'pyspiel'): sys.modules[package] = None\n"
        "import waterside.envs.vector"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
