"""Cromado's board as a scene: what lies on it, who plays, and what is touched to choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from waterside.core.position import Position
from waterside.games.cromado.board import BRIDGE, FIELDS, ISLANDS, MOVE, NO_ISLAND, SIZE, island_at
from waterside.games.cromado.motions import changes as changes
from waterside.games.cromado.motions import quarters_of, trail
from waterside.games.cromado.notation import field, name
from waterside.games.cromado.panels import players, rolled
from waterside.games.cromado.pieces import (
    FIELD,
    TRAYS,
    bridge_id,
    bridges,
    islands,
    laid_last,
    middle,
    moved_stone,
    stone_id,
    stones,
    to_keep,
    to_lay,
    to_walk,
)
from waterside.games.cromado.scenery import scenery as board
from waterside.games.cromado.scenery import spot
from waterside.pictures.scene import Group, Part, Scenery, Step, turned
from waterside.text.language import Say
from waterside.text.narration import state

TURNS = {f"turn-{quarters}": quarters for quarters in range(ISLANDS)}
NOWHERE: frozenset[str] = frozenset()


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
    starts = NOWHERE
    takeable: Sequence[str] = ()
    chosen: Group = ()
    if choices and s.phase == MOVE:
        starts = frozenset(choice.partition("-")[0] for choice in choices)
        chosen = to_walk(s, choices, quarters, say)
    elif choices and s.phase == BRIDGE:
        takeable = [choice[5:] for choice in choices if choice != "keep"]
        chosen = to_keep(say)
    elif choices:
        chosen = to_lay(
            any(choice[-1] == "h" for choice in choices),
            any(choice[-1] == "v" for choice in choices),
            quarters,
            say,
        )
    corners = bytes(s.corner)[: seen.players]
    return [
        islands(corners, quarters),
        trail(last, quarters),
        stones(bytes(s.stone), corners, s.player, starts, quarters, tuple(called), say),
        chosen,
        *players(seen, s, order, called, say),
        rolled(s, last, order, say),
        *bridges(s, laid_last(last), takeable, bool(choices), quarters, say),
    ]


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
