"""The cover of Cromado: a way of little bridges from one island to the other."""

from __future__ import annotations

from waterside.games.cromado.scenery import bridge, palm, stone
from waterside.pictures.shapes import Shape, ellipse, group, path, rect
from waterside.pictures.things import die, ripples


def cover() -> list[Shape]:
    """Two islands and the water between them, 480 by 360."""
    return [
        rect(0, 0, 480, 360, fill="water"),
        path("M0 120q120 60 240 0t240 0v240H0z", fill="water-mid"),
        path("M0 250q120 50 240 0t240 0v110H0z", fill="water-deep", opacity=0.55),
        *ripples(240, 180, 230, 160, 16),
        ellipse(66, 306, 124, 78, fill="dune-deep"),
        ellipse(66, 298, 116, 70, fill="dune"),
        ellipse(426, 62, 120, 70, fill="dune-deep"),
        ellipse(426, 54, 112, 62, fill="dune"),
        palm(44, 248, 1.5),
        palm(446, 20, 1.3),
        group(*bridge(), at=(206, 282), size=0.9),
        group(*bridge(), at=(262, 202), turn=90, size=0.9),
        group(*bridge(), at=(320, 122), size=0.9),
        group(*stone(1), at=(262, 176), size=1.5),
        group(*stone(2), at=(176, 280), size=1.5),
        group(*stone(4), at=(330, 118), size=1.5),
        group(*stone(1), at=(98, 316), size=1.3),
        die(6, 412, 288, 92),
    ]
