"""Waterside: four water-side tabletop games for people and programs.

>>> import waterside
>>> position = waterside.game("kariba").new(players=2)
>>> position.actor
'chance'
>>> position.chances()["draw 1"]
Fraction(1, 8)
"""

from waterside.core.errors import (
    GameError,
    IllegalActionError,
    MalformedActionError,
    OptionError,
    PlayerCountError,
    RecordError,
    UnknownGameError,
    WatersideError,
)
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import all_games, game
from waterside.core.series import Series

__version__ = "0.1.0"

__all__ = [
    "Game",
    "GameError",
    "IllegalActionError",
    "MalformedActionError",
    "OptionError",
    "PlayerCountError",
    "Position",
    "Record",
    "RecordError",
    "Series",
    "UnknownGameError",
    "WatersideError",
    "all_games",
    "game",
]
