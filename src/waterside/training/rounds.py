"""Expert iteration: play, learn from it, play with what was learned, round after round.

The first round is played by the search without a network. Everything is written to a folder as it
comes, so that a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from waterside.bots.weights import Weights
from waterside.core.game import Game
from waterside.core.options import Value
from waterside.simulate.cluster import Cluster
from waterside.training.cluster import positions_on
from waterside.training.examples import Examples, Positions, examples_of, joined
from waterside.training.generating import Generator, Playing
from waterside.training.learning import Course, Learner, Learning

MANY_GAMES = 10_000_000
Heard = Callable[[str, int, int], None]
"""Hears what is done, how much of it, and of how much."""


@dataclass(frozen=True)
class Plan:
    """How to train."""

    rounds: int = 4
    glances: int = 2
    """How many rounds after the first are played without a search, one action ahead: many more games."""
    seconds: float | None = 120.0
    """Of play in each round, if time decides; else ``games`` do."""
    games: int = MANY_GAMES
    """In each round, of each number of players."""
    players: Sequence[int] = ()
    """Numbers of players; all by default."""
    fewest_share: float = 0.5
    """The part of the play that goes to the fewest players; the others share the rest."""
    variant_share: float = 0.15
    """The part of the play that goes to variants of the game."""
    kept: int = 3
    """Rounds that are learned from."""
    belief: float = 0.35
    """How much the search's value counts beside the result, from the second round on."""
    viewpoints: int = 2
    threads: int = 1
    device: str = "cpu"
    """Where games are played: ``cpu``, or a Ray cluster (``ray``, ``ray://HOST:PORT``)."""
    seed: int = 1
    playing: dict[str, Any] = field(default_factory=dict)
    learning: Learning = field(default_factory=Learning)


@dataclass
class Round:
    """What came of a round."""

    number: int
    games: dict[int, int]
    positions: int
    examples: int
    course: Course
    seconds_played: float
    seconds_learned: float


def share_out_time(game: Game, plan: Plan) -> list[tuple[int, Mapping[str, Value], float]]:
    """What is played in a round: number of players, options, and the part of the time."""
    fewest, most = game.seats
    counts = list(plan.players) or list(range(fewest, most + 1))
    assert game.evaluation is not None
    variants = game.evaluation.variants
    shares = [1.0]
    if len(counts) > 1:
        more = len(counts) - 1
        shares = [plan.fewest_share] + [(1 - plan.fewest_share) / more] * more
    parts: list[tuple[int, Mapping[str, Value], float]] = []
    for players, share in zip(counts, shares, strict=False):
        usual = share if not variants else share * (1 - plan.variant_share)
        parts.append((players, {}, usual))
        for variant in variants:
            parts.append((players, variant, (share - usual) / len(variants)))
    return parts


class Training:
    """Trains one game's network in a folder of its own."""

    def __init__(
        self, game: Game, plan: Plan, folder: Path, heard: Heard = lambda *_: None
    ) -> None:
        self.game, self.plan, self.folder, self.heard = game, plan, folder, heard
        folder.mkdir(parents=True, exist_ok=True)
        self.weights: Weights | None = None
        self.examples: list[Examples] = []
        self.played: list[Positions] = []
        """The positions of the last round."""
        self._cluster = None if plan.device == "cpu" else Cluster(plan.device)

    def run(self) -> list[Round]:
        """All rounds that are not done yet."""
        done = []
        for number in range(self.plan.rounds):
            if self._weights_file(number).exists():
                data = self._weights_file(number).read_bytes()
                self.weights = Weights.from_bytes(data, self.game)
                continue
            done.append(self.one_round(number))
        return done

    def _weights_file(self, number: int) -> Path:
        return self.folder / f"round-{number}.weights"

    def one_round(self, number: int) -> Round:
        """Plays, learns, writes the weights and a line of the log."""
        started = time.monotonic()
        played = self.played = self._play(number)
        learned_from = time.monotonic()
        belief = self.plan.belief if number else 0.0
        new = [
            examples_of(self.game, part, belief, number, self.plan.viewpoints, self.plan.threads)
            for part in played
            if len(part)
        ]
        self.examples = [*self.examples, joined(new)][-self.plan.kept :]
        learning = replace(self.plan.learning, threads=self.plan.threads)
        learner = Learner(self.game, learning, self.weights)
        everything = joined(self.examples)
        course = learner.teach(
            everything, lambda step, steps, _: self.heard(f"round {number}: learn", step, steps)
        )
        self.weights = learner.weights
        games: dict[int, int] = {}
        for part in played:
            games[part.players] = games.get(part.players, 0) + part.played
        found = Round(
            number,
            games,
            sum(map(len, played)),
            len(everything),
            course,
            learned_from - started,
            time.monotonic() - learned_from,
        )
        self.weights.made = {
            "round": number,
            "games": found.games,
            "examples": found.examples,
            "held_out_loss": round(min(course.tested), 5) if course.tested else None,
            "seed": self.plan.seed,
        }
        self._weights_file(number).write_bytes(self.weights.to_bytes(self.game))
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(asdict(found)) + "\n")
        return found

    def _play(self, number: int) -> list[Positions]:
        plan = self.plan
        assert self.game.evaluation is not None
        playing = Playing(**{**self.game.evaluation.self_play, **plan.playing})
        if self.weights is None:
            iterations = max(20, self.game.heuristics.club // 2)
            playing = replace(playing, iterations=iterations, trust=0.0)
        elif number <= plan.glances:
            playing = replace(playing, iterations=0, every=self.game.evaluation.sparse)
        parts = share_out_time(self.game, plan)
        found = []
        for place, (players, options, share) in enumerate(parts):
            maker = Generator(self.game, players, playing, self.weights, options)
            seed = plan.seed * 1000 + number * 50 + place
            if place == 0:
                maker.positions(seed, 1)  # compiles
            games = plan.games if plan.seconds is not None else max(1, round(plan.games * share))
            seconds = None if plan.seconds is None else plan.seconds * share
            what = f"round {number}: {players} players"
            total = games if plan.seconds is None else 0
            heard = partial(self._heard_of_games, what, total)
            if self._cluster:
                found.append(positions_on(self._cluster, maker, seed, games, seconds, heard))
            else:
                found.append(maker.positions(seed, games, plan.threads, seconds, heard))
        return found

    def _heard_of_games(self, what: str, total: int, done: int) -> None:
        self.heard(what, done, total)
