"""Tasks for the bots' processes that no product would give them."""

import os
import time
from pathlib import Path

NOTES = "WATERSIDE_ODD_TASKS"
"""The variable with the folder where tasks note what becomes of them."""


def until_stopped(given, stop):
    """Works until it is told to stop."""
    notes = Path(os.environ[NOTES])
    number = len(list(notes.glob("began-*"))) + 1
    (notes / f"began-{number}").touch()
    while not stop():
        time.sleep(0.01)
    (notes / f"stopped-{number}").touch()
    return b""
