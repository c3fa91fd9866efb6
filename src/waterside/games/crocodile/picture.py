"""Crocodile Pool Party drawn: the pool from the viewer's end, tiles and stacks, bars and decks.

All tiles are public, hidden numbers are nobody's: tile 1 to 6 are Red's, 7 to 12 Yellow's, each
keeps its id from the deck into the pool, into a stack and onto a bar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from waterside.core.position import Position
from waterside.games.crocodile.board import (
    A1,
    COLUMNS,
    EACH,
    EMPTY,
    HIDDEN,
    HIGH_BAR,
    LOW_BAR,
    MOVE,
    MOVE_ON,
    NONE,
    NOWHERE,
    ON_BAR,
    RED,
    ROWS,
    TILES,
    owner,
)
from waterside.games.crocodile.notation import CELL, field, name
from waterside.games.crocodile.scenery import (
    CELL_SIZE,
    HIGH,
    LEFT,
    SIZE,
    TOP,
    WIDE,
    centre,
    corner,
    scenery,
)
from waterside.games.crocodile.tiles import (
    EDGES,
    GROUNDS,
    bar,
    crocodile_tile,
    swimmer_tile,
    turn_over,
)
from waterside.pictures import Picture, Step, part, ring, thing
from waterside.pictures.numerals import numeral
from waterside.pictures.shapes import Shape, circle, path, rect, use
from waterside.pictures.things import badge, button, definition, name_tag, panel
from waterside.text.language import Say
from waterside.text.narration import seat_names, state

TILE = 0.78
SMALL = 0.46
BARS = {LOW_BAR: ("a1", "bar-low"), HIGH_BAR: ("f14", "bar-high")}


def draw(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> Picture:
    """What a viewer sees, from their own end; ``seen`` is ``position.seen_by(seat)``."""
    pool = Pool(seen, seat, say, last, names)
    return Picture(
        SIZE,
        say("Crocodile Pool Party: the pool"),
        (
            scenery(pool.near),
            *pool.fields(),
            *pool.bars(),
            *pool.trail(),
            *pool.waiting(),
            *pool.arrived(),
            *pool.tiles(),
            *pool.players(),
            *pool.buttons(),
        ),
        definitions(),
    )


@cache
def definitions() -> tuple[Shape, ...]:
    """The upper sides of all tiles."""
    return tuple(
        definition(
            face_id(player, number),
            crocodile_tile(player, number) if number else swimmer_tile(player),
        )
        for player in range(2)
        for number in range(EACH + 1)
    )


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """The ids that the player to act touches: a tile, and where it goes or what is done to it."""
    if action == "pass":
        return ("pass",)
    word, _, place = action.partition(" ")
    if word == "place":
        return (f"cell-{place}",)
    s = state(seen)
    if word == "flip":
        return (tile_id(s.shows[A1 + field(place)]), "flip")
    start, _, end = action.replace("x", "-").partition("-")
    tile = s.shows[A1 + field(start)]
    if end == "bar":
        return (tile_id(tile), BARS[s.bar[owner(tile)]][1])
    there = s.shows[A1 + field(end)]
    return (tile_id(tile), f"cell-{end}" if there == EMPTY else tile_id(there))


def tile_id(tile: int) -> str:
    """The id of a tile."""
    return f"tile-{tile + 1}"


def face_id(player: int, number: int) -> str:
    """The id of the drawing of a tile's upper side."""
    return f"face-{player + 1}-{number}"


class Pool:
    """One viewer's look at one position."""

    def __init__(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step],
        names: Sequence[str],
    ) -> None:
        self.seen = seen
        self.s = state(seen)
        self.seat = seat
        self.say = say
        self.near = (seat or 1) - 1
        self.colours = seat_names(seen, say)
        self.names = names or self.colours
        self.played = [
            (step.actor, step.action)
            for step in last
            if isinstance(step.actor, int) and step.action and step.action != "pass"
        ]

    def corner(self, place: str) -> tuple[int, int]:
        """The upper left corner of a field, as the viewer sees it."""
        return corner(place, self.near)

    def centre(self, place: str) -> tuple[float, float]:
        """The middle of a field."""
        return centre(place, self.near)

    def fields(self) -> list[Shape]:
        """All fields of water."""
        numbers = range(COLUMNS * ROWS)
        return [self.cell(n) for n in numbers if self.s.shows[A1 + n] not in (LOW_BAR, HIGH_BAR)]

    def cell(self, number: int) -> Shape:
        """A field to go to."""
        place = name(number)
        return part(
            f"cell-{place}",
            self.say("field {place}", place=place),
            rect(0, 0, CELL_SIZE, CELL_SIZE, 6, fill="water", opacity="0"),
            circle(CELL_SIZE / 2, CELL_SIZE / 2, 13, kind="spot"),
            ring(7, 7, CELL_SIZE - 14, CELL_SIZE - 14, 16, 6),
            at=self.corner(place),
        )

    def bars(self) -> list[Shape]:
        """Both bars, each in its owner's colour with the number of tiles there."""
        shapes = []
        for player in range(2):
            place, id = BARS[self.s.bar[player]]
            other = "b1" if place == "a1" else "e14"
            x = min(self.corner(place)[0], self.corner(other)[0])
            y = self.corner(place)[1]
            count = self.s.on_bar[player]
            label = self.say.n(
                "the bar of {who}: {count} tile", "the bar of {who}: {count} tiles", count,
                who=self.names[player],
            )  # fmt: skip
            shapes.append(
                part(
                    id,
                    label,
                    bar(player),
                    badge(count, 92, 58, 52, "cream", "print"),
                    ring(4, 4, 2 * CELL_SIZE - 8, CELL_SIZE - 8, 14, 6),
                    at=(x, y),
                )
            )
        return shapes

    def trail(self) -> list[Shape]:
        """Where the last move came from and went to."""
        shapes: list[Shape] = []
        for seat, action in self.played[-1:]:
            ends = [end for end in re.split("[ x-]", action) if re.fullmatch(CELL, end)]
            spots = [self.centre(end) for end in ends]
            if action.endswith("-bar"):
                spots.append(self.centre(BARS[self.s.bar[seat - 1]][0]))
            else:
                x, y = self.corner(ends[-1])
                shapes.append(rect(x + 3, y + 3, 86, 86, 20, line="coral", stroke=5))
            if len(spots) == 2:
                (x1, y1), (x2, y2) = spots
                shapes += [
                    circle(x1, y1, 30, line="coral", stroke=5, stroke_dasharray="9 8"),
                    path(
                        f"M{x1} {y1}L{x2} {y2}", line="coral", stroke=8, kind="round",
                        stroke_dasharray="1 17", opacity="0.8",
                    ),
                ]  # fmt: skip
        return shapes

    def face(self, tile: int) -> Shape:
        """The upper side of a tile."""
        return use(face_id(owner(tile), int(self.s.number[tile])))

    def waiting(self) -> list[Shape]:
        """Swimmers that are not yet in the pool, on the deck at their owner's end."""
        shapes = []
        for player in range(2):
            waiting = [t for t in own_tiles(player) if self.s.at[t] == NOWHERE]
            for index, tile in enumerate(reversed(waiting)):
                x, y = self.beside(player == self.near, False, index)
                shapes.append(self.resting(tile, x, y))
        return shapes

    def arrived(self) -> list[Shape]:
        """Tiles on the bars, laid out on the deck beside them."""
        shapes = []
        for player in range(2):
            there = [t for t in range(TILES) if self.s.at[t] == ON_BAR - player]
            is_near = (self.s.bar[player] == LOW_BAR) == (self.near == RED)
            for index, tile in enumerate(there):
                x, y = self.beside(is_near, True, index)
                shapes.append(self.resting(tile, x, y))
        return shapes

    def beside(self, is_near: bool, at_bar: bool, index: int) -> tuple[float, float]:
        """A place on the deck: the bars' side is left at the near end, right at the far one."""
        is_left = is_near == at_bar
        x = 2 if is_left else LEFT + WIDE + 22
        row, column = divmod(index, 2)
        y = 58 * row
        return x + 50 * column, (TOP + HIGH - 62 - y) if is_near else (TOP + 6 + y)

    def resting(self, tile: int, x: float, y: float) -> Shape:
        """A tile out of the water."""
        return thing(tile_id(tile), self.face(tile), at=(x, y), size=SMALL, label=self.called(tile))

    def called(self, tile: int) -> str:
        """What a tile is, in words."""
        number = int(self.s.number[tile])
        colour = self.colours[owner(tile)]
        if number == HIDDEN:
            return self.say("{colour}: swimmer", colour=colour)
        return self.say("{colour}: crocodile {number}", colour=colour, number=number)

    def tiles(self) -> list[Shape]:
        """The tiles in the pool, from the far end to the near one."""
        tops = [tile for tile in range(TILES) if self.s.at[tile] >= A1]
        tops.sort(key=lambda tile: self.corner(name(self.s.at[tile] - A1))[1])
        return [shape for tile in tops for shape in self.stack(tile)]

    def stack(self, top: int) -> list[Shape]:
        """A tile with what lies under it."""
        s = self.s
        place = name(s.at[top] - A1)
        x, y = self.corner(place)
        pile = [top]
        while s.below[pile[-1]] != NONE:
            pile.append(s.below[pile[-1]])
        height = len(pile)
        rise = min(8.0, 34 / height)
        inset = (CELL_SIZE - 100 * TILE) / 2
        floor = y + inset + min(8, 3 * (height - 1))
        shapes = [
            thing(tile_id(tile), self.face(tile), at=(x + inset, floor - rise * level), size=TILE,
                  label=self.called(tile))
            for level, tile in enumerate(reversed(pile[1:]))
        ]  # fmt: skip
        label = self.say("{tile}, on {place}", tile=self.called(top), place=place)
        if height > 1:
            label = self.say(
                "{tile}, on {place}, a stack of {height}",
                tile=self.called(top), place=place, height=height,
            )  # fmt: skip
        must_move = s.phase == MOVE_ON and s.flipped == top
        shapes.append(
            part(
                tile_id(top),
                label,
                self.face(top),
                rect(-4, -4, 108, 112, 20, line="ink", stroke=6) if must_move else None,
                ring(-3, -3, 106, 110, 19, 8),
                badge(height, 86, 88, 40, "panel", "ink") if height > 1 else None,
                at=(x + inset, floor - rise * (height - 1)),
                size=TILE,
                lifts=True,
                moves=True,
            )
        )
        return shapes

    def players(self) -> list[Shape]:
        """Both players: the other above, the viewer below, with the numbers still hidden."""
        shapes = []
        for player in range(2):
            y = SIZE[1] - 78 if player == self.near else 8
            lit = self.seen.actor == player + 1 or player + 1 in (self.seen.winners() or [])
            shapes += [
                panel(8, y, SIZE[0] - 16, 68, lit),
                name_tag(player + 1, self.names[player], 24, y + 34, 380, 26),
                *self.hidden_numbers(player, y + 34),
            ]
        return shapes

    def hidden_numbers(self, player: int, y: float) -> list[Shape]:
        """The six numbers of a colour: those still under swimmers are dark, shown ones are pale."""
        shapes: list[Shape] = []
        for number in range(1, EACH + 1):
            x = 462 + 54 * (number - 1)
            is_hidden = (self.s.hidden[player] >> (number - 1)) & 1
            ground, edge = GROUNDS[player], EDGES[player]
            if is_hidden:
                shapes.append(rect(x - 22, y - 22, 44, 44, 11, fill=ground, line=edge, stroke=2))
            else:
                shapes.append(
                    rect(x - 22, y - 22, 44, 44, 11, line="faint", stroke=2, stroke_dasharray="4 5")
                )
            shapes.append(numeral(number, x, y, 24, fill="print" if is_hidden else "faint"))
        return shapes

    def buttons(self) -> list[Shape]:
        """Turning over and passing, for the player to act."""
        if self.seat is None or self.seen.actor != self.seat:
            return []
        x, y = LEFT + WIDE + 71, TOP + HIGH - 46
        own = own_tiles(self.seat - 1)
        if self.s.phase == MOVE and any(
            self.s.at[tile] >= A1 and self.s.number[tile] == HIDDEN for tile in own
        ):
            label = self.say("turn it over")
            return [part("flip", label, *turn_over(), ring(-51, -51, 102, 102, 24), at=(x, y))]
        if self.seen.legal() == ["pass"]:
            return [button("pass", self.say("pass"), x - 48, y - 46, 96, 92)]
        return []


def own_tiles(player: int) -> range:
    """The tiles of a player."""
    return range(EACH * player, EACH * (player + 1))
