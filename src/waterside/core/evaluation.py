"""What a game brings for a learned evaluation: features of its positions, and how to learn from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from waterside.core.errors import GameError
from waterside.core.options import Value
from waterside.core.rules import RuleFunction, is_rule


class NetworkParameters(TypedDict, total=False):
    """Settings of the search with a network; see ``waterside.bots.network_tree``."""

    exploration: float
    widening: float
    fan: int
    temper: float
    others_search: int
    paranoid: int


class SelfPlay(TypedDict, total=False):
    """How games to learn from are played; see ``waterside.training.generating``."""

    iterations: int
    length: int
    every: int
    trust: float


@dataclass(frozen=True)
class Effort:
    """How a level plays by the learned evaluation."""

    iterations: int | None = None
    """Of the search; 0: it looks one action ahead, None: it searches as long as it may."""
    carelessness: float = 0.0
    """How much worse, in share of the win, an action may be and still be taken with a third of the
    best one's chance."""
    solves: bool = False
    """Whether it solves small endings of the game instead of searching them, as a level that searches as
    long as it may always does."""


@dataclass(frozen=True)
class Evaluation:
    """Sparse features for a network: a game's ``features.py``."""

    features: RuleFunction
    """``features(s, seat, out)`` writes the features that are on for what a seat knows, from 0 on,
    and returns how many; it may use the rest of ``out`` meanwhile."""
    viewpoint: RuleFunction
    """``viewpoint(s)`` is a seat that can judge for all, or -1 where seats know different things."""
    size: int
    """How many features there are."""
    most: int
    """The room that ``features`` needs."""
    steps: tuple[tuple[int, int], ...] = ()
    """Rows of features that count up to a number, each by its first feature and its length:
    ``features`` writes the last one that is reached (``waterside.engine.features.write_steps``), and
    all before it are on, too."""
    search_parameters: NetworkParameters = field(default_factory=NetworkParameters)
    timed_parameters: NetworkParameters = field(default_factory=NetworkParameters)
    """What is different in a search that has a time instead of a number of iterations: a long one."""
    self_play: SelfPlay = field(default_factory=SelfPlay)
    sparse: int = 12
    """Of so many positions one is kept where games are many."""
    variants: tuple[Mapping[str, Value], ...] = ()
    """Options that the evaluation should know, too; some of the training goes to each."""
    calibration: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """By the number of players: what came where the search said 0% and so on in even steps up to 100%.
    See ``benchmarks/calibration.py``."""
    levels: Mapping[str, Effort] = field(default_factory=dict)
    """How the levels play by it; those that are not named, without it."""

    def __post_init__(self) -> None:
        for name, function in self.functions.items():
            if not is_rule(function):
                raise GameError(f"features: mark the function {name} with @rule")

    @property
    def functions(self) -> Mapping[str, RuleFunction]:
        """The rule functions among them by their names."""
        return {"features": self.features, "viewpoint": self.viewpoint}


def percent(*steps: int) -> tuple[float, ...]:
    """A curve for ``Evaluation.calibration``, written in percent."""
    return tuple(step / 100 for step in steps)


def calibrated(value: float, came: Sequence[float]) -> float:
    """What a value means, by what came where such values were said, with straight lines between."""
    if not came:
        return value
    steps = len(came) - 1
    place = min(steps - 1, int(value * steps))
    return came[place] + (came[place + 1] - came[place]) * (value * steps - place)
