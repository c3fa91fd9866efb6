"""Kariba: animals chase each other from a waterhole; hands are secret."""

from pathlib import Path

from waterside.core.game import Game, SeriesRule
from waterside.core.options import Seat, Switch
from waterside.games.kariba import heuristics, notation, observation, picture, rules, terminal, text
from waterside.games.kariba.sketch import sketch
from waterside.text.language import later

GAME = Game(
    name="kariba",
    title="Kariba",
    about=later("animals chase each other from a waterhole, secret hands"),
    seats=(2, 4),
    options=(
        Seat("starter", later("who begins")),
        Switch("market", later("three open cards to draw from, for experienced players")),
    ),
    rules=rules,
    notation=notation,
    sketch=sketch,
    observation=observation,
    heuristics=heuristics,
    series=SeriesRule(
        games=3, next_starter=lambda starter, winners, players: starter % players + 1
    ),
    folder=Path(__file__).parent,
    statement_prefix="KARI",
    words=text,
    board=terminal,
    picture=picture,
)
