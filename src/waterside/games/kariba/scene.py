"""Kariba's parts: cards at the waterhole and in hands, the pile, what each player has won.

Cards of one animal are alike, and so are cards face down, so an id names a place: the third zebra
from the bottom at the waterhole, the second card of another hand. ``changes`` says which card goes
on as which, so that a card played is seen to come from where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from waterside.core.position import Position
from waterside.games.kariba.rules import ANIMALS, MOUSE, UNKNOWN
from waterside.games.kariba.scenery import (
    HAND_Y,
    MIDDLE,
    OPEN_CARD,
    OPEN_STEP,
    PLACES,
    SIZE,
    layers,
    won_layers,
)
from waterside.games.kariba.scenery import scenery as board
from waterside.games.kariba.text import animal_name
from waterside.pictures.scene import Group, Motion, Part, Scenery, Step, turned
from waterside.pictures.things import name_tag
from waterside.text.language import Say
from waterside.text.narration import seat_names, state

HAND_CARD = 1.32
HELD_CARD = 0.42
SPECTATED = 0.92
MANY = 1 << 13
BOARDS = 1 << 10
"""Whole boards that are remembered: one is asked for again soon or never."""
# from the table up
PANEL, LYING, TOUCHED, COUNTED, HELD, HAND = 1, 10, 30, 31, 40, 50

Held = tuple[int | None, ...]
"""The cards of a hand that is not the viewer's: animals from 0 on, None for a back."""


def variant(seen: Position, seat: int | None) -> str:
    """There is one board."""
    return "waterhole"


def scenery(variant: str) -> Scenery:
    """The waterhole."""
    return {"waterhole": board}[variant]()


def title(seen: Position, say: Say) -> str:
    """What is to be seen."""
    return say("Kariba: the waterhole")


def fixtures(variant: str, say: Say) -> tuple[Part, ...]:
    """Nothing: the places say how many cards lie there."""
    return ()


def parts(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> list[Group]:
    """The waterhole, the pile and open cards, all players."""
    s = state(seen)
    called = names or seat_names(seen, say)
    found: list[Group] = [
        *waterhole(bytes(s.waterhole), played_last(last), say),
        middle(s.pile_size, s.market, bytes(s.open), say),
    ]
    stacks = bytes(s.won)
    order = turned(seen.players, seat)
    winners: Sequence[int] = ()
    actor = s.player + 1
    if seen.is_over:
        winners, actor = seen.winners() or (), 0
    others = len(order) - 1
    wide = (SIZE[0] - 16) / max(2, others)
    left = (SIZE[0] - wide * others) / 2 + 6
    for who in order:
        lit = who == actor or who in winners
        won = sum(stacks[ANIMALS * (who - 1) : ANIMALS * who])
        name, size = called[who - 1], s.hand_size[who - 1]
        if who == order[0]:
            found.append(own_place(who, name, size, won, lit, say))
            hand = spectated(s, who) if seat is None else own_hand(hand_of(s.hands, who), say)
            found.append(hand)
        else:
            each = 3 if others == 3 else 2
            found.append(other_place(who, name, left, each, size, won, lit, say))
            found.append(
                held_cards(who, held(s, who), left + 12 + 50 * HELD_CARD, 46, HELD_CARD, 26)
            )
            left += wide
    return found


def played_last(last: Sequence[Step]) -> int | None:
    """The animal that was played in the last turn."""
    for step in reversed(last):
        if isinstance(step.actor, int) and step.action and "x" in step.action:
            return int(step.action[0]) - 1
    return None


@lru_cache(BOARDS)
def waterhole(cards: bytes, latest: int | None, say: Say) -> tuple[Group, ...]:
    """The eight places with so many cards each."""
    return tuple(
        cards_of(animal, there, animal == latest, say) for animal, there in enumerate(cards)
    )


@lru_cache(MANY)
def cards_of(animal: int, there: int, is_latest: bool, say: Say) -> tuple[Part, ...]:
    """One place with so many cards, every one a little higher than the one below."""
    if not there:
        return (place(animal, there, say),)
    return (
        place(animal, there, say),
        *(at_place(animal, i, False) for i in range(there - 1)),
        at_place(animal, there - 1, is_latest),
        counted(animal, there),
    )


def place(animal: int, count: int, say: Say) -> Part:
    """Where cards of an animal are put."""
    label = say.n(
        "{animal}, number {number}: {count} card at the waterhole",
        "{animal}, number {number}: {count} cards at the waterhole",
        count, animal=animal_name(animal, say), number=animal + 1,
    )  # fmt: skip
    x, y = PLACES[animal]
    return Part(f"place-{animal + 1}", "place", x, y, layer=TOUCHED, classes="touch", label=label)


@cache
def at_place(animal: int, i: int, is_latest: bool) -> Part:
    """A card at its place, counted from the bottom."""
    x, y = PLACES[animal]
    symbol = f"card-{animal + 1} played-last" if is_latest else f"card-{animal + 1}"
    return Part(hole_id(animal, i), symbol, x + 2.5 * i, y + 4 - 5 * i, layer=LYING + i)


def counted(animal: int, count: int) -> Part:
    """How many cards lie at a place."""
    x, y = PLACES[animal]
    return Part(f"count-{animal + 1}", f"count-{count}", x, y, layer=COUNTED)


@lru_cache(MANY)
def middle(in_pile: int, market: int, cards: bytes, say: Say) -> tuple[Part, ...]:
    """The pile, and the open cards where they are played with."""
    wide = OPEN_STEP * OPEN_CARD
    left = MIDDLE[0] - (wide * (3 if market else 0)) / 2
    found = [pile(in_pile, left, say)]
    left += wide
    for animal, there in enumerate(cards):
        if there:
            found.append(opened(animal, there, left, say))
            found += [open_card(animal, i, left + wide * i) for i in range(there)]
            left += wide * there
    return tuple(found)


@lru_cache(MANY)
def pile(count: int, x: float, say: Say) -> Part:
    """The cards that are left."""
    label = say.n("the pile, {count} card left", "the pile, {count} cards left", count)
    symbol = f"pile-{layers(count)} left-{count}"
    return Part("pile", symbol, x, MIDDLE[1], 0, OPEN_CARD, LYING, "touch", "", label)


@lru_cache(MANY)
def opened(animal: int, count: int, x: float, say: Say) -> Part:
    """Where open cards of an animal are touched to take one."""
    label = say.n(
        "{animal}, number {number}: {count} open card",
        "{animal}, number {number}: {count} open cards",
        count, animal=animal_name(animal, say), number=animal + 1,
    )  # fmt: skip
    where = x, MIDDLE[1], 0, OPEN_CARD, TOUCHED
    return Part(f"open-{animal + 1}", f"open-{count}", *where, "touch", "", label)


@lru_cache(MANY)
def open_card(animal: int, i: int, x: float) -> Part:
    """An open card."""
    return Part(open_id(animal, i), f"card-{animal + 1}", x, MIDDLE[1], 0, OPEN_CARD, LYING)


@lru_cache(MANY)
def other_place(
    seat: int, name: str, x: float, each: int, size: int, won: int, lit: bool, say: Say
) -> tuple[Part, ...]:
    """Another player: name, and cards won; ``each`` is how many players share the upper edge."""
    wide = (SIZE[0] - 16) / each - 12
    return (
        Part(
            f"player-{seat}", f"panel-{each}{'-lit' if lit else ''}", x, 0, layer=PANEL,
            label=in_hand(name, size, say),
        ),
        name_tag(seat, name, x + 12, 29, wide - 20, PANEL + 1, large=True),
        *stack(seat, name, won, x + wide - 63, 73.4, HELD_CARD, 1, say),
    )  # fmt: skip


@lru_cache(MANY)
def own_place(seat: int, name: str, size: int, won: int, lit: bool, say: Say) -> tuple[Part, ...]:
    """The viewer's own side; for a spectator that of seat 1."""
    return (
        Part(
            f"player-{seat}", f"panel-own{'-lit' if lit else ''}", 8, HAND_Y - 18, layer=PANEL,
            label=in_hand(name, size, say),
        ),
        name_tag(seat, name, 22, HAND_Y + 10, 640, PANEL + 1, large=True),
        *stack(seat, name, won, 732, HAND_Y + 118, 0.8, 0.8, say),
    )  # fmt: skip


def in_hand(name: str, count: int, say: Say) -> str:
    """How many cards a player has, in words."""
    return say.n("{who}: {count} card in hand", "{who}: {count} cards in hand", count, who=name)


def stack(
    seat: int, name: str, count: int, x: float, y: float, size: float, badge: float, say: Say
) -> list[Part]:
    """What a player has won, face down, with its number."""
    label = say.n("{who}: {count} card won", "{who}: {count} cards won", count, who=name)
    where = x + 32 * size, y + 8 * size, 0, size * badge, PANEL + 2
    return [
        Part(won_id(seat), f"won-{won_layers(count)}", x, y, 0, size, PANEL + 1, "", "", label),
        Part(f"total-{seat}", f"total-{count}", *where),
    ]


def held(s: Any, seat: int) -> Held:
    """A hand that is not the viewer's: cards that all have seen taken, then backs."""
    player = seat - 1
    shown = s.known if s.hands[player, MOUSE] == UNKNOWN else s.hands
    return held_of(hand_of(shown, seat), s.hand_size[player])


@lru_cache(MANY)
def held_of(shown: bytes, size: int) -> Held:
    """So many cards, of which these are shown."""
    known = [animal for animal, count in enumerate(shown) for _ in range(count)]
    return (*known, *[None] * (size - len(known)))


def hand_of(hands: Any, seat: int) -> bytes:
    """How many cards of each animal a seat has."""
    return bytes(hands)[ANIMALS * (seat - 1) : ANIMALS * seat]


def spectated(s: Any, seat: int) -> tuple[Part, ...]:
    """The hand at the near side that is not the viewer's, for spectators."""
    return held_cards(seat, held(s, seat), 200 + 50 * SPECTATED, HAND_Y + 34, SPECTATED, 2.2 * 26)


@lru_cache(MANY)
def held_cards(
    seat: int, cards: Held, x: float, y: float, size: float, step: float
) -> tuple[Part, ...]:
    """Cards of a hand that is not the viewer's, from x on."""
    return tuple(
        held_card(seat, i, card, x + step * i, y + 70 * size, size) for i, card in enumerate(cards)
    )


@lru_cache(MANY)
def held_card(seat: int, i: int, card: int | None, x: float, y: float, size: float) -> Part:
    """A card of such a hand."""
    symbol = "card-back" if card is None else f"card-{card + 1}"
    return Part(held_id(seat, i), symbol, x, y, 0, size, HELD + i)


@lru_cache(MANY)
def own_hand(cards: bytes, say: Say) -> tuple[Part, ...]:
    """The viewer's cards in a fan, alike ones together: the k-th from the right of its kind
    stands for playing k of them.
    """
    size = sum(cards)
    found: list[Part] = []
    for animal, count in enumerate(cards):
        for k in range(count, 0, -1):
            found.append(own_card(animal, k, len(found), size, say))
    return tuple(found)


@lru_cache(MANY)
def own_card(animal: int, count: int, index: int, size: int, say: Say) -> Part:
    """A card of the viewer's hand; to touch it is to choose so many of this animal."""
    step = min(124, 480 / max(1, size - 1))
    lean = index - (size - 1) / 2
    return Part(
        hand_id(animal, count),
        f"card-{animal + 1} card-ring",
        346 + step * lean,
        HAND_Y + 124 + 4 * lean * lean,
        3 * lean,
        HAND_CARD,
        HAND + index,
        f"touch lifts run-{animal + 1}",
        "",
        say("{animal} ×{count}", animal=animal_name(animal, say), count=count),
    )


def hole_id(animal: int, i: int) -> str:
    """The id of a card at the waterhole, from the bottom up, all from 0 on."""
    return f"hole-{animal + 1}-{i + 1}"


def hand_id(animal: int, k: int) -> str:
    """The id of a card of the viewer's hand: the k-th of its kind from the right."""
    return f"hand-{animal + 1}-{k}"


def held_id(seat: int, i: int) -> str:
    """The id of a card of another hand, by its place in the fan."""
    return f"held-{seat}-{i + 1}"


def open_id(animal: int, i: int) -> str:
    """The id of an open card, by its place among those of its kind."""
    return f"market-{animal + 1}-{i + 1}"


def won_id(seat: int) -> str:
    """The id of the cards that a player has won."""
    return f"won-{seat}"


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """The ids that the player to act touches: a card and its place; the pile; an open card."""
    return touched(action)


@cache
def touched(action: str) -> tuple[str, ...]:
    """The same, in any position."""
    if action == "pile":
        return ("pile",)
    if action.startswith("open "):
        return (f"open-{action[5:]}",)
    animal, count = action.split("x")
    return (hand_id(int(animal) - 1, int(count)), f"place-{animal}")


def changes(before: Position, after: Position, step: Step, seat: int | None) -> Sequence[Motion]:
    """Cards go from hand to waterhole to the winner's stack, from the pile or the open ones to a
    hand.
    """
    then, now = state(before), state(after)
    who = then.player + 1
    action = step.action or "draw"
    if action == "pile":
        return ()
    if "x" in action:
        animal, count = int(action[0]) - 1, int(action[2:])
        first = then.waterhole[animal]
        if who == seat:
            left = then.hands[who - 1, animal] - count
            motions = played_by_viewer(animal, first, count, left)
        else:
            motions = played(who, held(then, who), animal, first, count)
        return (*motions, *chased(bytes(then.waterhole), bytes(now.waterhole), who))
    if action.startswith("opens "):
        animal = int(action[6:]) - 1
        new = open_id(animal, then.open[animal])
        return (Motion(new, start="pile", how="turn", back="card-back"),)
    was = ""
    if action.startswith("open "):
        animal = int(action[5:]) - 1
        was = open_id(animal, now.open[animal])
    if who == seat:
        return taken_by_viewer(hand_of(then.hands, who), hand_of(now.hands, who), was)
    return taken(who, held(then, who), held(now, who), was)


@lru_cache(MANY)
def played_by_viewer(animal: int, first: int, count: int, left: int) -> tuple[Motion, ...]:
    """Cards go from the viewer's hand to their place, where ``first`` lay before; others of their
    kind, as many as are ``left``, are counted from the start.
    """
    return (
        *(Motion(hole_id(animal, first + i), was=hand_id(animal, count - i)) for i in range(count)),
        *(Motion(hand_id(animal, k + 1), was=hand_id(animal, k + 1 + count)) for k in range(left)),
    )


@lru_cache(MANY)
def played(who: int, cards: Held, animal: int, first: int, count: int) -> tuple[Motion, ...]:
    """Cards go from another hand to their place, and the others close the gap."""
    # cards that all know of are played first, as the rules count them
    known = [i for i, card in enumerate(cards) if card == animal]
    unknown = [i for i, card in enumerate(cards) if card is None]
    used = (known + unknown[::-1])[:count]
    staying = [i for i in range(len(cards)) if i not in used]
    return (
        *(
            Motion(hole_id(animal, first + n), was=held_id(who, i), how="turn", back="card-back")
            if cards[i] is None
            else Motion(hole_id(animal, first + n), was=held_id(who, i))
            for n, i in enumerate(used)
        ),
        *(Motion(held_id(who, n), was=held_id(who, i)) for n, i in enumerate(staying) if n != i),
    )


def chased(then: bytes, now: bytes, who: int) -> tuple[Motion, ...]:
    """Cards that were chased away go to the player's stack."""
    for animal, count in enumerate(then):
        if count and not now[animal]:  # only ever one kind
            return cards_chased(animal, count, who)
    return ()


@cache
def cards_chased(animal: int, count: int, who: int) -> tuple[Motion, ...]:
    """So many cards of an animal go to the player's stack."""
    return tuple(Motion(hole_id(animal, i), end=won_id(who), late=True) for i in range(count))


def taken_by_viewer(then: bytes, now: bytes, was: str) -> tuple[Motion, ...]:
    """A card comes to the viewer's hand: an open one, or one from the pile, which turns over."""
    animal = next(animal for animal in range(ANIMALS) if now[animal] > then[animal])
    return card_taken(hand_id(animal, now[animal]), was)


@cache
def card_taken(new: str, was: str) -> tuple[Motion, ...]:
    """A card comes to the viewer's hand under this id."""
    return (Motion(new, was) if was else Motion(new, start="pile", how="turn", back="card-back"),)


@lru_cache(MANY)
def taken(who: int, then: Held, now: Held, was: str) -> tuple[Motion, ...]:
    """A card comes to another hand; the others make room."""
    size = len(then)
    place = next((i for i in range(size) if then[i] != now[i]), size)
    return (
        Motion(held_id(who, place), was, start="" if was else "pile"),
        *(Motion(held_id(who, i + 1), was=held_id(who, i)) for i in range(place, size)),
    )
