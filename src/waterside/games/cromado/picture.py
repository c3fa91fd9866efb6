"""Cromado drawn: the water with its four islands, bridges, stones, the die and the players.

A bridge to be laid waits before its player both ways round: it is dragged, or touched, and then its
middle field.
"""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.games.cromado import scenery
from waterside.games.cromado.board import (
    ACROSS,
    BRIDGE,
    BRIDGES_EACH,
    HOME,
    LAYING,
    MOVE,
    PUTTING,
    SIZE,
    STONES,
    UPRIGHT,
)
from waterside.games.cromado.notation import field, name
from waterside.games.cromado.scenery import CELL, TOP
from waterside.games.cromado.seen_board import (
    Board,
    bridge_id,
    middle,
    stone_id,
)
from waterside.pictures import Picture, Step, part, ring, thing
from waterside.pictures.numerals import numeral
from waterside.pictures.shapes import Shape, circle, group, rect, use
from waterside.pictures.things import button, definition, die, mark, name_tag, panel
from waterside.text.language import Say
from waterside.text.narration import state

OWN_Y = TOP + SIZE * CELL + 38
OWN_HIGH = 152
SIZE_OF_PICTURE = (800, OWN_Y + OWN_HIGH + 8)
TRAY = 0.82
TRAYS = ("tray-h", "tray-v")


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
        SIZE_OF_PICTURE,
        say("Cromado: water, islands and bridges"),
        (
            *scenery.water(),
            *table.coordinates(),
            *table.others(),
            table.own_panel(),
            *table.islands(),
            *table.bridges(),
            *table.trail(),
            *table.fields(),
            *table.stones(),
            *table.own_choices(),
        ),
        (
            definition("bridge-wood", scenery.bridge()),
            definition("field", rect(-CELL / 2, -CELL / 2, CELL, CELL, fill_opacity="0")),
            *(definition(f"stone-face-{n + 1}", scenery.stone(n + 1)) for n in range(seen.players)),
        ),
    )


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """A bridge and its middle field; a bridge to lift; a stone and where it goes."""
    if action == "keep":
        return ("keep",)
    word, _, place = action.partition(" ")
    s = state(seen)
    if word == "take":
        return (bridge_id(int(s.bridge_at[field(place[:-1])])),)
    if place:
        return (TRAYS["hv".index(place[-1])], f"cell-{name(middle(place))}")
    start, _, end = action.partition("-")
    at = HOME if start == "home" else field(start)
    player = int(s.player)
    i = next(i for i in range(STONES) if s.stone[player, i] == at)
    if start == end:
        return (stone_id(player, i), f"loop-{end}")
    return (stone_id(player, i), "goal" if end == "goal" else f"cell-{end}")


class Table(Board):
    """The board with its players."""

    def others(self) -> list[Shape]:
        """The other players along the upper edge, in order of play."""
        others = self.order[1:]
        wide = 784 / 3
        start = (800 - wide * len(others)) / 2
        return [
            group(
                panel(0, 8, wide - 12, 92, self.is_lit(seat)),
                name_tag(seat, self.names[seat - 1], 12, 32, wide - 90),
                self.progress(seat, 14, 72),
                self.rolled(seat, wide - 54, 54, 60),
                at=(start + wide * i + 6, 0),
            )
            for i, seat in enumerate(others)
        ]

    def own_panel(self) -> Shape:
        """The viewer's own side: name, stones on the goal, the die."""
        seat = self.order[0]
        return group(
            panel(8, 0, 784, OWN_HIGH, self.is_lit(seat)),
            name_tag(seat, self.names[seat - 1], 26, 42, 310, 26),
            group(self.progress(seat, 0, 0), at=(28, 104), size=1.3),
            self.rolled(seat, 720, 76, 96),
            at=(0, OWN_Y),
        )

    def is_lit(self, seat: int) -> bool:
        """Whether it is this player's turn, or they have won."""
        return seat in self.winners if self.over else seat == self.s.player + 1

    def progress(self, seat: int, x: float, y: float) -> Shape:
        """Bridges still to lay; later the stones on the goal, in four beds."""
        s, player = self.s, seat - 1
        if s.phase == LAYING:
            laid = sum(self.layer(i) == seat for i in range(s.bridges))
            left = BRIDGES_EACH - laid
            label = self.say.n("{who}: {count} bridge to lay", "{who}: {count} bridges to lay",
                               left, who=self.names[player])  # fmt: skip
            return group(
                group(use("bridge-wood"), at=(40, 0), size=0.5),
                numeral(f"×{left}", 92, 0, 26, anchor="start"),
                at=(x, y), id=f"stock-{seat}", role="img", aria_label=label,
            )  # fmt: skip
        count = int(s.in_goal[player])
        label = self.say.n("{who}: {count} stone on the goal", "{who}: {count} stones on the goal",
                           count, who=self.names[player])  # fmt: skip
        beds = [
            mark(seat, 13 + 34 * i, 0, 24) if i < count
            else circle(13 + 34 * i, 0, 11, line="faint", stroke=2.5, stroke_dasharray="5 4")
            for i in range(STONES)
        ]  # fmt: skip
        return group(*beds, at=(x, y), role="img", aria_label=label)

    def rolled(self, seat: int, x: float, y: float, size: float) -> Shape | None:
        """The die, before whoever has rolled it last."""
        s = self.s
        shown = int(s.roll) or (self.rolls[-1] if self.rolls else 0)
        roller = int(s.player) if s.roll or s.rolled else int((s.player - 1) % s.players)
        if not shown or seat != roller + 1:
            return None
        label = self.say("the die shows {number}", number=shown)
        return thing("die", die(shown, 0, 0, 64), at=(x, y), size=size / 64, label=label)

    def own_choices(self) -> list[Shape]:
        """The bridge to be laid, both ways round; or to leave all bridges."""
        s = self.s
        if not self.choices or s.phase == MOVE:
            return []
        if s.phase == BRIDGE:
            return [button("keep", self.say("Leave the bridges"), 336, OWN_Y + 29, 314, 94)]
        lies = int(s.upright[s.lifted]) if s.phase == PUTTING else ACROSS
        which = s.lifted if s.phase == PUTTING else s.bridges
        shapes = []
        for way in (ACROSS, UPRIGHT):
            fits = any(c.endswith("hv"[way]) for c in self.choices)
            if fits:
                upright = self.is_upright(way)
                label = self.say("a bridge, upright") if upright else self.say("a bridge, across")
                wood: Shape = use("bridge-wood")
                if way == lies:
                    wood = thing(bridge_id(which), wood)
                shapes.append(
                    part(
                        TRAYS[way],
                        label,
                        rect(-92, -58, 184, 116, fill_opacity="0"),
                        wood,
                        ring(-86, -33, 172, 66, 14),
                        at=(610 if upright else 460, OWN_Y + OWN_HIGH / 2),
                        turn=90 if upright else 0,
                        size=TRAY,
                    )
                )
        return shapes
