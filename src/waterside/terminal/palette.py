"""Colours, marks and names, so that every board says the same thing in the same way."""

from __future__ import annotations

from typing import Any

from waterside.core.position import Position

INK = "#1D2B3A"
SUN = "bold #A86A0A"  # readable on light and on dark terminals
QUIET = "dim"
WARNING = "bold #D1441B"
WATER = "#7FD1D6 on #0B4A59"
SHORE = "bold #1D2B3A on #F8EFDC"
WOOD = "#1D2B3A on #C9A36A"
CHOSEN = "bold #1D2B3A on #FFC857"

MARKS = "▲●■◆★⬢"
CHIPS = (
    "bold #1D2B3A on #FF7A59",
    "bold #1D2B3A on #FFD95A",
    "bold #1D2B3A on #5CBF7F",
    "bold #1D2B3A on #6DB4EA",
    "bold #1D2B3A on #B98AD0",
    "bold #F3EBDD on #1D2B3A",
)

ANIMALS = ("mouse", "meerkat", "zebra", "giraffe", "ostrich", "cheetah", "rhino", "elephant")
MANY = ("mice", "meerkats", "zebras", "giraffes", "ostriches", "cheetahs", "rhinos", "elephants")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def state(position: Position) -> Any:
    """The state of a position by the names of its fields."""
    return position.game.view(position.state, 0)


def seat_name(game: str, seat: int, viewer: int | None = None) -> str:
    """A seat as people call it, "You" for who is looking."""
    if seat == viewer:
        return "You"
    if game == "crocodile":
        return ("Red", "Yellow")[seat - 1]
    return f"Seat {seat}"


def animals(animal: int, count: int) -> str:
    """So many of an animal (counted from 0), in words: ``two zebras``."""
    how_many = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{how_many} {ANIMALS[animal] if count == 1 else MANY[animal]}"
