"""Splash Party drawn: the pool edge with its meeples, swimmers in their lanes, tokens.

A meeple whose number has been seen has an id with its colour and number, wherever it goes. One
whose number nobody knows has never moved, so its place says which it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.games.splash import scenery
from waterside.games.splash.board import (
    COLOURS,
    EACH,
    END,
    NAME,
    NONE,
    PLACES,
    SHOW,
    STAND,
    TOKEN,
    UNKNOWN,
    WAY,
    is_in,
)
from waterside.games.splash.notation import NAMES
from waterside.games.splash.text import colour_name, marked, where_to
from waterside.pictures import Picture, Step, part, ring, thing, turned
from waterside.pictures.numerals import numeral
from waterside.pictures.shapes import Shape, circle, group, path, rect, text, use
from waterside.pictures.things import badge, definition, mark, meeple, name_tag, panel
from waterside.text.language import Say
from waterside.text.narration import state

OWN_Y = 862
OWN_HIGH = 186
SIZE = (800, OWN_Y + OWN_HIGH + 8)
OTHERS_HIGH = 112
BUBBLE = (
    "M-30-30H30A10 10 0 0 1 40-20V14A10 10 0 0 1 30 24H4L-14 40V24H-30A10 10 0 0 1-40 14V-20"
    "A10 10 0 0 1-30-30Z"
)
STANDING = 0.9
SWIMMING = 0.74


def draw(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> Picture:
    """What a viewer sees."""
    table = Table(seen, seat, say, last, names)
    return Picture(
        SIZE,
        say("Splash Party: the pool"),
        (
            *scenery.pool(),
            *table.swimmers(),
            scenery.diving_board(),
            *table.ways(),
            *(table.place(place) for place in range(PLACES)),
            *table.others(),
            *table.own_side(),
        ),
        (
            *(definition(f"meeple-face-{c + 1}", meeple(c + 1, 0, 0, 100)) for c in range(COLOURS)),
            *(definition(f"swimmer-face-{c + 1}", scenery.swimmer(c + 1)) for c in range(COLOURS)),
        ),
    )


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
    return (f"place-{where_to(seen, word) + 1}",)


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
        self.seen = seen
        self.s = state(seen)
        self.say = say
        self.names = names or [say("Seat {number}", number=n + 1) for n in range(seen.players)]
        self.winners = seen.winners() or []
        self.order = turned(seen.players, seat)
        self.choices = seen.legal() if seat is not None and seat == seen.actor else []
        self.taken = int(self.s.place) if self.s.phase in (SHOW, WAY) else NONE
        self.start: int | None = None
        self.end: int | None = None
        self.accused: tuple[int, int] | None = None
        for step in last:
            word, _, rest = (step.action or "").partition(" ")
            if word == "take":
                self.start, self.end, self.accused = int(rest) - 1, None, None
            elif word in ("cw", "ccw"):
                self.end = int(self.s.moved)
            elif word == "accuse":
                self.accused = int(rest[0]), NAMES.index(rest[2:])

    # the pool

    def place(self, place: int) -> Shape:
        """A place at the edge, and who stands there."""
        s, say = self.s, self.say
        x, y = scenery.along(place)
        outside = scenery.along(place, -60)
        colour, shown = int(s.colour[place]), int(s.number[place])
        label = say("place {place}: empty", place=place + 1)
        if colour != NONE:
            label = say("place {place}: {meeple}", place=place + 1,
                        meeple=f"{marked(colour, say)} {shown or ''}".strip())  # fmt: skip
        return part(
            f"place-{place + 1}",
            label,
            circle(0, 0, 55, fill_opacity="0"),
            self.spot(place),
            numeral(place + 1, outside[0] - x, outside[1] - y, 19, fill="faint"),
            ring(-52, -54, 104, 108, 52),
            self.standing(place, colour, shown) if colour != NONE else None,
            at=(x, y),
        )  # fmt: skip

    def spot(self, place: int) -> Shape | None:
        """Where one can stand: coral where the last meeple came from, and where it went."""
        if self.end is not None and place in (self.start, self.end):
            return circle(0, 4, 43, fill="sand" if place else "paper", line="coral", stroke=6)
        return circle(0, 4, 43, fill="sand", line="dune-deep", stroke=3) if place else None

    def standing(self, place: int, colour: int, shown: int) -> Shape:
        """The meeple on a place, with its number if that is shown."""
        source = None
        if place == self.end and self.start is not None:
            source = f"place-{self.start + 1}"
        return thing(
            f"meeple-{NAMES[colour]}-{shown}" if shown
            else f"meeple-{NAMES[colour]}-at-{place + 1}",
            use(f"meeple-face-{colour + 1}"),
            badge(shown, 34, 34, 44, "paper", "print") if shown else None,
            at=(0, -26 if place == self.taken else -6),
            size=STANDING * (1.15 if place == self.taken else 1),
            comes_from=source,
        )  # fmt: skip

    def swimmers(self) -> list[Shape]:
        """Who has fallen in, each colour in its own lane."""
        s = self.s
        shapes: list[Shape] = []
        for colour in range(COLOURS):
            places = [place for place in range(PLACES) if s.colour[place] == colour]
            count = EACH - len(places) - int(s.left[colour])
            seen = [n for n in range(1, EACH + 1) if not (s.unseen[colour] >> (n - 1)) & 1]
            dry = {int(s.number[place]) for place in places}
            numbers = [n for n in seen if n not in dry] if s.phase != STAND else []
            x = scenery.MIDDLE[0] + scenery.LANE * (colour - COLOURS / 2 + 0.5)
            for i in range(count):
                known = numbers[i] if i < len(numbers) else 0
                shapes.append(self.swimmer(colour, i, known, (x, 650 - 84 * i)))
            shapes.append(group(mark(colour + 1, x, 700, 22), opacity="0.85"))
        return shapes

    def swimmer(self, colour: int, i: int, known: int, at: tuple[float, float]) -> Shape:
        """One that has fallen in."""
        name = f"{marked(colour, self.say)} {known or ''}".strip()
        source = None if self.end is None else f"place-{self.end + 1}"
        return thing(
            f"meeple-{NAMES[colour]}-{known}" if known else f"swimmer-{NAMES[colour]}-{i + 1}",
            use(f"swimmer-face-{colour + 1}"),
            badge(known, 32, 20, 44, "paper", "print") if known else None,
            at=at,
            size=SWIMMING,
            label=self.say("in the pool: {meeple}", meeple=name),
            comes_from=source,
        )  # fmt: skip

    def ways(self) -> list[Shape]:
        """The last move along the edge; or both ways that the meeple taken can go."""
        s = self.s
        if s.phase == WAY:
            number = int(s.number[s.place])
            return [
                *scenery.way(int(s.place), int(s.place) + number, "sun"),
                *scenery.way(int(s.place), int(s.place) - number, "sun"),
            ]
        if self.start is None or self.end is None:
            return []
        ahead = (self.end - self.start) % PLACES
        return scenery.way(
            self.start, self.start + (ahead if ahead <= EACH else ahead - PLACES), "coral"
        )

    # the players

    def is_lit(self, seat: int) -> bool:
        """Whether it is this player's turn, or they have won."""
        if self.s.phase == END:
            return seat in self.winners
        return self.s.phase not in (STAND, TOKEN) and seat == self.s.player + 1

    def is_out(self, seat: int) -> bool:
        """Whether this player has left the party."""
        return not is_in(self.s, seat - 1)

    def colour_of(self, seat: int) -> int | None:
        """A player's secret colour, from 1 on, as far as it is known."""
        s = self.s
        not_yet = s.phase == STAND or (s.phase == TOKEN and seat > s.player)
        colour = int(s.token[seat - 1])
        return None if not_yet or colour == UNKNOWN else colour + 1

    def seat_label(self, seat: int) -> str:
        """A player with what is known of the colour."""
        who, colour = self.names[seat - 1], self.colour_of(seat)
        if self.is_out(seat) and colour is not None:
            return self.say("{who}: {colour}, out", who=who, colour=marked(colour - 1, self.say))
        if colour is not None:
            return self.say("{who}: {colour}", who=who, colour=marked(colour - 1, self.say))
        return self.say("{who}: a secret colour", who=who)

    def others(self) -> list[Shape]:
        """The other players along the upper edge, in order of play."""
        others = self.order[1:]
        wide = 784 / max(3, len(others))
        start = (800 - wide * len(others)) / 2
        return [self.other(seat, start + wide * i + 5, wide - 10) for i, seat in enumerate(others)]

    def other(self, seat: int, x: float, wide: float) -> Shape:
        """Another player: name, token, colours that it has not, what was said of it last."""
        label = self.seat_label(seat)
        said = self.named(seat, wide - 32, 34)
        room = wide if said is None else wide - 50
        face = [
            panel(0, 8, wide, OTHERS_HIGH, self.is_lit(seat)),
            name_tag(seat, self.names[seat - 1], -20, 32, room, plain=True),
            group(scenery.token(self.colour_of(seat), 58), at=(42, 83)),
            self.ruled_out(seat, 80, 84, wide),
            self.gone(seat),
            said,
        ]
        if any(c.startswith(f"accuse {seat} ") for c in self.choices):
            light = ring(0, 8, wide, OTHERS_HIGH, 16)
            return part(f"seat-{seat}", label, face, light, at=(x, 0))
        return group(*face, at=(x, 0), id=f"seat-{seat}", role="img", aria_label=label)

    def ruled_out(self, seat: int, x: float, y: float, wide: float) -> Shape | None:
        """The colours that a wrong accusation has shown a player not to have."""
        colours = [c for c in range(COLOURS) if (self.s.not_colour[seat - 1] >> c) & 1]
        if not colours or self.is_out(seat):
            return None
        step = min(38.0, (wide - x) / len(colours))
        return group(
            *(
                group(
                    mark(c + 1, 0, 0, 30),
                    path("M-17 17 17-17", line="panel", stroke=7, kind="round"),
                    path("M-17 17 17-17", line="ink", stroke=3.5, kind="round"),
                    at=(x + 16 + step * i, y),
                )
                for i, c in enumerate(colours)
            )
        )

    def gone(self, seat: int) -> Shape | None:
        """Who has left the party is in the water."""
        colour = self.colour_of(seat)
        if colour is None or not self.is_out(seat):
            return None
        return group(use(f"swimmer-face-{colour}"), at=(108, 88), size=0.62)

    def named(self, seat: int, x: float, y: float) -> Shape | None:
        """The colour that this player was said to have just now."""
        if self.accused is None or self.accused[0] != seat:
            return None
        bubble = path(BUBBLE, fill="paper", line="coral", stroke=5, kind="round")
        return group(bubble, mark(self.accused[1] + 1, 0, -4, 36), at=(x, y), size=0.62)

    def own_side(self) -> list[Shape]:
        """The viewer's own side: name and secret colour; in front of the board, what to say."""
        seat = self.order[0]
        colour = self.colour_of(seat)
        shapes = [
            group(
                panel(8, 0, 784, OWN_HIGH, self.is_lit(seat)),
                name_tag(seat, self.names[seat - 1], -12, 36, 330, 26, plain=True),
                group(scenery.token(colour, 92), at=(74, 110)),
                self.named(seat, 350, 40),
                role="img", aria_label=self.seat_label(seat), at=(0, OWN_Y),
            )
        ]  # fmt: skip
        if self.s.phase == NAME and self.choices:
            return [*shapes, *self.sayings()]
        return [*shapes, group(*self.own_colour(seat, colour), at=(0, OWN_Y))]

    def own_colour(self, seat: int, colour: int | None) -> list[Shape | None]:
        """The own colour in words, and how its three meeples are."""
        if colour is None:
            return [text(140, 120, self.say("secret"), 26, "start"),
                    self.ruled_out(seat, 290, 112, 600)]  # fmt: skip
        said = colour_name(colour - 1, self.say)
        if self.is_out(seat):
            said = self.say("{colour}, out", colour=said)
        standing = int(sum(self.s.colour[place] == colour - 1 for place in range(PLACES)))
        return [
            text(140, 120, said, 26, "start"),
            self.ruled_out(seat, 290, 112, 450),
            *(
                group(use(f"{'meeple' if i < standing else 'swimmer'}-face-{colour}"),
                      at=(530 + 98 * i, 100), size=0.9,
                      opacity=None if i < standing else "0.55")
                for i in range(EACH)
            ),
        ]  # fmt: skip

    def sayings(self) -> list[Shape]:
        """The colours to name, and the choice to stay silent."""
        named = {c.split()[2] for c in self.choices if c.startswith("accuse ")}
        shapes: list[Shape] = []
        for i, name in enumerate(NAMES):
            at = 170 + 86 * i, OWN_Y + 106
            face = scenery.token(i + 1, 72)
            words = text(0, 66, colour_name(i, self.say), 20)
            if name in named:
                light = ring(-38, -38, 76, 76, 38)
                label = marked(i, self.say)
                hit = rect(-43, -46, 86, 120, fill_opacity="0")
                shapes.append(part(f"colour-{name}", label, hit, face, words, light, at=at))
            else:
                shapes.append(group(face, words, at=at, opacity="0.3"))
        bubble = path(BUBBLE, fill="paper", line="print", stroke=4, kind="round")
        dots = [circle(16 * i, -3, 5, fill="print") for i in (-1, 0, 1)]
        shapes.append(
            part("silent", self.say("stay silent"), rect(-46, -46, 92, 120, fill_opacity="0"),
                 bubble, dots, text(0, 66, self.say("silent"), 20), ring(-46, -42, 92, 88, 20),
                 at=(722, OWN_Y + 106))
        )  # fmt: skip
        return shapes
