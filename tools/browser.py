"""Finds the browser for the tests, or installs one where it can."""

import os
import shutil
import subprocess

from system_packages import debian_package, say, show

NAMES = ("chromium", "chromium-browser", "google-chrome")
OWN = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
TITLE = "a browser"
WHAT = (
    "a browser, for the tests of the pages: Debian's package chromium (apt-get, as root only),\n"
    "    or else Playwright's Chromium in your cache folder (playwright install chromium)"
)


def find(python):
    """The browser's program: the system's, or Playwright's own; None if there is none."""
    for name in NAMES:
        if shutil.which(name):
            return shutil.which(name)
    own = subprocess.run([python, "-c", OWN], text=True, capture_output=True).stdout.strip()
    return own if own and os.path.exists(own) else None


def install(python):
    """Installs a browser; returns whether there is one then, and says why not."""
    reasons = [debian_package("chromium")]
    if not find(python):
        reasons.append(show([python, "-m", "playwright", "install", "chromium"]))
    if find(python):
        return True
    say("No browser could be installed:")
    for reason in filter(None, reasons):
        say("  " + reason)
    say("  Install one yourself (Debian, Ubuntu: apt install chromium), then run this again.")
    return False
