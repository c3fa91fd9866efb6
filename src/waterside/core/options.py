"""Options of a game: their names, values and defaults, and how rules see them (as numbers)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from waterside.core.errors import OptionError
from waterside.core.language import Say

Value = str | int | bool


@dataclass(frozen=True)
class Option(ABC):
    """One option; ``about`` says in a few words what it decides, marked by ``later``."""

    name: str
    about: str

    @abstractmethod
    def default(self, players: int) -> Value:
        """The value where none is given."""

    @abstractmethod
    def values(self) -> str:
        """What the option takes, in words, for tables and error messages."""

    @abstractmethod
    def read(self, given: Value, players: int) -> Value | None:
        """The value in its proper form, or None if it is not one."""

    @abstractmethod
    def encode(self, value: Value, players: int) -> int:
        """The value as the number that the rules get."""

    def write(self, value: Value) -> str:
        """The value as text, as on a command line."""
        return str(value)

    def choices(self, players: int) -> tuple[Value, ...]:
        """All values to choose from, the default first; none where any can be written."""
        return ()

    def label(self, value: Value, say: Say) -> str:
        """The value for people, in their language."""
        return self.write(value)

    def check(self, given: Any, players: int) -> Value:
        """The value in its proper form; OptionError if it is not one."""
        value = self.read(given, players)
        if value is None:
            raise OptionError(f"{self.name}={given}: {self.name} takes {self.values()}")
        return value


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words; the first is the default. Meanings are for people, by ``later``."""

    words: tuple[str, ...]
    meanings: tuple[str, ...] = ()

    def default(self, players: int) -> Value:
        return self.words[0]

    def values(self) -> str:
        return " or ".join(self.words)

    def read(self, given: Value, players: int) -> Value | None:
        return given if given in self.words else None

    def encode(self, value: Value, players: int) -> int:
        return self.words.index(str(value))

    def choices(self, players: int) -> tuple[Value, ...]:
        return self.words

    def label(self, value: Value, say: Say) -> str:
        if not self.meanings:
            return str(value)
        return say(self.meanings[self.words.index(str(value))])


@dataclass(frozen=True)
class Whole(Option):
    """A whole number within bounds."""

    usual: int
    lowest: int = 1
    highest: int = 1_000_000_000

    def default(self, players: int) -> Value:
        return self.usual

    def values(self) -> str:
        if self.highest == Whole.highest:
            return f"a whole number from {self.lowest} on"
        return f"a whole number from {self.lowest} to {self.highest}"

    def read(self, given: Value, players: int) -> Value | None:
        if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 20:
            given = int(given)
        if not isinstance(given, int) or isinstance(given, bool):
            return None
        return given if self.lowest <= given <= self.highest else None

    def encode(self, value: Value, players: int) -> int:
        return int(value)


@dataclass(frozen=True)
class Seat(Option):
    """A seat at the table; seat 1 is the default."""

    def default(self, players: int) -> Value:
        return 1

    def values(self) -> str:
        return "a seat number, from 1 to the number of players"

    def read(self, given: Value, players: int) -> Value | None:
        return Whole(self.name, self.about, 1, 1, players).read(given, players)

    def encode(self, value: Value, players: int) -> int:
        return int(value) - 1

    def choices(self, players: int) -> tuple[Value, ...]:
        return tuple(range(1, players + 1))

    def label(self, value: Value, say: Say) -> str:
        return say("Seat {number}", number=value)


@dataclass(frozen=True)
class Switch(Option):
    """On or off; off is the default."""

    def default(self, players: int) -> Value:
        return False

    def values(self) -> str:
        return "on or off"

    def read(self, given: Value, players: int) -> Value | None:
        if isinstance(given, bool):
            return given
        return {"on": True, "off": False}.get(str(given))

    def encode(self, value: Value, players: int) -> int:
        return int(value)

    def write(self, value: Value) -> str:
        return "on" if value else "off"

    def choices(self, players: int) -> tuple[Value, ...]:
        return (False, True)

    def label(self, value: Value, say: Say) -> str:
        return say("Yes") if value else say("No")


def resolve(
    options: tuple[Option, ...], given: Mapping[str, Any], players: int, game: str
) -> dict[str, Value]:
    """All options of a game with their values, in the game's order."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            raise OptionError(
                f"{name}: {game} has no such option; it has {', '.join(sorted(known))}"
            )
    return {
        option.name: option.check(given[option.name], players)
        if option.name in given
        else option.default(players)
        for option in options
    }


def assignments(texts: list[str]) -> dict[str, str]:
    """Reads ``NAME=VALUE`` texts from a command line."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise OptionError(f"{text}: write NAME=VALUE, for example starter=2")
        if name in found:
            raise OptionError(f"{name} is set twice")
        found[name] = value
    return found
