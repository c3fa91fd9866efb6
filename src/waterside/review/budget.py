"""How much is looked at in a review: numbers, not times, so that the same budget gives the same review."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from waterside.core.errors import InvalidValueError
from waterside.core.game import Game


@dataclass(frozen=True)
class Budget:
    """How much is looked at."""

    iterations: int = 1200
    """Iterations of the search for a decision's alternatives, and again for each of the two that are
    compared."""
    rough: int = 120
    """Iterations for the first, rough estimate of every decision, which finds what matters most."""
    samples: int = 32
    """Continuations of a position that its shares are the mean of."""
    worlds: int = 96
    """Imagined worlds over which it is weighed what a player could not know."""
    ahead: int = 6
    """Decisions that a continuation plays before the evaluation judges it."""
    outcomes: int = 64
    """The most outcomes of chance that are all weighed; of more, so many are sampled."""
    deals: int = 400
    """Samples of what could have been dealt at the start."""
    effort: int = 15_000
    """Positions that a solved ending may have."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if not isinstance(value, int) or value < (0 if name in ("ahead", "seed") else 1):
                raise InvalidValueError(f"budget: {name} cannot be {value!r}")

    def to_json(self) -> dict[str, int]:
        """As JSON takes it."""
        return asdict(self)


def full_budget(game: Game, seed: int = 0) -> Budget:
    """What the game's own parameters say, for what is compiled."""
    known = Budget.__dataclass_fields__
    own = {name: value for name, value in game.parts.review.items() if name in known}
    return replace(Budget(seed=seed), **own)  # type: ignore[arg-type]


def default_budget(game: Game, effort: float = 1.0, seed: int = 0) -> Budget:
    """What the game's own parameters say, times ``effort``."""
    budget = full_budget(game, seed)
    if not game.compiled.compiled:
        budget = replace(budget, **INTERPRETED)
    if effort == 1.0:
        return budget
    return replace(
        budget,
        iterations=max(32, round(budget.iterations * effort)),
        rough=max(16, round(budget.rough * min(1.0, effort))),
        samples=max(4, round(budget.samples * effort)),
        worlds=max(8, round(budget.worlds * effort)),
        deals=max(8, round(budget.deals * effort)),
    )


INTERPRETED = {
    "iterations": 64,
    "rough": 16,
    "samples": 2,
    "worlds": 6,
    "ahead": 1,
    "deals": 8,
    "effort": 2000,
}
"""Without machine code everything takes hundreds of times as long."""
