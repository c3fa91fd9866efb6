"""What Cromado says to people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from waterside.core.position import Position
from waterside.games.cromado.board import (
    BRIDGE,
    LAYING,
    LENGTH,
    MOVE,
    PUTTING,
    ROLL,
    STONES,
    bridge_step,
)
from waterside.games.cromado.notation import LIES, field, name
from waterside.text.language import Say
from waterside.text.narration import (
    MARKS,
    Doer,
    margin,
    nobody_out,
    numbered_seat,
    result,
    standings,
    state,
)

seat_name = numbered_seat
eliminated = nobody_out


def seat_mark(seat: int) -> str:
    """The shape of the seat's stones."""
    return MARKS[seat - 1]


def ends(place: str) -> tuple[str, str]:
    """The first and the last field under a bridge that is written like ``c3h``."""
    first, upright = place[:-1], LIES.index(place[-1])
    return first, name(field(first) + (LENGTH - 1) * bridge_step(upright))


def label(seen: Position, action: str, say: Say, names: Sequence[str] | None = None) -> str:
    """Bridges and walks."""
    return said(action, say)


@cache
def said(action: str, say: Say) -> str:
    """An action in words, which are the same in every position: there are hundreds to choose from."""
    if action == "keep":
        return say("leave the bridges")
    word, _, place = action.partition(" ")
    if place:
        first, last = ends(place)
        if word == "lay":
            return say("lay a bridge from {first} to {last}", first=first, last=last)
        if word == "take":
            return say("lift the bridge from {first} to {last}", first=first, last=last)
        return say("put the bridge down from {first} to {last}", first=first, last=last)
    start, _, end = action.partition("-")
    if start == "home":
        return say("move from home to {end}", end=end)
    if end == "goal":
        return say("move from {start} to the goal", start=start)
    if start == end:
        return say("move in a circle, back to {end}", end=end)
    return say("move from {start} to {end}", start=start, end=end)


def prompt(seen: Position, say: Say) -> str:
    """To lay, to move a bridge or not, to walk."""
    s = state(seen)
    if s.phase == LAYING:
        return say("Where do you lay your next bridge?")
    if s.phase == BRIDGE:
        return say("A {number}: move a bridge, or leave the bridges", number=int(s.roll))
    if s.phase == PUTTING:
        return say("Where do you put the bridge down?")
    if s.phase == MOVE:
        return say.n(
            "Which stone do you move {count} space?",
            "Which stone do you move {count} spaces?",
            int(s.roll),
        )
    return ""


def narrate(
    before: Position,
    after: Position,
    action: str | None,
    actor: Doer,
    viewer: int | None,
    names: Sequence[str],
    say: Say,
) -> str:
    """Rolls, bridges and walks."""
    assert action is not None, "nothing is hidden here"
    seat = int(state(before).player) + 1
    mine, who = seat == viewer, names[seat - 1]
    if actor == "chance":
        return rolled(before, after, action.split()[1], who, mine, say)
    if action == "keep":
        kept = say("You leave the bridges.") if mine else say("{who} leaves the bridges.", who=who)
        return kept + stuck(after, say)
    word, _, place = action.partition(" ")
    if place:
        return bridged(word, ends(place), who, mine, say) + (
            stuck(after, say) if word == "put" else ""
        )
    start, _, end = action.partition("-")
    return walked(start, end, int(state(after).in_goal[seat - 1]), who, mine, say)


def rolled(before: Position, after: Position, number: str, who: str, mine: bool, say: Say) -> str:
    """The die, and whether nothing fits."""
    then, s = state(before), state(after)
    if mine:
        sentence = say("You roll a {number}.", number=number)
    else:
        sentence = say("{who} rolls a {number}.", who=who, number=number)
    if s.phase in (BRIDGE, MOVE):
        return sentence
    if s.phase == ROLL and s.turns == then.turns:
        return f"{sentence} {say('No legal move: roll again.')}"
    return f"{sentence} {say('No legal move.')}"


def stuck(after: Position, say: Say) -> str:
    """That no stone can walk, where the turn ends without."""
    return "" if state(after).phase == MOVE else f" {say('No stone can move.')}"


def bridged(word: str, place: tuple[str, str], who: str, mine: bool, say: Say) -> str:
    """A bridge laid, lifted or put down."""
    first, last = place
    if word == "lay":
        if mine:
            return say("You lay a bridge from {first} to {last}.", first=first, last=last)
        return say("{who} lays a bridge from {first} to {last}.", who=who, first=first, last=last)
    if word == "take":
        if mine:
            return say("You lift the bridge from {first} to {last}.", first=first, last=last)
        return say(
            "{who} lifts the bridge from {first} to {last}.", who=who, first=first, last=last
        )
    if mine:
        return say("You put it down from {first} to {last}.", first=first, last=last)
    return say("{who} puts it down from {first} to {last}.", who=who, first=first, last=last)


def walked(start: str, end: str, in_goal: int, who: str, mine: bool, say: Say) -> str:
    """A stone on its way."""
    if start == "home":
        if mine:
            return say("You move from home to {end}.", end=end)
        return say("{who} moves from home to {end}.", who=who, end=end)
    if end == "goal":
        count = {"stones": in_goal, "all": STONES}
        if mine:
            return say(
                "You move from {start} to the goal: {stones} of {all} are there.",
                start=start,
                **count,
            )
        return say(
            "{who} moves from {start} to the goal: {stones} of {all} are there.",
            who=who,
            start=start,
            **count,
        )
    if mine:
        return say("You move from {start} to {end}.", start=start, end=end)
    return say("{who} moves from {start} to {end}.", who=who, start=start, end=end)


def ending(position: Position, names: Sequence[str], viewer: int | None, say: Say) -> list[str]:
    """Stones on the goals."""
    scores = position.scores()

    def stones(count: int) -> str:
        return say.n("{count} stone", "{count} stones", count)

    goals = say("Stones on the goal: {stones}.", stones=standings(scores, names))
    if STONES in scores:
        first = scores.index(STONES) + 1
        if first == viewer:
            why = [say("You brought all {count} stones across first.", count=STONES)]
        else:
            who = names[first - 1]
            why = [say("{who} brought all {count} stones across first.", who=who, count=STONES)]
    else:
        why = [
            margin(position, names, viewer, stones, say),
            say.n(
                "{count} turn has been played, so the game is over.",
                "{count} turns have been played, so the game is over.",
                int(state(position).turns),
            ),
        ]
    return [result(position, names, viewer, say), *why, goals]
