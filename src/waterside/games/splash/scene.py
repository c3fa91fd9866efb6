"""Splash Party's parts: meeples on their places and in their lanes, tokens, what is said.

A meeple whose number has been seen has an id with its colour and number, wherever it goes. One
whose number nobody knows has never moved, so its place says which it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from waterside.core.position import Position
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
)
from waterside.games.splash.notation import NAMES
from waterside.games.splash.scenery import OWN_Y, along, lane, other_wide, way
from waterside.games.splash.scenery import scenery as pool
from waterside.games.splash.text import colour_name, marked, where_to
from waterside.pictures.scene import Group, Motion, Part, Scenery, Step, turned
from waterside.pictures.things import name_tag
from waterside.text.language import Say
from waterside.text.narration import state

STANDING = 0.9
TAKEN = 1.15 * STANDING
SWIMMING = 0.74
MANY = 1 << 13
NOBODY = ((),) * COLOURS
# from the water up
PANEL, SWIMMERS, SPOT, WAYS, PLACE, MEEPLE, CHOICE = 1, 10, 11, 12, 14, 15, 20


def variant(seen: Position, seat: int | None) -> str:
    """There is one pool."""
    return "pool"


def scenery(variant: str) -> Scenery:
    """The pool."""
    return {"pool": pool}[variant]()


def title(seen: Position, say: Say) -> str:
    """What is to be seen."""
    return say("Splash Party: the pool")


def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """Nothing: the places say who stands there."""
    return ()


def parts(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """Meeples, the last move or the ways to go, and all players."""
    s = state(seen)
    called = names or [say("Seat {number}", number=n + 1) for n in range(seen.players)]
    choices = seen.legal() if seat is not None and seat == seen.actor else []
    latest = latest_of(s, last)
    taken = s.place if s.phase in (SHOW, WAY) else NONE
    return [
        *swimmers(lanes(s), say),
        ways(s, latest),
        *standing(bytes(s.colour), bytes(s.number), taken, s.phase == WAY and bool(choices), say),
        *players(seen, s, turned(seen.players, seat), choices, latest, called, say),
    ]


class Latest(NamedTuple):
    """What the last turn was about: from where to where a meeple went, who was said to be what."""

    start: int | None = None
    end: int | None = None
    accused: tuple[int, int] | None = None


def latest_of(s: Any, last: Sequence[Step]) -> Latest:
    """What happened last, as far as it is shown."""
    start = end = accused = None
    for step in last:
        word, _, rest = (step.action or "").partition(" ")
        if word == "take":
            start, end, accused = int(rest) - 1, None, None
        elif word in ("cw", "ccw"):
            end = s.moved
        elif word == "accuse":
            accused = int(rest[0]), NAMES.index(rest[2:])
    return Latest(start, end, accused)


# the pool


@lru_cache(MANY)
def standing(
    colours: bytes, numbers: bytes, taken: int, moves: bool, say: Say
) -> tuple[Group, ...]:
    """All places, and who stands there; ``moves``: whether the viewer moves the one that was taken."""
    return tuple(
        at_place(place, colour, shown, place == taken, place == taken and moves, say)
        for place, (colour, shown) in enumerate(zip(signed(colours), numbers, strict=True))
    )


def signed(numbers: bytes) -> memoryview:
    """The numbers of a field, some of which may be negative."""
    return memoryview(numbers).cast("b")


@lru_cache(MANY)
def at_place(
    place: int, colour: int, shown: int, is_taken: bool, moves: bool, say: Say
) -> tuple[Part, ...]:
    """A place, and who stands there."""
    touched = touched_place(place, colour, shown, say)
    if colour == NONE:
        return (touched,)
    return touched, meeple(place, colour, shown, is_taken, moves, say)


def touched_place(place: int, colour: int, shown: int, say: Say) -> Part:
    """A place at the edge."""
    label = say("place {place}: empty", place=place + 1)
    if colour != NONE:
        who = marked(colour, say)
        label = say(
            "place {place}: {meeple}, its number does not show", place=place + 1, meeple=who
        )
        if shown:
            label = say.n(
                "place {place}: {meeple}, goes {count} place",
                "place {place}: {meeple}, goes {count} places",
                shown, place=place + 1, meeple=who,
            )  # fmt: skip
    where = *along(place), 0, 1, PLACE
    return Part(f"place-{place + 1}", "place", *where, "touch", "", label)


def meeple(place: int, colour: int, shown: int, is_taken: bool, moves: bool, say: Say) -> Part:
    """The meeple on a place, with its number if that is shown."""
    x, y = along(place)
    symbol = f"meeple-face-{colour + 1}" + (f" shows-{shown}" if shown else "")
    where = x, y - (26 if is_taken else 6), 0, TAKEN if is_taken else STANDING
    id = meeple_id(place, colour, shown)
    if not moves:
        return Part(id, symbol, *where, MEEPLE + is_taken)
    label = f"{marked(colour, say)} {shown}"
    return Part(id, symbol, *where, MEEPLE + is_taken, "touch", "", label)


def meeple_id(place: int, colour: int, shown: int) -> str:
    """The id of a meeple: by its number, or by the place that it has never left."""
    return f"meeple-{NAMES[colour]}-{shown}" if shown else f"meeple-{NAMES[colour]}-at-{place + 1}"


Lanes = tuple[tuple[int, ...], ...]
"""Who has fallen in, colour by colour: their numbers where they are known, else 0."""


def lanes(s: Any) -> Lanes:
    """Who has fallen in."""
    if s.phase == STAND:
        return NOBODY
    return lanes_of(bytes(s.colour), bytes(s.number), bytes(s.unseen))


@lru_cache(MANY)
def lanes_of(colours: bytes, numbers: bytes, unseen: bytes) -> Lanes:
    """Who is not among those that stand; ``unseen`` are the numbers that nobody knows, as sets."""
    found = []
    for colour in range(COLOURS):
        dry = [number for one, number in zip(colours, numbers, strict=True) if one == colour]
        seen = [n for n in range(1, EACH + 1) if not (unseen[colour] >> (n - 1)) & 1]
        wet = [n for n in seen if n not in dry]
        found.append(tuple([*wet, 0, 0, 0][: EACH - len(dry)]))
    return tuple(found)


@lru_cache(MANY)
def swimmers(lanes: Lanes, say: Say) -> tuple[Group, ...]:
    """Who has fallen in, each colour in its own lane."""
    return tuple(in_lane(colour, lane, say) for colour, lane in enumerate(lanes))


@lru_cache(MANY)
def in_lane(colour: int, lane: tuple[int, ...], say: Say) -> tuple[Part, ...]:
    """Who has fallen in of one colour."""
    return tuple(swimmer(colour, i, known, say) for i, known in enumerate(lane))


def swimmer(colour: int, i: int, known: int, say: Say) -> Part:
    """One that has fallen in."""
    name = f"{marked(colour, say)} {known or ''}".strip()
    symbol = f"swimmer-face-{colour + 1}" + (f" swims-{known}" if known else "")
    where = lane(colour), 650 - 84 * i, 0, SWIMMING, SWIMMERS
    label = say("in the pool: {meeple}", meeple=name)
    return Part(swimmer_id(colour, i, known), symbol, *where, "", "", label)


def swimmer_id(colour: int, i: int, known: int) -> str:
    """The id of a meeple in the pool: by its number, or by its place in the lane."""
    return f"meeple-{NAMES[colour]}-{known}" if known else f"swimmer-{NAMES[colour]}-{i + 1}"


def ways(s: Any, latest: Latest) -> tuple[Part, ...]:
    """The last move along the edge; or both ways that the meeple taken can go."""
    if s.phase == WAY:
        return ways_ahead(s.place, s.number[s.place])
    if latest.start is None or latest.end is None:
        return ()
    return way_behind(latest.start, latest.end)


@cache
def ways_ahead(place: int, number: int) -> tuple[Part, ...]:
    """Both ways that a meeple of this number can go."""
    return (
        *arrow("cw", place, place + number, "way ahead"),
        *arrow("ccw", place, place - number, "way ahead"),
    )


@cache
def way_behind(start: int, end: int) -> tuple[Part, ...]:
    """The way of the last meeple."""
    ahead = (end - start) % PLACES
    return (
        *arrow("last", start, start + (ahead if ahead <= EACH else ahead - PLACES), "way"),
        moved_spot("moved-from", start),
        moved_spot("moved-to", end),
    )


def arrow(name: str, start: int, end: int, classes: str) -> tuple[Part, Part]:
    """An arrow along the edge, with its rim."""
    line = way(start, end)
    return (
        Part(f"way-rim-{name}", layer=WAYS, classes="rim-of-way", path=line),
        Part(f"way-{name}", layer=WAYS + 1, classes=classes, path=line),
    )


def moved_spot(id: str, place: int) -> Part:
    """Where the last meeple came from, or where it went."""
    return Part(id, "moved-spot" if place else "moved-board", *along(place), layer=SPOT)


# the players


def players(
    seen: Position,
    s: Any,
    order: Sequence[int],
    choices: Sequence[str],
    latest: Latest,
    names: Sequence[str],
    say: Say,
) -> list[Group]:
    """The viewer below, the others along the upper edge in order of play."""
    winners = seen.winners() or ()
    accusable = {choice[7] for choice in choices if choice.startswith("accuse ")}
    beside = max(3, len(order) - 1)
    wide = 784 / beside
    x = (800 - wide * (len(order) - 1)) / 2 + 5
    naming = s.phase == NAME and bool(choices)
    found: list[Group] = [sayings(choices, say) if naming else ()]
    for seat in order:
        player = Player(s, seat, names[seat - 1], winners, latest, say)
        if seat == order[0]:
            found.append(player.near(naming))
        else:
            found.append(player.far(x, beside, str(seat) in accusable))
            x += wide
    return found


class Player:
    """What is known of a player."""

    def __init__(
        self,
        s: Any,
        seat: int,
        who: str,
        winners: Sequence[int],
        latest: Latest,
        say: Say,
    ) -> None:
        self.seat, self.who, self.say = seat, who, say
        not_yet = s.phase == STAND or (s.phase == TOKEN and seat > s.player)
        token = int(s.token[seat - 1])
        self.colour = None if not_yet or token == UNKNOWN else token + 1
        self.is_out = not (s.still_in >> (seat - 1)) & 1
        self.ruled_out = 0 if self.is_out else int(s.not_colour[seat - 1])
        if s.phase == END:
            self.is_lit = seat in winners
        else:
            self.is_lit = s.phase not in (STAND, TOKEN) and seat == s.player + 1
        accused = latest.accused
        self.said = accused[1] + 1 if accused is not None and accused[0] == seat else 0
        self.standing = 0
        if self.colour is not None:
            self.standing = bytes(s.colour).count(self.colour - 1)

    def far(self, x: float, beside: int, can: bool) -> tuple[Part, ...]:
        """Another player."""
        return other_player(
            self.seat, self.who, self.colour, self.is_out, self.ruled_out, self.is_lit, self.said,
            x, beside, can, self.say,
        )  # fmt: skip

    def near(self, naming: bool) -> tuple[Part, ...]:
        """The player on the viewer's own side."""
        return own_player(
            self.seat, self.who, self.colour, self.is_out, self.ruled_out, self.is_lit, self.said,
            self.standing, naming, self.say,
        )  # fmt: skip


@lru_cache(MANY)
def other_player(
    seat: int,
    who: str,
    colour: int | None,
    is_out: bool,
    ruled_out: int,
    is_lit: bool,
    said: int,
    x: float,
    beside: int,
    can: bool,
    say: Say,
) -> tuple[Part, ...]:
    """Another player: name, token, colours that it has not, what was said of it last."""
    wide = other_wide(beside)
    symbol = f"panel-{beside}{'-lit' if is_lit else ''}" + (f" panel-ring-{beside}" if can else "")
    label = called(who, colour, is_out, say)
    found = [
        Part(
            f"seat-{seat}",
            symbol,
            x,
            0,
            layer=PANEL,
            classes="touch still" if can else "",
            label=label,
        ),
        name_tag(seat, who, x - 20, 32, wide - (50 if said else 0), PANEL + 1, plain=True),
        token(seat, colour, x + 42, 83, 58),
        *not_colours(seat, ruled_out, x + 80, 84, wide - 80),
    ]
    if is_out and colour is not None:
        where = x + 108, 88, 0, 0.62, PANEL + 1
        found.append(Part(f"out-{seat}", f"swimmer-face-{colour}", *where))
    if said:
        found.append(Part(f"said-{seat}", f"said-{said}", x + wide - 32, 34, 0, 0.62, PANEL + 2))
    return tuple(found)


@lru_cache(MANY)
def own_player(
    seat: int,
    who: str,
    colour: int | None,
    is_out: bool,
    ruled_out: int,
    is_lit: bool,
    said: int,
    standing: int,
    naming: bool,
    say: Say,
) -> tuple[Part, ...]:
    """The viewer's own side: name, secret colour, and how its three meeples are."""
    panel = f"panel-own{'-lit' if is_lit else ''}"
    label = called(who, colour, is_out, say)
    found = [
        Part(f"seat-{seat}", panel, 8, OWN_Y, layer=PANEL, label=label),
        name_tag(seat, who, -12, OWN_Y + 36, 330, PANEL + 1, large=True, plain=True),
        token(seat, colour, 74, OWN_Y + 110, 92),
    ]
    if said:
        found.append(
            Part(f"said-{seat}", f"said-{said}", 350, OWN_Y + 40, 0, 0.62, PANEL + 2)
        )  # fmt: skip
    if naming:
        return tuple(found)
    words = say("secret") if colour is None else colour_name(colour - 1, say)
    if colour is not None and is_out:
        words = say("{colour}, out", colour=words)
    room = 310 if colour is None else 160
    found += [
        Part(
            f"own-{seat}", x=140, y=OWN_Y + 120, layer=PANEL + 1, classes="large-text", text=words
        ),
        *not_colours(seat, ruled_out, 290, OWN_Y + 112, room),
    ]
    if colour is not None:
        for i in range(EACH):
            symbol = f"meeple-face-{colour}" if i < standing else f"drowned-{colour}"
            where = 530 + 98 * i, OWN_Y + 100, 0, 0.9, PANEL + 1
            found.append(Part(f"own-{seat}-{i + 1}", symbol, *where))
    return tuple(found)


def called(who: str, colour: int | None, is_out: bool, say: Say) -> str:
    """A player with what is known of the colour."""
    if colour is None:
        return say("{who}: a secret colour", who=who)
    if is_out:
        return say("{who}: {colour}, out", who=who, colour=marked(colour - 1, say))
    return say("{who}: {colour}", who=who, colour=marked(colour - 1, say))


def token(seat: int, colour: int | None, x: float, y: float, size: float) -> Part:
    """A player's token, face down or with its colour."""
    symbol = "token" if colour is None else f"token-{colour}"
    return Part(token_id(seat), symbol, x, y, 0, round(size / 96, 2), PANEL + 1)


def token_id(seat: int) -> str:
    """The id of a player's token."""
    return f"token-{seat}"


def not_colours(seat: int, ruled_out: int, x: float, y: float, room: float) -> list[Part]:
    """The colours that a wrong accusation has shown a player not to have."""
    colours = [c for c in range(COLOURS) if (ruled_out >> c) & 1]
    step = min(38.0, room / max(1, len(colours)))
    return [
        Part(f"not-{seat}-{c + 1}", f"not-{c + 1}", x + 16 + step * i, y, layer=PANEL + 1)
        for i, c in enumerate(colours)
    ]


def sayings(choices: Sequence[str], say: Say) -> list[Part]:
    """The colours to name, and the choice to stay silent."""
    named = {choice.split()[2] for choice in choices if choice.startswith("accuse ")}
    found = []
    for i, name in enumerate(NAMES):
        where = 170 + 86 * i, OWN_Y + 172, 0, 1, CHOICE
        can = name in named
        symbol = f"say-{i + 1}" if can else f"unsaid-{i + 1}"
        classes = "small-text centred touch deed" if can else "small-text centred faded"
        said = marked(i, say)
        found.append(Part(f"colour-{name}", symbol, *where, classes, colour_name(i, say), said))
    where = 722, OWN_Y + 172, 0, 1, CHOICE
    words, label = say("silent"), say("stay silent")
    return [*found, Part("silent", "silent", *where, "small-text centred touch deed", words, label)]


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
    s = state(seen)
    taken = meeple_id(int(s.place), int(s.colour[s.place]), int(s.number[s.place]))
    return (taken, f"place-{where_to(seen, word) + 1}")


def changes(before: Position, after: Position, step: Step, seat: int | None) -> Sequence[Motion]:
    """A meeple goes along the edge, whoever is pushed falls in, a token is turned over."""
    then, now = state(before), state(after)
    motions: list[Motion] = []
    start = end = NONE
    if step.action in ("cw", "ccw"):
        start, end = then.place, where_to(before, step.action)
        motions.append(walked(start, end, step.action, then.colour[start], then.number[start],
                              now.number[end]))  # fmt: skip
    stood, stands = standing_of(then), standing_of(now)
    if stood != stands or lanes(then) != lanes(now):
        motions += fallen(stood, stands, lanes(then), lanes(now), start, end)
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


@lru_cache(MANY)
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


@lru_cache(MANY)
def renumbered(stood: Standing, stands: Standing, moved: int) -> tuple[Motion, ...]:
    """Meeples that stay where they are and show, or no longer show, their number."""
    found = []
    for place, (old, number, new, shown) in enumerate(zip(*stood, *stands, strict=True)):
        if place != moved and old == new < COLOURS and number != shown:
            was = meeple_id(place, old, number)
            found.append(Motion(meeple_id(place, new, shown), was=was))
    return tuple(found)
