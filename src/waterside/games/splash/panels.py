"""The players beside Splash Party's pool, as parts: names, tokens, what is said of them and what the
viewer may say.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from waterside.core.position import Position
from waterside.games.splash.board import COLOURS, EACH, END, NAME, STAND, TOKEN, UNKNOWN
from waterside.games.splash.notation import NAMES
from waterside.games.splash.pieces import BOARDS, CHOICE, MANY, PANEL, Latest, signed
from waterside.games.splash.scenery import OWN_Y, other_wide
from waterside.games.splash.text import colour_name, marked
from waterside.pictures.scene import Group, Part
from waterside.pictures.things import name_tag
from waterside.text.language import Say


def players(
    seen: Position,
    s: Any,
    order: tuple[int, ...],
    choices: Sequence[str],
    latest: Latest,
    names: Sequence[str],
    say: Say,
) -> list[Group]:
    """The viewer below, the others along the upper edge in order of play."""
    phase, actor = s.phase, s.player + 1
    naming = phase == NAME and bool(choices)
    lit: tuple[int, ...] = (actor,)
    with_token = seen.players
    if phase == END:
        lit = tuple(seen.winners() or ())
    elif phase in (STAND, TOKEN):
        lit = ()
        with_token = actor - 1 if phase == TOKEN else 0
    own = s.token[order[0] - 1]
    standing = bytes(s.colour).count(own) if order[0] <= with_token and own != UNKNOWN else 0
    accusable = frozenset(choice[7] for choice in choices if choice.startswith("accuse "))
    return [
        sayings(choices, say) if naming else (),
        *panels(
            bytes(s.token), with_token, s.still_in, bytes(s.not_colour), standing, lit, naming,
            accusable, latest.accused, order, tuple(names), say,
        ),
    ]  # fmt: skip


@lru_cache(BOARDS)
def panels(
    tokens: bytes,
    with_token: int,
    still_in: int,
    not_colour: bytes,
    standing: int,
    lit: tuple[int, ...],
    naming: bool,
    accusable: frozenset[str],
    said_last: tuple[int, int] | None,
    order: tuple[int, ...],
    names: tuple[str, ...],
    say: Say,
) -> tuple[Group, ...]:
    """All players; ``standing`` of the viewer's meeples are still dry, and the seats up to
    ``with_token`` have a token.
    """
    beside = max(3, len(order) - 1)
    wide = 784 / beside
    x = (800 - wide * (len(order) - 1)) / 2 + 5
    accused, said = said_last or (0, 0)
    found: list[Group] = []
    for seat in order:
        token = signed(tokens)[seat - 1]
        colour = None if seat > with_token or token == UNKNOWN else token + 1
        is_out = not (still_in >> (seat - 1)) & 1
        ruled_out = 0 if is_out else not_colour[seat - 1]
        known = colour, is_out, ruled_out, seat in lit, said + 1 if accused == seat else 0
        if seat == order[0]:
            found.append(own_player(seat, names[seat - 1], *known, standing, naming, say))
        else:
            can = str(seat) in accusable
            found.append(other_player(seat, names[seat - 1], *known, x, beside, can, say))
            x += wide
    return tuple(found)


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
