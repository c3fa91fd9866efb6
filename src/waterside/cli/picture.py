"""Draws a recorded game: a position as .svg or .png, or the whole game as a .gif.

A seat sees what its player could see, from their side of the table; without --seat it is what
everybody could see. A .svg file without --theme follows the light or dark of its reader.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.pictures import Picture, picture_of
from waterside.pictures.export import gif, png
from waterside.pictures.palette import THEMES
from waterside.text.language import LANGUAGES, own_language, speaker
from waterside.text.narration import seat_names

NAME = "picture"
HELP = "draw a recorded game as SVG, PNG or GIF"

KINDS = (".svg", ".png", ".gif")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """RECORD, -o, --at, --seat, --theme, --width, --lang."""
    parser.add_argument("record", metavar="RECORD", help="a record; - reads from standard input")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=".svg, .png or .gif"
    )
    parser.add_argument(
        "--at", type=int, metavar="N", help="after so many actions (all of them by default)"
    )
    parser.add_argument("--seat", type=int, metavar="S", help="as this seat sees it")
    parser.add_argument("--theme", choices=THEMES, help="light or dark")
    parser.add_argument("--width", type=int, metavar="PIXELS", help="of a .png or .gif")
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="language (by default that of this computer)"
    )


def run(options: argparse.Namespace) -> int:
    """Writes the file."""
    kind = options.output.suffix.lower()
    if kind not in KINDS:
        raise WatersideError(f"{options.output}: pictures end in {', '.join(KINDS)}")
    if options.width is not None and not 1 <= options.width <= 10_000:
        raise WatersideError(f"--width {options.width}: a width is 1 to 10000 pixels")
    record = read(options.record)
    end = record.position()
    spoken = options.lang or own_language(os.environ)
    usual = enumerate(seat_names(end, speaker(spoken)), 1)
    names = [record.seats.get(seat) or name for seat, name in usual]
    position = at(end, options.at)
    seat = options.seat
    if seat is not None and not 1 <= seat <= end.players:
        raise WatersideError(f"--seat {seat}: seats go from 1 to {end.players}")

    def drawn(one: Position) -> Picture:
        return picture_of(
            one, seat, options.lang or own_language(os.environ), names if any(names) else ()
        )

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
    """The record of this file name."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as problem:
        raise WatersideError(f"{name} cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise WatersideError(f"{name} is no text; a record is a text file") from None
    return Record.loads(text)


def at(end: Position, number: int | None) -> Position:
    """The position after so many actions."""
    if number is None:
        return end
    if not 0 <= number <= end.number:
        raise WatersideError(f"--at {number}: the record has {end.number} actions")
    return end.undo(end.number - number)


def moments(position: Position) -> list[Position]:
    """The positions from the first player's action on, each worth a picture of the film."""
    shown: list[Position] = []
    one: Position | None = position
    while one is not None:
        if one is position or one.actor != "chance":
            shown.append(one)
        one = one.previous
    return shown[::-1]
