"""What lies on Cromado's board, as parts: islands, bridges and stones, and what can be done with
them.

Bridges keep their numbers from the laying on, stones theirs all the time. A bridge to be laid waits
before its player both ways round: it is dragged, or touched, and then its middle field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from waterside.games.cromado.board import GOAL, HOME, ISLANDS, NONE, SIZE, STONES
from waterside.games.cromado.notation import field, name
from waterside.games.cromado.scenery import (
    ASHORE,
    OWN_HIGH,
    OWN_Y,
    bed,
    island_spot,
    shore,
    spot,
)
from waterside.games.cromado.text import ends
from waterside.pictures.scene import Group, Part, Step
from waterside.text.language import Say

ACROSS, UPRIGHT = range(2)
TRAYS = ("tray-h", "tray-v")
TRAY = 0.82
MANY = 1 << 13
BOARDS = 1 << 10
"""Whole boards that are remembered: one is asked for again soon or never."""
# from the water up
PANEL, ISLAND, GAP, BRIDGES, LAST, TRAIL, FIELD, STILL, READY, CHOICE = range(1, 11)


@lru_cache(MANY)
def islands(corners: bytes, quarters: int) -> tuple[Part, ...]:
    """What belongs to the players on the four islands."""
    owner = {corner: player for player, corner in enumerate(corners)}
    return tuple(
        island(i, (i - quarters) % ISLANDS, i in owner, owner.get((i + 2) % ISLANDS, NONE))
        for i in range(ISLANDS)
    )


def island(i: int, corner: int, is_home: bool, guest: int) -> Part:
    """An island at a corner: home of one seat, goal of the one opposite, or neither."""
    if not is_home:
        symbol = f"palm-{corner}"
    elif guest == NONE:
        symbol = f"beds-{corner} small-palm-{corner}"
    else:
        symbol = f"beds-{corner}"
    if guest != NONE:
        symbol += f" shore-{corner}-{guest + 1}"
    return Part(f"island-{i + 1}", symbol, *island_spot(corner), layer=ISLAND)


def bridges(
    s: Any,
    new: str | None,
    takeable: Sequence[str],
    held: bool,
    quarters: int,
    say: Say,
) -> list[Group]:
    """The bridges that lie, each by itself, as few of them change at a time; the one in the air
    where others see it, unless the viewer holds it.
    """
    count = s.bridges
    fields, upright = bytes(s.bridge[:count]), bytes(s.upright[:count])
    found = list(lying_bridges(fields, upright, quarters, say))
    places = places_of(fields, upright)
    if new is not None and new in places:
        found[places[new]] = bridge(places[new], new, True, False, quarters, say)
    for place in takeable:
        found[places[place]] = bridge(places[place], place, place == new, True, quarters, say)
    if s.lifted != NONE:
        place = written(s.bridge[s.lifted], s.upright[s.lifted])
        found[s.lifted] = in_the_air(s.lifted, place, held, quarters, say)
    return found


@lru_cache(BOARDS)
def lying_bridges(fields: bytes, upright: bytes, quarters: int, say: Say) -> tuple[Group, ...]:
    """All bridges as they lie, of which none can be taken."""
    return tuple(
        bridge(i, place, False, False, quarters, say)
        for place, i in places_of(fields, upright).items()
    )


@lru_cache(BOARDS)
def places_of(fields: bytes, upright: bytes) -> dict[str, int]:
    """The numbers of the bridges by their places, in order."""
    lying = zip(memoryview(fields).cast("h"), upright, strict=True)
    return {written(at, is_standing): i for i, (at, is_standing) in enumerate(lying)}


@lru_cache(MANY)
def in_the_air(i: int, place: str, held: bool, quarters: int, say: Say) -> tuple[Part, ...]:
    """Where a bridge lay that is being moved, and itself above, unless the viewer holds it."""
    x, y, turn = lying(place, quarters)
    gap = Part("gap", "gap", x, y, turn, layer=GAP)
    if held:
        return (gap,)
    where = x - 6, y - 16, turn + 4, 1, LAST
    return gap, Part(bridge_id(i), "bridge", *where, label=says(place, say))


@cache
def written(at: int, is_standing: int) -> str:
    """The place of a bridge, like ``c3h``."""
    return f"{name(at)}{'hv'[is_standing]}"


@lru_cache(MANY)
def bridge(i: int, place: str, is_new: bool, can: bool, quarters: int, say: Say) -> tuple[Part]:
    """A bridge that lies."""
    symbol = "bridge" + (" laid-last" if is_new else "") + (" bridge-ring" if can else "")
    x, y, turn = lying(place, quarters)
    classes = "touch" if can else ""
    return (Part(bridge_id(i), symbol, x, y, turn, 1, BRIDGES, classes, "", says(place, say)),)


def lying(place: str, quarters: int) -> tuple[float, float, int]:
    """Where a bridge lies, and how it is turned, as the viewer sees it."""
    x, y = spot(middle(place), quarters)
    return x, y, 90 if is_upright("hv".index(place[-1]), quarters) else 0


@lru_cache(MANY)
def says(place: str, say: Say) -> str:
    """A bridge in words."""
    first, final = ends(place)
    return say("bridge from {first} to {last}", first=first, last=final)


def is_upright(upright: int, quarters: int) -> bool:
    """Whether a bridge that lies this way stands upright for the viewer."""
    return (upright == UPRIGHT) != (quarters % 2 == 1)


def laid_last(last: Sequence[Step]) -> str | None:
    """The place of the bridge that was laid or put down just now."""
    laid = [s.action[4:] for s in last if s.action and s.action.startswith(("lay ", "put "))]
    return laid[-1] if laid else None


@lru_cache(BOARDS)
def stones(
    stones: bytes,
    corners: bytes,
    actor: int,
    starts: frozenset[str],
    quarters: int,
    names: tuple[str, ...],
    say: Say,
) -> tuple[Part, ...]:
    """All stones: at home, on bridges, on the goal; the first at home stands for its island."""
    places = memoryview(stones).cast("h")
    left = set(starts)
    found = []
    for player, home in enumerate(corners):
        corner = (home - quarters) % ISLANDS
        for i in range(STONES):
            at = places[STONES * player + i]
            start = "home" if at == HOME else name(at)
            can = player == actor and at != GOAL and start in left
            if can:
                left.discard(start)
            found.append(stone(player, i, at, can, corner, quarters, names[player], say))
    return tuple(found)


@lru_cache(MANY)
def stone(
    player: int, i: int, at: int, can: bool, corner: int, quarters: int, who: str, say: Say
) -> Part:
    """A stone of a player whose home is at this corner."""
    symbol = f"stone-{player + 1}"
    size: float = 1
    if at == HOME:
        (x, y), (dx, dy) = island_spot(corner), bed(corner, i)
        label = say("{who}: a stone at home", who=who)
        symbol += f" home-{corner}-{i}" if can else ""
    elif at == GOAL:
        goal = (corner + 2) % ISLANDS
        (x, y), (dx, dy) = island_spot(goal), shore(goal, i)
        label = say("{who}: a stone on the goal", who=who)
        size = ASHORE
    else:
        (x, y), (dx, dy) = spot(at, quarters), (0, 0)
        label = say("{who}: a stone on {field}", who=who, field=name(at))
        symbol += " stone-ring" if can else ""
    layer, classes = (READY, "touch") if can else (STILL, "")
    return Part(stone_id(player, i), symbol, x + dx, y + dy, 0, size, layer, classes, "", label)


def to_walk(s: Any, choices: Sequence[str], quarters: int, say: Say) -> list[Part]:
    """Where stones may go: fields, the goal, or in a circle back to where they stand."""
    ways = [choice.split("-") for choice in choices]
    ends = dict.fromkeys(end for start, end in ways if end != start)
    found = [end_of_walk(end, quarters) for end in ends if end != "goal"]
    if any(end == "goal" for _, end in ways):
        corner = (int(s.corner[s.player]) + 2 - quarters) % ISLANDS
        found.append(
            Part("goal", f"goal-{corner}", *island_spot(corner), layer=ISLAND + 1, classes="touch",
                 label=say("your goal island"))
        )  # fmt: skip
    for start, end in ways:
        if start == end:
            x, y = spot(field(end), quarters)
            label = say("move in a circle, back to {end}", end=end)
            where = x + 26, y - 30, 0, 1, CHOICE
            found.append(Part(f"loop-{end}", "loop", *where, "touch", "", label))
    return found


@lru_cache(MANY)
def end_of_walk(end: str, quarters: int) -> Part:
    """A field where a walk may end."""
    x, y = spot(field(end), quarters)
    return Part(f"end-{end}", "end", x, y, layer=FIELD, classes="touch", label=end)


@lru_cache(32)
def to_keep(say: Say) -> tuple[Part, ...]:
    """To leave all bridges where they are."""
    where = 493, OWN_Y + 84, 0, 1, CHOICE
    said = say("Leave the bridges")
    return (Part("keep", "keep", *where, "touch deed centred large-text", said, said),)


@lru_cache(MANY)
def to_lay(can_lie: bool, can_stand: bool, quarters: int, say: Say) -> tuple[Part, ...]:
    """The bridge to be laid, the ways round that it can be."""
    found = []
    for lies, can in ((ACROSS, can_lie), (UPRIGHT, can_stand)):
        if can:
            upright = is_upright(lies, quarters)
            label = say("a bridge, vertical") if upright else say("a bridge, horizontal")
            x, turn = (610, 90) if upright else (460, 0)
            y = OWN_Y + OWN_HIGH / 2
            found.append(
                Part(TRAYS[lies], "tray", x, y, turn, TRAY, CHOICE, "touch ways", "", label)
            )
    return tuple(found)


def bridge_id(i: int) -> str:
    """The id of a bridge, whose number is from the laying."""
    return f"bridge-{i + 1}"


def stone_id(player: int, i: int) -> str:
    """The id of a player's stone."""
    return f"stone-{player + 1}-{i + 1}"


def middle(place: str) -> int:
    """The middle field under a bridge that is written like ``c3h``."""
    return field(place[:-1]) + (SIZE if place[-1] == "v" else 1)


def moved_stone(s: Any, start: str) -> int:
    """Which of the player's stones walks from here: the first, as the rules have it."""
    at = HOME if start == "home" else field(start)
    return next(i for i in range(STONES) if s.stone[s.player, i] == at)
