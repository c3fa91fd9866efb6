"""Finds the browser for the tests, or brings one where it can."""

import os
import shutil
import subprocess

from bringing import debian_package, say, show

NAMES = ("chromium", "chromium-browser", "google-chrome")
OWN = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"


def find(python):
    """The browser's program: the system's, or the one that Playwright has brought; None if none."""
    for name in NAMES:
        if shutil.which(name):
            return shutil.which(name)
    own = subprocess.run([python, "-c", OWN], text=True, capture_output=True).stdout.strip()
    return own if own and os.path.exists(own) else None


def ensure(python):
    """Brings a browser if there is none, for the tests of the pages; says so if it cannot."""
    if find(python):
        return True
    reasons = [debian_package("chromium", "a browser")]
    if not find(python):
        reasons.append(show([python, "-m", "playwright", "install", "chromium"]))
    if find(python):
        return True
    say("There is no browser and none could be brought; the tests of the pages are skipped.")
    for reason in filter(None, reasons):
        say("  " + reason)
    say("  Install one yourself (Debian, Ubuntu: apt install chromium), then run this again.")
    return False
