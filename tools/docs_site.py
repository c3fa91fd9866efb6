"""Adds a site without a server to the built documentation, so that its examples and a game run in it."""

import subprocess
import sys
from pathlib import Path

from mkdocs.plugins import get_plugin_logger

log = get_plugin_logger(__name__)


def on_post_build(config):
    """Writes the site into the folder ``site`` of the built pages; they work without it, too."""
    folder = Path(config["site_dir"]) / "site"
    command = [sys.executable, "-m", "waterside", "site", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        log.info("examples do not run in these pages: %s", done.stderr.strip())
