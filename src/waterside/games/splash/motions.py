"""How Splash Party's steps look: a meeple goes along the edge, whoever is pushed falls in, a token is
turned over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from waterside.core.position import Position
from waterside.games.splash.board import COLOURS, NONE, STAND, TOKEN, UNKNOWN
from waterside.games.splash.panels import token_id
from waterside.games.splash.pieces import BOARDS, MANY, Lanes, lanes, meeple_id, swimmer_id
from waterside.games.splash.scenery import along
from waterside.games.splash.text import where_to
from waterside.pictures.scene import Motion, Step
from waterside.text.narration import state


def changes(before: Position, after: Position, step: Step, seat: int | None) -> Sequence[Motion]:
    """A meeple goes along the edge, whoever is pushed falls in, a token is turned over."""
    then, now = state(before), state(after)
    if then.phase == STAND:  # they are all new
        return ()
    motions: list[Motion] = []
    start = end = NONE
    if step.action in ("cw", "ccw"):
        start, end = then.place, where_to(before, step.action)
        motions.append(walked(start, end, step.action, then.colour[start], then.number[start],
                              now.number[end]))  # fmt: skip
    stood, stands = standing_of(then), standing_of(now)
    if stood != stands or bytes(then.unseen) != bytes(now.unseen):
        wet, wet_now = lanes(then), lanes(now)
        if wet != wet_now:
            motions += fallen(stood, stands, wet, wet_now, start, end)
        motions += renumbered(stood, stands, end)
    if bytes(then.token) != bytes(now.token):
        motions += [
            Motion(token_id(other), how="turn", back="token")
            for other in range(1, now.players + 1)
            if then.token[other - 1] == UNKNOWN != now.token[other - 1]
            and (now.phase != TOKEN or other <= now.player)
        ]
    return motions


Standing = tuple[bytes, bytes]
"""The colours and the numbers of those who stand, place by place."""


def standing_of(s: Any) -> Standing:
    """Who stands where."""
    return bytes(s.colour), bytes(s.number)


@lru_cache(MANY)
def walked(start: int, end: int, action: str, colour: int, number: int, shown: int) -> Motion:
    """A meeple of this number goes along the edge; ``shown`` is what it shows then."""
    onward = 1 if action == "cw" else -1
    points = (along(start + onward * i / 2) for i in range(1, 2 * number))
    was = meeple_id(start, colour, number)
    return Motion(meeple_id(end, colour, shown), was, way=tuple((x, y - 6) for x, y in points))


@lru_cache(BOARDS)
def fallen(
    stood: Standing, stands: Standing, wet: Lanes, wet_now: Lanes, start: int, end: int
) -> tuple[Motion, ...]:
    """Meeples that stood and are in the pool now, or show a number there; ``start`` and ``end`` are
    the places of one that has moved.
    """
    motions = []
    for colour, (old, new) in enumerate(zip(wet, wet_now, strict=True)):
        if old == new:
            continue
        swam = [swimmer_id(colour, i, known) for i, known in enumerate(old)]
        fell = [
            meeple_id(place, colour, number)
            for place, (one, number) in enumerate(zip(*stood, strict=True))
            if one == colour and place != start and (place == end or stands[0][place] != colour)
        ]
        swim = [swimmer_id(colour, i, known) for i, known in enumerate(new)]
        came = [id for id in swim if id not in swam]
        rest = [id for id in swam if id not in swim]
        for id in came:
            if id in fell or not rest:
                was = id if id in fell else fell[-1]
                fell.remove(was)
                motions.append(Motion(id, was=was, how="splash", late=end != NONE))
            else:
                motions.append(Motion(id, was=rest.pop(0)))
    return tuple(motions)


@lru_cache(BOARDS)
def renumbered(stood: Standing, stands: Standing, moved: int) -> tuple[Motion, ...]:
    """Meeples that stay where they are and show, or no longer show, their number."""
    found = []
    for place, (old, number, new, shown) in enumerate(zip(*stood, *stands, strict=True)):
        if place != moved and old == new < COLOURS and number != shown:
            was = meeple_id(place, old, number)
            found.append(Motion(meeple_id(place, new, shown), was=was))
    return tuple(found)
