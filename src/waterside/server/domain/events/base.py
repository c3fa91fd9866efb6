"""What an event is, and how it gets into rows of a store and out of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from waterside.server.domain.round import Step
from waterside.text.language import Say

if TYPE_CHECKING:
    from waterside.server.domain.table import Table


class Row(Protocol):
    """A row of a log, as a store keeps it."""

    @property
    def number(self) -> int:
        """Counts from 1 without gaps."""

    @property
    def kind(self) -> str:
        """Which event it is."""

    @property
    def body(self) -> Mapping[str, Any]:
        """The event's fields."""

    @property
    def private(self) -> Mapping[str, Any]:
        """The fields that must not leave the server before the game's end."""

    @property
    def at(self) -> float:
        """The time, in seconds since 1970."""


class Reader(Protocol):
    """Who reads a log: from which seat, in which language, with which names for the seats."""

    seat: int | None
    say: Say

    def names(self, table: Table) -> list[str]:
        """What the seats are called."""


@dataclass(frozen=True)
class TableEvent(ABC):
    """Something that happens at a table; its fields are what a row of the log holds."""

    kind: ClassVar[str]
    """Its name in the log."""
    former_kinds: ClassVar[tuple[str, ...]] = ()
    """Its names in logs of older versions."""
    changes_game: ClassVar[bool] = False
    """Whether a move that was chosen before is stale after it."""
    moves_people: ClassVar[bool] = False
    """Whether a player may sit elsewhere after it, though it changes the game."""
    is_quiet: ClassVar[bool] = False
    """Whether the game looks the same after it."""
    changes_lists: ClassVar[bool] = True
    """Whether lists show a table differently after it."""

    @abstractmethod
    def fold(self, table: Table, number: int, at: float) -> None:
        """Changes a table by this event, which has this number in the log and this time."""

    @abstractmethod
    def sentence(self, table: Table, reader: Reader) -> str:
        """The event in words, once it is folded into the table; empty if its actions say it all."""

    def played(self) -> Sequence[str]:
        """The actions that it adds to the game: a player's, and chance's after it."""
        return ()

    def is_listed(self, steps: Sequence[Step] | None) -> bool:
        """Whether lists show the table differently after it, where it leads to these steps."""
        return self.changes_lists

    @classmethod
    def of(cls, body: Mapping[str, Any], private: Mapping[str, Any]) -> TableEvent:
        """The event that a row holds."""
        values = {**body, **private}
        return cls(**{c.name: c.read(values[c.key]) for c in columns(cls) if c.key in values})

    def body(self) -> dict[str, Any]:
        """What a row holds openly; fields with their default are left out."""
        return self._values(private=False)

    def private(self) -> dict[str, Any]:
        """What a row holds that must not leave the server before the game's end."""
        return self._values(private=True)

    def _values(self, private: bool) -> dict[str, Any]:
        return {
            c.key: value
            for c in columns(type(self))
            if c.private is private and (value := getattr(self, c.name)) != c.default
        }


@dataclass(frozen=True, slots=True)
class Column:
    """Where a field of an event is in a row."""

    name: str
    """The field."""
    key: str
    """What the row calls it."""
    private: bool
    default: Any
    read: Any
    """Makes the field's value of the row's."""


def stored(*, key: str = "", private: bool = False, read: Any = None) -> dict[str, Any]:
    """The metadata of a field that a row holds under another key, privately, or in another form."""
    return {"key": key, "private": private, "read": read}


@cache
def columns(event: type[TableEvent]) -> tuple[Column, ...]:
    """Where the fields of an event are in a row."""
    return tuple(_column(one) for one in fields(event))


def _column(one: Field[Any]) -> Column:
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    given = one.metadata
    key, read = given.get("key") or one.name, given.get("read") or (lambda value: value)
    return Column(one.name, key, bool(given.get("private")), default, read)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with its number in a table's log and its time."""

    number: int
    """Counts from 1 without gaps."""
    at: float
    """In seconds since 1970."""
    event: TableEvent


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is not in the log yet."""

    event: TableEvent
    steps: Sequence[Step] | None = None
    """What its actions lead to, where that is known already."""

    @property
    def is_listed(self) -> bool:
        """Whether lists show the table differently after it."""
        return self.event.is_listed(self.steps)

    def logged(self, number: int, at: float) -> Logged:
        """The event with its place in the log."""
        return Logged(number, at, self.event)


def by_player(table: Table, reader: Reader, seat: int, you: str, other: str, name: str = "") -> str:
    """A sentence for the player in a seat, or one with that player's name for the others."""
    return you if seat == reader.seat else other.format(who=name or reader.names(table)[seat - 1])
