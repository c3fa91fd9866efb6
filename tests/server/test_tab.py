"""Tables in a browser tab need no packages, and say what tables on a server say."""

import json
import subprocess
import sys

import pytest

from waterside.core.registry import all_games

pytestmark = pytest.mark.slow


def transcript(*arguments):
    command = [sys.executable, "-m", "tests.server.tab_transcript", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", all_games())
def test_without_packages_a_tab_says_the_same(name):
    bare, full = transcript(name, "bare"), transcript(name)
    assert bare == full
    messages = [json.loads(line) for line in full[:-1]]
    assert [one["code"] for one in messages if one["type"] == "refused"] == [
        "hello_first",
        "malformed",
    ]
    assert full[-1] == "True False"
    assert sum(one["type"] == "update" for one in messages) >= 6
