"""Writes a site that needs no server: games against bots and at one device, reviews,
puzzles, tours and rules.

The folder holds nothing but files, and can lie on any web host, in any folder of it. Pages play in the
visitor's own browser: tables in Python (Pyodide, fetched from npm the first time), bots in WebAssembly.
Games are kept in the browser.

  waterside site public
  python -m http.server --directory public
"""

from __future__ import annotations

import argparse
from pathlib import Path

from waterside.cli import server
from waterside.cli.arguments import make_folder

NAME = "site"
HELP = "write a site that needs no server"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the folder, and where Pyodide is."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the folder to write to")
    parser.add_argument(
        "--pyodide", type=Path, metavar="FOLDER", help="take Pyodide's files from this folder"
    )


def run(options: argparse.Namespace) -> int:
    """Writes the site and says how large it is."""
    make_folder(options.folder)
    print(f"{options.folder}: {server.write_site(options)}")
    return 0
