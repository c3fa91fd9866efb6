"""Splash Party's board as a scene: the pool, who plays, and what is touched to choose."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.games.splash.board import NONE, SHOW, WAY
from waterside.games.splash.motions import changes as changes
from waterside.games.splash.panels import players
from waterside.games.splash.pieces import lanes, latest_of, meeple_id, standing, swimmers, ways
from waterside.games.splash.scenery import scenery as pool
from waterside.games.splash.text import where_to
from waterside.pictures.scene import Group, Part, Scenery, Step, turned
from waterside.text.language import Say
from waterside.text.narration import state


def variant(seen: Position, seat: int | None) -> str:
    """There is one pool."""
    return "pool"


def scenery(variant: str) -> Scenery:
    """The pool."""
    return {"pool": pool}[variant]()


def title(seen: Position, say: Say) -> str:
    """What is to be seen."""
    return say("Splash Party: the pool")


def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """Nothing: the places say who stands there."""
    return ()


def parts(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """Meeples, the last move or the ways to go, and all players."""
    s = state(seen)
    called = names or [say("Seat {number}", number=n + 1) for n in range(seen.players)]
    choices = seen.legal() if seat is not None and seat == seen.actor else []
    latest = latest_of(s, last)
    taken = s.place if s.phase in (SHOW, WAY) else NONE
    return [
        *swimmers(lanes(s), say),
        ways(s, latest),
        *standing(bytes(s.colour), bytes(s.number), taken, s.phase == WAY and bool(choices), say),
        *players(seen, s, turned(seen.players, seat), choices, latest, called, say),
    ]


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """A meeple's place; the place where it goes; a player and a colour; or to stay silent."""
    word, _, rest = action.partition(" ")
    if word == "silent":
        return ("silent",)
    if word == "take":
        return (f"place-{rest}",)
    if word == "accuse":
        seat, colour = rest.split()
        return (f"seat-{seat}", f"colour-{colour}")
    s = state(seen)
    taken = meeple_id(int(s.place), int(s.colour[s.place]), int(s.number[s.place]))
    return (taken, f"place-{where_to(seen, word) + 1}")
