"""The cover of Crocodile Pool Party: a swimmer in a ring, and what waits beneath."""

from __future__ import annotations

from waterside.games.crocodile.tiles import bar, crocodile, parasol, swimmer_tile
from waterside.pictures.shapes import Shape, circle, group, path, rect
from waterside.pictures.things import ripples


def cover() -> list[Shape]:
    """The pool in the afternoon, 480 by 360."""
    waves = "".join("q20-16 40 0t40 0" for _ in range(7))
    return [
        rect(0, 0, 480, 360, fill="water"),
        rect(0, 0, 480, 92, fill="deck"),
        path("M0 30H480M0 62H480", line="deck-line", stroke=3),
        rect(0, 84, 480, 16, fill="rim"),
        group(*bar(0), at=(24, 2), size=0.92),
        parasol(396, 52, 62, ("coral", "cream")),
        rect(0, 100, 480, 260, fill="water"),
        path("M120 100V360M240 100V360M360 100V360", line="foam", stroke=5, stroke_dasharray="2 22", kind="round"),
        *ripples(240, 190, 220, 70, 9),
        group(*swimmer_tile(1), at=(282, 116), size=1.25, turn=6),
        path(f"M0 262{waves}V360H0z", fill="water-mid"),
        group(*crocodile(), at=(10, 98), size=2.5),
        circle(84, 214, 4, fill="foam"),
        path(f"M-30 316{waves}V360H-30z", fill="water-deep"),
    ]  # fmt: skip
