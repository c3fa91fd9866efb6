"""Cromado's parts: bridges, stones, the die, the last walk, and the players.

Bridges keep their numbers from the laying on, stones theirs all the time. A bridge to be laid waits
before its player both ways round: it is dragged, or touched, and then its middle field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from waterside.core.position import Position
from waterside.games.cromado.board import (
    BRIDGE,
    BRIDGES_EACH,
    FIELDS,
    GOAL,
    HOME,
    ISLANDS,
    LAYING,
    MOVE,
    NO_ISLAND,
    NONE,
    SEATS,
    SIZE,
    STONES,
    island_at,
)
from waterside.games.cromado.notation import field, name
from waterside.games.cromado.scenery import (
    ASHORE,
    OTHER_WIDE,
    OWN_HIGH,
    OWN_Y,
    bed,
    island_spot,
    shore,
    spot,
)
from waterside.games.cromado.scenery import scenery as board
from waterside.games.cromado.text import ends
from waterside.games.cromado.ways import way
from waterside.pictures.scene import Group, Motion, Part, Point, Scenery, Step, turned
from waterside.pictures.shapes import number as short
from waterside.pictures.things import name_tag
from waterside.text.language import Say
from waterside.text.narration import state

ACROSS, UPRIGHT = range(2)
TRAYS = ("tray-h", "tray-v")
TRAY = 0.82
ARRIVED = [f"arrived-{seat + 1}" for seat in range(SEATS)]
MANY = 1 << 13
TURNS = {f"turn-{quarters}": quarters for quarters in range(ISLANDS)}
NOWHERE: frozenset[str] = frozenset()
# from the water up
PANEL, ISLAND, GAP, BRIDGES, LAST, TRAIL, FIELD, STILL, READY, CHOICE = range(1, 11)


def variant(seen: Position, seat: int | None) -> str:
    """How the board is turned."""
    return f"turn-{quarters_of(state(seen), seat)}"


def scenery(variant: str) -> Scenery:
    """The board turned this way."""
    return board(TURNS[variant])


def title(seen: Position, say: Say) -> str:
    """What is to be seen."""
    return say("Cromado: water, islands and bridges")


@lru_cache(32)
def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """Fields of water, which are touched to lay a bridge over them."""
    quarters = TURNS[variant]
    water = [at for at, (x, y) in enumerate(FIELDS) if island_at(x, y) == NO_ISLAND]
    return tuple(
        Part(
            f"cell-{name(at)}", "field", *spot(at, quarters), layer=FIELD, classes="touch quiet",
            label=name(at),
        )
        for at in sorted(water, key=lambda at: spot(at, quarters)[::-1])
    )  # fmt: skip


def parts(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """Islands, bridges, the last walk, stones, players, and what the viewer may choose."""
    s = state(seen)
    called = names or [say("Seat {number}", number=n + 1) for n in range(seen.players)]
    order = turned(seen.players, seat)
    quarters = int(s.corner[order[0] - 1])
    choices = seen.legal() if seat is not None and seat == seen.actor else []
    starts = takeable = NOWHERE
    chosen: Group = ()
    if choices and s.phase == MOVE:
        starts = frozenset(choice.partition("-")[0] for choice in choices)
        chosen = to_walk(s, choices, quarters, say)
    elif choices and s.phase == BRIDGE:
        takeable = frozenset(choice[5:] for choice in choices if choice != "keep")
        chosen = to_keep(say)
    elif choices:
        chosen = to_lay(
            any(choice[-1] == "h" for choice in choices),
            any(choice[-1] == "v" for choice in choices),
            quarters,
            say,
        )
    corners = bytes(s.corner)[: seen.players]
    laid = bytes(s.bridge[: s.bridges]), bytes(s.upright[: s.bridges])
    return [
        islands(corners, quarters),
        trail(last, quarters),
        stones(bytes(s.stone), corners, s.player, starts, quarters, tuple(called), say),
        chosen,
        *players(seen, s, order, called, say),
        rolled(s, last, order, say),
        *bridges(*laid, s.lifted, bool(choices), laid_last(last), takeable, quarters, say),
    ]


def quarters_of(s: Any, seat: int | None) -> int:
    """By how many quarters the board is turned for a viewer."""
    return int(s.corner[(seat or 1) - 1])


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


@lru_cache(MANY)
def bridges(
    fields: bytes,
    upright: bytes,
    lifted: int,
    held: bool,
    new: str | None,
    takeable: frozenset[str],
    quarters: int,
    say: Say,
) -> tuple[Group, ...]:
    """The bridges that lie, each by itself, as few of them change at a time; the one in the air
    where others see it, unless the viewer holds it.
    """
    found: list[Group] = []
    for i, (at, is_standing) in enumerate(zip(memoryview(fields).cast("h"), upright, strict=True)):
        place = written(at, is_standing)
        if i == lifted:
            found.append(in_the_air(i, place, held, quarters, say))
        else:
            found.append(bridge(i, place, place == new, place in takeable, quarters, say))
    return tuple(found)


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


def trail(last: Sequence[Step], quarters: int) -> tuple[Part, ...]:
    """The last walk as a soft line."""
    for step in reversed(last):
        if isinstance(step.actor, int) and step.action and "-" in step.action:
            return trail_of(step.before, step.action, quarters)
    return ()


@lru_cache(1 << 8)
def trail_of(before: Position, action: str, quarters: int) -> tuple[Part, ...]:
    """The line of one walk."""
    points = walked(before, action, quarters)
    line = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    dots = Part("trail", layer=TRAIL, classes="trail", path=line)
    if action.startswith("home"):
        return (dots,)
    return dots, Part("walked-from", "walked-from", *points[0], layer=TRAIL)


@lru_cache(1 << 8)
def crossed(before: Position, action: str) -> tuple[int, ...]:
    """The fields of a walk, which are the same from every side."""
    start, _, end = action.partition("-")
    first = HOME if start == "home" else field(start)
    return tuple(way(state(before), first, GOAL if end == "goal" else field(end)))


@lru_cache(1 << 8)
def walked(before: Position, action: str, quarters: int) -> tuple[Point, ...]:
    """The points of a walk, from where the stone stood to where it stands."""
    s = state(before)
    start, _, end = action.partition("-")
    points = [spot(at, quarters) for at in crossed(before, action)]
    home = (int(s.corner[s.player]) - quarters) % ISLANDS
    if start == "home":
        points.insert(0, island_spot(home))
    if end == "goal":
        points.append(island_spot((home + 2) % ISLANDS))
    return tuple(points)


@lru_cache(MANY)
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


def players(
    seen: Position, s: Any, order: tuple[int, ...], names: Sequence[str], say: Say
) -> list[Group]:
    """The viewer below, the others along the upper edge in order of play."""
    winners = seen.winners()
    found: list[Group] = []
    for seat in order:
        lit = seat in winners if winners is not None else seat == s.player + 1
        if s.phase == LAYING:
            laid = sum(layer(s, i) == seat for i in range(s.bridges))
            symbol, count = "stock", BRIDGES_EACH - laid
        else:
            symbol, count = ARRIVED[seat - 1], s.in_goal[seat - 1]
        x = other_x(seat, order)
        found.append(player(seat, names[seat - 1], x, lit, symbol, count, say))
    return found


@cache
def other_x(seat: int, order: tuple[int, ...]) -> float | None:
    """Where another player's panel begins; None for the viewer's own."""
    if seat == order[0]:
        return None
    wide = OTHER_WIDE + 12
    return (800 - wide * (len(order) - 1)) / 2 + wide * (order.index(seat) - 1) + 6


@lru_cache(MANY)
def player(
    seat: int, who: str, x: float | None, lit: bool, symbol: str, count: int, say: Say
) -> tuple[Part, ...]:
    """A player: name, bridges still to lay or stones on the goal."""
    light = "-lit" if lit else ""
    if symbol == "stock":
        label = say.n(
            "{who}: {count} bridge to lay", "{who}: {count} bridges to lay", count, who=who
        )
    else:
        label = say.n(
            "{who}: {count} stone on the goal", "{who}: {count} stones on the goal", count, who=who
        )
    shown = f"{symbol}-{count}"
    if x is None:
        where = 28, OWN_Y + 104, 0, 1.3, PANEL + 1
        return (
            Part(f"player-{seat}", f"panel-own{light}", 8, OWN_Y, layer=PANEL),
            name_tag(seat, who, 26, OWN_Y + 42, 310, PANEL + 1, large=True),
            Part(stock_id(seat), shown, *where, label=label),
        )
    return (
        Part(f"player-{seat}", f"panel-other{light}", x, 0, layer=PANEL),
        name_tag(seat, who, x + 12, 32, OTHER_WIDE - 78, PANEL + 1),
        Part(stock_id(seat), shown, x + 14, 72, layer=PANEL + 1, label=label),
    )


def layer(s: Any, i: int) -> int:
    """The seat that lays, or has laid, a bridge, while bridges are laid."""
    return int((s.player + i - s.bridges) % s.players) + 1


def rolled(s: Any, last: Sequence[Step], order: tuple[int, ...], say: Say) -> tuple[Part, ...]:
    """The die, before whoever has rolled it last."""
    shown = s.roll or last_roll(last)
    if not shown:
        return ()
    roller = int(s.player) if s.roll or s.rolled else int((s.player - 1) % s.players)
    return the_die(shown, other_x(roller + 1, order), say)


def last_roll(last: Sequence[Step]) -> int:
    """What was rolled in the last turn; 0 if nothing was."""
    for step in reversed(last):
        if step.action and step.action.startswith("roll "):
            return int(step.action[5:])
    return 0


@lru_cache(MANY)
def the_die(shown: int, x: float | None, say: Say) -> tuple[Part, ...]:
    """The die on the viewer's own side, or on that of a player whose panel begins there."""
    label = say("the die shows {number}", number=shown)
    if x is None:
        where: tuple[float, float, int, float] = 720, OWN_Y + 76, 0, 1.5
    else:
        where = x + OTHER_WIDE - 42, 54, 0, 0.94
    return (Part("die", f"die-{shown}", *where, PANEL + 1, "", "", label),)


def bridge_id(i: int) -> str:
    """The id of a bridge, whose number is from the laying."""
    return f"bridge-{i + 1}"


def stone_id(player: int, i: int) -> str:
    """The id of a player's stone."""
    return f"stone-{player + 1}-{i + 1}"


def stock_id(seat: int) -> str:
    """The id of the bridges that a player has still to lay."""
    return f"stock-{seat}"


def middle(place: str) -> int:
    """The middle field under a bridge that is written like ``c3h``."""
    return field(place[:-1]) + (SIZE if place[-1] == "v" else 1)


def moved_stone(s: Any, start: str) -> int:
    """Which of the player's stones walks from here: the first, as the rules have it."""
    at = HOME if start == "home" else field(start)
    return next(i for i in range(STONES) if s.stone[s.player, i] == at)


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """A bridge and its middle field; a bridge to lift; a stone and where it goes."""
    if action in LAID:
        return LAID[action]
    if action == "keep":
        return ("keep",)
    word, _, place = action.partition(" ")
    s = state(seen)
    if word == "take":
        return (bridge_id(int(s.bridge_at[field(place[:-1])])),)
    start, _, end = action.partition("-")
    stone = stone_id(int(s.player), moved_stone(s, start))
    if start == end:
        return (stone, f"loop-{end}")
    return (stone, "goal" if end == "goal" else f"end-{end}")


LAID = {
    f"{word} {place}": (TRAYS["hv".index(place[-1])], f"cell-{name(middle(place))}")
    for at, (x, y) in enumerate(FIELDS)
    for place in [f"{name(at)}h"] * (x <= SIZE - 2) + [f"{name(at)}v"] * (y <= SIZE - 2)
    for word in ("lay", "put")
}
"""What is touched to lay a bridge or to put it down: the same in every position, and there are
hundreds to choose from.
"""


def changes(before: Position, after: Position, step: Step, seat: int | None) -> list[Motion]:
    """The die tumbles, a stone walks its way, a bridge comes from who lays it."""
    action = step.action or ""
    then, now = state(before), state(after)
    word, _, place = action.partition(" ")
    is_own = step.actor == seat and seat is not None
    if word == "roll":
        return [Motion("die", how="tumble", back="die")]
    if word == "lay":
        new = bridge_id(int(then.bridges))
        if is_own:
            return [Motion(new, was=TRAYS["hv".index(place[-1])])]
        return [Motion(new, start=stock_id(int(then.player) + 1))]
    if word in ("take", "put"):
        lifted = now.lifted if word == "take" else then.lifted
        tray = TRAYS[then.upright[lifted] if word == "take" else "hv".index(place[-1])]
        if not is_own:
            return []
        id = bridge_id(int(lifted))
        return [Motion(tray, was=id) if word == "take" else Motion(id, was=tray)]
    if "-" in action:
        points = walked(before, action, quarters_of(then, seat))
        i = moved_stone(then, action.partition("-")[0])
        return [Motion(stone_id(int(then.player), i), way=points[1:-1])]
    return []
