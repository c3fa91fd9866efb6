"""A game as the rest of Waterside knows it: its rules, notation and options under one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from waterside.core.errors import GameError, PlayerCountError
from waterside.core.options import Option, Value, resolve
from waterside.core.state import view_class
from waterside.engine import contract, playout
from waterside.engine.build import Builder, compiler_missing
from waterside.text.narration import Plain, TerminalBoard, Words

if TYPE_CHECKING:
    from waterside.core.position import Position
    from waterside.pictures.picture import Drawing


DEFAULTS = {
    "kind": playout.one_kind,
    "pick": playout.pick_from_list,
    "sample": playout.sample_from_chances,
    "witness": playout.everybody,
}


class Notation(Protocol):
    """What a game's ``notation.py`` provides."""

    FORMS: str
    """The forms that actions take, for error messages."""

    def text(self, s: Any, chance: bool, number: int) -> str:
        """The canonical text of an action of the player, or of an outcome of chance."""

    def parse(self, text: str) -> tuple[bool, int] | None:
        """Whether the text is an outcome of chance, and its number; None if it is neither."""

    def why_not(self, s: Any, number: int) -> str:
        """Why this action of the player is not legal here, in words; empty if there is no more
        to say than that it is not.
        """


@dataclass(frozen=True)
class SeriesRule:
    """How several games in a row go: who starts the next, and what a drawn game means."""

    games: int
    next_starter: Callable[[int, list[int], int], int]
    """From the last starter, the winners (seats from 1) and the number of players."""
    replay_draws: bool = False


class Rules:
    """The functions of a game's contract, built for one back end, and more on demand."""

    def __init__(self, game: Game, *, compiled: bool) -> None:
        self.compiled = compiled
        self._builder = Builder(game.functions, compiled=compiled, label=game.name)
        self._functions = game.functions

    def build(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Generic code (a playout, a search) bound to this game's functions."""
        return self._builder.build(function)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._functions:
            raise AttributeError(f"rules have no function {name}")
        function = self.build(self._functions[name])
        setattr(self, name, function)
        return function


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
    options: tuple[Option, ...]
    rules: ModuleType
    notation: Notation
    sketch: Callable[[Any], str]
    """Draws a state as plain text."""
    observation: ModuleType
    """Has ``observe`` and ``SIZE``, the length of what it writes."""
    series: SeriesRule
    heuristics: ModuleType
    """Has ``evaluate(s, out)`` and ``promising(s, rng, out, n)``, for bots; and ``believe(s, rng)``
    where worlds should be imagined by what players' behaviour tells, ``SEARCH_PARAMETERS`` for settings of the
    search, ``CLUB`` and ``CLUB_PARAMETERS`` for that level and those below, ``SOLVER`` for exact endings."""
    folder: Path
    """Where guide and statements lie."""
    statement_prefix: str = ""
    words: Words = field(default_factory=Plain)
    """Says what choices mean and what happened, in the reader's language."""
    board: TerminalBoard | None = None
    """Draws the board in a terminal, in colour; without it the sketch is shown."""
    picture: Drawing | None = None
    """Draws what a viewer sees as SVG, and says what to touch; see ``drawing``."""
    forget: Callable[[Any], None] | None = None
    """Takes from a state what everybody saw once and would have to remember, in games where that
    is part of the fun."""
    is_revealing: Callable[[str], bool] = never
    """Whether a player's action makes somebody show a secret, so that it cannot be taken back."""
    functions: Mapping[str, Callable[..., Any]] = field(init=False)

    def __post_init__(self) -> None:
        found = {}
        for name in contract.FUNCTIONS:
            function = getattr(self.rules, name, None)
            if name == "observe":
                function = getattr(self.observation, name, None)
            if function is None:
                function = DEFAULTS.get(name)
            if function is None:
                raise GameError(f"{self.name}: rules.py has no function {name}")
            found[name] = function
        for name in ("evaluate", "promising"):
            if not hasattr(self.heuristics, name):
                raise GameError(f"{self.name}: heuristics.py has no function {name}")
            found[name] = getattr(self.heuristics, name)
        found["believe"] = getattr(self.heuristics, "believe", found["imagine"])
        for name in ("STATE", "ACTIONS", "OUTCOMES", "LONGEST"):
            if not hasattr(self.rules, name):
                raise GameError(f"{self.name}: rules.py does not say {name}")
        object.__setattr__(self, "functions", found)

    def __repr__(self) -> str:
        return f"<{self.title}, {self.seats[0]} to {self.seats[1]} players>"

    @cached_property
    def interpreted(self) -> Rules:
        """The rules as plain Python: to read, to debug, with nothing to wait for."""
        return Rules(self, compiled=False)

    @cached_property
    def compiled(self) -> Rules:
        """The rules as machine code (plain Python where ``WATERSIDE_INTERPRETED`` is set)."""
        return self.interpreted if compiler_missing() else Rules(self, compiled=True)

    @cached_property
    def drawing(self) -> Drawing:
        """The game's ``picture.py``; its sketch with buttons if it has none."""
        from waterside.pictures import plain

        return self.picture or plain

    @property
    def state_type(self) -> np.dtype[np.void]:
        """The record type of a state."""
        dtype: np.dtype[np.void] = self.rules.STATE
        return dtype

    @property
    def actions(self) -> int:
        """How many numbers the actions of players take."""
        return int(self.rules.ACTIONS)

    @property
    def outcomes(self) -> int:
        """How many numbers the outcomes of chance take."""
        return int(self.rules.OUTCOMES)

    @property
    def longest(self) -> int:
        """How long a list of actions or outcomes can get: the room that ``legal`` needs."""
        return int(self.rules.LONGEST)

    @cached_property
    def look(self) -> Callable[[bytes | bytearray | memoryview], Any]:
        """Shows the bytes of one state to interpreted rules, by the names of its fields."""
        return view_class(self.state_type)

    def view(self, states: npt.NDArray[np.void], index: int) -> Any:
        """Shows one of an array of states, likewise."""
        size = self.state_type.itemsize
        return self.look(states.view(np.uint8).data[index * size : (index + 1) * size])

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
        """Settled options as the numbers that ``rules.new`` takes."""
        return [option.encode(options[option.name], players) for option in self.options]

    def new(self, players: int | None = None, **options: Any) -> Position:
        """The position before the first action."""
        from waterside.core.position import Position

        return Position.first(self, self.check_players(players), options)

    def guide(self, language: str = "en") -> str:
        """The rules for people, as Markdown."""
        return (self.folder / "guide" / f"{language}.md").read_text("utf-8")

    def statements(self) -> str:
        """The rules as numbered statements, as Markdown."""
        return (self.folder / "statements.md").read_text("utf-8")
