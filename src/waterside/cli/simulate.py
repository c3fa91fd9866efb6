"""Simulates many games and prints statistics: win rates by seat, scores, length, choices, endings,
and figures of the game's own.

Random games run in machine code on all cores, on a GPU (--device gpu) or on a Ray cluster (--device
ray for one on this machine, or --device ray://HOST:PORT). Another policy is a bot, for example
greedy, or one bot for each seat, in quotes. The same seed gives the same figures on every device.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from waterside.cli.arguments import add_game, chosen_game
from waterside.cli.progress import counting_games
from waterside.simulate.simulation import RANDOM, Simulation, simulate

NAME = "simulate"
HELP = "simulate many games and print statistics"
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds which games to play, on which device, and what to write."""
    add_game(parser)
    add_playing(parser, games=10_000)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.html", help="write a report with charts"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a line for each game")
    parser.add_argument("--parquet", type=Path, metavar="FILE", help="write a row for each game")


def add_playing(
    parser: argparse.ArgumentParser, games: int, policy: str | None = RANDOM, said: str = RANDOM
) -> None:
    """Adds how many games to play, with which policy (``said`` names the default), on which device."""
    parser.add_argument(
        "--games", type=int, default=games, metavar="N", help=f"number of games (default {games})"
    )
    parser.add_argument(
        "--policy",
        default=policy,
        metavar="BOT",
        help=f"the bot that plays, or one for each seat (default {said})",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of all chance (default 1)"
    )
    parser.add_argument(
        "--device", default="cpu", help="cpu (default), gpu, ray or ray://HOST:PORT"
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="number of threads (default: one for each core)"
    )


def run(options: argparse.Namespace) -> int:
    """Plays the games, prints the statistics, and writes the files."""
    game, players, resolved = chosen_game(options)
    with counting_games(game.title, options.games) as done:
        found = simulate(
            game,
            options.policy,
            options.games,
            options.device,
            options.seed,
            players=players,
            options=resolved,
            threads=options.jobs,
            keep=bool(options.csv or options.parquet),
            progress=done,
        )
    print_tables(found)
    for path in (options.output, options.csv, options.parquet):
        if path:
            found.write(path)
    return 0


def print_tables(found: Simulation) -> None:
    """Prints one table with a section for each metric."""
    setup = found.setup
    table = Table(
        title=f"{setup.kind.title}, {setup.players} players, {found.games:,} games, policy "
        f"{escape(setup.policy)}",
        title_justify="left",
    )
    table.add_column("")
    table.add_column("figure")
    table.add_column("value (95%)", justify="right")
    for metric, figures in found.figures().items():
        for place, figure in enumerate(figures):
            last = place == len(figures) - 1
            table.add_row(
                "" if place else metric, escape(figure.name), figure.text(), end_section=last
            )
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    console.print(table)
