"""Crocodile Pool Party's parts: the pool from the viewer's end, tiles and stacks, bars and players.

All tiles are public, hidden numbers are nobody's: tile 1 to 6 are Red's, 7 to 12 Yellow's, and each
keeps its id from the deck into the pool, into a stack and onto a bar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from waterside.core.position import Position
from waterside.games.crocodile.board import (
    A1,
    COLUMNS,
    EACH,
    EMPTY,
    HIDDEN,
    HIGH_BAR,
    HIGH_BAR_FIELDS,
    LOW_BAR,
    LOW_BAR_FIELDS,
    MOVE,
    MOVE_ON,
    NONE,
    NOWHERE,
    ON_BAR,
    RED,
    ROWS,
    TILES,
    YELLOW,
)
from waterside.games.crocodile.notation import CELL, field, name
from waterside.games.crocodile.scenery import (
    CELL_SIZE,
    HIGH,
    LEFT,
    SIZE,
    TOP,
    WIDE,
    centre,
    corner,
)
from waterside.games.crocodile.scenery import scenery as pool
from waterside.games.crocodile.ways import shortest_way, ways_by_end
from waterside.pictures.scene import Group, Motion, Part, Point, Scenery, Step
from waterside.pictures.shapes import number as short
from waterside.pictures.things import name_tag
from waterside.text.language import Say
from waterside.text.narration import seat_names, state

TILE = 0.78
SMALL = 0.46
MANY = 1 << 13
BARS = {LOW_BAR: ("a1", "b1", "bar-low"), HIGH_BAR: ("f14", "e14", "bar-high")}
TILE_IDS = [f"tile-{tile + 1}" for tile in range(TILES)]
ENDS = {"red": RED, "yellow": YELLOW}
# from the table up; each row of the pool has a layer for each tile of its highest stack
PANEL, FIELD, TRAIL, RESTING, POOL, BUTTON = 1, 5, 10, 20, 30, 300


def variant(seen: Position, seat: int | None) -> str:
    """Whose end is near."""
    return "yellow" if seat == 2 else "red"


def scenery(variant: str) -> Scenery:
    """The pool from this end."""
    return pool(ENDS[variant])


def title(seen: Position, say: Say) -> str:
    """What is to be seen."""
    return say("Crocodile Pool Party: the pool")


@lru_cache(32)
def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """All fields of water."""
    for kind in range(EACH + 1):
        ways_by_end(kind)  # now rather than when the first move is shown
    near = ENDS[variant]
    bars = {*LOW_BAR_FIELDS, *HIGH_BAR_FIELDS}
    places = [name(n) for n in range(COLUMNS * ROWS) if A1 + n not in bars]
    return tuple(
        Part(
            f"cell-{place}", "field", *corner(place, near), layer=FIELD, classes="touch",
            label=say("field {place}", place=place),
        )
        for place in places
    )  # fmt: skip


def parts(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """Bars, the last move, all tiles, both players, and what can be done beside touching tiles."""
    s = state(seen)
    near = (seat or 1) - 1
    called = names or seat_names(seen, say)
    must_move = s.flipped if s.phase == MOVE_ON else NONE
    tiles = bytes(s.at), bytes(s.number), bytes(s.below), bytes(s.height)
    found: list[Group] = [
        trail(last, near),
        resting(tiles[0], tiles[1], bytes(s.bar), near, say),
        swimming(*tiles, must_move, near, say),
        buttons(seen, seat, say),
    ]
    winners, actor = seen.winners() or (), seen.actor
    for player in range(2):
        who = called[player]
        lit = actor == player + 1 or player + 1 in winners
        found.append(bar(player, s.bar[player], s.on_bar[player], near, who, say))
        found.append(panel(player, s.hidden[player], who, lit, player == near))
    return found


@lru_cache(MANY)
def bar(player: int, which: int, count: int, near: int, who: str, say: Say) -> tuple[Part]:
    """A bar in its owner's colour with the number of tiles there."""
    place, beside, id = BARS[which]
    x = min(corner(place, near)[0], corner(beside, near)[0])
    label = say.n(
        "the bar of {who}: {count} tile", "the bar of {who}: {count} tiles", count, who=who
    )
    symbol = f"bar-{player + 1} on-bar-{count}"
    return (Part(id, symbol, x, corner(place, near)[1], 0, 1, FIELD + 1, "touch", "", label),)


def trail(last: Sequence[Step], near: int) -> tuple[Part, ...]:
    """The way of the last move, field by field; where something was placed or turned over."""
    for step in reversed(last):
        if isinstance(step.actor, int) and step.action and step.action != "pass":
            return trail_of(crossed(step.before, step.action), near)
    return ()


@lru_cache(MANY)
def trail_of(way: tuple[int, ...], near: int) -> tuple[Part, ...]:
    """The trail along these fields."""
    places = [name(at) for at in way]
    here = Part("moved-here", "moved-here", *corner(places[-1], near), layer=TRAIL)
    if len(way) == 1:
        return (here,)
    spots = [centre(place, near) for place in places]
    line = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in spots)
    return (
        Part("trail", layer=TRAIL, classes="trail", path=line),
        Part("moved-from", "moved-from", *spots[0], layer=TRAIL),
        here,
    )


@lru_cache(1 << 8)
def crossed(before: Position, action: str) -> tuple[int, ...]:
    """The fields that an action is about: the way of a tile, or just the field of a swimmer."""
    s = state(before)
    fields = [field(end) for end in re.split("[ x-]", action) if re.fullmatch(CELL, end)]
    if " " in action:
        return tuple(fields)
    end = None if action.endswith("-bar") else fields[1]
    return tuple(shortest_way(s, s.shows[A1 + fields[0]], end))


@lru_cache(MANY)
def resting(places: bytes, numbers: bytes, bars: bytes, near: int, say: Say) -> tuple[Part, ...]:
    """Swimmers not yet in the pool, on the deck at their owner's end; tiles on the bars, beside them."""
    found = []
    at = signed(places)
    for player in range(2):
        waiting = [t for t in own_tiles(player) if at[t] == NOWHERE]
        for index, tile in enumerate(reversed(waiting)):
            where = beside(player == near, False, index)
            found.append(resting_tile(tile, numbers[tile], where, say))
        is_near = (signed(bars)[player] == LOW_BAR) == (near == RED)
        there = [t for t in range(TILES) if at[t] == ON_BAR - player]
        for index, tile in enumerate(there):
            where = beside(is_near, True, index)
            found.append(resting_tile(tile, numbers[tile], where, say))
    return tuple(found)


def signed(numbers: bytes) -> memoryview:
    """The numbers of a field, some of which are negative."""
    return memoryview(numbers).cast("b")


def beside(is_near: bool, at_bar: bool, index: int) -> Point:
    """A place on the deck: the bars' side is left at the near end, right at the far one."""
    is_left = is_near == at_bar
    x = 2 if is_left else LEFT + WIDE + 22
    row, column = divmod(index, 2)
    y = 58 * row
    return x + 50 * column, (TOP + HIGH - 62 - y) if is_near else (TOP + 6 + y)


@lru_cache(MANY)
def resting_tile(tile: int, number: int, where: Point, say: Say) -> Part:
    """A tile out of the water."""
    label = called(tile, number, say)
    return Part(tile_id(tile), face(tile, number), *where, 0, SMALL, RESTING, "", "", label)


@lru_cache(MANY)
def swimming(
    places: bytes, numbers: bytes, under: bytes, heights: bytes, must_move: int, near: int, say: Say
) -> tuple[Part, ...]:
    """The tiles in the pool, each with what lies under it."""
    found = []
    below = signed(under)
    for top, place in enumerate(signed(places)):
        at = place - A1
        if at < 0:
            continue
        height = heights[top]
        found.append(top_tile(top, numbers[top], at, height, top == must_move, near, say))
        tile, level = below[top], height - 2
        while tile != NONE:
            found.append(lower_tile(tile, numbers[tile], at, level, height, near, say))
            tile, level = below[tile], level - 1
    return tuple(found)


@lru_cache(MANY)
def top_tile(
    tile: int, number: int, at: int, height: int, must_move: bool, near: int, say: Say
) -> Part:
    """The top of a stack, or a tile alone: what can be touched."""
    x, y, layer = spot(at, height - 1, height, near)
    place, what = name(at), called(tile, number, say)
    label = say("{tile}, on {place}", tile=what, place=place)
    symbol = face(tile, number) + (" must-move" if must_move else "") + " tile-ring"
    if height > 1:
        symbol += f" stack-{height}"
        label = say(
            "{tile}, on {place}, a stack of {height}", tile=what, place=place, height=height
        )
    return Part(tile_id(tile), symbol, x, y, 0, TILE, layer, "touch lifts", "", label)


@lru_cache(MANY)
def lower_tile(
    tile: int, number: int, at: int, level: int, height: int, near: int, say: Say
) -> Part:
    """A tile within a stack."""
    x, y, layer = spot(at, level, height, near)
    label = called(tile, number, say)
    return Part(tile_id(tile), face(tile, number), x, y, 0, TILE, layer, "", "", label)


def spot(at: int, level: int, height: int, near: int) -> tuple[float, float, int]:
    """Where a tile is drawn: on which field, how high in a stack of what height; and its layer."""
    x, y = corner(name(at), near)
    row = (y - TOP) // CELL_SIZE
    inset = (CELL_SIZE - 100 * TILE) / 2
    floor = y + inset + min(8, 3 * (height - 1))
    rise = min(8.0, 34 / height)
    return x + inset, floor - rise * level, POOL + TILES * row + level


@lru_cache(MANY)
def panel(player: int, hidden: int, who: str, lit: bool, is_near: bool) -> tuple[Part, ...]:
    """A player: the other above, the viewer below, with the numbers still hidden."""
    y = SIZE[1] - 78 if is_near else 8
    numbers = [
        f"hidden-{player + 1}-{n}" if (hidden >> (n - 1)) & 1 else f"shown-{n}"
        for n in range(1, EACH + 1)
    ]
    return (
        Part(f"player-{player + 1}", "player-lit" if lit else "player", 8, y, layer=PANEL),
        name_tag(player + 1, who, 24, y + 34, 380, PANEL + 1, large=True),
        Part(f"numbers-{player + 1}", " ".join(numbers), 462, y + 34, layer=PANEL + 1),
    )


def buttons(seen: Position, seat: int | None, say: Say) -> tuple[Part, ...]:
    """Turning over and passing, for the player to act."""
    if seat is None or seen.actor != seat:
        return ()
    s = state(seen)
    if s.phase == MOVE and any(
        s.at[tile] >= A1 and s.number[tile] == HIDDEN for tile in own_tiles(seat - 1)
    ):
        return to_turn_over(say)
    return to_pass(say) if seen.legal() == ["pass"] else ()


@lru_cache(32)
def to_turn_over(say: Say) -> tuple[Part, ...]:
    """The button that turns a swimmer over."""
    x, y = LEFT + WIDE + 71, TOP + HIGH - 46
    return (Part("flip", "flip", x, y, 0, 1, BUTTON, "touch", "", say("turn it over")),)


@lru_cache(32)
def to_pass(say: Say) -> tuple[Part, ...]:
    """The button of a player who cannot move."""
    x, y, said = LEFT + WIDE + 71, TOP + HIGH - 38, say("pass")
    return (Part("pass", "pass", x, y, 0, 1, BUTTON, "touch centred", said, said),)


def own_tiles(player: int) -> range:
    """The tiles of a player."""
    return range(EACH * player, EACH * (player + 1))


def tile_id(tile: int) -> str:
    """The id of a tile."""
    return TILE_IDS[tile]


def face(tile: int, number: int) -> str:
    """The symbol of a tile's upper side."""
    return f"face-{tile // EACH + 1}-{number}"


def called(tile: int, number: int, say: Say) -> str:
    """What a tile is, in words."""
    colour = (say("Red"), say("Yellow"))[tile // EACH]
    if number == HIDDEN:
        return say("{colour}: swimmer", colour=colour)
    return say("{colour}: crocodile {number}", colour=colour, number=number)


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """The ids that the player to act touches: a tile, and where it goes or what is done to it."""
    start, end, there = ends_of(action)
    if start is None:
        return (end,)
    s = state(seen)
    tile = s.shows[A1 + start]
    if end == "flip":
        return (tile_id(tile), "flip")
    if end == "bar":
        return (tile_id(tile), BARS[s.bar[tile // EACH]][2])
    shown = s.shows[A1 + there]
    return (tile_id(tile), end if shown == EMPTY else tile_id(shown))


@cache
def ends_of(action: str) -> tuple[int | None, str, int]:
    """The field that an action starts from, if there is one; what is touched last, and its field."""
    word, _, place = action.partition(" ")
    if word in ("place", "pass"):
        return None, f"cell-{place}" if place else "pass", 0
    if word == "flip":
        return field(place), "flip", 0
    start, _, end = action.replace("x", "-").partition("-")
    if end == "bar":
        return field(start), "bar", 0
    return field(start), f"cell-{end}", field(end)


def changes(before: Position, after: Position, step: Step, seat: int | None) -> list[Motion]:
    """A tile turns over where it lies, or goes with its stack from field to field."""
    action = step.action or ""
    s = state(before)
    if action.startswith("reveal"):
        tile = int(s.flipped)
        return [Motion(tile_id(tile), how="turn", back=face(tile, HIDDEN))]
    if " " in action or action == "pass":
        return []
    near = (seat or 1) - 1
    way = crossed(before, action)
    tile = s.shows[A1 + way[0]]
    carried = [tile]
    while s.below[carried[-1]] != NONE:
        carried.append(s.below[carried[-1]])
    height = len(carried)
    between = way[1:] if action.endswith("-bar") else way[1:-1]
    motions = []
    for depth, each in enumerate(carried):
        level = height - 1 - depth
        points = tuple(spot(at, level, height, near)[:2] for at in between)
        motions.append(Motion(tile_id(each), way=points))
    return motions
