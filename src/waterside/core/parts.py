"""The parts that make a game: what each provides, and the bundle that holds them all.

A part is a module of the game's folder, or an object, with these functions. Functions that speak to
people get positions made by ``Position.seen_by``, so no text can say what its reader may not know.
Seats count from 1, actions are in notation, names are the players' by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict

from waterside.core.evaluation import Evaluation
from waterside.core.facts import Facts
from waterside.core.heuristics import Heuristics
from waterside.core.language import Say
from waterside.core.lessons import Lessons
from waterside.core.rules import Rules

if TYPE_CHECKING:
    from waterside.core.position import Position

Doer = int | Literal["chance"]
"""Who acted: a seat from 1 on, or chance."""


class Notation(Protocol):
    """Actions as text, both ways: a game's ``notation.py``."""

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


class Narrator(Protocol):
    """What a game says to people, in their language: its ``text.py``."""

    def seat_name(self, seat: int, say: Say) -> str:
        """What a seat is called where its player has no name: ``Red``, ``Seat 2``."""

    def seat_mark(self, seat: int) -> str:
        """The shape that stands beside the seat's colour, empty where seats have no colour."""

    def label(
        self, seen: Position, action: str, say: Say, names: Sequence[str] | None = None
    ) -> str:
        """What a choice means for the player to act, short enough for a button; never empty."""

    def prompt(self, seen: Position, say: Say) -> str:
        """What the player to act has to do now; empty when it is nobody's turn."""

    def narrate(
        self,
        before: Position,
        after: Position,
        action: str | None,
        actor: Doer,
        viewer: int | None,
        names: Sequence[str],
        say: Say,
    ) -> str:
        """What happened, in a sentence for this viewer; empty where there is nothing to say.

        Both positions are as the viewer sees them; the action is None where the viewer may not
        see it. ``waterside.text.narration.narrate`` takes care of both.
        """

    def ending(
        self, position: Position, names: Sequence[str], viewer: int | None, say: Say
    ) -> list[str]:
        """Who has won, what decided it, and more, in sentences; of a position that is over."""

    def eliminated(self, position: Position) -> list[int]:
        """The seats of players who are out of a game that goes on without them."""


class Ink(Protocol):
    """Where a board is drawn for a terminal: pieces of text, each with a style as rich knows it."""

    def append(self, text: str, style: str = "") -> Any:
        """Writes on, from left to right; a line break begins a new line."""


class TerminalBoard(Protocol):
    """The board in a terminal, in colour: a game's ``terminal.py``."""

    def draw(self, ink: Ink, seen: Position, viewer: int | None, say: Say) -> None:
        """Draws what a viewer sees, at most 44 columns wide and 17 lines high."""

    def legend(self, say: Say) -> list[str]:
        """How to read the board, in a line or two."""


class Drawing(Protocol):
    """Draws positions as pictures; ``waterside.pictures.Drawing`` makes one of a game's scene."""

    def svg(self, position: Position) -> str:
        """All that a position knows, as SVG that stands alone."""


class ReviewParameters(TypedDict, total=False):
    """How much a review of the game looks at; see ``waterside.review.Budget``."""

    iterations: int
    rough: int
    samples: int
    ahead: int
    worlds: int
    careless: float
    """How much worse an action may be and still be taken now and then in games that puzzles are
    looked for in."""


@dataclass(frozen=True)
class Parts:
    """All parts of a game; those with a default may be left out."""

    rules: Rules
    """The state and the rule functions; see ``waterside.engine.rules.GameRules``."""
    notation: Notation
    sketch: Callable[[Any], str]
    """Draws a state as plain text."""
    heuristics: Heuristics
    text: Narrator
    """What the game says; ``waterside.text.narration.PlainNarrator()`` says it in notation."""
    folder: Path
    """Where ``guide/`` and ``statements.md`` lie."""
    terminal: TerminalBoard | None = None
    """Without it a terminal shows the sketch."""
    drawing: Drawing | None = None
    """Without it pictures show the sketch, with a button for every choice."""
    cover: Callable[[], Any] | None = None
    """The shapes of a picture for the game, 480 by 360; without it a position represents the game."""
    lessons: Lessons | None = None
    evaluation: Evaluation | None = None
    """Without it bots judge by the heuristics alone."""
    facts: Facts | None = None
    review: ReviewParameters = field(default_factory=ReviewParameters)
    """What a review looks at by default, where the usual would be too slow or too coarse."""
