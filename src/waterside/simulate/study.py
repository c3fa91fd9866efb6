"""Studies: what each option of a game does to it, one changed at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from waterside.bots.weights import read_weights
from waterside.core.game import Game
from waterside.core.options import Choice, Option, Seat, Switch, Value, Whole
from waterside.simulate.metrics import Figure
from waterside.simulate.simulation import NET, RANDOM, Simulation, simulate

FIGURES = (
    ("win rate", "seat 1"),
    ("length", "decisions"),
    ("choice", "legal actions"),
    ("endings", "draws"),
    ("scores", "lead of the best"),
)
"""What a study shows of every variant; limits come with them."""


@dataclass(frozen=True)
class Variant:
    """A way to play: the usual options but for one, or another number of players."""

    name: str
    players: int
    options: dict[str, Value]


@dataclass(frozen=True)
class Studied:
    """A variant and what came of it."""

    variant: Variant
    simulation: Simulation

    def figures(self) -> dict[str, Figure]:
        """The figures to compare, by their names."""
        found = self.simulation.figures()
        wanted = {
            name if metric != "win rate" else f"{name} wins": figure
            for metric, name in FIGURES
            for figure in found[metric]
            if figure.name == name
        }
        return wanted | {figure.name: figure for figure in found["endings"]}


def other_values(option: Option, players: int) -> list[Value]:
    """Values worth comparing with the default: all other words, half and double a number."""
    usual = option.default(players)
    if isinstance(option, Switch):
        return [not usual]
    if isinstance(option, Choice):
        return [word for word in option.words if word != usual]
    if isinstance(option, Whole):
        near = (int(usual) // 2, int(usual) * 2)
        return [n for n in near if option.lowest <= n <= option.highest and n != usual]
    if isinstance(option, Seat):
        return [2]
    return [value for value in UNUSUAL if option.read(value, players) not in (None, usual)]


UNUSUAL: tuple[Value, ...] = ("2112", "1212", "SW,NW", "SW,SE", "SW,NE,NW", "SW,NE,NW,SE")
"""For options that are of no common kind: rows of swimmers, corners; each takes what it knows."""


def variants(game: Game, players: int | None = None) -> Iterator[Variant]:
    """The usual game, every option changed alone, and the other numbers of players."""
    count = game.check_players(players)
    usual = {option.name: option.default(count) for option in game.options}
    yield Variant("as usual", count, usual)
    for option in game.options:
        for value in other_values(option, count):
            yield Variant(
                f"{option.name}={option.write(value)}", count, usual | {option.name: value}
            )
    fewest, most = game.seats
    for other in range(fewest, most + 1):
        if other != count:
            options = {option.name: option.default(other) for option in game.options}
            yield Variant(f"{other} players", other, options)


def usual_policy(game: Game) -> str:
    """Sensible play, the network's, or random actions where a game has none."""
    return NET if read_weights(game) is not None else RANDOM


def study(
    game: Game,
    games: int = 10_000,
    players: int | None = None,
    policy: str = RANDOM,
    device: str = "cpu",
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Iterator[Studied]:
    """Simulates every variant, one after the other."""
    for variant in variants(game, players):
        settings: dict[str, Any] = {"players": variant.players, "options": variant.options}
        found = simulate(
            game, policy, games, device, seed, threads=threads, progress=progress, **settings
        )
        yield Studied(variant, found)


def differs(one: Figure, other: Figure) -> bool:
    """Whether two figures lie apart by more than their intervals allow."""
    if one.low is None or other.low is None or one.high is None or other.high is None:
        return abs(one.value - other.value) > 0.01 * abs(one.value)
    return one.high < other.low or other.high < one.low
