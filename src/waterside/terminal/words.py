"""What a choice means and what chance brought, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from waterside.core.position import Position
from waterside.games.crocodile import notation as pool
from waterside.games.crocodile.board import A1, EMPTY
from waterside.games.crocodile.rules import HIDDEN
from waterside.games.kariba.rules import DEAL, ELEPHANT, ENOUGH
from waterside.games.splash import rules as party
from waterside.games.splash.notation import NAMES
from waterside.terminal.palette import ANIMALS, MARKS, animals, seat_name, state


def meaning(seen: Position, action: str) -> str:
    """What this choice of a player means; empty where the notation says it all."""
    explain = MEANINGS.get(seen.game.name)
    return explain(seen, action) if explain else ""


def crocodile(seen: Position, action: str) -> str:
    """Swimmers move, crocodiles move and eat."""
    s = state(seen)
    if action == "pass":
        return "nothing else is possible"
    if action.startswith("place"):
        return "put a swimmer here"
    if action.startswith("flip"):
        return "turn this swimmer over"
    start, _, end = action.replace("x", "-").partition("-")
    tile = s.shows[A1 + pool.field(start)]
    who = "swimmer" if s.number[tile] == HIDDEN else f"the {s.number[tile]}"
    if s.height[tile] > 1:
        who += f" with its stack of {s.height[tile]}"
    if end == "bar":
        return f"{who} goes to the bar"
    eaten = s.shows[A1 + pool.field(end)]
    if eaten == EMPTY or start == end:
        return f"{who} moves"
    prey = "a swimmer" if s.number[eaten] == HIDDEN else f"the {s.number[eaten]}"
    if s.height[eaten] > 1:
        prey += f" and its stack of {s.height[eaten]}"
    return f"{who} eats {prey}"


def cromado(seen: Position, action: str) -> str:
    """Bridges and walks."""
    if action == "keep":
        return "leave all bridges where they are"
    verb, _, place = action.partition(" ")
    if place:
        column, line = place[0], int(place[1:-1])
        if place[-1] == "h":
            covered = [f"{chr(ord(column) + i)}{line}" for i in range(3)]
        else:
            covered = [f"{column}{line + i}" for i in range(3)]
        return f"{'lift ' if verb == 'take' else ''}{' '.join(covered)}"
    start, _, end = action.partition("-")
    if start == "home":
        return "a stone leaves home"
    return "a stone reaches the goal" if end == "goal" else "a stone walks"


def splash(seen: Position, action: str) -> str:
    """Taking, walking, naming."""
    s = state(seen)
    if action == "silent":
        return "name nobody"
    if action.startswith("take"):
        return meeple(seen, int(action.split()[1]) - 1)
    if action.startswith("accuse"):
        _, seat, colour = action.split()
        return f"say that seat {seat} is {colour} {MARKS[NAMES.index(colour)]}"
    step = int(s.number[s.place]) * (1 if action == "cw" else -1)
    end = (int(s.place) + step) % party.PLACES
    way = "↻" if action == "cw" else "↺"
    falls = f", pushes {meeple(seen, end)}" if s.colour[end] != party.NONE else ""
    return f"{way} to {end + 1}{falls}"


def meeple(seen: Position, place: int) -> str:
    """The meeple on a place: ``blue ◆ 2``, without a number that nobody has seen."""
    s = state(seen)
    colour = int(s.colour[place])
    known = f" {s.number[place]}" if s.number[place] else ""
    return f"{NAMES[colour]} {MARKS[colour]}{known}"


def kariba(seen: Position, action: str) -> str:
    """Playing cards, with whom they chase away, and filling the hand."""
    s = state(seen)
    if action == "pile":
        return "a card from the pile"
    if action.startswith("open"):
        return f"the open {ANIMALS[int(action.split()[1]) - 1]}"
    animal, count = (int(part) for part in action.split("x"))
    animal -= 1
    said = animals(animal, count)
    if s.waterhole[animal] + count < ENOUGH:
        return said
    weaker = [ELEPHANT] if animal == 0 else range(animal - 1, -1, -1)
    chased = next((other for other in weaker if s.waterhole[other]), None)
    return said if chased is None else f"{said}: win {animals(chased, int(s.waterhole[chased]))}"


MEANINGS: dict[str, Callable[[Position, str], str]] = {
    "crocodile": crocodile,
    "cromado": cromado,
    "splash": splash,
    "kariba": kariba,
}


@dataclass(frozen=True)
class Event:
    """Something that happened: what one seat may know of it, and what everybody may."""

    public: str = ""
    seat: int | None = None
    """The seat it concerns; it reads ``private`` instead."""
    private: str = ""

    def told_to(self, viewer: int | None) -> str:
        """The words for this seat; empty if there are none."""
        return self.private if self.seat is not None and viewer == self.seat else self.public


def event(before: Position, after: Position) -> Event:
    """What the action between two positions means for those at the table."""
    action = after.action or ""
    name = before.game.name
    if before.actor == "chance":
        tell = CHANCES.get(name)
        if tell:
            return tell(before, after, action)
        return Event() if has_secrets(before) else Event(f"{action}.")
    assert isinstance(before.actor, int)
    if (name, action) == ("kariba", "pile"):
        return Event()
    words = meaning(before.seen_by(None), action)
    said = f"{action} ({words})" if words else action
    if name == "splash":
        said += leavers(before, after)
    public = f"{seat_name(name, before.actor)}: {said}."
    return Event(public, before.actor, f"You: {said}.")


def has_secrets(position: Position) -> bool:
    """Whether something here is not for everybody's eyes."""
    return position.seen_by(None) != position


def leavers(before: Position, after: Position) -> str:
    """Who has to leave the party, with the colour that everybody sees now."""
    s, then = state(after), state(before)
    gone = [p for p in range(s.players) if (then.still_in & ~s.still_in) >> p & 1]
    return "".join(f"; seat {p + 1} is {NAMES[s.token[p]]} and out" for p in gone)


def revealed(before: Position, after: Position, action: str) -> Event:
    """The number under a swimmer."""
    stuck = " It cannot move." if state(after).flipped < 0 else ""
    return Event(f"Under it is the {action.split()[1]}.{stuck}")


def rolled(before: Position, after: Position, action: str) -> Event:
    """The die, and whether nothing fits."""
    then, s = state(before), state(after)
    seat = int(then.player) + 1
    more = ""
    if after.actor == "chance":
        again = s.player == then.player and s.turns == then.turns
        more = " Nothing fits: once more." if again else " Nothing fits."
    said = f"a {action.split()[1]}.{more}"
    return Event(f"{seat_name('cromado', seat)} rolls {said}", seat, f"You roll {said}")


def turned_up(before: Position, after: Position, action: str) -> Event:
    """Secret colours, numbers shown, meeples that fall in."""
    s = state(before)
    word, _, what = action.partition(" ")
    if word == "stand":
        return Event()
    if word == "token":
        seat = int(s.player) + 1
        mark = MARKS[NAMES.index(what)]
        return Event("", seat, f"Your secret colour is {what} {mark}.")
    if word == "shows":
        return Event(f"The {meeple(before, int(s.place))} is a {what}.")
    colour = NAMES[s.sunk]
    out = leavers(before, after)
    return Event(
        f"The {colour} in the pool "
        + (f"shows a {what}" if what else "shows no number")
        + out
        + "."
    )


def drawn(before: Position, after: Position, action: str) -> Event:
    """A card for one player alone, or one laid open for all."""
    s = state(before)
    word, _, what = action.partition(" ")
    card = f"{ANIMALS[int(what) - 1]} ({what})"
    if word == "opens":
        return Event(f"Laid open: {card}.")
    if s.phase == DEAL:
        return Event()
    seat = int(s.player) + 1
    return Event(f"Seat {seat} draws a card.", seat, f"You draw: {card}.")


CHANCES: dict[str, Callable[[Position, Position, str], Event]] = {
    "crocodile": revealed,
    "cromado": rolled,
    "splash": turned_up,
    "kariba": drawn,
}
