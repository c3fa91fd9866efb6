"""What Crocodile Pool Party says about touches: what comes next, and why something cannot be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waterside.core.position import Position
from waterside.games.crocodile.board import A1, EACH, HIDDEN, MOVE_ON, PLACE, SIX
from waterside.games.crocodile.moves import may_leave
from waterside.games.crocodile.notation import field, name
from waterside.games.crocodile.rules import OWN_ROWS, field_of_row, own_row
from waterside.games.crocodile.scene import BARS, TILE_IDS
from waterside.text.language import Say
from waterside.text.narration import state


def prompt_after(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Where the chosen tile may go."""
    s = state(seen)
    tile = tile_of(touched[0])
    if s.phase == PLACE or tile is None:
        return say("Place a swimmer in one of your rows")
    number = int(s.number[tile])
    if number == HIDDEN and s.phase != MOVE_ON:
        return say("Move the swimmer one or two fields, or turn it over")
    return say.n(
        "Move the {count} exactly {count} field", "Move the {count} exactly {count} fields", number
    )


def why_not(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Whose a tile is, how it moves, or what has to be done first."""
    s = state(seen)
    tile, chosen = tile_of(touched[-1]), tile_of(touched[0]) if len(touched) > 1 else None
    if s.phase == PLACE:
        return why_not_placed(s, touched[-1], say)
    if tile is not None and tile // EACH == s.player:
        return why_not_moved(s, tile, say)
    if chosen is not None:
        return why_not_there(s, chosen, tile, touched[-1], say)
    if tile is not None:
        return say("This tile belongs to {who}: choose one of yours.", who=names[tile // EACH])
    if touched[-1].startswith(("cell-", "bar-")):
        return say("First choose the tile that you move.")
    if touched[-1] == "flip":
        return say("First choose the swimmer that you turn over.")
    return ""


def tile_of(part: str) -> int | None:
    """The tile that a part is."""
    return TILE_IDS.index(part) if part in TILE_IDS else None


def why_not_placed(s: Any, part: str, say: Say) -> str:
    """Why no swimmer can be placed there."""
    if not part.startswith("cell-"):
        return say("First all swimmers are placed.")
    place = part.removeprefix("cell-")
    if 0 <= own_row(s.player, A1 + field(place)) < OWN_ROWS:
        return say("Row {row} is full.", row=place[1:])
    rows = [name(field_of_row(s.player, row) - A1)[1:] for row in (0, OWN_ROWS - 1)]
    return say("Your swimmers start in rows {first} to {last}.", first=rows[0], last=rows[1])


def why_not_moved(s: Any, tile: int, say: Say) -> str:
    """Why an own tile cannot be chosen, or not be swum onto."""
    if s.at[tile] < A1:
        return say("This tile has left the pool.")
    if s.phase == MOVE_ON and tile != s.flipped:
        return say(
            "You have turned the {number} over: it has to move.", number=int(s.number[s.flipped])
        )
    top = s.shows[s.at[tile]]
    if top != tile:
        return say("This tile lies in a stack: only the top one moves.")
    return say(
        "{rule} From {place} it cannot.", rule=movement(s, tile, say), place=name(s.at[tile] - A1)
    )


def why_not_there(s: Any, chosen: int, tile: int | None, part: str, say: Say) -> str:
    """Why the chosen tile cannot go there."""
    if part.startswith("bar-") and part != BARS[s.bar[s.player]][2]:
        return say("Your bar is at the other end.")
    if part.startswith("bar-") and not may_leave(s.arrived, s.height[chosen]):
        return say("The first to arrive at a bar has to be a stack.")
    if tile is not None and int(s.number[chosen]) == HIDDEN:
        return say("A swimmer eats nobody: it needs an empty field.")
    if part == "flip":
        return say("It is a crocodile already.")
    return movement(s, chosen, say)


def movement(s: Any, tile: int, say: Say) -> str:
    """How a tile moves."""
    number = int(s.number[tile])
    if number == HIDDEN:
        return say(
            "A swimmer moves one or two fields, with one turn at most, through empty fields."
        )
    if number == 1:
        return say("The 1 moves one field in any direction.")
    if number == SIX:
        return say("The 6 moves exactly 6 fields, with two turns at most, through empty fields.")
    return say(
        "The {number} moves exactly {number} fields, with one turn at most, through empty fields.",
        number=number,
    )
