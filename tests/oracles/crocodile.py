"""Crocodile Pool Party, read a second time.

A plain and slow second reading of the numbered statements CROC-01 to CROC-54, written without
looking at the real rules and used by the tests to check them. Nothing here is meant to be fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

Field = tuple[int, int]  # column 1..6 (a..f), row 1..14

COLUMNS = "abcdef"
ROWS = 14
ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def name_of(field: Field) -> str:
    return COLUMNS[field[0] - 1] + str(field[1])


def field_of(name: str) -> Field:
    return COLUMNS.index(name[0]) + 1, int(name[1:])


def other(seat: int) -> int:
    return 3 - seat


# CROC-02: seat 1 (Red) sits at row 1, seat 2 (Yellow) at row 14. The water fields next to a bar
# are exactly the ones with steps (CROC-03), so "orthogonally onto the bar" says it all.
BAR_AT_END_OF = {
    1: {field_of("a1"), field_of("b1")},
    2: {field_of("e14"), field_of("f14")},
}
PICTURE = {  # CROC-12
    1: ["d2", "b3", "e3", "c4", "f4", "c5"],
    2: ["c13", "e12", "b12", "d11", "a11", "d10"],
}
OWN_ROWS = {1: [2, 3, 4, 5], 2: [13, 12, 11, 10]}  # CROC-10, from their end inwards


class Tile(NamedTuple):
    owner: int
    number: int | None  # None: swimmer side up, nobody knows the number (CROC-23)


Stack = list[Tile]  # from bottom to top; a single tile is a stack of one


def is_water(field: Field) -> bool:
    on_board = 1 <= field[0] <= len(COLUMNS) and 1 <= field[1] <= ROWS
    return on_board and field not in BAR_AT_END_OF[1] and field not in BAR_AT_END_OF[2]


def all_water() -> list[Field]:
    board = [(c, r) for c in range(1, len(COLUMNS) + 1) for r in range(1, ROWS + 1)]
    return [field for field in board if is_water(field)]


class Oracle:
    def __init__(self, players: int, options: dict[str, object]) -> None:
        if players != 2:
            raise ValueError("Crocodile Pool Party is for two players")
        far = str(options.get("bar", "far")) == "far"
        rows = str(options.get("rows", "1221"))
        setup = str(options.get("setup", "placed"))
        starter = int(str(options.get("starter", 1)))
        self.patience = int(str(options.get("patience", 60)))
        # CROC-04: far = the bar at the other player's end.
        self.bar_fields = {s: BAR_AT_END_OF[other(s) if far else s] for s in (1, 2)}
        # CROC-11: how many swimmers each row takes.
        self.row_takes = {
            s: {row: int(digit) for row, digit in zip(OWN_ROWS[s], rows, strict=True)}
            for s in (1, 2)
        }
        self.pool: dict[Field, Stack] = {}
        self.bar: dict[int, Stack] = {1: [], 2: []}
        self.revealed: dict[int, set[int]] = {1: set(), 2: set()}
        self.turn = starter  # CROC-13; CROC-12: the starter also places first
        self.placing = setup == "placed"
        self.turned: Field | None = None  # the swimmer being turned over in this turn
        self.quiet_turns = 0
        self.over = False
        if not self.placing:
            for seat in (1, 2):
                for name in PICTURE[seat]:
                    self.pool[field_of(name)] = [Tile(seat, None)]

    # --- whose turn it is, and what may be done

    def actor(self) -> int | str | None:
        if self.over:
            return None
        if self.waiting_for_reveal():
            return "chance"
        return self.turn

    def waiting_for_reveal(self) -> bool:
        return self.turned is not None and self.pool[self.turned][-1].number is None

    def legal(self) -> list[str]:
        if not isinstance(self.actor(), int):
            return []
        if self.placing:
            return sorted(self.placings())
        if self.turned is not None:  # CROC-22: the same crocodile must be moved
            return sorted(self.moves_from(self.turned))
        actions = set()
        for field in self.own_fields(self.turn):  # CROC-20
            actions |= self.moves_from(field)
            if self.pool[field][-1].number is None:
                actions.add("flip " + name_of(field))
        return sorted(actions) if actions else ["pass"]  # CROC-25

    def chances(self) -> dict[str, Fraction]:
        if self.actor() != "chance":
            return {}
        # CROC-23: uniform among this player's numbers not yet revealed
        unknown = [n for n in range(1, 7) if n not in self.revealed[self.turn]]
        return {f"reveal {n}": Fraction(1, len(unknown)) for n in unknown}

    def own_fields(self, seat: int) -> list[Field]:
        # CROC-35: the tile on top says whose stack it is
        return [field for field, stack in self.pool.items() if stack[-1].owner == seat]

    def placings(self) -> set[str]:
        found = set()
        for field in all_water():
            room = self.row_takes[self.turn].get(field[1], 0)
            standing = [f for f in self.own_fields(self.turn) if f[1] == field[1]]
            if field not in self.pool and len(standing) < room:
                found.add("place " + name_of(field))
        return found

    # --- moves

    def moves_from(self, start: Field) -> set[str]:
        """All moves of the tile or stack on that field, one per final field (CROC-36)."""
        number = self.pool[start][-1].number
        if number is None:
            return self.swimmer_moves(start)
        return self.crocodile_moves(start, number)

    def swimmer_moves(self, start: Field) -> set[str]:
        # CROC-21: one or two fields, at most one right-angle turn, never onto another tile
        ends = {*self.walk_ends([start], None, 1, 1), *self.walk_ends([start], None, 2, 1)}
        texts = {self.move_text(start, end) for end in ends}
        return {text for text in texts if text is not None and "x" not in text}

    def crocodile_moves(self, start: Field, number: int) -> set[str]:
        turns = 2 if number == 6 else 1  # CROC-31, CROC-33
        ends = set(self.walk_ends([start], None, number, turns))  # CROC-30: exactly its number
        if number == 1:  # CROC-32; CROC-43: not diagonally onto a bar
            diagonal = [(start[0] + dc, start[1] + dr) for dc, dr in DIAGONAL]
            ends |= {end for end in diagonal if is_water(end)}
        texts = {self.move_text(start, end) for end in ends}
        return {text for text in texts if text is not None}

    def walk_ends(
        self, path: list[Field], heading: tuple[int, int] | None, steps: int, turns: int
    ) -> Iterator[Field]:
        """Where orthogonal walks of exactly so many more steps end, whatever lies there."""
        if steps == 0:
            yield path[-1]
            return
        if len(path) > 1 and (not is_water(path[-1]) or path[-1] in self.pool):
            return  # only through empty water (CROC-21, CROC-30), never through a bar (CROC-42)
        column, row = path[-1]
        for direction in ORTHOGONAL:
            step_to = (column + direction[0], row + direction[1])
            if step_to in path:
                continue  # CROC-31: not straight back; CROC-33: no field twice
            turning = heading is not None and direction != heading
            if turning and turns == 0:
                continue
            left = turns - 1 if turning else turns
            yield from self.walk_ends([*path, step_to], direction, steps - 1, left)

    def move_text(self, start: Field, end: Field) -> str | None:
        """The action that ends there, or None if the mover may not end there."""
        stack = self.pool[start]
        seat = stack[-1].owner
        if end in self.bar_fields[seat]:  # CROC-40
            first_arrival = not self.bar[1] and not self.bar[2]
            if first_arrival and len(stack) < 2:  # CROC-41
                return None
            return name_of(start) + "-bar"
        if not is_water(end):
            return None
        if end not in self.pool:
            return name_of(start) + "-" + name_of(end)
        if self.pool[end][-1].owner != seat:  # CROC-34
            return name_of(start) + "x" + name_of(end)
        return None

    # --- playing

    def play(self, text: str) -> None:
        if text not in self.legal() and text not in self.chances():
            raise ValueError(f"not possible here: {text}")
        if text.startswith("place "):
            self.place(field_of(text.removeprefix("place ")))
        elif text.startswith("flip "):
            self.turned = field_of(text.removeprefix("flip "))
        elif text.startswith("reveal "):
            self.reveal(int(text.removeprefix("reveal ")))
        elif text == "pass":
            self.end_turn(quiet=True)  # CROC-25
        else:
            self.move(text)

    def place(self, field: Field) -> None:
        self.pool[field] = [Tile(self.turn, None)]
        self.turn = other(self.turn)
        if len(self.pool) == 12:
            self.placing = False

    def reveal(self, number: int) -> None:
        assert self.turned is not None
        self.pool[self.turned][-1] = Tile(self.turn, number)
        self.revealed[self.turn].add(number)
        if not self.moves_from(self.turned):  # CROC-24
            self.end_turn(quiet=False)

    def move(self, text: str) -> None:
        eating = "x" in text
        start_name, end_name = text.split("x" if eating else "-")
        stack = self.pool.pop(field_of(start_name))
        if end_name == "bar":
            self.bar[self.turn] += stack  # CROC-42
        elif eating:
            end = field_of(end_name)
            self.pool[end] = self.pool[end] + stack  # CROC-35: the eaten lie below, unchanged
        else:
            self.pool[field_of(end_name)] = stack
        turned_over = self.turned is not None
        self.end_turn(quiet=not (turned_over or eating or end_name == "bar"))

    def end_turn(self, quiet: bool) -> None:
        self.quiet_turns = self.quiet_turns + 1 if quiet else 0
        one_side_gone = not self.own_fields(1) or not self.own_fields(2)  # CROC-50
        out_of_patience = self.quiet_turns >= self.patience  # CROC-53
        self.over = one_side_gone or out_of_patience
        self.turned = None
        self.turn = other(self.turn)

    # --- the result

    def scores(self) -> list[int]:
        return [len(self.bar[1]), len(self.bar[2])]  # CROC-51

    def open_sum(self, seat: int) -> int:
        # CROC-52: swimmer side up counts 0
        return sum(tile.number for tile in self.bar[seat] if tile.number is not None)

    def winners(self) -> list[int] | None:
        if not self.over:
            return None
        red = (len(self.bar[1]), self.open_sum(1))
        yellow = (len(self.bar[2]), self.open_sum(2))
        if red == yellow:
            return [1, 2]
        return [1] if red > yellow else [2]
