"""The end of a game: who won and why, in words and numbers."""

from __future__ import annotations

from collections.abc import Callable

from waterside.core.position import Position
from waterside.games.cromado.rules import STONES
from waterside.games.splash.notation import NAMES
from waterside.games.splash.rules import PLACES
from waterside.terminal.palette import MARKS, seat_name, state


def ending(position: Position, viewer: int | None = None) -> list[str]:
    """Who has won, and why."""
    winners = position.winners() or []
    name = position.game.name
    called = [seat_name(name, seat, viewer) for seat in winners]
    if len(winners) == 1:
        verb = "have" if winners[0] == viewer else "has"
        first = f"{called[0]} {verb} won!"
    else:
        first = f"A draw between {' and '.join(called).replace('You', 'you')}."
    because = WHY.get(name)
    if because is None:
        scores = enumerate(position.scores(), 1)
        return [first, "Points: " + ", ".join(f"seat {seat} {points}" for seat, points in scores)]
    return [first, *because(position)]


def crocodile(position: Position) -> list[str]:
    """Tiles on the bars, then the numbers of the crocodiles there."""
    s = state(position)
    if s.in_pool[0] and s.in_pool[1]:
        ended = f"{s.quiet} turns in a row went by quietly, so the game is over."
    elif s.in_pool[0] or s.in_pool[1]:
        ended = f"Only {'Red' if s.in_pool[0] else 'Yellow'} is left in the pool."
    else:
        ended = "The pool is empty."
    tiles = f"Tiles on the bar: Red {s.on_bar[0]}, Yellow {s.on_bar[1]}."
    if s.on_bar[0] != s.on_bar[1]:
        return [ended, tiles]
    sums = f"Their open crocodiles add up to: Red {s.sum_on_bar[0]}, Yellow {s.sum_on_bar[1]}."
    return [ended, tiles, sums]


def cromado(position: Position) -> list[str]:
    """Stones on the goals."""
    s = state(position)
    scores = position.scores()
    goals = ", ".join(f"seat {seat} {stones}" for seat, stones in enumerate(scores, 1))
    if STONES in scores:
        ended = f"All {STONES} stones are on the goal island."
    else:
        ended = f"{s.turns} turns have been played, so the game is over."
    return [ended, f"Stones on the goal: {goals}."]


def splash(position: Position) -> list[str]:
    """The last one still in, or the meeple nearest to the diving board."""
    s = state(position)
    secrets = ", ".join(
        f"seat {seat + 1} {NAMES[s.token[seat]]} {MARKS[s.token[seat]]}"
        for seat in range(s.players)
    )
    colours = f"The colours were: {secrets}."
    staying = [seat for seat in range(s.players) if (s.still_in >> seat) & 1]
    if len(staying) == 1:
        return ["Everybody else is out.", colours]
    owners = {int(s.token[seat]): seat + 1 for seat in staying}
    standing = [
        (min(place, PLACES - place), place, owners[int(s.colour[place])])
        for place in range(PLACES)
        if int(s.colour[place]) in owners
    ]
    nearest = min(standing)[0]
    lines = [
        f"Nearest to the diving board, {nearest} away: seat {seat}'s "
        f"{NAMES[s.colour[place]]} {MARKS[s.colour[place]]} on place {place + 1}"
        + (f", number {s.number[place]}." if s.number[place] else ".")
        for distance, place, seat in standing
        if distance == nearest
    ]
    if len(lines) > 1 and len({seat for d, _, seat in standing if d == nearest}) > 1:
        lines.append("They are equally near, so the higher number decides.")
    return [*lines, colours]


def kariba(position: Position) -> list[str]:
    """Cards won."""
    won = ", ".join(f"seat {seat} {cards}" for seat, cards in enumerate(position.scores(), 1))
    return ["A hand is empty and no card is left to draw.", f"Cards won: {won}."]


WHY: dict[str, Callable[[Position], list[str]]] = {
    "crocodile": crocodile,
    "cromado": cromado,
    "splash": splash,
    "kariba": kariba,
}
