"""Arguments that several commands share: which game, how many players, which options."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

from waterside.core.errors import WatersideError
from waterside.core.game import Game
from waterside.core.options import assignments
from waterside.core.position import Position
from waterside.core.registry import all_games, game
from waterside.text.language import LANGUAGES


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds GAME, --players and --set."""
    parser.add_argument("game", metavar="GAME", help=", ".join(all_games()))
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: the fewest)"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="an option of the game (listed by: waterside games); can be repeated",
    )


def chosen_game(options: argparse.Namespace) -> tuple[Game, int, dict[str, Any]]:
    """The game, the number of players and the resolved options."""
    chosen = game(options.game)
    players = chosen.check_players(options.players)
    return chosen, players, chosen.resolve(players, assignments(options.settings))


def add_language(parser: argparse.ArgumentParser) -> None:
    """Adds --language."""
    parser.add_argument(
        "--language", choices=LANGUAGES, help="language (default: that of this computer)"
    )


def start(options: argparse.Namespace) -> Position:
    """The position before the first action."""
    chosen, players, resolved = chosen_game(options)
    return chosen.new(players, **resolved)


def at_least_one(text: str) -> int:
    """A whole number that is at least 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 1")
    return int(text)


def from_0_to_1(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 1")
    return number


def make_folder(path: Path) -> None:
    """Makes a folder to write to, unless it is there; WatersideError if that is not possible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise WatersideError(f"{path} cannot be made a folder: {problem.strerror}") from None
