"""A game as the rest of Waterside knows it: its parts and options under one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from waterside.core.errors import PlayerCountError
from waterside.core.evaluation import Evaluation
from waterside.core.heuristics import Heuristics
from waterside.core.options import Option, Value, resolve
from waterside.core.parts import Narrator, Notation, Parts
from waterside.core.position import Position
from waterside.core.rules import BuiltRules, RuleFunction
from waterside.core.state import StateLayout

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class SeriesRule:
    """How several games in a row go: who starts the next, and what a drawn game means."""

    games: int
    next_starter: Callable[[int, list[int], int], int]
    """From the last starter, the winners (seats from 1) and the number of players."""
    replay_draws: bool = False


def never(action: str) -> bool:
    """What holds for no action."""
    return False


@dataclass(frozen=True, eq=False)
class Game:
    """A game: ``Game.new()`` starts one."""

    name: str
    title: str
    about: str
    seats: tuple[int, int]
    """The fewest and the most players."""
    options: tuple[Option, ...]
    series: SeriesRule
    parts: Parts
    forget: Callable[[Any], None] | None = None
    """Takes from a state what all players saw once and would have to remember, in games where that
    is part of the fun."""
    is_revealing: Callable[[str], bool] = never
    """Whether a player's action makes another one show a secret, so that it cannot be undone."""

    def __repr__(self) -> str:
        return f"<{self.title}, {self.seats[0]} to {self.seats[1]} players>"

    @cached_property
    def functions(self) -> Mapping[str, RuleFunction]:
        """All rule functions by the names that generic code calls them by."""
        rules = self.parts.rules.functions
        learned = self.evaluation.functions if self.evaluation else {}
        return {"believe": rules["imagine"], **rules, **self.heuristics.functions, **learned}

    @cached_property
    def interpreted(self) -> BuiltRules:
        """The rules as plain Python: to read, to debug, with nothing to wait for."""
        return self.parts.rules.build(self.name, self.functions, compiled=False)

    @cached_property
    def compiled(self) -> BuiltRules:
        """The rules as machine code (plain Python where ``WATERSIDE_INTERPRETED`` is set)."""
        if not self.parts.rules.can_compile():
            return self.interpreted
        return self.parts.rules.build(self.name, self.functions, compiled=True)

    @cached_property
    def notation(self) -> Notation:
        """Actions as text, both ways."""
        return self.parts.notation

    @cached_property
    def text(self) -> Narrator:
        """What the game says to people."""
        return self.parts.text

    @cached_property
    def sketch(self) -> Callable[[Any], str]:
        """Draws a state as plain text."""
        return self.parts.sketch

    @cached_property
    def heuristics(self) -> Heuristics:
        """What bots know of the game beyond its rules."""
        return self.parts.heuristics

    @cached_property
    def evaluation(self) -> Evaluation | None:
        """What a learned evaluation sees of the game, if it has one."""
        return self.parts.evaluation

    @cached_property
    def layout(self) -> StateLayout:
        """The fields of a state."""
        return self.parts.rules.state

    @cached_property
    def state_type(self) -> np.dtype[np.void]:
        """The record type of a state, for arrays of states."""
        return self.layout.dtype

    @cached_property
    def actions(self) -> int:
        """How many numbers the actions of players take."""
        return self.parts.rules.actions

    @cached_property
    def outcomes(self) -> int:
        """How many numbers the outcomes of chance take."""
        return self.parts.rules.outcomes

    @cached_property
    def longest(self) -> int:
        """How long a list of actions or outcomes can get: the room that ``legal`` needs."""
        return self.parts.rules.longest

    @cached_property
    def observation_size(self) -> int:
        """How many numbers a learning agent sees."""
        return self.parts.rules.observation_size

    def view(self, states: npt.NDArray[np.void], index: int) -> Any:
        """Shows one of an array of states to interpreted rules, by the names of its fields."""
        size = self.layout.size
        return self.layout.view(states.view("u1").data[index * size : (index + 1) * size])

    def check_players(self, players: int | None) -> int:
        """The number of players, the fewest by default; PlayerCountError if the game is not for so many."""
        fewest, most = self.seats
        if players is None:
            return fewest
        if not isinstance(players, int) or not fewest <= players <= most:
            who = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise PlayerCountError(f"{players} players: {self.title} is for {who} players")
        return players

    def resolve(self, players: int, options: Mapping[str, Any]) -> dict[str, Value]:
        """All options with their values; OptionError for what is not one."""
        return resolve(self.options, options, players, self.title)

    def encode(self, players: int, options: Mapping[str, Value]) -> list[int]:
        """Resolved options as the numbers that the rule function ``new`` takes."""
        return [option.encode(options[option.name], players) for option in self.options]

    def new(self, players: int | None = None, **options: Any) -> Position:
        """The position before the first action."""
        return Position.first(self, self.check_players(players), options)

    def guide(self, language: str = "en") -> str:
        """The rules for people, as Markdown."""
        return (self.parts.folder / "guide" / f"{language}.md").read_text("utf-8")

    def statements(self) -> str:
        """The rules as numbered statements, as Markdown."""
        return (self.parts.folder / "statements.md").read_text("utf-8")
