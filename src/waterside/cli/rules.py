"""Shows the rules of a game for people, or which tests cover which rule statements."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from waterside.cli.arguments import add_language
from waterside.core.errors import WatersideError
from waterside.core.registry import all_games, game
from waterside.text.language import own_language
from waterside.text.statements import coverage, statements_of

NAME = "rules"
HELP = "show the rules of a game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds GAME, --language, --statements, --coverage and --tests."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=", ".join(all_games()))
    add_language(parser)
    parser.add_argument(
        "--statements",
        action="store_true",
        help="show the rules as numbered statements (in English)",
    )
    parser.add_argument(
        "--coverage", action="store_true", help="show which tests cover which statement"
    )
    parser.add_argument(
        "--tests", type=Path, metavar="FOLDER", help="folder of the tests (with --coverage)"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the guide, the statements, or the table of coverage."""
    if options.coverage:
        return show_coverage(options)
    if options.game is None:
        raise WatersideError(f"which game? There are {', '.join(all_games())}")
    chosen = game(options.game)
    text = (
        chosen.statements()
        if options.statements
        else chosen.guide(options.language or own_language(os.environ))
    )
    if sys.stdout.isatty():
        Console().print(Markdown(text))
    else:
        sys.stdout.write(text)
    return 0


def show_coverage(options: argparse.Namespace) -> int:
    """Prints each statement with the tests that name it; status 1 if one has none."""
    folder = options.tests or Path(__file__).parents[3] / "tests"
    if not folder.is_dir():
        raise WatersideError(f"{folder} is not a folder; name the folder of the tests with --tests")
    chosen = [game(options.game)] if options.game else list(all_games().values())
    tests = coverage(folder)
    table = Table()
    table.add_column("statement", style="bold")
    table.add_column("tests", justify="right")
    table.add_column("names")
    missing = 0
    for one in chosen:
        for statement in statements_of(one):
            covering = tests.get(statement, [])
            missing += not covering
            table.add_row(statement, str(len(covering)), "\n".join(covering) or "[red]none[/red]")
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    console.print(
        f"{missing} statements without a test" if missing else "every statement is covered"
    )
    return 1 if missing else 0
