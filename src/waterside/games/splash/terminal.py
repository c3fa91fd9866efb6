"""The places around the pool in a terminal, in colour."""

from __future__ import annotations

from waterside.core.position import Position
from waterside.games.splash import board as party
from waterside.games.splash.text import colour_name
from waterside.text.language import Say
from waterside.text.narration import MARKS, Ink, state
from waterside.text.styles import CHIPS, QUIET, SUN, WATER

SECRET_WIDTH = 13


def legend(say: Say) -> list[str]:
    """How to read the board."""
    return [
        say("Marks stand for colours: ▲ red, ● yellow, ■ green, ◆ blue, ★ purple, ⬢ black."),
        say("cw ↻ is clockwise, ccw ↺ the other way round; > is the meeple taken."),
    ]


def draw(ink: Ink, seen: Position, viewer: int | None, say: Say) -> None:
    """The places, nine to each side of the pool: > is the meeple taken, * the one moved last."""
    s = state(seen)
    half = party.PLACES // 2
    taken = int(s.place) if s.phase in (party.SHOW, party.WAY) else party.NONE
    for line in range(half):
        places = ((party.PLACES - line) % party.PLACES, line + 1)
        for side, place in enumerate(places):
            colour = int(s.colour[place])
            mark = ">" if place == taken else "*" if place == s.moved else " "
            ink.append(f"{place + 1:2}{mark}", SUN if place in (0, taken) else "")
            if colour == party.NONE:
                ink.append(f" {'·':<11}", QUIET)
            else:
                known = str(s.number[place] or "?")
                name = colour_name(colour, say)
                ink.append(f" {MARKS[colour]} {name:<7}{known} ", CHIPS[colour])
            if side == 0:
                water = f"{say('▟ board ▙'):<11}" if line == 0 else " ~ ~ ~ ~ ~ "
                ink.append(water, WATER)
        ink.append("\n")
    ink.append(say("* moved last   ? not seen yet   ✗ out"), QUIET)
    for seat in range(s.players):
        ink.append("\n" if seat % 2 == 0 else "  ")
        name = say("seat {number}", number=seat + 1)
        ink.append(f"{name} ", SUN if seat + 1 == viewer else "")
        token(ink, s.token[seat], seat, seen, say)


def token(ink: Ink, colour: int, seat: int, seen: Position, say: Say) -> None:
    """A seat's colour as far as it is known, and whether it is out."""
    s = state(seen)
    not_yet = s.phase == party.STAND or (s.phase == party.TOKEN and seat >= s.player)
    if not_yet or colour == party.UNKNOWN:
        ink.append(f"{say('secret'):<{SECRET_WIDTH}}", QUIET)
        return
    said = f" {MARKS[colour]} {colour_name(colour, say)} "
    is_out = not party.is_in(s, seat)
    ink.append(said, CHIPS[colour])
    ink.append(f"{'✗' if is_out else '':<{SECRET_WIDTH - len(said)}}")
