"""What else can be told of a game than who won: facts, which a game's ``facts.py`` notices.

That module has ``FACTS``, a tuple of ``Fact``, and a rule function::

    facts(before, who, action, after, decisions, counts)

It is called after every action with the states before and after it, who acted (``CHANCE`` too) and
how many decisions of players there have been, this one included. It adds to ``counts``, which has
one whole number for each fact and begins with zeros.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from waterside.core.errors import GameError
from waterside.engine.build import MARK

if TYPE_CHECKING:
    from waterside.core.game import Game

COUNT, MOMENT, ENDING = "count", "moment", "ending"
"""Kinds of facts: how often something happened; the decision at which it first did, or 0 for never;
whether a limit ended the game, which is 0 or 1."""


@dataclass(frozen=True)
class Fact:
    """Something countable about a game."""

    name: str
    about: str
    kind: str = COUNT
    of: str = ""
    """Another fact, of which this one is a part: a success of an attempt."""


@dataclass(frozen=True)
class Facts:
    """Some facts and the rule function that notices them."""

    names: tuple[Fact, ...]
    notice: Callable[..., Any]

    def __post_init__(self) -> None:
        if not getattr(self.notice, MARK, False):
            raise GameError(
                f"{self.notice.__name__}: mark the function that notices facts with @rule"
            )
        known = [fact.name for fact in self.names]
        for fact in self.names:
            if known.count(fact.name) > 1:
                raise GameError(f"the fact {fact.name} is there twice")
            if fact.of and fact.of not in known:
                raise GameError(f"the fact {fact.name} is a part of {fact.of}, which is no fact")


def facts_of(game: Game) -> Facts | None:
    """What the module ``facts`` beside a game's rules has; None where there is no such module."""
    name = f"{game.rules.__package__}.facts" if game.rules.__package__ else ""
    if not name or find_spec(name) is None:
        return None
    module = import_module(name)
    return Facts(module.FACTS, module.facts)
