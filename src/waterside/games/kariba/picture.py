"""Kariba drawn: the waterhole with its eight places, hands, the pile and what everybody has won.

Cards of one animal are alike, so their ids are counted off: of the eight of an animal the won ones
come first, then those at the waterhole, then the viewer's own, and the open ones from the end. So
a card played from the viewer's hand, or chased away, keeps its id. The cards of other hands have
ids that say nothing but their place in the fan.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from waterside.core.position import Position
from waterside.games.kariba.animals import ANIMALS as NAMES
from waterside.games.kariba.animals import silhouette
from waterside.games.kariba.rules import ANIMALS, CARDS_EACH, ENOUGH, MOUSE, UNKNOWN
from waterside.games.kariba.scenery import MIDDLE, scenery
from waterside.games.kariba.text import animal_name
from waterside.pictures import Picture, Step, part, ring, thing, turned
from waterside.pictures.numerals import numeral
from waterside.pictures.shapes import Shape, circle, group, path, rect, use
from waterside.pictures.things import (
    badge,
    card,
    card_back,
    definition,
    name_tag,
    panel,
)
from waterside.text.language import Say
from waterside.text.narration import seat_names, state

SIZE = (800, 1020)
PLACES = [
    (
        MIDDLE[0] + 288 * math.sin(math.pi * (animal + 0.5) / 4),
        MIDDLE[1] - 238 * math.cos(math.pi * (animal + 0.5) / 4),
    )
    for animal in range(ANIMALS)
]
HAND_Y = 780
HAND_CARD = 1.32
BACK_CARD = 0.42
OPEN_CARD = 0.86


def draw(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> Picture:
    """What a viewer sees, from their own side; ``seen`` is ``position.seen_by(seat)``."""
    table = Table(seen, seat, say, last, names)
    return Picture(
        SIZE,
        say("Kariba: the waterhole"),
        (
            *table.waterhole(),
            *table.middle(),
            *table.others(),
            *table.own_side(),
        ),
        definitions(),
    )


@cache
def definitions() -> tuple[Shape, ...]:
    """The cards."""
    return (
        *(definition(f"card-face-{a + 1}", card_face(a)) for a in range(ANIMALS)),
        definition("card-back", card_back()),
    )


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """The ids that the player to act touches: a card and its place; the pile; an open card."""
    if action == "pile":
        return ("pile",)
    if action.startswith("open "):
        return (f"open-{action[5:]}",)
    animal, count = (int(number) for number in action.split("x"))
    s = state(seen)
    return (card_id(animal - 1, first_in_hand(s, animal - 1) + count - 1), f"place-{animal}")


def card_id(animal: int, number: int) -> str:
    """The id of one of the eight cards of an animal, counted from 1."""
    return f"card-{animal + 1}-{number}"


def won_in_all(s: Any, animal: int) -> int:
    """How many cards of the animal lie in the players' stacks."""
    return int(sum(s.won[player, animal] for player in range(s.players)))


def first_in_hand(s: Any, animal: int) -> int:
    """The number of the first card of the animal in the viewer's hand, if there is one."""
    return won_in_all(s, animal) + int(s.waterhole[animal]) + 1


def card_face(animal: int) -> list[Shape]:
    """A card of an animal, 100 by 140."""
    ground = NAMES[animal]
    return card(
        circle(72, 36, 19, fill="cream", opacity="0.75"),
        path("M6 122H94V128a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6Z", fill="print", opacity="0.16"),
        group(silhouette(animal), at=(10, 45), size=0.82),
        numeral(animal + 1, 25, 30, 35, fill="print"),
        ground=ground,
    )


class Table:
    """One viewer's look at one position."""

    def __init__(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step],
        names: Sequence[str],
    ) -> None:
        self.s = state(seen)
        self.seat = seat
        self.say = say
        self.names = names or seat_names(seen, say)
        self.actor = self.s.player + 1 if not seen.is_over else None
        self.winners = seen.winners() or []
        self.played: tuple[int, int, int] | None = None
        for step in last:
            if isinstance(step.actor, int) and step.action and "x" in step.action:
                animal, count = step.action.split("x")
                self.played = (step.actor, int(animal) - 1, int(count))
        self.latest = last[-1] if last else Step("chance", None)
        self.order = turned(seen.players, seat)

    def waterhole(self) -> list[Shape]:
        """The waterhole and its eight places with their cards."""
        return [scenery(), *(self.place(animal) for animal in range(ANIMALS))]

    def place(self, animal: int) -> Shape:
        """An animal's place: its cards in a pile, or its outline in the sand."""
        count = self.s.waterhole[animal]
        x, y = PLACES[animal]
        name = animal_name(animal, self.say)
        label = self.say.n(
            "{animal}, number {number}: {count} card at the waterhole",
            "{animal}, number {number}: {count} cards at the waterhole",
            count, animal=name, number=animal + 1,
        )  # fmt: skip
        return part(
            f"place-{animal + 1}",
            label,
            rect(-54, -74, 108, 148, 14, fill="sand"),
            rect(-48, -68, 96, 136, 10, line="faint", stroke=2, stroke_dasharray="6 6"),
            group(
                group(silhouette(animal, "sand", "faint"), at=(-38, -32), size=0.76), opacity="0.35"
            ),
            group(numeral(animal + 1, -26, -44, 30, fill="faint")),
            *self.cards_there(animal, count),
            ring(-57, -77, 114, 154, 16),
            self.chase_mark(animal, count),
            at=(x, y),
        )

    def cards_there(self, animal: int, count: int) -> list[Shape]:
        """The cards at a place, each a little higher than the one below."""
        first = won_in_all(self.s, animal) + 1
        new = 0
        source = None
        if self.played and self.played[1] == animal:
            new, source = self.played[2], f"hand-{self.played[0]}"
        shapes = [
            thing(
                card_id(animal, first + i),
                use(f"card-face-{animal + 1}"),
                at=(-50 + 2.5 * i, -66 - 5 * i),
                comes_from=source if i >= count - new else None,
            )
            for i in range(count)
        ]
        if new:
            x, y = -50 + 2.5 * (count - 1), -66 - 5 * (count - 1)
            shapes.append(rect(x - 1, y - 1, 102, 142, 11, line="coral", stroke=5))
        return shapes

    def chase_mark(self, animal: int, count: int) -> Shape | None:
        """How many lie there; in the sun's colour when they are enough to chase."""
        if count == 0:
            return None
        fill, ink = ("sun", "print") if count >= ENOUGH else ("paper", "print")
        return badge(f"×{count}", 38, 66, 40, fill, ink)

    def middle(self) -> list[Shape]:
        """The pile, and the open cards where they are played with."""
        s = self.s
        x, y = MIDDLE
        kinds = [animal for animal in range(ANIMALS) if s.open[animal] > 0]
        wide = 100 * OPEN_CARD + 14
        left = x - (wide * (3 if s.market else 0)) / 2 - 50 * OPEN_CARD
        pile_label = self.say.n(
            "the pile, {count} card left", "the pile, {count} cards left", s.pile_size
        )
        high = min(5, math.ceil(s.pile_size / 10))
        shapes = [
            part(
                "pile",
                pile_label,
                rect(0, 0, 100, 140, 10, fill="water-deep", line="foam", stroke=3,
                     stroke_dasharray="7 7"),
                *(use("card-back", -2 * i, -4 * i) for i in range(high)),
                badge(s.pile_size, 50 - 2 * high, 74 - 4 * high, 48, "paper", "print"),
                ring(-8 - 2 * high, -6 - 4 * high, 116, 154 + 4 * high, 16),
                at=(left, y - 70 * OPEN_CARD),
                size=OPEN_CARD,
            )
        ]  # fmt: skip
        place = 1
        for animal in kinds:
            shapes.append(self.open_cards(animal, left + wide * place, y - 70 * OPEN_CARD))
            place += s.open[animal]
        return shapes

    def open_cards(self, animal: int, x: float, y: float) -> Shape:
        """The open cards of one animal: to touch them is to take one."""
        count = self.s.open[animal]
        step = (100 * OPEN_CARD + 14) / OPEN_CARD
        label = self.say.n(
            "{animal}, number {number}: {count} open card",
            "{animal}, number {number}: {count} open cards",
            count, animal=animal_name(animal, self.say), number=animal + 1,
        )  # fmt: skip
        return part(
            f"open-{animal + 1}",
            label,
            *(
                thing(card_id(animal, CARDS_EACH - i), use(f"card-face-{animal + 1}"),
                      at=(step * i, 0), comes_from="pile")
                for i in range(count)
            ),
            ring(-5, -5, 110 + step * (count - 1), 150, 14),
            at=(x, y),
            size=OPEN_CARD,
        )  # fmt: skip

    def others(self) -> list[Shape]:
        """The other players along the upper edge, in order of play."""
        others = self.order[1:]
        wide = (SIZE[0] - 16) / max(2, len(others))
        start = (SIZE[0] - wide * len(others)) / 2
        return [self.other(seat, start + wide * i + 6, wide - 12) for i, seat in enumerate(others)]

    def other(self, seat: int, x: float, wide: float) -> Shape:
        """Another player: name, cards in hand, cards won."""
        return group(
            panel(0, 8, wide, 104, self.is_lit(seat)),
            name_tag(seat, self.names[seat - 1], 12, 29, wide - 20, 26),
            self.hidden_hand(seat, 12, 46),
            self.stack(seat, wide - 84, 44, 0.42),
            at=(x, 0),
        )

    def source(self, seat: int) -> str:
        """Where a new card of a hand comes from."""
        action = self.latest.action or ""
        if action.startswith("open ") and seat == self.latest.actor:
            return f"open-{action[5:]}"
        return "pile"

    def is_lit(self, seat: int) -> bool:
        """Whether it is this player's turn, or they have won."""
        return seat == self.actor or seat in self.winners

    def hidden_hand(self, seat: int, x: float, y: float) -> Shape:
        """A hand that is not the viewer's: backs, and faces of cards that all have seen taken."""
        s, player = self.s, seat - 1
        shown = s.known if s.hands[player, MOUSE] == UNKNOWN else s.hands
        known = [a for a in range(ANIMALS) for _ in range(shown[player, a])]
        hidden = s.hand_size[player] - len(known)
        faces = [f"card-face-{a + 1}" for a in known] + ["card-back"] * hidden
        label = self.say.n(
            "{who}: {count} card in hand", "{who}: {count} cards in hand", s.hand_size[player],
            who=self.names[player],
        )  # fmt: skip
        cards = [
            thing(f"held-{seat}-{i + 1}", use(face), at=(26 * i, 0), size=BACK_CARD,
                  comes_from=self.source(seat))
            for i, face in enumerate(faces)
        ]  # fmt: skip
        return group(*cards, at=(x, y), id=f"hand-{seat}", role="img", aria_label=label)

    def stack(self, seat: int, x: float, y: float, size: float) -> Shape:
        """What a player has won, face down, with its number."""
        s, player = self.s, seat - 1
        count = sum(s.won[player, animal] for animal in range(ANIMALS))
        label = self.say.n(
            "{who}: {count} card won", "{who}: {count} cards won", count, who=self.names[player]
        )
        takes: list[str] = []
        if self.played and self.played[0] == seat:
            takes = [
                card_id(animal, number + 1)
                for animal in range(ANIMALS)
                for number in range(won_in_all(s, animal))
            ]
        high = min(6, math.ceil(count / 4))
        return thing(
            f"won-{seat}",
            rect(0, 0, 100, 140, 10, line="faint", stroke=3, stroke_dasharray="7 7"),
            *(use("card-back", -2 * i, -5 * i) for i in range(high)),
            group(
                badge(count, 0, 0, 66, "sun" if count else "panel", "print" if count else "ink"),
                at=(82, 78),
                size=1 if size < 0.6 else 0.8,
            ),
            at=(x, y),
            size=size,
            label=label,
            takes=takes,
        )

    def own_side(self) -> list[Shape]:
        """The viewer's own side: name, hand, cards won. A spectator sees seat 1 there, covered."""
        seat = self.order[0]
        shapes = [
            panel(8, HAND_Y - 18, SIZE[0] - 16, SIZE[1] - HAND_Y + 10, self.is_lit(seat)),
            name_tag(seat, self.names[seat - 1], 22, HAND_Y + 10, 640, 26),
            self.stack(seat, 692, HAND_Y + 62, 0.8),
        ]
        if self.seat is None:
            hand = self.hidden_hand(seat, 0, 0)
            return [*shapes, group(hand, at=(200, HAND_Y + 34), size=2.2)]
        return [*shapes, self.own_hand(seat)]

    def own_hand(self, seat: int) -> Shape:
        """The viewer's cards in a fan, alike ones together: the k-th from the right of its kind
        stands for playing k of them.
        """
        s, player = self.s, seat - 1
        size = s.hand_size[player]
        step = min(124, 480 / max(1, size - 1))
        left = 346 - step * (size - 1) / 2
        runs: list[Shape] = []
        index = 0
        for animal in range(ANIMALS):
            count = s.hands[player, animal]
            cards = []
            for k in range(count, 0, -1):
                lean = index - (size - 1) / 2
                cards.append(self.own_card(animal, k, left + step * index, lean))
                index += 1
            if cards:
                runs.append(group(*cards, kind="run"))
        return group(*runs, id=f"hand-{seat}")

    def own_card(self, animal: int, count: int, x: float, lean: float) -> Shape:
        """A card of the viewer's hand; to touch it is to choose so many of this animal."""
        label = self.say("{animal} ×{count}", animal=animal_name(animal, self.say), count=count)
        number = first_in_hand(self.s, animal) + count - 1
        return part(
            card_id(animal, number),
            label,
            group(
                use(f"card-face-{animal + 1}"),
                ring(0, 0, 100, 140, 11),
                at=(-50, -70),
            ),
            at=(x, HAND_Y + 124 + 4 * lean * lean),
            turn=3 * lean,
            size=HAND_CARD,
            lifts=True,
            moves=True,
            comes_from=self.source(self.order[0]),
        )  # fmt: skip
