"""Learning a game: a first tour, pictures for its rules, and a position to show it by.

A game's ``lessons.py``, beside its rules, has ``LESSONS``. Texts are marked by ``later``. Actions
are written as in a record, with commas or line breaks between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from waterside.core.options import Value
from waterside.core.position import Position

if TYPE_CHECKING:
    from waterside.core.game import Game

SEAT = 1
"""Who takes the tour sits here."""


def written(actions: str) -> list[str]:
    """The actions of a text."""
    parts = (part.strip() for line in actions.splitlines() for part in line.split(","))
    return [part for part in parts if part]


@dataclass(frozen=True)
class Lesson:
    """One step of a tour: what to do, and what happens afterwards by itself."""

    words: str
    """Says what to do and why."""
    action: str
    then: str = ""
    """What the others and chance do next, as far as the next step."""


@dataclass(frozen=True)
class Figure:
    """A picture for the rules: the tour before one of its steps."""

    section: int
    """Of the guide, counted from 1; the picture stands at its end."""
    step: int
    """Counted from 1; one more than there are steps for the end of the tour."""
    caption: str


@dataclass(frozen=True)
class Lessons:
    """All there is to learn a game by."""

    minutes: int
    """About how long a game takes on a screen."""
    players: int
    start: str
    """What has happened before the first step of the tour."""
    steps: tuple[Lesson, ...]
    ending: str
    """Said at the end of the tour."""
    options: Mapping[str, Value] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    sample: str = ""
    """A position to show the game by; the end of the tour if there is none."""
    sample_players: int = 2
    sample_options: Mapping[str, Value] = field(default_factory=dict)


class Tour:
    """A game's lessons, played."""

    def __init__(self, game: Game, lessons: Lessons) -> None:
        self.game = game
        self.lessons = lessons

    @cached_property
    def scenes(self) -> list[list[Position]]:
        """For each step the positions that lead to it, from the touch before it on; the last of
        them is where the step begins. One more follows for the end.
        """
        first = played(self.game, self.lessons.players, self.lessons.options, self.lessons.start)
        found = [[first]]
        for step in self.lessons.steps:
            position = found[-1][-1]
            scene = []
            for action in [step.action, *written(step.then)]:
                position = position.play(action)
                scene.append(position)
            found.append(scene)
        return found

    @property
    def sample(self) -> Position:
        """A position to show the game by."""
        lessons = self.lessons
        if not lessons.sample:
            return self.scenes[-1][-1]
        return played(self.game, lessons.sample_players, lessons.sample_options, lessons.sample)


def played(game: Game, players: int, options: Mapping[str, Value], actions: str) -> Position:
    """The position after some actions."""
    position = game.new(players, **options)
    for action in written(actions):
        position = position.play(action)
    return position


def tour_of(game: Game) -> Tour | None:
    """What the module ``lessons`` beside a game's rules has; None where there is no such module."""
    package = game.rules.__package__
    if not package or find_spec(f"{package}.lessons") is None:
        return None
    return Tour(game, import_module(f"{package}.lessons").LESSONS)
