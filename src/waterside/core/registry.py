"""The games that are there: our four, and what others register as ``waterside.games``."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from waterside.core.errors import GameError, UnknownGameError
from waterside.core.game import Game

OUR_GAMES = ("crocodile", "cromado", "splash", "kariba")
SMALL_GAMES = ("kariba_mini",)  # for study, not for people: found by name, listed nowhere
ENTRY_POINTS = "waterside.games"


@cache
def all_games() -> dict[str, Game]:
    """All games by name, ours first."""
    found = {name: import_module(f"waterside.games.{name}").GAME for name in OUR_GAMES}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in found:
            continue
        try:
            game = point.load()
        except Exception as problem:
            raise GameError(
                f"the game {point.name} ({point.value}) fails to load: {problem}"
            ) from problem
        if not isinstance(game, Game) or game.name != point.name:
            raise GameError(f"{point.value} must be a Game with the name {point.name!r}")
        found[game.name] = game
    return found


@cache
def small_games() -> dict[str, Game]:
    """Games so small that they can be solved, by name."""
    return {name: import_module(f"waterside.games.{name}").GAME for name in SMALL_GAMES}


def game(name: str) -> Game:
    """The game of this name: crocodile, cromado, splash or kariba, a registered or a small one."""
    found = all_games()
    if name in found:
        return found[name]
    if name in SMALL_GAMES:
        return small_games()[name]
    close = get_close_matches(name.lower(), found, n=1)
    hint = f"; did you mean {close[0]}?" if close else "."
    raise UnknownGameError(f"{name}: no such game{hint} There are {', '.join(found)}")
