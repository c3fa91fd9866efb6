"""The players beside Cromado's board, as parts: names, bridges to lay, stones on the goal, the die."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from waterside.core.position import Position
from waterside.games.cromado.board import BRIDGES_EACH, LAYING, SEATS
from waterside.games.cromado.pieces import MANY, PANEL
from waterside.games.cromado.scenery import OTHER_WIDE, OWN_Y
from waterside.pictures.scene import Group, Part, Step
from waterside.pictures.things import name_tag
from waterside.text.language import Say

ARRIVED = [f"arrived-{seat + 1}" for seat in range(SEATS)]


def players(
    seen: Position, s: Any, order: tuple[int, ...], names: Sequence[str], say: Say
) -> list[Group]:
    """The viewer below, the others along the upper edge in order of play."""
    winners = seen.winners()
    found: list[Group] = []
    for seat in order:
        lit = seat in winners if winners is not None else seat == s.player + 1
        if s.phase == LAYING:
            symbol, count = "stock", BRIDGES_EACH - laid_by(seat, s.bridges, s.player, s.players)
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


@lru_cache(MANY)
def laid_by(seat: int, bridges: int, player: int, players: int) -> int:
    """How many of the bridges a seat has laid, while bridges are laid and it is a player's turn."""
    return sum((player + i - bridges) % players + 1 == seat for i in range(bridges))


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


def stock_id(seat: int) -> str:
    """The id of the bridges that a player has still to lay."""
    return f"stock-{seat}"
