"""Lists the games with their seats and options."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from waterside.core.game import Game
from waterside.core.registry import all_games

NAME = "games"
HELP = "list the games, their seats and options"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing: this command has no arguments."""


def run(options: argparse.Namespace) -> int:
    """Prints the table of games."""
    table = Table(title="The games", title_justify="left", show_lines=True)
    table.add_column("name", style="bold")
    table.add_column("game")
    table.add_column("players")
    table.add_column("options (--set NAME=VALUE)")
    for game in all_games().values():
        table.add_row(game.name, f"{game.title}\n{game.about}", seats(game), described(game))
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    console.print(table)
    return 0


def seats(game: Game) -> str:
    """The possible numbers of players, for example 2-4."""
    fewest, most = game.seats
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def described(game: Game) -> str:
    """The options of a game, each with its default and its possible values."""
    lines = []
    for option in game.options:
        default = option.write(option.default(game.seats[0]))
        lines.append(f"{option.name}={default}: {option.about} ({option.values()})")
    return "\n".join(lines)
