"""The waterhole and its shore: all that never changes in Kariba."""

from __future__ import annotations

import math
from functools import cache

from waterside.games.kariba.rules import ANIMALS
from waterside.pictures.shapes import Shape, ellipse, group, path
from waterside.pictures.things import ripples

MIDDLE = (400, 440)


def blob(x: float, y: float, rx: float, ry: float, depth: float, bays: int) -> str:
    """The outline of a pool: an ellipse with shallow bays."""
    corners = []
    for i in range(96):
        angle = 2 * math.pi * i / 96
        far = 1 + depth * math.sin(bays * angle + 1) + depth * 0.5 * math.sin(2 * angle + bays)
        corners.append(f"{x + rx * far * math.cos(angle):.1f} {y + ry * far * math.sin(angle):.1f}")
    return "M" + "L".join(corners) + "Z"


def reeds() -> list[Shape]:
    """Tufts of grass at the shore, between the places."""
    tufts = []
    for x, y, size in ((148, 428, 0.8), (656, 430, 0.8), (400, 196, 0.8), (404, 676, 0.8)):
        tufts.append(
            group(
                path(
                    "M-14 20C-20 0-26-12-34-22-18-14-8 0-6 20ZM-4 20C-6-8-4-24 2-40 6-22 6 0 4 20Z"
                    "M6 20C8 0 18-14 32-20 24-10 18 4 14 20Z",
                    fill="leaf",
                ),
                ellipse(0, 20, 26, 5, fill="leaf-deep"),
                at=(x, y), size=size,
            )
        )  # fmt: skip
    return tufts


@cache
def scenery() -> Shape:
    """The water and the shore."""
    x, y = MIDDLE
    return group(
        ellipse(x, y, 385, 312, fill="dune"),
        *chase_arrows(),
        path(blob(x, y, 316, 256, 0.03, 7), fill="dune-deep", opacity="0.6"),
        path(blob(x, y, 300, 240, 0.03, 7), fill="water"),
        path(blob(x, y, 262, 204, 0.035, 5), fill="water-mid"),
        path(blob(x - 6, y + 4, 205, 152, 0.04, 4), fill="water-deep"),
        *ripples(x, y, 240, 190, 15),
        *reeds(),
    )


def chase_arrows() -> list[Shape]:
    """Around the waterhole, from each animal to the next that it chases: the mouse's way leads
    to the elephant.
    """
    arrows = []
    for place in range(ANIMALS):
        angle = math.pi * place / 4
        x, y = MIDDLE[0] + 352 * math.sin(angle), MIDDLE[1] - 283 * math.cos(angle)
        arrows.append(
            group(
                path("M14-14 0 0 14 14M30-14 16 0 30 14", line="dune-deep", stroke=7,
                     kind="round"),
                at=(x, y), turn=45 * place,
            )
        )  # fmt: skip
    return arrows
