"""A game's lessons, played: the positions of its first tour and the one that shows the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from waterside.core.game import Game
from waterside.core.lessons import Figure as Figure
from waterside.core.lessons import Lesson as Lesson
from waterside.core.lessons import Lessons as Lessons
from waterside.core.options import Value
from waterside.core.position import Position

SEAT = 1
"""Who takes the tour sits here."""


def written(actions: str) -> list[str]:
    """The actions of a text."""
    parts = (part.strip() for line in actions.splitlines() for part in line.split(","))
    return [part for part in parts if part]


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
    """The game's lessons, played; None where it has none."""
    return Tour(game, game.parts.lessons) if game.parts.lessons else None
