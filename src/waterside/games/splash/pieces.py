"""What is in Splash Party's pool and around it, as parts: meeples on their places and in their lanes,
and the ways they go.

A meeple whose number has been seen has an id with its colour and number, wherever it goes. One
whose number nobody knows has never moved, so its place says which it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from waterside.games.splash.board import COLOURS, EACH, NONE, PLACES, STAND, WAY
from waterside.games.splash.notation import NAMES
from waterside.games.splash.scenery import along, lane, way
from waterside.games.splash.text import marked
from waterside.pictures.scene import Group, Part, Step
from waterside.text.language import Say

STANDING = 0.9
TAKEN = 1.15 * STANDING
SWIMMING = 0.74
MANY = 1 << 13
BOARDS = 1 << 10
"""Whole boards that are remembered: one is asked for again soon or never."""
NOBODY = ((),) * COLOURS
# from the water up
PANEL, SWIMMERS, SPOT, WAYS, PLACE, MEEPLE, CHOICE = 1, 10, 11, 12, 14, 15, 20


class Latest(NamedTuple):
    """What the last turn was about: from where to where a meeple went, who was said to be what."""

    start: int | None = None
    end: int | None = None
    accused: tuple[int, int] | None = None


def latest_of(s: Any, last: Sequence[Step]) -> Latest:
    """What happened last, as far as it is shown."""
    start = end = accused = None
    for step in last:
        word, _, rest = (step.action or "").partition(" ")
        if word == "take":
            start, end, accused = int(rest) - 1, None, None
        elif word in ("cw", "ccw"):
            end = s.moved
        elif word == "accuse":
            accused = int(rest[0]), NAMES.index(rest[2:])
    return Latest(start, end, accused)


def standing(colours: bytes, numbers: bytes, taken: int, moves: bool, say: Say) -> Sequence[Group]:
    """All places, and who stands there; ``moves``: whether the viewer moves the one that was taken."""
    found = all_standing(colours, numbers, say)
    if taken == NONE:
        return found
    lifted = at_place(taken, signed(colours)[taken], numbers[taken], True, moves, say)
    return (*found[:taken], lifted, *found[taken + 1 :])


@lru_cache(BOARDS)
def all_standing(colours: bytes, numbers: bytes, say: Say) -> tuple[Group, ...]:
    """The same where none was taken."""
    return tuple(
        at_place(place, colour, shown, False, False, say)
        for place, (colour, shown) in enumerate(zip(signed(colours), numbers, strict=True))
    )


def signed(numbers: bytes) -> memoryview:
    """The numbers of a field, some of which may be negative."""
    return memoryview(numbers).cast("b")


@lru_cache(MANY)
def at_place(
    place: int, colour: int, shown: int, is_taken: bool, moves: bool, say: Say
) -> tuple[Part, ...]:
    """A place, and who stands there."""
    touched = touched_place(place, colour, shown, say)
    if colour == NONE:
        return (touched,)
    return touched, meeple(place, colour, shown, is_taken, moves, say)


def touched_place(place: int, colour: int, shown: int, say: Say) -> Part:
    """A place at the edge."""
    label = say("place {place}: empty", place=place + 1)
    if colour != NONE:
        who = marked(colour, say)
        label = say(
            "place {place}: {meeple}, its number does not show", place=place + 1, meeple=who
        )
        if shown:
            label = say.n(
                "place {place}: {meeple}, goes {count} place",
                "place {place}: {meeple}, goes {count} places",
                shown, place=place + 1, meeple=who,
            )  # fmt: skip
    where = *along(place), 0, 1, PLACE
    return Part(f"place-{place + 1}", "place", *where, "touch", "", label)


def meeple(place: int, colour: int, shown: int, is_taken: bool, moves: bool, say: Say) -> Part:
    """The meeple on a place, with its number if that is shown."""
    x, y = along(place)
    symbol = f"meeple-face-{colour + 1}" + (f" shows-{shown}" if shown else "")
    where = x, y - (26 if is_taken else 6), 0, TAKEN if is_taken else STANDING
    id = meeple_id(place, colour, shown)
    if not moves:
        return Part(id, symbol, *where, MEEPLE + is_taken)
    label = f"{marked(colour, say)} {shown}"
    return Part(id, symbol, *where, MEEPLE + is_taken, "touch", "", label)


def meeple_id(place: int, colour: int, shown: int) -> str:
    """The id of a meeple: by its number, or by the place that it has never left."""
    return f"meeple-{NAMES[colour]}-{shown}" if shown else f"meeple-{NAMES[colour]}-at-{place + 1}"


Lanes = tuple[tuple[int, ...], ...]
"""Who has fallen in, colour by colour: their numbers where they are known, else 0."""


def lanes(s: Any) -> Lanes:
    """Who has fallen in."""
    if s.phase == STAND:
        return NOBODY
    return lanes_of(bytes(s.colour), bytes(s.number), bytes(s.unseen))


@lru_cache(BOARDS)
def lanes_of(colours: bytes, numbers: bytes, unseen: bytes) -> Lanes:
    """Who is not among those that stand; ``unseen`` are the numbers that nobody knows, as sets."""
    dry: list[list[int]] = [[] for _ in range(COLOURS)]
    for colour, number in zip(colours, numbers, strict=True):
        if colour < COLOURS:
            dry[colour].append(number)
    found = []
    for standing, hidden in zip(dry, unseen, strict=True):
        seen = [n for n in range(1, EACH + 1) if not (hidden >> (n - 1)) & 1]
        wet = [n for n in seen if n not in standing]
        found.append(tuple([*wet, 0, 0, 0][: EACH - len(standing)]))
    return tuple(found)


@lru_cache(BOARDS)
def swimmers(lanes: Lanes, say: Say) -> tuple[Group, ...]:
    """Who has fallen in, each colour in its own lane."""
    return tuple(in_lane(colour, lane, say) for colour, lane in enumerate(lanes))


@lru_cache(MANY)
def in_lane(colour: int, lane: tuple[int, ...], say: Say) -> tuple[Part, ...]:
    """Who has fallen in of one colour."""
    return tuple(swimmer(colour, i, known, say) for i, known in enumerate(lane))


def swimmer(colour: int, i: int, known: int, say: Say) -> Part:
    """One that has fallen in."""
    name = f"{marked(colour, say)} {known or ''}".strip()
    symbol = f"swimmer-face-{colour + 1}" + (f" swims-{known}" if known else "")
    where = lane(colour), 650 - 84 * i, 0, SWIMMING, SWIMMERS
    label = say("in the pool: {meeple}", meeple=name)
    return Part(swimmer_id(colour, i, known), symbol, *where, "", "", label)


def swimmer_id(colour: int, i: int, known: int) -> str:
    """The id of a meeple in the pool: by its number, or by its place in the lane."""
    return f"meeple-{NAMES[colour]}-{known}" if known else f"swimmer-{NAMES[colour]}-{i + 1}"


def ways(s: Any, latest: Latest) -> tuple[Part, ...]:
    """The last move along the edge; or both ways that the meeple taken can go."""
    if s.phase == WAY:
        return ways_ahead(s.place, s.number[s.place])
    if latest.start is None or latest.end is None:
        return ()
    return way_behind(latest.start, latest.end)


@cache
def ways_ahead(place: int, number: int) -> tuple[Part, ...]:
    """Both ways that a meeple of this number can go."""
    return (
        *arrow("cw", place, place + number, "way ahead"),
        *arrow("ccw", place, place - number, "way ahead"),
    )


@cache
def way_behind(start: int, end: int) -> tuple[Part, ...]:
    """The way of the last meeple."""
    ahead = (end - start) % PLACES
    return (
        *arrow("last", start, start + (ahead if ahead <= EACH else ahead - PLACES), "way"),
        moved_spot("moved-from", start),
        moved_spot("moved-to", end),
    )


def arrow(name: str, start: int, end: int, classes: str) -> tuple[Part, Part]:
    """An arrow along the edge, with its rim."""
    line = way(start, end)
    return (
        Part(f"way-rim-{name}", layer=WAYS, classes="rim-of-way", path=line),
        Part(f"way-{name}", layer=WAYS + 1, classes=classes, path=line),
    )


def moved_spot(id: str, place: int) -> Part:
    """Where the last meeple came from, or where it went."""
    return Part(id, "moved-spot" if place else "moved-board", *along(place), layer=SPOT)
