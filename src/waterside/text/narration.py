"""What a game says to people: what a choice means, what happened, what to do, how it ended.

Every function gets positions made by ``Position.seen_by``, so no text can tell what its reader may
not know. Seats count from 1, actions are in notation, names are the players' by seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from waterside.engine import contract
from waterside.text.language import Say

if TYPE_CHECKING:
    from waterside.core.position import Position

MARKS = "▲●■◆★⬢"
"""A shape for each colour: red, yellow, green, blue, purple, black."""

Doer = int | Literal["chance"]


class Words(Protocol):
    """What a game's ``words.py`` provides."""

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

    def tell(
        self,
        before: Position,
        after: Position,
        action: str | None,
        actor: Doer,
        viewer: int | None,
        names: Sequence[str],
        say: Say,
    ) -> str:
        """What happened, in a sentence for this viewer; empty where there is nothing to tell.

        Both positions are as the viewer sees them; the action is None where the viewer may not
        see it. See ``told``, which takes care of both.
        """

    def ending(
        self, position: Position, names: Sequence[str], viewer: int | None, say: Say
    ) -> list[str]:
        """Who has won, and why, in sentences; of a position that is over."""


def told(
    before: Position, after: Position, viewer: int | None, names: Sequence[str], say: Say
) -> str:
    """What the action between two positions of the table means for this viewer, in a sentence."""
    action = after.action if is_seen(before, viewer) else None
    actor = before.actor
    assert actor is not None, "an action comes before the end"
    words = before.game.words
    return words.tell(
        before.seen_by(viewer), after.seen_by(viewer), action, actor, viewer, names, say
    )


def is_seen(before: Position, viewer: int | None) -> bool:
    """Whether this viewer sees the action that is played in a position."""
    if before.actor != "chance":
        return True
    witness = int(before.game.interpreted.witness(state(before)))
    return witness == contract.EVERYBODY or viewer == witness + 1


def state(position: Position) -> Any:
    """The state of a position by the names of its fields."""
    return position._view


def seat_names(position: Position, say: Say) -> list[str]:
    """What the seats are called where their players have no names."""
    words = position.game.words
    return [words.seat_name(seat, say) for seat in range(1, position.players + 1)]


def listed(items: Sequence[str], say: Say) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


def result(position: Position, names: Sequence[str], viewer: int | None, say: Say) -> str:
    """Who has won, in a sentence."""
    winners = position.winners() or []
    if winners == [viewer]:
        return say("You have won!")
    if len(winners) == 1:
        return say("{who} has won!", who=names[winners[0] - 1])
    called = [say("you") if seat == viewer else names[seat - 1] for seat in winners]
    return say("A draw between {names}.", names=listed(called, say))


def standings(scores: Sequence[int], names: Sequence[str]) -> str:
    """``Ada 3, Ben 5``."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))


class Plain:
    """The words of a game that brings none: the notation speaks for itself."""

    def seat_name(self, seat: int, say: Say) -> str:
        """``Seat 2``."""
        return numbered_seat(seat, say)

    def seat_mark(self, seat: int) -> str:
        """No mark."""
        return no_mark(seat)

    def label(
        self, seen: Position, action: str, say: Say, names: Sequence[str] | None = None
    ) -> str:
        """The action as it is written."""
        return action

    def prompt(self, seen: Position, say: Say) -> str:
        """That it is the player's turn."""
        return say("Your move") if isinstance(seen.actor, int) else ""

    def tell(
        self,
        before: Position,
        after: Position,
        action: str | None,
        actor: Doer,
        viewer: int | None,
        names: Sequence[str],
        say: Say,
    ) -> str:
        """The action as it is written, and whose it was."""
        if action is None:
            return ""
        if actor == "chance":
            return f"{action}."
        if actor == viewer:
            return say("You: {action}.", action=action)
        return say("{who}: {action}.", who=names[actor - 1], action=action)

    def ending(
        self, position: Position, names: Sequence[str], viewer: int | None, say: Say
    ) -> list[str]:
        """Who has won, and the points."""
        points = say("Points: {points}.", points=standings(position.scores(), names))
        return [result(position, names, viewer, say), points]


def numbered_seat(seat: int, say: Say) -> str:
    """``Seat 2``: the name of a seat that has no colour."""
    return say("Seat {number}", number=seat)


def no_mark(seat: int) -> str:
    """The mark of a seat that has no colour: none."""
    return ""


class Ink(Protocol):
    """Where a board is drawn for a terminal: pieces of text, each with a style as rich knows it."""

    def append(self, text: str, style: str = "") -> Any:
        """Writes on, from left to right; a line break begins a new line."""


class TerminalBoard(Protocol):
    """What a game's ``terminal.py`` provides."""

    def draw(self, ink: Ink, seen: Position, viewer: int | None, say: Say) -> None:
        """Draws what a viewer sees, at most 44 columns wide and 17 lines high."""

    def legend(self, say: Say) -> list[str]:
        """How to read the board, in a line or two."""
