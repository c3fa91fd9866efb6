"""Installs programs that the tests need and Python packages do not carry."""

import os
import shutil
import subprocess
import sys


def debian_package(package):
    """Installs one of Debian's packages where that is possible; returns why not."""
    if not shutil.which("apt-get"):
        return "Debian's package: there is no apt-get here"
    if os.geteuid() != 0:
        return "Debian's package: only root may install it"
    # Level 1 keeps packages from starting a server of their own.
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", RUNLEVEL="1")
    apt = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=60"]
    show(apt + ["update"], quiet)  # it may fail for a part; what counts is the next one
    last = show(apt + ["install", "--no-install-recommends", package], quiet)
    return last and "Debian's package: " + last


def show(command, env=None):
    """Runs a program, showing its progress; returns its last line if it failed, else None."""
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
    """Prints a line for the person who waits."""
    sys.stderr.write(text + end)
    sys.stderr.flush()
