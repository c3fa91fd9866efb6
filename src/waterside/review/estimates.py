"""Shares of the win, estimated: of positions by continuations, of actions by searches of equal effort."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Protocol

from waterside.bots.bot import Answer, Question
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.review.samples import Outlook, Samples

if TYPE_CHECKING:
    from waterside.bots.search import SearchBot

NODES = 100_000
"""Of the tree of a search."""


def seed_of(position: Position, seat: int, salt: int) -> int:
    """A seed that follows from what a seat knows of a position, and from nothing else.

    Worlds that differ only in what the seat does not know get the same random numbers.
    """
    seen = position.seen_by(seat)
    digest = hashlib.sha256(
        seen.held + f"{position.game.name} {seat} {position.number} {salt}".encode()
    )
    return int.from_bytes(digest.digest()[:7], "little")


class Estimates(Protocol):
    """What a review asks for: of ``Estimator`` here, of the page's own processor in a browser."""

    def continuations(
        self,
        position: Position,
        seed: int,
        samples: int,
        ahead: int,
        action: int | None = None,
        imagined: bool = False,
    ) -> Samples:
        """Each seat's share of the win in continuations of a position.

        With ``imagined`` it is a redacted one, and every sample begins in a world that fits.
        """

    def outlook(
        self, seen: Position, seat: int, seed: int, action: int, iterations: int
    ) -> Outlook:
        """What an action of this seat promises in a position as the seat knows it."""

    def search(self, position: Position, seed: int, iterations: int) -> Answer:
        """What the search makes of all alternatives, by what the player to act knows."""


class Estimator:
    """Estimates for one game and number of players, compiled, in memory of its own."""

    def __init__(self, game: Game, players: int) -> None:
        import numpy as np  # only those who estimate here need it, and what is compiled

        from waterside.bots import continuation, search, tree
        from waterside.bots.weights import read_weights
        from waterside.engine.rng import generator

        self._np = np
        weights = read_weights(game)
        self.game, self.players = game, players
        self.workspace = search.Workspace.of(
            game, players, NODES, weights.network(game, players) if weights else None
        )
        self._continue: Any
        self._search: Any
        if self.workspace.has_network:
            self.settings: Any = search.network_settings(game, {})
            self._continue = game.compiled.build(continuation.continue_by_network)
            self._search = game.compiled.build(continuation.search_after_by_network)
        else:
            self.settings = search.classic_settings(game, {})
            self._continue = game.compiled.build(continuation.continue_by_playouts)
            self._search = game.compiled.build(continuation.search_after_by_playouts)
        self._plant = game.compiled.build(tree.plant)
        self._rng = generator()
        self._no_action = continuation.NO_ACTION
        self._bots: dict[int, SearchBot] = {}

    def continuations(
        self,
        position: Position,
        seed: int,
        samples: int,
        ahead: int,
        action: int | None = None,
        imagined: bool = False,
    ) -> Samples:
        """Each seat's share of the win in continuations of a position; see ``Estimates``."""
        workspace = self.workspace
        workspace.states[0] = position.state[0]
        out = self._np.zeros((samples, self.players))
        number = self._no_action if action is None else action
        self._prepare()
        settings = self.settings
        if not workspace.has_network and settings.decisions >= 0:
            settings = settings._replace(decisions=max(ahead, settings.decisions))
        self._continue(
            workspace.states, *workspace.worlds(self.game), self._rng, workspace.scratch, settings,
            ahead, seed, number, imagined, samples, out,
        )  # fmt: skip
        return Samples(out.T.tolist())

    def outlook(
        self, seen: Position, seat: int, seed: int, action: int, iterations: int
    ) -> Outlook:
        """What an action of this seat promises in a position as the seat knows it."""
        workspace = self.workspace
        workspace.states[0] = seen.state[0]
        out = self._np.zeros((iterations, self.players))
        self._prepare()
        self._plant(workspace.tree)
        self._search(
            workspace.states, *workspace.worlds(self.game), workspace.tree, self._rng,
            workspace.scratch, self.settings, seat - 1, seed, action, iterations, out,
        )  # fmt: skip
        return Outlook.of(Samples(out.T.tolist()))

    def search(self, position: Position, seed: int, iterations: int) -> Answer:
        """What the search makes of all alternatives, by what the player to act knows."""
        from waterside.bots.search import SearchBot

        if iterations not in self._bots:
            self._bots[iterations] = SearchBot(
                iterations=iterations, exact=False, reuse=False, nodes=NODES, calibrated=False
            )
        return self._bots[iterations].answer(Question.of(position, seed))

    def _prepare(self) -> None:
        self.workspace.scratch.stamp[:] = 0
        self.workspace.scratch.clock[0] = 0
