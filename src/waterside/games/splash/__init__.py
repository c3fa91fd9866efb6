"""Splash Party: meeples around a pool push each other in; colours are secret."""

from pathlib import Path

from waterside.core.game import Game, SeriesRule
from waterside.core.options import Seat, Whole
from waterside.games.splash import (
    heuristics,
    memory,
    notation,
    observation,
    picture,
    rules,
    terminal,
    text,
)
from waterside.games.splash.sketch import sketch
from waterside.text.language import later

GAME = Game(
    name="splash",
    title="Splash Party",
    about=later("secret colours, pushing meeples into the pool"),
    seats=(2, 6),
    options=(
        Seat("starter", later("who begins")),
        Whole(
            "shows", later("how often, in percent, a pushed meeple shows its number"), 50, 0, 100
        ),
        Whole("turn_limit", later("turns after which nearness to the diving board decides"), 200),
    ),
    rules=rules,
    notation=notation,
    sketch=sketch,
    observation=observation,
    heuristics=heuristics,
    series=SeriesRule(
        games=3,
        next_starter=lambda starter, winners, players: starter % players + 1,
        replay_draws=True,
    ),
    folder=Path(__file__).parent,
    statement_prefix="SPLA",
    words=text,
    board=terminal,
    picture=picture,
    forget=memory.forget,
    is_revealing=lambda action: action.startswith("accuse "),
)
