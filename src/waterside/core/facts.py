"""What else can be counted in a game than who won: facts, which a game's ``facts.py`` notices.

Its rule function is called after every action::

    facts(before, who, action, after, decisions, counts)

with the states before and after it, who acted (``CHANCE`` too) and how many decisions of players
there have been, this one included. It adds to ``counts``, which has one whole number for each fact
and begins with zeros.
"""

from __future__ import annotations

from dataclasses import dataclass

from waterside.core.errors import GameError
from waterside.core.rules import RuleFunction, is_rule

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
    notice: RuleFunction

    def __post_init__(self) -> None:
        if not is_rule(self.notice):
            raise GameError(
                f"{self.notice.__name__}: mark the function that notices facts with @rule"
            )
        known = [fact.name for fact in self.names]
        for fact in self.names:
            if known.count(fact.name) > 1:
                raise GameError(f"the fact {fact.name} is there twice")
            if fact.of and fact.of not in known:
                raise GameError(f"the fact {fact.name} is a part of {fact.of}, which is no fact")
