"""Waterside: four water-side tabletop games for people and programs.

>>> import waterside
>>> position = waterside.game("kariba").new(players=2)
>>> position.actor
'chance'
>>> position.chances()["draw 1"]
Fraction(1, 8)
"""

from waterside.core.errors import (
    BadGame,
    BadOption,
    BadRecord,
    IllegalAction,
    MalformedAction,
    UnknownGame,
    WatersideError,
    WrongPlayers,
)
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import all_games, game
from waterside.core.series import Series

__version__ = "0.1.0"

__all__ = [
    "BadGame",
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalAction",
    "MalformedAction",
    "Position",
    "Record",
    "Series",
    "UnknownGame",
    "WatersideError",
    "WrongPlayers",
    "all_games",
    "game",
]
