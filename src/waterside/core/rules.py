"""Rule functions as a game holds them; ``waterside.engine.rules`` makes them from its ``rules.py``.

What the functions do is said in ``waterside.engine.contract``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from waterside.core.state import StateLayout

CHANCE = -1
"""The actor where chance decides."""
OVER = -2
"""The actor where the game has ended."""
SPECTATOR = -1
"""The seat of a viewer who has none."""
ALL_VIEWERS = -1
"""The witness of an outcome that everyone at the table sees, spectators included."""

MARK = "__waterside_rule__"

RuleFunction = Callable[..., Any]


def is_rule(function: object) -> bool:
    """Whether a function is marked with ``waterside.engine.build.rule``."""
    return getattr(function, MARK, False)


class BuiltRules(Protocol):
    """A game's functions, built for one back end."""

    compiled: bool
    """Whether they are machine code, which takes arrays; plain Python takes lists as well."""
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

    def build(self, function: RuleFunction) -> RuleFunction:
        """Generic code (a playout, a search) bound to this game's functions."""


class Rules(Protocol):
    """A game's rules: its state, its rule functions, and how to build them for a back end."""

    @property
    def state(self) -> StateLayout:
        """The fields of a state."""

    @property
    def actions(self) -> int:
        """How many numbers the actions of players take."""

    @property
    def outcomes(self) -> int:
        """How many numbers the outcomes of chance take."""

    @property
    def longest(self) -> int:
        """How long a list of actions or outcomes can get: the room that ``legal`` needs."""

    @property
    def observation_size(self) -> int:
        """How many numbers ``observe`` writes."""

    @property
    def functions(self) -> Mapping[str, RuleFunction]:
        """The functions of the contract by their names, optional ones included."""

    @property
    def has_secret_outcomes(self) -> bool:
        """Whether there are outcomes of chance that not all viewers see."""

    def can_compile(self) -> bool:
        """Whether rules can be machine code here."""

    def build(
        self, label: str, functions: Mapping[str, RuleFunction], *, compiled: bool
    ) -> BuiltRules:
        """These functions for one back end; ``label`` names what is kept of them on disk."""
