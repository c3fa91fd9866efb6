"""What bots know of a game beyond its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from waterside.core.errors import GameError
from waterside.core.rules import RuleFunction, is_rule

if TYPE_CHECKING:
    from waterside.core.position import Position

Values = tuple[dict[int, Fraction], int]
"""The worth of actions by their numbers, and how many positions it took to find them."""
Solver = Callable[["Position", int], Values | None]
"""Finds the exact worth of actions in a small ending, with at most so many positions; None where
the position is no such ending."""
IsEnding = Callable[["Position"], bool]
"""Whether a solver may find anything in a position; quick to find out, without looking any further."""


class SearchParameters(TypedDict, total=False):
    """Settings of the search that differ from the usual ones; see ``waterside.bots.search``."""

    exploration: float
    widening: float
    decisions: int
    guided: int
    paranoid: int
    others_search: int
    sown: int


@dataclass(frozen=True)
class Heuristics:
    """How bots judge positions of a game and what they try first."""

    evaluate: RuleFunction
    """``evaluate(s, out)`` writes each seat's expected share of the win."""
    promising: RuleFunction
    """``promising(s, rng, out, n)`` picks one of ``n`` legal actions, good ones more often."""
    believe: RuleFunction | None = None
    """``believe(s, rng)`` imagines a world by what the players' behaviour shows; without it all
    worlds are equally likely, as in ``imagine``."""
    search_parameters: SearchParameters = field(default_factory=SearchParameters)
    club: int = 200
    """How many iterations the level Club takes for a move; weaker levels take a share of them."""
    club_parameters: SearchParameters = field(default_factory=SearchParameters)
    """Settings for Club and the levels below it."""
    solver: Solver | None = None
    is_ending: IsEnding | None = None
    """Where to try the solver; without it, everywhere."""

    def __post_init__(self) -> None:
        for name, function in self.functions.items():
            if not is_rule(function):
                raise GameError(f"heuristics: mark the function {name} with @rule")

    @property
    def functions(self) -> Mapping[str, RuleFunction]:
        """The rule functions among them by their names."""
        found = {"evaluate": self.evaluate, "promising": self.promising}
        return found if self.believe is None else {**found, "believe": self.believe}
