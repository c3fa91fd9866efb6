"""How Cromado's steps look: the die tumbles, a stone walks its way, a bridge comes from who lays it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from waterside.core.position import Position
from waterside.games.cromado.board import GOAL, HOME, ISLANDS
from waterside.games.cromado.notation import field
from waterside.games.cromado.panels import stock_id
from waterside.games.cromado.pieces import BOARDS, TRAIL, TRAYS, bridge_id, moved_stone, stone_id
from waterside.games.cromado.scenery import island_spot, spot
from waterside.games.cromado.ways import way
from waterside.pictures.scene import Motion, Part, Point, Step
from waterside.pictures.shapes import number as short
from waterside.text.narration import state

TUMBLE = Motion("die", how="tumble", back="die")


def changes(before: Position, after: Position, step: Step, seat: int | None) -> Sequence[Motion]:
    """The die tumbles, a stone walks its way, a bridge comes from who lays it."""
    action = step.action or ""
    then, now = state(before), state(after)
    word, _, place = action.partition(" ")
    is_own = step.actor == seat and seat is not None
    if word == "roll":
        return (TUMBLE,)
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


def quarters_of(s: Any, seat: int | None) -> int:
    """By how many quarters the board is turned for a viewer."""
    return int(s.corner[(seat or 1) - 1])


def trail(last: Sequence[Step], quarters: int) -> tuple[Part, ...]:
    """The last walk as a soft line."""
    for step in reversed(last):
        if isinstance(step.actor, int) and step.action and "-" in step.action:
            points = walked(step.before, step.action, quarters)
            return trail_of(points, step.action.startswith("home"))
    return ()


@lru_cache(BOARDS)
def trail_of(points: tuple[Point, ...], from_home: bool) -> tuple[Part, ...]:
    """The line of one walk."""
    line = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    dots = Part("trail", layer=TRAIL, classes="trail", path=line)
    if from_home:
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
