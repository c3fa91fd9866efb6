"""Simulation: many games of one kind, and what metrics hear of them.

``simulate("kariba", games=100_000)`` plays uniformly random games in machine code on all cores, and with
the policy ``net`` those in which each player takes what the game's network likes best. Another
``policy`` is a bot as ``make_bot`` takes it, or one for each seat. The same seed gives the same
figures, whatever the device, the number of threads or the order in which games end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import InvalidValueError
from waterside.core.facts import Facts
from waterside.core.game import Game
from waterside.core.options import Value
from waterside.core.registry import game as game_named
from waterside.simulate.cluster import Cluster, is_cluster
from waterside.simulate.cpu import CpuGames
from waterside.simulate.metrics import Figure, HearsActions, Metric, built_in
from waterside.simulate.numbered import keep_state
from waterside.simulate.policies import bot_rows
from waterside.simulate.rows import Rows
from waterside.simulate.workers import cores

CHUNK = 1024
"""Games that one thread or cluster task plays at a time."""
GPU_CHUNK = 1 << 20
RANDOM, NET = "random", "net"
IN_MACHINE_CODE = (RANDOM, NET)
"""Policies that need no bot: whole games run in machine code."""

Chunks = Iterator[tuple[int, npt.NDArray[np.int32]]]


@dataclass(frozen=True)
class Setup:
    """All that decides which games are played: enough to play any of them anywhere."""

    game: str
    players: int
    options: Mapping[str, Value]
    policy: str = RANDOM
    seed: int = 1
    facts: Facts | None = field(default=None, compare=False)

    @property
    def kind(self) -> Game:
        """The game itself."""
        return game_named(self.game)

    @property
    def noticed(self) -> Facts | None:
        """The facts to gather: those given, or the game's own."""
        return self.facts or self.kind.parts.facts

    @property
    def encoded(self) -> npt.NDArray[np.int64]:
        """The options as rules take them."""
        return np.array(self.kind.encode(self.players, self.options), np.int64)

    @property
    def bindings(self) -> dict[str, Any]:
        """How the facts are bound into the loop that plays."""
        found = self.noticed
        return (
            {"bindings": {"keep": keep_state, "facts": found.notice}, "facts": len(found.names)}
            if found
            else {}
        )

    def on_cpu(self) -> CpuGames:
        """What plays these games in machine code."""
        return CpuGames(
            self.kind, self.players, self.encoded, network=self.policy == NET, **self.bindings
        )

    def rows(self, first: int, table: npt.NDArray[np.int32]) -> Rows:
        """Names for the columns."""
        return Rows(self.players, self.noticed.names if self.noticed else (), first, table)


@dataclass
class Simulation:
    """What came out."""

    setup: Setup
    games: int
    metrics: list[Metric]
    rows: Rows | None = None
    """Every game, where ``keep`` asked for them."""

    def figures(self) -> dict[str, list[Figure]]:
        """What each metric found, by its title."""
        return {metric.title: metric.figures() for metric in self.metrics}

    def figure(self, metric: str, name: str) -> Figure:
        """One of them."""
        for figure in self.figures().get(metric, []):
            if figure.name == name:
                return figure
        raise InvalidValueError(f"{metric}, {name}: no such figure")

    def write(self, path: str | Path) -> None:
        """Writes a report (.html), or the figures (.csv); with every game kept, .parquet too."""
        from waterside.simulate.report import write

        write(self, Path(path))


def simulate(
    game: str | Game,
    policy: str = RANDOM,
    games: int = 1000,
    device: str = "cpu",
    seed: int = 1,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    metrics: Sequence[Metric] | None = None,
    facts: Facts | None = None,
    keep: bool = False,
    progress: Callable[[int], None] = lambda games: None,
) -> Simulation:
    """Plays games number 0 and on and sums up metrics of them.

    ``device`` is ``cpu``, ``gpu`` or a Ray cluster (``ray``, ``ray://host:port``). ``threads`` are
    threads, or processes where bots play. ``progress`` hears how many more games are done.

    >>> from waterside.simulate import simulate
    >>> found = simulate("kariba", games=200, seed=7)
    >>> found.figure("length", "longest").value
    58
    """
    kind = game if isinstance(game, Game) else game_named(game)
    players = kind.check_players(players)
    setup = Setup(kind.name, players, kind.resolve(players, options or {}), policy, seed, facts)
    if games < 1:
        raise InvalidValueError(f"{games} games: play at least one")
    chosen = built_in() if metrics is None else list(metrics)
    listeners = [metric for metric in chosen if isinstance(metric, HearsActions)]
    kept = []
    for first, table in chunks(setup, games, device, threads, listeners):
        rows = setup.rows(first, table)
        for metric in chosen:
            metric.hear(rows)
        if keep:
            kept.append((first, table))
        progress(len(table))
    whole = None
    if keep:
        whole = setup.rows(0, np.concatenate([table for _, table in sorted(kept, key=first_of)]))
    return Simulation(setup, games, chosen, whole)


def first_of(chunk: tuple[int, Any]) -> int:
    """The number of the first game of a chunk."""
    return chunk[0]


def chunks(
    setup: Setup,
    games: int,
    device: str,
    threads: int | None,
    listeners: Sequence[HearsActions],
) -> Chunks:
    """The rows of all games, some at a time, as they come."""
    if listeners and (device != "cpu"):
        raise InvalidValueError(f"device {device}: metrics that hear every action take device cpu")
    if device == "gpu":
        if setup.policy not in IN_MACHINE_CODE:
            raise InvalidValueError(
                f"policy {setup.policy}: on a GPU there are {' and '.join(IN_MACHINE_CODE)}"
            )
        return on_gpu(setup, games)
    if is_cluster(device):
        return Cluster(device).rows(setup, games, CHUNK)
    if device != "cpu":
        raise InvalidValueError(f"device {device}: there are cpu, gpu, ray and ray://HOST:PORT")
    if listeners:
        return listened_to(setup, games, listeners)
    if setup.policy not in IN_MACHINE_CODE:
        return bot_rows(setup, range(games), threads)
    return on_threads(setup, games, threads or cores())


def pieces(games: int, size: int) -> Iterator[tuple[int, int]]:
    """The first number and the number of games of each chunk."""
    for first in range(0, games, size):
        yield first, min(size, games - first)


def on_threads(setup: Setup, games: int, threads: int) -> Chunks:
    """Machine code lets go of the interpreter, so threads are enough."""
    player = setup.on_cpu()
    waiting = pieces(games, CHUNK)
    with ThreadPoolExecutor(threads) as pool:
        running: dict[Future[npt.NDArray[np.int32]], int] = {}
        while True:
            while len(running) < 2 * threads and (piece := next(waiting, None)):
                running[pool.submit(player.play, setup.seed, *piece)] = piece[0]
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()


def on_gpu(setup: Setup, games: int) -> Chunks:
    """A launch at a time."""
    from waterside.simulate.gpu import GpuGames

    player = GpuGames(
        setup.kind, setup.players, setup.encoded, network=setup.policy == NET, **setup.bindings
    )
    for first, count in pieces(games, GPU_CHUNK):
        yield first, player.play(setup.seed, first, count).copy_to_host()


def listened_to(setup: Setup, games: int, listeners: Sequence[HearsActions]) -> Chunks:
    """Interpreted, game by game, so that Python hears every action."""
    from waterside.simulate.policies import play_listened

    for number in range(games):
        yield number, play_listened(setup, number, listeners)[np.newaxis]
