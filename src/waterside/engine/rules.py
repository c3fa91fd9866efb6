"""A game's rules as its ``__init__.py`` puts them together, and their functions built to be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from waterside.core.errors import GameError
from waterside.core.rules import BuiltRules, RuleFunction, is_rule
from waterside.core.state import StateLayout
from waterside.engine import contract
from waterside.engine.build import Builder, compiler_missing
from waterside.engine.playout import (
    not_counted,
    nothing_guessed,
    one_kind,
    pick_from_list,
    sample_from_chances,
    seen_by_all,
)


@dataclass(frozen=True, eq=False)
class GameRules:
    """The state and the rule functions of a game; see ``waterside.engine.contract``."""

    state: StateLayout
    actions: int
    """How many numbers the actions of players take."""
    outcomes: int
    """How many numbers the outcomes of chance take."""
    longest: int
    """The room that a list of actions or outcomes needs."""
    observation_size: int
    """How many numbers ``observe`` writes."""
    new: RuleFunction
    actor: RuleFunction
    legal: RuleFunction
    chances: RuleFunction
    apply: RuleFunction
    scores: RuleFunction
    winners: RuleFunction
    redact: RuleFunction
    imagine: RuleFunction
    observe: RuleFunction
    sample: RuleFunction = sample_from_chances
    pick: RuleFunction = pick_from_list
    witness: RuleFunction = seen_by_all
    guesses: RuleFunction = nothing_guessed
    knowledge: RuleFunction = not_counted
    kind: RuleFunction = one_kind

    def __post_init__(self) -> None:
        for name, function in self.functions.items():
            if not is_rule(function):
                raise GameError(f"mark the rule function {name} with @rule")

    @cached_property
    def functions(self) -> Mapping[str, RuleFunction]:
        """The functions of the contract by their names."""
        return {name: getattr(self, name) for name in contract.FUNCTIONS}

    @property
    def has_secret_outcomes(self) -> bool:
        """Whether there are outcomes of chance that not all viewers see."""
        return self.witness is not seen_by_all

    def can_compile(self) -> bool:
        """Whether rules can be machine code here."""
        return compiler_missing() is None

    def build(
        self, label: str, functions: Mapping[str, RuleFunction], *, compiled: bool
    ) -> BuiltRules:
        """These functions for one back end, each built when it is first asked for."""
        return FunctionsOnDemand(label, functions, compiled=compiled)


class FunctionsOnDemand:
    """Rule functions of one game and back end, each built when it is first asked for."""

    new: RuleFunction
    actor: RuleFunction
    legal: RuleFunction
    pick: RuleFunction
    kind: RuleFunction
    chances: RuleFunction
    sample: RuleFunction
    witness: RuleFunction
    guesses: RuleFunction
    knowledge: RuleFunction
    apply: RuleFunction
    scores: RuleFunction
    winners: RuleFunction
    redact: RuleFunction
    imagine: RuleFunction
    observe: RuleFunction

    def __init__(
        self, label: str, functions: Mapping[str, RuleFunction], *, compiled: bool
    ) -> None:
        self.compiled = compiled
        self._builder = Builder(functions, compiled=compiled, label=label)
        self._functions = functions

    def build(self, function: RuleFunction) -> RuleFunction:
        """Generic code (a playout, a search) bound to this game's functions."""
        return self._builder.build(function)

    def __getattr__(self, name: str) -> RuleFunction:
        if name.startswith("_") or name not in self._functions:
            raise AttributeError(f"rules have no function {name}")
        function = self.build(self._functions[name])
        setattr(self, name, function)
        return function
