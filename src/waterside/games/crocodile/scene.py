"""Crocodile Pool Party's parts: the pool from the viewer's end, tiles and stacks, bars and players.

All tiles are public, hidden numbers are nobody's: tile 1 to 6 are Red's, 7 to 12 Yellow's, and each
keeps its id from the deck into the pool, into a stack and onto a bar.
"""

from __future__ import annotations

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
    PLACE,
    RED,
    ROWS,
    TILES,
    YELLOW,
)
from waterside.games.crocodile.notation import field, name
from waterside.games.crocodile.scenery import (
    BAND,
    CELL_SIZE,
    PANEL_HIGH,
    RIM,
    View,
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

Stack = tuple[tuple[int, int], ...]
"""Tiles with their numbers, from above."""
TILE = 0.78
SMALL = 0.46
MANY = 1 << 13
BOARDS = 1 << 10
"""Whole boards that are remembered: one is asked for again soon or never."""
BARS = {LOW_BAR: ("a1", "b1", "bar-low"), HIGH_BAR: ("f14", "e14", "bar-high")}
TILE_IDS = [f"tile-{tile + 1}" for tile in range(TILES)]
UPRIGHT, SIDEWAYS = ((View(RED, sideways), View(YELLOW, sideways)) for sideways in (False, True))
"""How the pool lies for either player."""
VIEWS = {
    "red": UPRIGHT[RED],
    "yellow": UPRIGHT[YELLOW],
    "red-wide": SIDEWAYS[RED],
    "yellow-wide": SIDEWAYS[YELLOW],
}
OUT_OF_WATER = bytes(at if at > 127 or at < A1 else A1 for at in range(256))
"""Makes all fields of the pool the same: tiles that swim are no concern of those that rest."""
# from the table up; each row of the pool has a layer for each tile of its highest stack
PANEL, FIELD, TRAIL, RESTING, POOL, BUTTON = 1, 5, 10, 20, 30, 300


def variant(seen: Position, seat: int | None) -> str:
    """Whose end is near."""
    return "yellow" if seat == 2 else "red"


def scenery(variant: str) -> Scenery:
    """The pool from this end."""
    return pool(VIEWS[variant])


def title(seen: Position, say: Say) -> str:
    """What is to be seen."""
    return say("Crocodile Pool Party: the pool")


@lru_cache(32)
def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """All fields of water."""
    for kind in range(EACH + 1):
        ways_by_end(kind)  # now rather than when the first move is shown
    view = VIEWS[variant]
    bars = {*LOW_BAR_FIELDS, *HIGH_BAR_FIELDS}
    places = [name(n) for n in range(COLUMNS * ROWS) if A1 + n not in bars]
    return tuple(
        Part(
            f"cell-{place}", "field", *corner(place, view), layer=FIELD, classes="touch",
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
    return parts_as(UPRIGHT[(seat or 1) - 1], seen, seat, say, last, names)


def parts_as(
    view: View,
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """The same for a pool that lies as a viewer has it."""
    s = state(seen)
    called = names or seat_names(seen, say)
    must_move = s.flipped if s.phase == MOVE_ON else NONE
    placing = seat - 1 if seat is not None and seen.actor == seat and s.phase == PLACE else NONE
    tiles = bytes(s.at), bytes(s.number), bytes(s.below), bytes(s.height)
    found: list[Group] = [
        trail(last, view),
        resting(tiles[0].translate(OUT_OF_WATER), tiles[1], bytes(s.bar), placing, view, say),
        swimming(*tiles, must_move, view, say),
        buttons(seen, seat, view, say),
    ]
    winners, actor = seen.winners() or (), seen.actor
    for player in range(2):
        who = called[player]
        lit = actor == player + 1 or player + 1 in winners
        found.append(bar(player, s.bar[player], s.on_bar[player], view, who, say))
        found.append(panel(player, s.hidden[player], who, lit, view, say))
    return found


class Sideways:
    """The same scene with the pool on its side, for more width than height."""

    title = staticmethod(title)
    scenery = staticmethod(scenery)
    fixtures = staticmethod(fixtures)

    def variant(self, seen: Position, seat: int | None) -> str:
        """Whose end is near, which is to the left."""
        return f"{variant(seen, seat)}-wide"

    def parts(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step] = (),
        names: Sequence[str] = (),
    ) -> list[Group]:
        """All that lies in the pool and beside it."""
        return parts_as(SIDEWAYS[(seat or 1) - 1], seen, seat, say, last, names)

    def changes(
        self, before: Position, after: Position, step: Step, seat: int | None
    ) -> list[Motion]:
        """How a step looks."""
        return changes_as(SIDEWAYS[(seat or 1) - 1], before, step)

    def touches(self, seen: Position, action: str) -> tuple[str, ...]:
        """The same parts are touched."""
        return touches(seen, action)


@lru_cache(MANY)
def bar(player: int, which: int, count: int, view: View, who: str, say: Say) -> tuple[Part]:
    """A bar in its owner's colour with the number of tiles there."""
    place, beside, id = BARS[which]
    x, y = map(min, zip(corner(place, view), corner(beside, view), strict=True))
    label = say.n(
        "the bar of {who}: {count} tile", "the bar of {who}: {count} tiles", count, who=who
    )
    symbol = f"bar-{player + 1} on-bar-{count}"
    return (Part(id, symbol, x, y, 0, 1, FIELD + 1, "touch", "", label),)


def trail(last: Sequence[Step], view: View) -> tuple[Part, ...]:
    """The way of the last move, field by field; where something was placed or turned over."""
    for step in reversed(last):
        if isinstance(step.actor, int) and step.action and step.action != "pass":
            return trail_of(crossed(step.before, step.action), view)
    return ()


@lru_cache(MANY)
def trail_of(way: tuple[int, ...], view: View) -> tuple[Part, ...]:
    """The trail along these fields."""
    places = [name(at) for at in way]
    here = Part("moved-here", "moved-here", *corner(places[-1], view), layer=TRAIL)
    if len(way) == 1:
        return (here,)
    spots = [centre(place, view) for place in places]
    line = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in spots)
    return (
        Part("trail", layer=TRAIL, classes="trail", path=line),
        Part("moved-from", "moved-from", *spots[0], layer=TRAIL),
        here,
    )


@lru_cache(1 << 8)
def crossed(before: Position, action: str) -> tuple[int, ...]:
    """The fields that an action is about: the way of a tile, or just the field of a swimmer."""
    start, end, there = ends_of(action)
    if start is None or end == "flip":
        return (there,)
    s = state(before)
    return tuple(shortest_way(s, s.shows[A1 + start], None if end == "bar" else there))


@lru_cache(BOARDS)
def resting(
    places: bytes, numbers: bytes, bars: bytes, placing: int, view: View, say: Say
) -> tuple[Part, ...]:
    """Swimmers not yet in the pool, on the deck at their owner's end, the next one to be placed by
    the viewer; tiles on the bars, beside them.
    """
    found = []
    at = signed(places)
    for player in range(2):
        waiting = [t for t in own_tiles(player) if at[t] == NOWHERE]
        for index, tile in enumerate(reversed(waiting)):
            where = beside(player == view.near, False, index, view)
            can = player == placing and tile == waiting[0]
            found.append(resting_tile(tile, numbers[tile], where, can, say))
        is_near = (signed(bars)[player] == LOW_BAR) == (view.near == RED)
        there = [t for t in range(TILES) if at[t] == ON_BAR - player]
        for index, tile in enumerate(there):
            where = beside(is_near, True, index, view)
            found.append(resting_tile(tile, numbers[tile], where, False, say))
    return tuple(found)


def signed(numbers: bytes) -> memoryview:
    """The numbers of a field, some of which are negative."""
    return memoryview(numbers).cast("b")


def beside(is_near: bool, at_bar: bool, index: int, view: View) -> Point:
    """A place on the deck: the bars' side is left of the pool at the near end, right at the far one;
    of a pool on its side that is above and below.
    """
    is_left = is_near == at_bar
    far, aside = divmod(index, 2)
    if view.sideways:
        y = 8 if is_left else view.top + view.high + RIM + 8
        x = 8 + 50 * far if is_near else view.size[0] - 54 - 50 * far
        return x, y + 58 * aside
    x = 2 if is_left else view.left + view.wide + RIM + 2
    y = view.top + (view.high - 62 - 58 * far if is_near else 6 + 58 * far)
    return x + 50 * aside, y


@lru_cache(MANY)
def resting_tile(tile: int, number: int, where: Point, can: bool, say: Say) -> Part:
    """A tile out of the water."""
    label = called(tile, number, say)
    symbol = face(tile, number) + (" tile-ring" if can else "")
    classes = "touch" if can else ""
    return Part(tile_id(tile), symbol, *where, 0, SMALL, RESTING, classes, "", label)


@lru_cache(BOARDS)
def swimming(
    places: bytes,
    numbers: bytes,
    under: bytes,
    heights: bytes,
    must_move: int,
    view: View,
    say: Say,
) -> tuple[Part, ...]:
    """The tiles in the pool, each with what lies under it."""
    found = []
    below = signed(under)
    for top, place in enumerate(signed(places)):
        at = place - A1
        if at < 0:
            continue
        height = heights[top]
        carried = stack(below[top], below, numbers)
        found.append(top_tile(top, numbers[top], at, carried, top == must_move, view, say))
        for depth, (tile, number) in enumerate(carried):
            found.append(lower_tile(tile, number, at, height - 2 - depth, height, view, say))
    return tuple(found)


def stack(top: int, below: Sequence[int], numbers: Sequence[int]) -> Stack:
    """A tile and what lies under it."""
    found = []
    while top != NONE:
        found.append((top, numbers[top]))
        top = below[top]
    return tuple(found)


@lru_cache(MANY)
def top_tile(
    tile: int, number: int, at: int, under: Stack, must_move: bool, view: View, say: Say
) -> Part:
    """The top of a stack, or a tile alone: what can be touched."""
    height = len(under) + 1
    x, y, layer = spot(at, height - 1, height, view)
    place, what = name(at), called(tile, number, say)
    label = say("{tile}, on {place}", tile=what, place=place)
    symbol = face(tile, number) + (" must-move" if must_move else "") + " tile-ring"
    if height > 1:
        symbol += f" stack-{height}"
        others = ", ".join(called(*each, say) for each in under)
        label = say("{tile}, on {place}; under it: {others}", tile=what, place=place, others=others)
    return Part(tile_id(tile), symbol, x, y, 0, TILE, layer, "touch lifts", "", label)


@lru_cache(MANY)
def lower_tile(
    tile: int, number: int, at: int, level: int, height: int, view: View, say: Say
) -> Part:
    """A tile within a stack."""
    x, y, layer = spot(at, level, height, view)
    label = called(tile, number, say)
    return Part(tile_id(tile), face(tile, number), x, y, 0, TILE, layer, "", "", label)


@lru_cache(MANY)
def spot(at: int, level: int, height: int, view: View) -> tuple[float, float, int]:
    """Where a tile is drawn: on which field, how high in a stack of what height; and its layer."""
    x, y = corner(name(at), view)
    row = (y - view.top) // CELL_SIZE
    inset = (CELL_SIZE - 100 * TILE) / 2
    floor = y + inset + min(8, 3 * (height - 1))
    rise = min(8.0, 34 / height)
    return x + inset, floor - rise * level, POOL + TILES * row + level


@lru_cache(MANY)
def panel(player: int, hidden: int, who: str, lit: bool, view: View, say: Say) -> tuple[Part, ...]:
    """A player: the other above, the viewer below, with the numbers still hidden."""
    x, wide = view.panel
    y = 28 if view.sideways else 8
    if player == view.near:
        y = view.size[1] - y - PANEL_HIGH
    under = [n for n in range(1, EACH + 1) if (hidden >> (n - 1)) & 1]
    numbers = [
        f"hidden-{player + 1}-{n}" if n in under else f"shown-{n}" for n in range(1, EACH + 1)
    ]
    label = say(
        "Crocodiles of {who} still under swimmers: {numbers}",
        who=who,
        numbers=", ".join(map(str, under)) or "–",
    )
    middle = y + PANEL_HIGH / 2
    where = x + wide - 330, middle, 0, 1, PANEL + 1
    return (
        Part(f"player-{player + 1}", "player-lit" if lit else "player", x, y, layer=PANEL),
        name_tag(player + 1, who, x + 16, middle, wide - 404, PANEL + 1, large=True),
        Part(f"numbers-{player + 1}", " ".join(numbers), *where, label=label),
    )


def buttons(seen: Position, seat: int | None, view: View, say: Say) -> tuple[Part, ...]:
    """Turning over and passing, for the player to act."""
    if seat is None or seen.actor != seat:
        return ()
    s = state(seen)
    if s.phase == MOVE and any(
        s.at[tile] >= A1 and s.number[tile] == HIDDEN for tile in own_tiles(seat - 1)
    ):
        return to_turn_over(view, say)
    return to_pass(view, say) if seen.legal() == ["pass"] else ()


@lru_cache(32)
def to_turn_over(view: View, say: Say) -> tuple[Part, ...]:
    """The button that turns a swimmer over."""
    x, y = button_place(view)
    return (Part("flip", "flip", x, y, 0, 1, BUTTON, "touch deed", "", say("turn it over")),)


@lru_cache(32)
def to_pass(view: View, say: Say) -> tuple[Part, ...]:
    """The button of a player who cannot move."""
    x, y = button_place(view)
    said = say("pass")
    return (Part("pass", "pass", x, y + 8, 0, 1, BUTTON, "touch deed centred", said, said),)


def button_place(view: View) -> Point:
    """Where the viewer's buttons are."""
    below = view.top + view.high
    return (62, below + RIM + BAND / 2) if view.sideways else (view.size[0] - 53, below - 46)


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
    s = state(seen)
    if start is None and end != "pass":
        return (tile_id(next(t for t in own_tiles(s.player) if s.at[t] == NOWHERE)), end)
    if start is None:
        return (end,)
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
    if word == "pass":
        return None, "pass", 0
    if word == "place":
        return None, f"cell-{place}", field(place)
    if word == "flip":
        return field(place), "flip", field(place)
    start, _, end = action.replace("x", "-").partition("-")
    if end == "bar":
        return field(start), "bar", 0
    return field(start), f"cell-{end}", field(end)


def changes(before: Position, after: Position, step: Step, seat: int | None) -> list[Motion]:
    """A tile turns over where it lies, or goes with its stack from field to field."""
    return changes_as(UPRIGHT[(seat or 1) - 1], before, step)


def changes_as(view: View, before: Position, step: Step) -> list[Motion]:
    """The same for a pool that lies as a viewer has it."""
    action = step.action or ""
    s = state(before)
    if action.startswith("reveal"):
        tile = int(s.flipped)
        return [Motion(tile_id(tile), how="turn", back=face(tile, HIDDEN))]
    if " " in action or action == "pass":
        return []
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
        points = tuple(spot(at, level, height, view)[:2] for at in between)
        motions.append(Motion(tile_id(each), way=points))
    return motions
