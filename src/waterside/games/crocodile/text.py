"""What Crocodile Pool Party says to people."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.games.crocodile.board import HIDDEN, MOVE_ON, NONE, PLACE, RED, YELLOW, field_named
from waterside.text.language import Say
from waterside.text.narration import (
    MARKS,
    Doer,
    margin,
    nobody_out,
    result,
    standings,
    state,
)

eliminated = nobody_out


def seat_name(seat: int, say: Say) -> str:
    """Red or Yellow."""
    return (say("Red"), say("Yellow"))[seat - 1]


def seat_mark(seat: int) -> str:
    """The shape of the seat's tiles."""
    return MARKS[seat - 1]


def piece(seen: Position, place: str, say: Say) -> str:
    """What swims on a field, as what a player moves or eats."""
    s = state(seen)
    tile = s.shows[field_named(place)]
    number, height = int(s.number[tile]), int(s.height[tile])
    if number == HIDDEN:
        return say("the swimmer")
    if height > 1:
        return say("the {number} and its stack of {height}", number=number, height=height)
    return say("the {number}", number=number)


def label(seen: Position, action: str, say: Say, names: Sequence[str] | None = None) -> str:
    """Placing, turning over, moving, eating, going to the bar."""
    if action == "pass":
        return say("pass: nothing else is possible")
    word, _, place = action.partition(" ")
    if word == "place":
        return say("put a swimmer on {place}", place=place)
    if word == "flip":
        return say("turn over the swimmer on {place}", place=place)
    start, _, end = action.replace("x", "-").partition("-")
    mover = piece(seen, start, say)
    if end == "bar":
        return say("bring {piece} from {start} to the bar", piece=mover, start=start)
    if "x" not in action:
        return say("move {piece} from {start} to {end}", piece=mover, start=start, end=end)
    prey = piece(seen, end, say)
    return say(
        "eat {prey} on {end} with {piece} from {start}",
        prey=prey,
        end=end,
        piece=mover,
        start=start,
    )


def prompt(seen: Position, say: Say) -> str:
    """To place, to move, or to move the crocodile just turned over."""
    s = state(seen)
    if not isinstance(seen.actor, int):
        return ""
    if s.phase == PLACE:
        return say("Where do you place your next swimmer?")
    if s.phase == MOVE_ON:
        return say(
            "Where does the {number} that you turned over go?", number=int(s.number[s.flipped])
        )
    if seen.legal() == ["pass"]:
        return say("Nothing is possible: pass")
    return say("Which tile do you move, or turn over?")


def narrate(
    before: Position,
    after: Position,
    action: str | None,
    actor: Doer,
    viewer: int | None,
    names: Sequence[str],
    say: Say,
) -> str:
    """Swimmers and crocodiles on their way."""
    assert action is not None, "nothing is hidden here"
    if actor == "chance":
        return revealed(after, action.split()[1], say)
    mine = actor == viewer
    who = names[actor - 1]
    word, _, place = action.partition(" ")
    if word == "pass":
        if mine:
            return say("You can do nothing, and pass.")
        return say("{who} can do nothing, and passes.", who=who)
    if word == "place":
        if mine:
            return say("You put a swimmer on {place}.", place=place)
        return say("{who} puts a swimmer on {place}.", who=who, place=place)
    if word == "flip":
        if mine:
            return say("You turn over the swimmer on {place}.", place=place)
        return say("{who} turns over the swimmer on {place}.", who=who, place=place)
    return moved(before, action, who, mine, say)


def revealed(after: Position, number: str, say: Say) -> str:
    """The number under a swimmer, and whether it is stuck."""
    if state(after).flipped == NONE:
        return say("Under it is the {number}. It cannot move.", number=number)
    return say("Under it is the {number}.", number=number)


def moved(before: Position, action: str, who: str, mine: bool, say: Say) -> str:
    """A tile or stack on its way, to a field, to prey or to the bar."""
    start, _, end = action.replace("x", "-").partition("-")
    mover = piece(before, start, say)
    if end == "bar":
        if mine:
            return say("You bring {piece} from {start} to the bar.", piece=mover, start=start)
        return say(
            "{who} brings {piece} from {start} to the bar.", who=who, piece=mover, start=start
        )
    way = {"piece": mover, "start": start, "end": end}
    if "x" not in action:
        if mine:
            return say("You move {piece} from {start} to {end}.", **way)
        return say("{who} moves {piece} from {start} to {end}.", who=who, **way)
    prey = piece(before, end, say)
    if mine:
        return say("You move {piece} from {start} to {end} and eat {prey}.", prey=prey, **way)
    return say(
        "{who} moves {piece} from {start} to {end} and eats {prey}.", who=who, prey=prey, **way
    )


def ending(position: Position, names: Sequence[str], viewer: int | None, say: Say) -> list[str]:
    """Tiles on the bars, then the numbers of the crocodiles there."""
    s = state(position)

    def tiles(count: int) -> str:
        return say.n("{count} tile", "{count} tiles", count)

    if s.on_bar[RED] == s.on_bar[YELLOW] and len(position.winners() or []) == 1:
        sums = standings([int(s.sum_on_bar[player]) for player in range(2)], names)
        decided = say("Equal tiles, so the open crocodiles on the bars count: {sums}.", sums=sums)
    else:
        decided = margin(position, names, viewer, tiles, say)
    return [
        result(position, names, viewer, say),
        decided,
        why_over(position, names, viewer, say),
        say("Tiles on the bar: {tiles}.", tiles=standings(position.scores(), names)),
    ]


def why_over(position: Position, names: Sequence[str], viewer: int | None, say: Say) -> str:
    """What ended the game."""
    s = state(position)
    left = [seat for seat in (1, 2) if s.in_pool[seat - 1]]
    if len(left) == 2:
        return say.n(
            "{count} turn went by quietly, so the game is over.",
            "{count} turns in a row went by quietly, so the game is over.",
            int(s.quiet),
        )
    if not left:
        return say("The pool is empty.")
    if left == [viewer]:
        return say("Only you are left in the pool.")
    return say("Only {who} is left in the pool.", who=names[left[0] - 1])
