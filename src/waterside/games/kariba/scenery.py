"""Kariba's fixed drawing: the waterhole with its eight places, and what cards are drawn by."""

from __future__ import annotations

import math
from functools import cache

from waterside.games.kariba.animals import ANIMALS as NAMES
from waterside.games.kariba.animals import silhouette
from waterside.games.kariba.rules import ANIMALS, CARDS_EACH, ENOUGH, OPEN
from waterside.pictures.numerals import numeral
from waterside.pictures.scene import Scenery, symbol
from waterside.pictures.shapes import Number, Shape, circle, ellipse, group, path, rect, use
from waterside.pictures.things import (
    area,
    badge,
    card,
    card_back,
    panel,
    ring,
    ripples,
    tags,
)

SIZE = (800, 1020)
SEATS = 4
CARDS = ANIMALS * CARDS_EACH
MIDDLE = (400, 440)
PLACES = [
    (
        MIDDLE[0] + 288 * math.sin(math.pi * (animal + 0.5) / 4),
        MIDDLE[1] - 238 * math.cos(math.pi * (animal + 0.5) / 4),
    )
    for animal in range(ANIMALS)
]
HAND_Y = 780
OPEN_CARD = 0.86
OPEN_STEP = (100 * OPEN_CARD + 14) / OPEN_CARD  # from an open card to the next, in their own size


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
def scenery() -> Scenery:
    """The board, which is the same for all."""
    return Scenery(SIZE, (waterhole(), *map(place, range(ANIMALS))), (*cards(), *others()))


def waterhole() -> Shape:
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


def place(animal: int) -> Shape:
    """An animal's place: its outline in the sand."""
    return group(
        rect(-54, -74, 108, 148, 14, fill="sand"),
        rect(-48, -68, 96, 136, 10, line="faint", stroke=2, stroke_dasharray="6 6"),
        group(group(silhouette(animal, "sand", "faint"), at=(-38, -32), size=0.76), opacity="0.35"),
        numeral(animal + 1, -26, -44, 30, fill="faint"),
        at=PLACES[animal],
    )


def card_face(animal: int) -> list[Shape]:
    """A card of an animal, 100 by 140."""
    return card(
        circle(72, 36, 19, fill="cream", opacity="0.75"),
        path("M6 122H94V128a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6Z", fill="print", opacity="0.16"),
        group(silhouette(animal), at=(10, 45), size=0.82),
        numeral(animal + 1, 25, 30, 35, fill="print"),
        ground=NAMES[animal],
    )


def cards() -> list[Shape]:
    """Cards about (0, 0), face up and face down, and the pile of so many."""
    return [
        *(symbol(f"card-{a + 1}", group(card_face(a), at=(-50, -70))) for a in range(ANIMALS)),
        symbol("card-back", group(card_back(), at=(-50, -70))),
        symbol("card-ring", ring(-50, -70, 100, 140, 11)),
        symbol("played-last", rect(-51, -71, 102, 142, 11, line="coral", stroke=5)),
        *(symbol(f"pile-{high}", pile(high)) for high in range(layers(CARDS) + 1)),
        *(symbol(f"left-{count}", left(count)) for count in range(CARDS + 1)),
        *(symbol(f"won-{high}", won(high)) for high in range(won_layers(CARDS) + 1)),
        *(symbol(f"total-{count}", total(count)) for count in range(CARDS + 1)),
    ]


def layers(count: int) -> int:
    """How many cards a pile of so many is drawn with."""
    return min(5, math.ceil(count / 10))


def won_layers(count: int) -> int:
    """How many cards a stack of so many won ones is drawn with."""
    return min(6, math.ceil(count / 4))


def backs(high: int, rise: Number) -> list[Shape]:
    """Cards face down, one upon the other."""
    return [use("card-back", -2 * i, -rise * i) for i in range(high)]


def pile(high: int) -> list[Shape]:
    """The pile about (0, 0), of so many layers."""
    return [
        rect(-50, -70, 100, 140, 10, fill="water-deep", line="foam", stroke=3,
             stroke_dasharray="7 7"),
        *backs(high, 4),
        ring(-58 - 2 * high, -76 - 4 * high, 116, 154 + 4 * high, 16),
    ]  # fmt: skip


def left(count: int) -> Shape:
    """How many cards are left, upon a pile of so many."""
    high = layers(count)
    return badge(count, -2 * high, 4 - 4 * high, 48, "paper", "print")


def won(high: int) -> list[Shape]:
    """Cards that a player has won about (0, 0), of so many layers."""
    frame = rect(-50, -70, 100, 140, 10, line="faint", stroke=3, stroke_dasharray="7 7")
    return [frame, *backs(high, 5)]


def total(count: int) -> Shape:
    """How many cards a player has won."""
    return badge(count, 0, 0, 66, "sun" if count else "panel", "print" if count else "ink")


def others() -> list[Shape]:
    """What else lies on the table: counts, places to touch, panels of players."""
    wide = SIZE[0] - 16
    panels: list[tuple[str, float, float, float]] = [("own", wide, SIZE[1] - HAND_Y + 10, 0)]
    panels += [(f"{each}", wide / each - 12, 104, 8) for each in (2, 3)]
    return [
        symbol("place", area(-54, -74, 108, 148), ring(-57, -77, 114, 154, 16)),
        *(symbol(f"count-{n}", at_place(n)) for n in range(1, CARDS_EACH + 1)),
        *(symbol(f"open-{n}", open_cards(n)) for n in range(1, OPEN + 1)),
        *(
            symbol(f"panel-{name}{lit}", panel(0, y, across, high, bool(lit)))
            for name, across, high, y in panels
            for lit in ("", "-lit")
        ),
        *tags(SEATS),
    ]


def at_place(count: int) -> Shape:
    """How many lie at a place; in the sun's colour when they are enough to chase."""
    return badge(f"×{count}", 38, 66, 40, "sun" if count >= ENOUGH else "paper", "print")


def open_cards(count: int) -> list[Shape]:
    """Where so many open cards of an animal can be touched, from the middle of the first on."""
    wide = 110 + OPEN_STEP * (count - 1)
    return [area(-55, -75, wide, 150), ring(-55, -75, wide, 150, 14)]


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
