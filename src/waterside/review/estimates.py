"""Shares of the win, estimated: of positions by continuations, of actions by searches of equal effort."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.bots.search import Workspace, classic_settings, network_settings
from waterside.bots.tree import Settings, plant
from waterside.bots.weights import read_weights
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.engine.rng import generator
from waterside.review.continuation import (
    NO_ACTION,
    continue_by_network,
    continue_by_playouts,
    search_after_by_network,
    search_after_by_playouts,
)

Floats = npt.NDArray[np.float64]

BATCHES = 16
"""Parts of a search whose means tell its error: within a part, iterations depend on each other."""
WARMING = 4
"""The first of so many parts of a search is not counted: the tree knows little then."""


def seed_of(position: Position, seat: int, salt: int) -> int:
    """A seed that follows from what a seat knows of a position, and from nothing else.

    Worlds that differ only in what the seat does not know get the same random numbers.
    """
    seen = position.seen_by(seat)
    digest = hashlib.sha256(
        seen.held + f"{position.game.name} {seat} {position.number} {salt}".encode()
    )
    return int.from_bytes(digest.digest()[:7], "little")


def spread(samples: Floats) -> Floats:
    """The standard error of the mean of independent samples, for each seat."""
    if len(samples) < 2:
        return np.zeros(samples.shape[1])
    error: Floats = samples.std(axis=0, ddof=1) / math.sqrt(len(samples))
    return error


def batch_error(iterations: Floats) -> float:
    """The standard error of the mean of a search's iterations, from the means of its parts."""
    size = len(iterations) // BATCHES
    if size == 0:
        return float(spread(iterations[:, None])[0])
    means = iterations[: size * BATCHES].reshape(BATCHES, size).mean(axis=1)
    return float(means.std(ddof=1) / math.sqrt(BATCHES))


@dataclass(frozen=True)
class Outlook:
    """What an action promises, by one seat's knowledge."""

    iterations: Floats
    """``[iteration, seat]``; the world of an iteration is the same for all actions."""

    @property
    def shares(self) -> Floats:
        """Each seat's expected share of the win."""
        mean: Floats = self.iterations.mean(axis=0)
        return mean

    def error(self, seat: int) -> float:
        """The standard error of a seat's share."""
        return batch_error(self.iterations[:, seat - 1])

    def error_against(self, other: Outlook, seat: int) -> float:
        """The standard error of the difference between two actions, world by world."""
        return batch_error(self.iterations[:, seat - 1] - other.iterations[:, seat - 1])


class Estimator:
    """Estimates for one game and number of players, in memory of its own."""

    def __init__(self, game: Game, players: int, nodes: int = 100_000) -> None:
        weights = read_weights(game)
        self.game, self.players = game, players
        self.workspace = Workspace.of(
            game, players, nodes, weights.network(game, players) if weights else None
        )
        self._continue: Any
        self._search: Any
        if self.workspace.has_network:
            self.settings: Any = network_settings(game, {})
            self._continue = game.compiled.build(continue_by_network)
            self._search = game.compiled.build(search_after_by_network)
        else:
            self.settings = classic_settings(game, {})
            self._continue = game.compiled.build(continue_by_playouts)
            self._search = game.compiled.build(search_after_by_playouts)
        self._plant = game.compiled.build(plant)
        self._rng = generator()

    def continuations(
        self,
        state: npt.NDArray[np.void],
        seed: int,
        samples: int,
        ahead: int,
        action: int = NO_ACTION,
        imagined: bool = False,
    ) -> Floats:
        """Each seat's share of the win in continuations of a state; ``[sample, seat]``.

        With ``imagined`` the state is a redacted one, and every sample begins in a world that fits.
        """
        workspace = self.workspace
        workspace.states[0] = state[0]
        out = np.zeros((samples, self.players))
        self._prepare()
        settings = self.settings
        if isinstance(settings, Settings) and settings.decisions >= 0:
            settings = settings._replace(decisions=max(ahead, settings.decisions))
        self._continue(
            workspace.states, workspace.world(self.game), workspace.world(self.game, 2), self._rng,
            workspace.scratch, settings, ahead, seed, action, imagined, samples, out,
        )  # fmt: skip
        return out

    def outlook(
        self, seen: Position, seat: int, seed: int, action: int, iterations: int
    ) -> Outlook:
        """What an action of this seat promises in a position as the seat knows it."""
        workspace = self.workspace
        workspace.states[0] = seen.state[0]
        out = np.zeros((iterations, self.players))
        self._prepare()
        self._plant(workspace.tree)
        self._search(
            workspace.states, workspace.world(self.game), workspace.world(self.game, 2),
            workspace.tree, self._rng, workspace.scratch, self.settings, seat - 1, seed, action,
            iterations, out,
        )  # fmt: skip
        return Outlook(out[iterations // WARMING :] if iterations >= 2 * BATCHES else out)

    def _prepare(self) -> None:
        self.workspace.scratch.stamp[:] = 0
        self.workspace.scratch.clock[0] = 0
