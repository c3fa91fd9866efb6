"""Builds games for other places than Python.

  waterside build wasm              a WebAssembly module of each game, beside its rules
  waterside build wasm -o FOLDER    the same, in a folder
  waterside build npm FOLDER        a JavaScript package with all games, to be used or published

The same sources give the same bytes. It needs Numba: pip install 'waterside[compiled]'.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import waterside
from waterside.bots.modules import module, module_file
from waterside.cli.arguments import make_folder
from waterside.core.game import Game
from waterside.core.registry import all_games, game

NAME = "build"
HELP = "build games for web pages and JavaScript"
SOURCES = Path(waterside.__file__).parent / "javascript"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what to build, and where to."""
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    wasm = kinds.add_parser("wasm", help="a WebAssembly module of each game")
    wasm.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="the folder for them")
    wasm.set_defaults(build=build_wasm)
    npm = kinds.add_parser("npm", help="a JavaScript package with all games")
    npm.add_argument("output", type=Path, metavar="FOLDER", help="the folder of the package")
    npm.set_defaults(build=build_npm)
    for kind in (wasm, npm):
        kind.add_argument(
            "--game", action="append", metavar="GAME", help="only this game; can be repeated"
        )


def run(options: argparse.Namespace) -> int:
    """Builds what is asked for."""
    chosen = [game(name) for name in options.game or all_games()]
    if options.output is not None:
        make_folder(options.output)
    for path in options.build(chosen, options.output):
        print(f"{path}  {path.stat().st_size / 1000:.0f} kB", flush=True)
    return 0


def build_wasm(games: list[Game], folder: Path | None) -> Iterator[Path]:
    """Writes a module for each game."""
    for one in games:
        path = folder / f"{one.name}.wasm" if folder else module_file(one)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(module(one))
        yield path


def build_npm(games: list[Game], folder: Path) -> Iterator[Path]:
    """Writes the JavaScript package."""
    yield from build_wasm(games, folder)
    for path in sorted(SOURCES.iterdir()):
        shutil.copyfile(path, folder / path.name)
    about = json.loads((SOURCES / "package.json").read_text("utf-8"))
    about["version"] = waterside.__version__
    (folder / "package.json").write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    yield from (folder / path.name for path in sorted(SOURCES.iterdir()))
