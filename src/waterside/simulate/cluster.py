"""Games on a Ray cluster: simulation and arena in tasks of some games each.

A task is given the numbers of the games to play, and a game follows from its number. So a task whose worker is lost
is simply done again elsewhere, and the results are those of one machine.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from waterside.bots.bot import Bot
from waterside.bots.factory import make_bot
from waterside.core.errors import WatersideError
from waterside.simulate.arena import Match, Result
from waterside.simulate.cpu import CpuGames

if TYPE_CHECKING:
    from waterside.simulate.simulation import Setup

RETRIES = 10
"""So often a task is done again when its worker is lost."""
GAMES_OF_BOTS = 4
"""In one task."""
AHEAD = 3
"""Tasks under way or waiting for each processor."""


class ClusterError(WatersideError):
    """There is no such cluster, or Ray is not installed."""


def is_cluster(device: str) -> bool:
    """Whether a device is a Ray cluster."""
    return device == "ray" or device.startswith("ray://")


def import_ray() -> Any:
    """Ray; ``ClusterError`` where it is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise ClusterError("device ray: Ray is not installed (pip install 'waterside[ray]')")
    import ray

    return ray


class Cluster:
    """A Ray cluster: ``ray`` starts one on this machine, ``ray://HOST:PORT`` joins another."""

    def __init__(self, device: str = "ray") -> None:
        self.ray = import_ray()
        if not self.ray.is_initialized():
            settings: dict[str, Any] = {"include_dashboard": False} if device == "ray" else {}
            try:
                self.ray.init(
                    address="local" if device == "ray" else device, log_to_driver=False, **settings
                )
            except (ConnectionError, RuntimeError, ValueError) as problem:
                raise ClusterError(f"device {device}: {problem}") from problem
        self.workers: set[int] = set()
        """The processes that have done tasks so far."""

    def rows(
        self, setup: Setup, games: int, size: int
    ) -> Iterator[tuple[int, npt.NDArray[np.int32]]]:
        """The rows of simulated games, some at a time, as they come."""
        if setup.policy in ("random", "net"):
            tasks: Iterable[tuple[Any, ...]] = (
                (setup, first, min(size, games - first)) for first in range(0, games, size)
            )
            yield from self.each(play_rows, tasks)
            return
        from waterside.simulate.policies import row_of, seated

        for result in self.results(seated(setup), range(games)):
            yield result.number, row_of(result)[np.newaxis]

    def results(self, match: Match, numbers: Iterable[int]) -> Generator[Result, None, None]:
        """The results of an arena's games, as they come."""
        waiting = iter(numbers)
        tasks = ((match, some) for some in iter(lambda: [*islice(waiting, GAMES_OF_BOTS)], []))
        for results in self.each(play_match, tasks):
            yield from results

    def each(self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """What a function makes of each task, as it comes; it returns the number of its process and that."""
        ray = self.ray
        remote = ray.remote(max_retries=RETRIES)(function)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(tasks)
        running = [remote.remote(*task) for task in islice(waiting, most)]
        try:
            while running:
                done, running = ray.wait(running, num_returns=1)
                running += [remote.remote(*task) for task in islice(waiting, len(done))]
                for one in done:
                    worker, content = ray.get(one)
                    self.workers.add(worker)
                    yield content
        except ray.exceptions.WorkerCrashedError as problem:
            raise ClusterError(f"a task lost its worker {RETRIES} times: {problem}") from problem
        except ray.exceptions.RayTaskError as problem:
            raise problem.as_instanceof_cause() from None
        finally:
            for one in running:
                ray.cancel(one)


_players: dict[Any, CpuGames] = {}
_bots: dict[Any, dict[str, Bot]] = {}


def play_rows(
    setup: Setup, first: int, games: int
) -> tuple[int, tuple[int, npt.NDArray[np.int32]]]:
    """A task: some games in machine code. What is compiled stays for the next one."""
    options = tuple(setup.options.items())
    key = (setup.game, setup.players, options, setup.policy, repr(setup.facts))
    if key not in _players:
        _players[key] = setup.on_cpu()
    return os.getpid(), (first, _players[key].play(setup.seed, first, games))


def play_match(match: Match, numbers: list[int]) -> tuple[int, list[Result]]:
    """A task: some games of bots."""
    key = match.specs
    if key not in _bots:
        _bots[key] = {name: make_bot(spec) for name, spec in match.bots.items()}
    return os.getpid(), [match.play(number, _bots[key], lambda seat: None) for number in numbers]
