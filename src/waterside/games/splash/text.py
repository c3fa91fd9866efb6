"""What Splash Party says to people."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.games.splash.board import (
    NAME,
    NOBODY,
    NONE,
    PLACES,
    SINK,
    TAKE,
    TOKEN,
    TURN_UP,
    UNKNOWN,
    WAY,
    distance,
    is_in,
)
from waterside.games.splash.moving import end_of_move
from waterside.games.splash.nearest import nearest_distance, owner
from waterside.games.splash.notation import NAMES, WORDS
from waterside.text.language import Say
from waterside.text.narration import MARKS, Doer, no_mark, numbered_seat, result, state

seat_name = numbered_seat
seat_mark = no_mark


def colour_name(colour: int, say: Say) -> str:
    """A colour, counted from 0, by its name."""
    return (
        say("red"),
        say("yellow"),
        say("green"),
        say("blue"),
        say("purple"),
        say("black"),
    )[colour]


def marked(colour: int, say: Say) -> str:
    """A colour with its mark: ``blue ◆``."""
    return f"{colour_name(colour, say)} {MARKS[colour]}"


def meeple(seen: Position, place: int, say: Say) -> str:
    """The meeple on a place: ``blue ◆ 2``, without a number that nobody has seen."""
    s = state(seen)
    number = f" {s.number[place]}" if s.number[place] else ""
    return f"{marked(int(s.colour[place]), say)}{number}"


def label(seen: Position, action: str, say: Say, names: Sequence[str] | None = None) -> str:
    """Taking, walking, naming."""
    if action == "silent":
        return say("stay silent")
    word, _, rest = action.partition(" ")
    if word == "take":
        return say(
            "take {meeple} from place {place}",
            meeple=meeple(seen, int(rest) - 1, say),
            place=rest,
        )
    if word == "accuse":
        seat, colour = rest.split()
        who = names[int(seat) - 1] if names else seat_name(int(seat), say)
        return say("{who} is {colour}", who=who, colour=marked(NAMES.index(colour), say))
    end = where_to(seen, action)
    if state(seen).colour[end] != NONE:
        pushed = meeple(seen, end, say)
        if action == "cw":
            return say("clockwise ↻ to place {place}, push {meeple}", place=end + 1, meeple=pushed)
        return say(
            "counter-clockwise ↺ to place {place}, push {meeple}", place=end + 1, meeple=pushed
        )
    if action == "cw":
        return say("clockwise ↻ to place {place}", place=end + 1)
    return say("counter-clockwise ↺ to place {place}", place=end + 1)


def where_to(seen: Position, way: str) -> int:
    """The place, counted from 0, where the meeple that was taken ends: ``cw`` or ``ccw``."""
    return end_of_move(state(seen), WORDS[way])


def prompt(seen: Position, say: Say) -> str:
    """To take, to choose a way, to name or not."""
    s = state(seen)
    if s.phase == TAKE:
        return say("Which meeple do you take?")
    if s.phase == WAY:
        return say.n(
            "It goes {count} place. Which way?",
            "It goes {count} places. Which way?",
            int(s.number[s.place]),
        )
    if s.phase == NAME:
        return say("Do you know whose colour? Choose a player and name it, or stay silent")
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
    """Meeples taken, moved and pushed, colours named, and who is out."""
    if actor == "chance":
        sentence = turned_up(before, action, say)
    else:
        assert action is not None, "all viewers see what a player does"
        sentence = done(before, after, action, actor, viewer, names, say)
    return " ".join(
        part for part in (sentence, *leavers(before, after, viewer, names, say)) if part
    )


def turned_up(before: Position, action: str | None, say: Say) -> str:
    """The viewer's secret colour, numbers shown, meeples that fall in."""
    s = state(before)
    if action is None or action.startswith("stand"):
        return ""
    number = action.partition(" ")[2]
    if s.phase == TOKEN:
        return say("Your secret colour is {colour}.", colour=marked(NAMES.index(number), say))
    if s.phase == SINK:
        colour = marked(int(s.sunk), say)
        if number:
            return say("In the pool, {colour} shows a {number}.", colour=colour, number=number)
        return say("In the pool, {colour} shows no number.", colour=colour)
    if s.phase == TURN_UP:
        return say(
            "On place {place}, {colour} shows a {number}.",
            place=int(s.place) + 1,
            colour=marked(int(s.colour[s.place]), say),
            number=number,
        )
    return say("It is a {number}.", number=number)


def done(
    before: Position,
    after: Position,
    action: str,
    actor: int,
    viewer: int | None,
    names: Sequence[str],
    say: Say,
) -> str:
    """What a player did."""
    mine, who = actor == viewer, names[actor - 1]
    word, _, rest = action.partition(" ")
    if word == "silent":
        return say("You stay silent.") if mine else say("{who} stays silent.", who=who)
    if word == "take":
        taken = meeple(before, int(rest) - 1, say)
        if mine:
            return say("You take {meeple} from place {place}.", meeple=taken, place=rest)
        return say("{who} takes {meeple} from place {place}.", who=who, meeple=taken, place=rest)
    if word == "accuse":
        return accused(before, after, rest, actor, viewer, names, say)
    end = where_to(before, word)
    sentence = walked(word, end + 1, who, mine, say)
    if state(before).colour[end] == NONE:
        return sentence
    pushed = meeple(before, end, say)
    falls = say("{meeple} falls in.", meeple=pushed)
    return f"{sentence} {falls[:1].upper()}{falls[1:]}"


def walked(way: str, place: int, who: str, mine: bool, say: Say) -> str:
    """The meeple taken on its way."""
    if way == "cw":
        if mine:
            return say("You move it clockwise to place {place}.", place=place)
        return say("{who} moves it clockwise to place {place}.", who=who, place=place)
    if mine:
        return say("You move it counter-clockwise to place {place}.", place=place)
    return say("{who} moves it counter-clockwise to place {place}.", who=who, place=place)


def accused(
    before: Position,
    after: Position,
    named: str,
    actor: int,
    viewer: int | None,
    names: Sequence[str],
    say: Say,
) -> str:
    """A colour named, and whether it was right."""
    seat, colour = int(named.split()[0]), marked(NAMES.index(named.split()[1]), say)
    who, other = names[actor - 1], names[seat - 1]
    if actor == viewer:
        sentence = say("You say: {other} is {colour}.", other=other, colour=colour)
    elif seat == viewer:
        sentence = say("{who} says: you are {colour}.", who=who, colour=colour)
    else:
        sentence = say("{who} says: {other} is {colour}.", who=who, other=other, colour=colour)
    is_right = not is_in(state(after), seat - 1)
    return f"{sentence} {say('Right!') if is_right else say('Wrong!')}"


def leavers(
    before: Position, after: Position, viewer: int | None, names: Sequence[str], say: Say
) -> list[str]:
    """Who has to leave the party, with the colour that all players see now."""
    s, then = state(after), state(before)
    sentences = []
    for seat in range(1, int(s.players) + 1):
        if is_in(then, seat - 1) and not is_in(s, seat - 1):
            colour = marked(int(s.token[seat - 1]), say)
            if seat == viewer:
                sentences.append(say("You were {colour} and are out.", colour=colour))
            else:
                sentences.append(
                    say("{who} was {colour} and is out.", who=names[seat - 1], colour=colour)
                )
    return sentences


def ending(position: Position, names: Sequence[str], viewer: int | None, say: Say) -> list[str]:
    """The last one still in, or the meeple nearest to the diving board."""
    s = state(position)
    staying = [seat for seat in range(1, int(s.players) + 1) if is_in(s, seat - 1)]
    if len(staying) == 1:
        why = [say("All others are out.")]
    else:
        why = nearest(position, names, say)
    colours = [
        f"{names[seat]} {marked(int(s.token[seat]), say)}"
        for seat in range(s.players)
        if s.token[seat] != UNKNOWN
    ]
    secrets = say("The colours were: {colours}.", colours=", ".join(colours))
    return [result(position, names, viewer, say), *why, secrets]


def eliminated(position: Position) -> list[int]:
    """The seats of players whose colour is out while others play on."""
    s = state(position)
    return [seat for seat in range(1, int(s.players) + 1) if not is_in(s, seat - 1)]


def nearest(position: Position, names: Sequence[str], say: Say) -> list[str]:
    """The meeples nearest to the diving board, and what decides between them."""
    s = state(position)
    away = nearest_distance(s)
    closest = [
        (place, owner(s, place) + 1)
        for place in range(PLACES)
        if distance(place) == away and owner(s, place) != NOBODY
    ]
    lines = [
        say.n(
            "Nearest to the diving board, {count} place away: {who} with {meeple} on place {place}.",
            "Nearest to the diving board, {count} places away: {who} with {meeple} on place {place}.",
            away,
            who=names[seat - 1],
            meeple=meeple(position, place, say),
            place=place + 1,
        )
        for place, seat in closest
    ]
    if len({seat for _, seat in closest}) > 1:
        lines.append(say("They are equally near, so the higher number decides."))
    return lines
