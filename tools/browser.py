"""Finds the browser for the tests, or installs one where it can."""

import os
import shutil
import subprocess

from system_packages import debian_package, say, show

LIGHT = "chromium-headless-shell"
"""Chromium without a window and all that belongs to one: the same pages at a third of the cost."""
NAMES = (LIGHT, "chromium", "chromium-browser", "google-chrome")
OWN = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
TITLE = "a browser"
WHAT = (
    "a browser, for the tests of the pages: Debian's package chromium-headless-shell (apt-get, as\n"
    "    root only; it is lighter than a browser with windows, and so installed beside one),\n"
    "    or else Playwright's Chromium in your cache folder (playwright install chromium)"
)


def find(python):
    """The browser's program: the system's, or Playwright's own; None if there is none."""
    for name in NAMES:
        if shutil.which(name):
            return shutil.which(name)
    own = subprocess.run([python, "-c", OWN], text=True, capture_output=True).stdout.strip()
    return own if own and os.path.exists(own) else None


def is_missing(python):
    """Whether there is no browser, or only one with windows where Debian's light one can be had."""
    can_install = shutil.which("apt-get") and os.geteuid() == 0
    return not find(python) or bool(can_install and not shutil.which(LIGHT))


def install(python):
    """Installs a browser; returns whether there is one then, and says why not."""
    reasons = [debian_package(LIGHT)]
    if not find(python):
        reasons.append(debian_package("chromium"))
    if not find(python):
        reasons.append(show([python, "-m", "playwright", "install", "chromium"]))
    if find(python):
        return True
    say("No browser could be installed:")
    for reason in filter(None, reasons):
        say("  " + reason)
    say("  Install one yourself (Debian, Ubuntu: apt install chromium), then run this again.")
    return False
