"""The cover of Kariba: an elephant at the waterhole, and the mouse it runs from."""

from __future__ import annotations

from waterside.games.kariba.animals import ANIMALS, silhouette
from waterside.pictures.shapes import Shape, circle, ellipse, group, path, rect
from waterside.pictures.things import ripples

MOUSE, GIRAFFE, ELEPHANT = (ANIMALS.index(name) for name in ("mouse", "giraffe", "elephant"))


def cover() -> list[Shape]:
    """The evening savanna, 480 by 360."""
    return [
        rect(0, 0, 480, 360, fill="cheetah"),
        circle(352, 128, 84, fill="lemon"),
        path("M0 190q120-46 250-16t230-10v196H0z", fill="ostrich"),
        path("M0 236q150-40 300-12t180-14v150H0z", fill="meerkat"),
        group(*silhouette(GIRAFFE, "ostrich", "print"), at=(372, 96), size=0.95),
        group(*silhouette(ELEPHANT, "elephant", "print"), at=(64, 70), size=2.05),
        ellipse(250, 322, 250, 66, fill="dune-deep"),
        ellipse(250, 330, 232, 58, fill="water"),
        ellipse(262, 340, 176, 40, fill="water-deep"),
        *ripples(262, 338, 130, 24, 6),
        group(*silhouette(MOUSE, "mouse", "print"), at=(330, 206), size=0.86),
        path("M18 318q6-44 12-62M30 320q2-30 20-52M10 320q-2-24-10-40", line="leaf-deep", stroke=8, kind="round"),
    ]  # fmt: skip
