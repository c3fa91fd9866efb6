"""Draws a recorded game: a position as .svg or .png, or the whole game as a .gif.

With --seat the picture shows what that player could see, from their side of the table; without it,
what all players could see. A .svg file without --theme is light or dark as its reader prefers.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from waterside.cli.arguments import add_language
from waterside.core.errors import WatersideError
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.pictures import Picture, picture_of
from waterside.pictures.export import gif, png
from waterside.pictures.palette import THEMES
from waterside.text.language import own_language, speaker
from waterside.text.narration import seat_names

NAME = "picture"
HELP = "draw a recorded game as SVG, PNG or GIF"

KINDS = (".svg", ".png", ".gif")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds RECORD, -o, --at, --seat, --theme, --width and --language."""
    parser.add_argument(
        "record", metavar="RECORD", help="file with the record, or - for standard input"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="file to write: .svg, .png or .gif",
    )
    parser.add_argument(
        "--at", type=int, metavar="N", help="the position after N actions (default: the last one)"
    )
    parser.add_argument("--seat", type=int, metavar="N", help="the viewpoint of this seat")
    parser.add_argument(
        "--theme", choices=THEMES, help="colours (default: light; a .svg follows its reader)"
    )
    parser.add_argument(
        "--width",
        type=int,
        metavar="PIXELS",
        help="width of a .png (default 1200) or .gif (default 600)",
    )
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Draws the position or the game and writes the file."""
    kind = options.output.suffix.lower()
    if kind not in KINDS:
        raise WatersideError(f"{options.output}: pictures end in {', '.join(KINDS)}")
    if options.width is not None and not 1 <= options.width <= 10_000:
        raise WatersideError(f"--width {options.width}: a width is 1 to 10000 pixels")
    record = read(options.record)
    end = record.position()
    language = options.language or own_language(os.environ)
    usual = enumerate(seat_names(end, speaker(language)), 1)
    names = [record.seats.get(seat) or name for seat, name in usual]
    position = at(end, options.at)
    seat = options.seat
    if seat is not None and not 1 <= seat <= end.players:
        raise WatersideError(f"--seat {seat}: seats go from 1 to {end.players}")

    def drawn(one: Position) -> Picture:
        return picture_of(one, seat, language, names if any(names) else ())

    theme = options.theme or "light"
    if kind == ".svg":
        written = drawn(position).standalone(options.theme).encode()
    elif kind == ".png":
        written = png(drawn(position), options.width or 1200, theme)
    else:
        written = gif(map(drawn, moments(position)), options.width or 600, theme)
    try:
        options.output.write_bytes(written)
    except OSError as problem:
        raise WatersideError(f"{options.output} cannot be written: {problem.strerror}") from None
    return 0


def read(name: str) -> Record:
    """The record in a file, or on standard input for ``-``."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as problem:
        raise WatersideError(f"{name} cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise WatersideError(f"{name} is not a text file; a record is one") from None
    return Record.loads(text)


def at(end: Position, number: int | None) -> Position:
    """The position after a number of actions; the last one for None."""
    if number is None:
        return end
    if not 0 <= number <= end.number:
        raise WatersideError(f"--at {number}: the record has {end.number} actions")
    return end.undo(end.number - number)


def moments(position: Position) -> list[Position]:
    """The positions that a .gif shows: the last one, and each in which a player decides."""
    shown: list[Position] = []
    one: Position | None = position
    while one is not None:
        if one is position or one.actor != "chance":
            shown.append(one)
        one = one.previous
    return shown[::-1]
