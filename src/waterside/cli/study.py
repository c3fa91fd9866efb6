"""Compares the options of a game: the usual game, each option changed alone, each player count.

A figure in bold differs from the usual game's by more than chance explains: their 95% intervals do
not touch.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from waterside.cli.progress import counting_games
from waterside.cli.simulate import add_playing
from waterside.core.registry import all_games, game
from waterside.simulate.report import write_study
from waterside.simulate.study import Studied, differs, study, usual_policy, variants

NAME = "study"
HELP = "compare a game's options"
WIDTH = 160


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, how many games of each variant to play, and with which policy."""
    parser.add_argument("game", metavar="GAME", help=", ".join(all_games()))
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: the fewest)"
    )
    add_playing(parser, 5_000, None, "net, or random for a game without a network")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.html", help="write the table as a web page"
    )


def run(options: argparse.Namespace) -> int:
    """Simulates all variants, then prints one table."""
    kind = game(options.game)
    policy = options.policy or usual_policy(kind)
    count = sum(1 for _ in variants(kind, options.players))
    with counting_games(kind.title, options.games * count) as done:
        found = list(
            study(
                kind,
                options.games,
                options.players,
                policy,
                options.device,
                options.seed,
                options.jobs,
                done,
            )
        )
    title = f"{kind.title}: {options.games:,} games of each, policy {policy}"
    print_table(title, found)
    if options.output:
        write_study(title, found, options.output)
    return 0


def print_table(title: str, found: list[Studied]) -> None:
    """Prints a table with a row for each variant."""
    usual = found[0].figures()
    table = Table(title=title, title_justify="left")
    table.add_column("variant")
    for name in usual:
        table.add_column(name, justify="right")
    for one in found:
        cells = []
        for name, figure in one.figures().items():
            marked = one is not found[0] and name in usual and differs(usual[name], figure)
            cells.append(f"[bold]{figure.text()}[/bold]" if marked else figure.text())
        table.add_row(one.variant.name, *cells)
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    console.print(table)
