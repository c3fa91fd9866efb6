"""The command line: one module for each command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType

import waterside
from waterside.cli import (
    analyse,
    arena,
    backup,
    bench,
    build,
    doctor,
    export,
    games,
    import_,
    picture,
    play,
    puzzles,
    referee,
    review,
    room,
    rules,
    serve,
    simulate,
    site,
    study,
    train,
    verify,
)
from waterside.core.errors import WatersideError

COMMANDS: tuple[ModuleType, ...] = (
    room,
    games,
    rules,
    play,
    picture,
    review,
    analyse,
    puzzles,
    referee,
    bench,
    build,
    arena,
    simulate,
    study,
    train,
    verify,
    serve,
    site,
    doctor,
    backup,
    export,
    import_,
)
WRONG_USAGE = 2
ABOUT = ("-h", "--help", "--version")


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="waterside",
        description="Four water-side tabletop games for people and programs.",
        epilog="Without a command, the game room opens in your browser. More: waterside COMMAND -h",
    )
    parser.add_argument("--version", action="version", version=f"waterside {waterside.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", title="commands")
    for module in COMMANDS:
        command = commands.add_parser(
            module.NAME,
            help=module.HELP,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments with a command: the game room if they name none."""
    named = bool(arguments) and (not arguments[0].startswith("-") or arguments[0] in ABOUT)
    return list(arguments) if named else [room.NAME, *arguments]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    parser = make_parser()
    options = parser.parse_args(with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        return int(options.run(options))
    except WatersideError as problem:
        print(f"waterside {options.command}: {problem}", file=sys.stderr)
        return WRONG_USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
