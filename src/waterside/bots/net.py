"""The instant bot: what the learned evaluation likes best one action ahead, without any search."""

from __future__ import annotations

import time

from waterside.bots.bot import Answer, Considered, Question, Stop
from waterside.bots.carelessness import careless
from waterside.bots.network_tree import look
from waterside.bots.outlooks import IMAGINED
from waterside.bots.search import GreedyBot, Workspace
from waterside.bots.weights import read_weights
from waterside.core.errors import InvalidValueError
from waterside.core.registry import game as game_named
from waterside.engine.rng import generator


class NetBot:
    """Takes the action after which the network expects most for its seat; a tiny fraction of a
    millisecond for a move. In a game without a network it plays as ``greedy`` does. ``carelessness`` is how
    much worse an action may be and still be taken with a third of the best one's chance.
    """

    def __init__(self, carelessness: float = 0.0) -> None:
        if not isinstance(carelessness, int | float) or carelessness < 0:
            raise InvalidValueError(f"carelessness={carelessness}: a number from 0 on is needed")
        self.name = "net"
        self.carelessness = carelessness
        self._workspaces: dict[tuple[str, int], Workspace] = {}
        self._greedy = GreedyBot()

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Judges every action by the network, from what the seat knows."""
        started = time.perf_counter()
        game = game_named(question.game)
        weights = read_weights(game)
        if weights is None:
            return self._greedy.answer(question, stop)
        key = (game.name, question.players)
        if key not in self._workspaces:
            net = weights.network(game, question.players)
            self._workspaces[key] = Workspace.of(game, question.players, 2, net)
        workspace = self._workspaces[key]
        seen = question.position()
        workspace.states[1] = seen.state[0]
        texts, scratch = list(seen.action_numbers), workspace.scratch
        scratch.out[: len(texts)] = list(seen.action_numbers.values())
        game.compiled.build(look)(
            workspace.states, *workspace.worlds(game), len(texts), scratch,
            generator(question.seed), question.seat - 1, IMAGINED,
        )  # fmt: skip
        considered = [
            Considered(text, 1, float(value), 0.0)
            for text, value in zip(texts, scratch.outlooks, strict=False)
        ]
        considered.sort(key=lambda one: (-one.value, one.action))
        best = considered[0].action
        answer = Answer(
            best, tuple(considered), (best,), len(considered), time.perf_counter() - started
        )
        return careless(answer, self.carelessness, question.seed) if self.carelessness else answer
