"""Bots that think: the search for all games, and the one-ply greedy bot, both compiled."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.bots.bot import CLASSIC, LEARNED, Answer, Considered, Question, Stop
from waterside.bots.endings import decisive, exactly
from waterside.bots.network_tree import NetworkSettings, search_by_network
from waterside.bots.tree import (
    DEEPEST,
    NONE,
    Scratch,
    Settings,
    Tree,
    child_of,
    judge,
    new_tree,
    plant,
    replant,
    search,
    sow,
)
from waterside.bots.weights import interpreted, new_layers, no_network, read_weights
from waterside.core.errors import InvalidValueError
from waterside.core.evaluation import calibrated
from waterside.core.game import Game
from waterside.engine.network import Network
from waterside.engine.rng import generator

WORLDS = 4  # states that a search needs
FIRST_CHUNK = 32
CHUNK_SECONDS = 0.004
EFFORT = 15_000  # positions of an ending, for a few tenths of a second
CHECK_SECONDS = 0.05
CLOCKS = {"wall": time.perf_counter, "cpu": time.thread_time}


@dataclass
class Workspace:
    """One thread's own memory for searching one game."""

    states: npt.NDArray[np.void]
    tree: Tree
    scratch: Scratch
    spare: Tree | None = None
    """Where the part of the tree that is kept goes."""
    last: Question | None = None
    """What the tree was grown for."""

    @classmethod
    def of(cls, game: Game, players: int, nodes: int, net: Network | None = None) -> Workspace:
        """Fresh memory."""
        net = net or no_network()
        layers = new_layers(game, net)
        if not game.compiled.compiled:
            net, layers = interpreted(net), interpreted(layers)
        return cls(
            states=np.zeros(WORLDS, game.state_type),
            tree=new_tree(nodes),
            scratch=Scratch(
                out=np.zeros(max(game.longest, 8), np.int32),
                weights=np.zeros(game.longest, np.int64),
                path=np.zeros(DEEPEST + 1, np.int32),
                values=np.zeros(players, np.float64),
                where=np.zeros(max(game.actions, game.outcomes), np.int32),
                stamp=np.zeros(max(game.actions, game.outcomes), np.int64),
                clock=np.zeros(1, np.int64),
                sums=np.zeros(players, np.float64),
                outlooks=np.zeros(max(game.longest, 8), np.float64),
                net=net,
                layers=layers,
            ),
        )

    def prepare(self, question: Question, game: Game, keep: bool) -> None:
        """Sets the root: what is known of this position from the question before, or nothing."""
        self.scratch.stamp[:] = 0
        self.scratch.clock[0] = 0
        node = self._known(question) if keep else NONE
        self.last = question if keep else None
        if node == NONE:
            game.compiled.build(plant)(self.tree)
            return
        spare = self.spare or new_tree(len(self.tree.action))
        game.compiled.build(replant)(self.tree, node, spare)
        self.tree, self.spare = spare, self.tree

    def _known(self, question: Question) -> int:
        """The node that this position has become, if it follows on what the tree was grown for."""
        last = self.last
        if last is None or last.heard is None or question.heard is None:
            return NONE
        if (last.seat, last.options) != (question.seat, question.options):
            return NONE
        if question.heard[: len(last.heard)] != last.heard or question.heard == last.heard:
            return NONE
        node = 0
        for action in question.heard[len(last.heard) :]:
            node = child_of(self.tree, node, action)  # type: ignore[no-untyped-call]
            if node == NONE:
                break
        return node

    @property
    def has_network(self) -> bool:
        """Whether there is a learned evaluation."""
        return len(self.scratch.net.first_bias) > 0

    def world(self, game: Game, number: int = 1) -> Any:
        """The state that iterations play on, or another one, as the rules take it."""
        return self.states[number] if game.compiled.compiled else game.view(self.states, number)

    def worlds(self, game: Game) -> tuple[Any, Any, Any]:
        """The states to play on, to look ahead in, and as a player imagines it."""
        return self.world(game, 1), self.world(game, 2), self.world(game, 3)


PLAIN = {
    "exploration": 0.6,
    "widening": 2.0,
    "decisions": -1,
    "guided": 0,
    "paranoid": 0,
    "others_search": 1,
    "sown": 0,
}


PLAIN_WITH_NETWORK = {
    "exploration": 1.0,
    "widening": 1.0,
    "fan": 40,
    "temper": 0.05,
    "others_search": 1,
    "paranoid": 0,
}


def classic_settings(game: Game, parameters: Mapping[str, Any]) -> Settings:
    """How to search a game without a learned evaluation, but for these parameters."""
    chosen = {**PLAIN, **game.heuristics.search_parameters, **parameters}
    return Settings(
        exploration=float(chosen["exploration"]),
        widening=float(chosen["widening"]),
        decisions=int(chosen["decisions"]),
        guided=int(chosen["guided"]),
        paranoid=bool(chosen["paranoid"]),
        others_search=bool(chosen["others_search"]),
        sown=int(chosen["sown"]),
    )


def network_settings(game: Game, parameters: Mapping[str, Any]) -> NetworkSettings:
    """How to search a game with its learned evaluation, but for these parameters."""
    assert game.evaluation is not None
    chosen = {**PLAIN_WITH_NETWORK, **game.evaluation.search_parameters, **parameters}
    return NetworkSettings(
        exploration=float(chosen["exploration"]),
        widening=float(chosen["widening"]),
        fan=int(chosen["fan"]),
        temper=float(chosen["temper"]),
        others_search=bool(chosen["others_search"]),
        paranoid=bool(chosen["paranoid"]),
    )


class SearchBot:
    """Information-set Monte Carlo tree search for any game; see ``waterside.bots.tree``.

    ``ms`` or ``iterations`` is the budget; ``threads`` trees grow side by side and are added up.
    ``exact`` solves small endings instead of searching them. ``reuse`` keeps what the last search of
    the same game says about this position (by default where time is the budget: with a number of
    iterations, the same question and seed get the same answer whatever was asked before).
    ``evaluation`` is ``learned`` (by the game's network, if it has one), ``classic`` (by playouts and
    the game's hand-written evaluation) or a file of weights.
    ``clock`` is what ``ms`` counts: ``wall``, or ``cpu`` for the time that each thread has really had,
    so that a busy machine does not weaken a bot that is being measured. ``calibrated`` tells values as
    what came where such values were said (``Evaluation.calibration``), not as the tree has them.
    Other settings are those of ``waterside.bots.tree.Settings``, or with a learned evaluation of
    ``waterside.bots.network_tree.NetworkSettings``.
    """

    def __init__(
        self,
        ms: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        nodes: int = 400_000,
        exact: bool = True,
        reuse: bool | None = None,
        evaluation: str = LEARNED,
        clock: str = "wall",
        calibrated: bool = True,
        **parameters: Any,
    ) -> None:
        if ms is None and iterations is None:
            ms = 200
        if clock not in CLOCKS:
            raise InvalidValueError(f"clock={clock}: a search has {' or '.join(CLOCKS)}")
        for name in parameters:
            if name not in (known := {**PLAIN, **PLAIN_WITH_NETWORK}):
                raise InvalidValueError(f"search has no setting {name}; it has {', '.join(known)}")
        if (ms is not None and ms <= 0) or (iterations is not None and iterations < 1):
            raise InvalidValueError("a search needs a budget above zero")
        self.name = "search"
        self.ms, self.iterations, self.threads = ms, iterations, threads
        self.nodes = nodes
        self.exact = exact
        self.reuse = iterations is None if reuse is None else reuse
        self.evaluation = evaluation
        self.clock = CLOCKS[clock]
        self.calibrated = bool(calibrated)
        self.parameters = parameters
        self._workspaces: dict[tuple[str, int], list[Workspace]] = {}

    def parameters_for(self, game: Game) -> dict[str, Any]:
        """Settings of the search with a learned evaluation that are not the game's usual ones."""
        assert game.evaluation is not None
        timed = game.evaluation.timed_parameters if self.iterations is None else {}
        return {**timed, **self.parameters}

    def network(self, game: Game, players: int) -> Network | None:
        """The game's learned evaluation, if it has one and this bot may use it."""
        if self.evaluation == CLASSIC:
            return None
        path = None if self.evaluation == LEARNED else Path(self.evaluation)
        weights = read_weights(game, path)
        if weights is None and path is not None:
            raise InvalidValueError(f"{path}: no such file of weights")
        return weights.network(game, players) if weights else None

    def effort(self) -> int:
        """How many positions an ending may have to be solved: at most half the time to think."""
        return EFFORT if self.ms is None else min(EFFORT, int(EFFORT * self.ms / 600))

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Searches until the budget is spent or the answer is wanted."""
        started, begun = time.perf_counter(), self.clock()
        seen = question.position()
        if len(seen.legal_actions()) == 1:
            return Answer(seen.legal()[0])
        game = seen.game
        solved = decisive(seen, self.effort()) if self.exact else None
        if solved:
            return exactly(solved, time.perf_counter() - started)
        key = (game.name, question.players)
        if key not in self._workspaces:
            net = self.network(game, question.players)
            self._workspaces[key] = [
                Workspace.of(game, question.players, self.nodes, net) for _ in range(self.threads)
            ]
        workspaces = self._workspaces[key]
        settings: Settings | NetworkSettings
        if workspaces[0].has_network:
            settings, sown = network_settings(game, self.parameters_for(game)), 0
            run = game.compiled.build(search_by_network)
        else:
            settings = classic_settings(game, self.parameters)
            sown = settings.sown
            run = game.compiled.build(search)
        share = None if self.iterations is None else math.ceil(self.iterations / len(workspaces))
        done = [0] * len(workspaces)
        clock = self.clock
        spent = clock() - begun

        def think(thread: int) -> None:
            start = clock() - spent
            deadline = None if self.ms is None else start + self.ms / 1000
            check = start + CHECK_SECONDS
            workspace = workspaces[thread]
            workspace.states[0] = seen.state[0]
            workspace.prepare(question, game, self.reuse)
            rng = generator(question.seed, thread)
            if sown:
                game.compiled.build(sow)(
                    workspace.states, workspace.world(game), workspace.tree, rng, workspace.scratch,
                    question.seat - 1, sown,
                )  # fmt: skip
            chunk = FIRST_CHUNK
            while not stop():
                if share is not None:
                    chunk = min(chunk, share - done[thread])
                now = clock()
                if chunk <= 0 or (deadline is not None and now >= deadline and done[thread]):
                    break
                run(
                    workspace.states, *workspace.worlds(game), workspace.tree, rng, workspace.scratch,
                    settings, question.seat - 1, chunk,
                )  # fmt: skip
                done[thread] += chunk
                took = clock() - now
                if deadline is not None and now > check:
                    check = now + CHECK_SECONDS
                    pace = done[thread] / max(1e-6, now + took - start)
                    if is_decided(workspace.tree, pace * (deadline - now - took)):
                        break
                if deadline is not None:
                    wanted = min(CHUNK_SECONDS, max(0.0005, deadline - clock()))
                    chunk = max(1, int(chunk * min(4.0, wanted / max(took, 1e-6))))
                else:
                    chunk = max(chunk, 2000)

        others = [threading.Thread(target=think, args=(i,)) for i in range(1, len(workspaces))]
        for thread in others:
            thread.start()
        think(0)
        for thread in others:
            thread.join()
        considered = added_up(workspaces, {n: t for t, n in seen.action_numbers.items()})
        if self.calibrated and workspaces[0].has_network and game.evaluation is not None:
            came = game.evaluation.calibration.get(question.players, ())
            considered = tuple(replace(o, value=calibrated(o.value, came)) for o in considered)
        return Answer(
            action=considered[0].action,
            considered=considered,
            line=expected_line(workspaces[0], seen, considered[0].action),
            iterations=sum(done),
            seconds=time.perf_counter() - started,
        )


def is_decided(tree: Tree, iterations_left: float) -> bool:
    """Whether no other action can become the most visited one in the time that is left."""
    visits = [0, 0]
    child = int(tree.child[0])
    while child != NONE:
        visits = sorted((*visits, int(tree.visits[child])))[-2:]
        child = int(tree.sibling[child])
    return visits[1] - visits[0] > iterations_left


def added_up(workspaces: list[Workspace], texts: dict[int, str]) -> tuple[Considered, ...]:
    """The root's actions over all trees, the most visited first."""
    found: dict[int, tuple[int, float, float]] = dict.fromkeys(texts, (0, 0.0, 0.0))
    for workspace in workspaces:
        tree = workspace.tree
        child = int(tree.child[0])
        while child != NONE:
            number = int(tree.action[child])
            if number in found:
                visits, total, squares = found[number]
                found[number] = (
                    visits + int(tree.visits[child]),
                    total + float(tree.total[child]),
                    squares + float(tree.squares[child]),
                )
            child = int(tree.sibling[child])
    considered = []
    for number, (visits, total, squares) in found.items():
        value = total / visits if visits else 0.0
        spread = max(0.0, squares / visits - value * value) if visits else 1.0
        error = math.sqrt(spread / visits) if visits > 1 else 1.0
        considered.append(Considered(texts[number], visits, value, error))
    return tuple(sorted(considered, key=lambda one: (-one.visits, -one.value, one.action)))


def expected_line(workspace: Workspace, seen: Any, first: str) -> tuple[str, ...]:
    """The most visited way on, as long as its actions are public and were tried often."""
    line: list[str] = []
    tree = workspace.tree
    node = 0
    position = seen
    while len(line) < 12:
        best = NONE
        child = int(tree.child[node])
        while child != NONE:
            if best == NONE or tree.visits[child] > tree.visits[best]:
                best = child
            child = int(tree.sibling[child])
        if best == NONE or tree.visits[best] < 10 or tree.action[best] < 0:
            break
        number = int(tree.action[best])
        if number not in position.legal_actions():
            break
        line.append(position.text_of(number))
        if position.guesses:
            break
        position = position.play(number)
        node = best
        if position.actor == "chance" or position.is_over:
            break
    return tuple(line) if line and line[0] == first else (first,)


class GreedyBot:
    """Looks one action ahead: the one after which the evaluation is best for its own seat."""

    def __init__(self, samples: int = 12) -> None:
        self.name = "greedy"
        self.samples = samples
        self._workspaces: dict[tuple[str, int], Workspace] = {}

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Judges every action over some imagined worlds."""
        started = time.perf_counter()
        seen = question.position()
        game = seen.game
        key = (game.name, question.players)
        workspace = self._workspaces.setdefault(key, Workspace.of(game, question.players, 2))
        workspace.states[0] = seen.state[0]
        rng = generator(question.seed)
        look = game.compiled.build(judge)
        considered = []
        for text, number in seen.action_numbers.items():
            value = look(
                workspace.states, workspace.world(game), rng, workspace.scratch, question.seat - 1, number,
                self.samples,
            )  # fmt: skip
            considered.append(Considered(text, self.samples, float(value), 0.0))
        considered.sort(key=lambda one: (-one.value, one.action))
        return Answer(
            considered[0].action,
            tuple(considered),
            (considered[0].action,),
            len(considered) * self.samples,
            time.perf_counter() - started,
        )
