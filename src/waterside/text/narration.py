"""What happened and who has won, in sentences for one viewer; see ``Narrator``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from waterside.core.parts import Doer as Doer
from waterside.core.parts import Ink as Ink
from waterside.core.parts import Narrator as Narrator
from waterside.core.parts import TerminalBoard as TerminalBoard
from waterside.core.position import Position
from waterside.text.language import Say

MARKS = "▲●■◆★⬢"
"""A shape for each colour: red, yellow, green, blue, purple, black."""


def narrate(
    before: Position, after: Position, viewer: int | None, names: Sequence[str], say: Say
) -> str:
    """What the action between two positions of the table means for this viewer, in a sentence."""
    action = after.action if before.is_seen_by(viewer) else None
    actor = before.actor
    assert actor is not None, "an action comes before the end"
    return before.game.text.narrate(
        before.seen_by(viewer), after.seen_by(viewer), action, actor, viewer, names, say
    )


def state(position: Position) -> Any:
    """The state of a position by the names of its fields."""
    return position.fields


def seat_names(position: Position, say: Say) -> list[str]:
    """What the seats are called where their players have no names."""
    text = position.game.text
    return [text.seat_name(seat, say) for seat in range(1, position.players + 1)]


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


def margin(
    position: Position,
    names: Sequence[str],
    viewer: int | None,
    counted: Callable[[int], str],
    say: Say,
) -> str:
    """By how much the winner is ahead of the next player, or that several are equal; ``counted``
    says how many of what decides: ``3 cards``.
    """
    scores, winners = position.scores(), position.winners() or []
    order = sorted(
        range(1, len(scores) + 1), key=lambda seat: (seat not in winners, -scores[seat - 1])
    )
    first, second = order[0], order[1]
    ahead = scores[first - 1] - scores[second - 1]
    if ahead <= 0:
        return say("Equal at the top: {count} each.", count=counted(scores[first - 1]))
    who, other = names[first - 1], names[second - 1]
    if first == viewer:
        return say("You are {ahead} ahead of {other}.", ahead=counted(ahead), other=other)
    if second == viewer:
        return say("{who} is {ahead} ahead of you.", who=who, ahead=counted(ahead))
    return say("{who} is {ahead} ahead of {other}.", who=who, ahead=counted(ahead), other=other)


class PlainNarrator:
    """The ``text`` of a game that has no more to say than its notation."""

    def seat_name(self, seat: int, say: Say) -> str:
        """The seat's number: ``Seat 2``."""
        return numbered_seat(seat, say)

    def seat_mark(self, seat: int) -> str:
        """Seats have no marks."""
        return no_mark(seat)

    def label(
        self, seen: Position, action: str, say: Say, names: Sequence[str] | None = None
    ) -> str:
        """The action as it is written."""
        return action

    def prompt(self, seen: Position, say: Say) -> str:
        """That it is the player's turn."""
        return say("Your move") if isinstance(seen.actor, int) else ""

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
        """Who has won, by how much, and the points."""
        points = say("Points: {points}.", points=standings(position.scores(), names))

        def counted(count: int) -> str:
            return say.n("{count} point", "{count} points", count)

        ahead = margin(position, names, viewer, counted, say)
        return [result(position, names, viewer, say), ahead, points]

    def eliminated(self, position: Position) -> list[int]:
        """Nobody is out before the end."""
        return nobody_out(position)


def numbered_seat(seat: int, say: Say) -> str:
    """``Seat 2``: the name of a seat that has no colour."""
    return say("Seat {number}", number=seat)


def no_mark(seat: int) -> str:
    """The mark of a seat that has no colour: none."""
    return ""


def nobody_out(position: Position) -> list[int]:
    """The seats that are out of a game in which all play to the end: none."""
    return []
