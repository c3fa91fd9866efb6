"""Finds Node for the tests of the examples in JavaScript, or installs it where it can."""

import re
import shutil
import subprocess

from system_packages import debian_package, say

OLDEST = (20, 10)  # the first with WebSocket
TITLE = "Node"
WHAT = "Node, for the examples in JavaScript: Debian's package nodejs (apt-get, as root only)"


def find(python=None):
    """Node's program, if it is new enough; None if there is none."""
    program = shutil.which("node")
    return program if program and version(program) >= OLDEST else None


def version(program):
    """The version of Node, as numbers."""
    said = subprocess.run([program, "--version"], text=True, capture_output=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


def is_missing(python):
    """Whether there is none."""
    return not find(python)


def install(python):
    """Installs Node; returns whether there is one then, and says why not."""
    problem = debian_package("nodejs")
    if find():
        return True
    say("Node could not be installed:")
    say("  " + (problem or "Debian's package is older than %d.%d" % OLDEST))
    say("  Install it yourself, %d.%d or newer, then run this again." % OLDEST)
    return False
