"""What a game is learned by: a first tour, pictures for its rules, and a position to show it by.

Texts are marked by ``waterside.text.language.later``. Actions are written as in a record, with
commas or line breaks between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from waterside.core.options import Value


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
