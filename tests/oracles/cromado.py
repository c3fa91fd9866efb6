"""Cromado, read a second time.

A plain and slow second reading of the numbered statements CROM-01 to CROM-51, written without
looking at the real rules and used by the tests to check them. Nothing here is meant to be fast.
"""

from __future__ import annotations

from fractions import Fraction

Place = str  # a field like "c3", or "home", or "goal"
Bridge = str  # its lowest/leftmost field and h or v, like "c3h"

COLUMNS = "abcdefghijklmn"
ROWS = 14
ISLANDS = {  # CROM-01
    "SW": {"a1", "b1", "a2", "b2"},
    "NW": {"a13", "b13", "a14", "b14"},
    "NE": {"m13", "n13", "m14", "n14"},
    "SE": {"m1", "n1", "m2", "n2"},
}
OPPOSITE = {"SW": "NE", "NE": "SW", "NW": "SE", "SE": "NW"}
STONES = 4
BRIDGES_EACH = 5


def shifted(field: str, columns: int, rows: int) -> str | None:
    """The field so many columns to the right and rows up, or None outside the board."""
    column = COLUMNS.index(field[0]) + columns
    row = int(field[1:]) + rows
    if 0 <= column < len(COLUMNS) and 1 <= row <= ROWS:
        return COLUMNS[column] + str(row)
    return None


def neighbours(field: str) -> list[str]:
    around = [shifted(field, dc, dr) for dc, dr in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return [f for f in around if f is not None]


def is_island(field: str) -> bool:
    return any(field in island for island in ISLANDS.values())


def touches(field: str, corner: str) -> bool:
    return any(f in ISLANDS[corner] for f in neighbours(field))


def fields_of(bridge: Bridge) -> list[str] | None:
    """The three fields it covers, or None if it would stick out of the board (CROM-11)."""
    first, across = bridge[:-1], bridge[-1] == "h"
    three = [shifted(first, i if across else 0, 0 if across else i) for i in range(3)]
    inside = [f for f in three if f is not None]
    return inside if len(inside) == 3 else None


def bridges_inside() -> list[tuple[Bridge, list[str]]]:
    """Every place for a bridge on the bare board, with its fields (CROM-11)."""
    found = []
    for column in COLUMNS:
        for row in range(1, ROWS + 1):
            for way in "hv":
                bridge = f"{column}{row}{way}"
                fields = fields_of(bridge)
                if fields is not None and not any(is_island(f) for f in fields):
                    found.append((bridge, fields))
    return found


# The bare board never changes: these two are only written down once to save time.
BARE_PLACES = bridges_inside()
NEIGHBOURS = {f"{c}{r}": neighbours(f"{c}{r}") for c in COLUMNS for r in range(1, ROWS + 1)}


class Oracle:
    def __init__(self, players: int, options: dict[str, object]) -> None:
        if players not in (2, 3, 4):
            raise ValueError("Cromado is for two to four players")
        corners = str(options.get("corners") or "")
        self.players = players
        # CROM-03: clockwise from SW, unless the option names others
        self.corners = corners.split(",") if corners else ["SW", "NW", "NE", "SE"][:players]
        if len(set(self.corners)) != players or not set(self.corners) <= set(ISLANDS):
            raise ValueError(f"not as many distinct corners as players: {corners}")
        self.turn = int(str(options.get("starter", 1)))
        self.rolls = int(str(options.get("rolls", 3)))
        self.reroll_any = options.get("reroll_any", False) is True
        self.turn_limit = int(str(options.get("turn_limit", 600)))
        self.stones: dict[int, list[Place]] = {
            seat: ["home"] * STONES for seat in range(1, players + 1)
        }
        self.bridges: list[Bridge] = []
        self.phase = "lay"  # then "roll", "bridge", "put", "move" and at last "over"
        self.pips = 0  # the latest roll
        self.rolls_made = 0  # in this turn
        self.taken: Bridge = ""  # the bridge in the hand, by its old place
        self.turns_done = 0

    # --- whose turn it is, and what may be done

    def actor(self) -> int | str | None:
        if self.phase == "over":
            return None
        return "chance" if self.phase == "roll" else self.turn

    def legal(self) -> list[str]:
        if self.phase == "lay":
            return sorted("lay " + bridge for bridge in self.free_places())
        if self.phase == "bridge":  # CROM-40
            return sorted(["keep", *("take " + bridge for bridge in self.takable_bridges())])
        if self.phase == "put":
            return sorted("put " + place for place in self.new_places(self.taken))
        if self.phase == "move":
            return sorted(self.moves(self.pips))
        return []

    def chances(self) -> dict[str, Fraction]:
        if self.phase != "roll":
            return {}
        return {f"roll {pips}": Fraction(1, 6) for pips in range(1, 7)}

    # --- bridges

    def bridge_fields(self) -> set[str]:
        covered: set[str] = set()
        for bridge in self.bridges:
            covered.update(fields_of(bridge) or [])
        return covered

    def free_places(self) -> list[Bridge]:
        """Where one more bridge could lie (CROM-11, CROM-12)."""
        covered = self.bridge_fields()
        return [b for b, fields in BARE_PLACES if not any(f in covered for f in fields)]

    def new_places(self, old: Bridge) -> list[Bridge]:
        """Where a bridge already taken away from its old place may go (CROM-40)."""
        return [place for place in self.free_places() if place != old]

    def takable_bridges(self) -> list[Bridge]:
        # CROM-40: no stone on it, whoever's; and there must be another place for it
        occupied = self.occupied_fields()
        empty = [b for b in self.bridges if not any(f in occupied for f in fields_of(b) or [])]
        if self.free_places():  # a place free even with all bridges lying is never the old one
            return empty
        return [b for b in empty if self.has_new_place(b)]

    def has_new_place(self, bridge: Bridge) -> bool:
        lying = self.bridges
        self.bridges = [b for b in lying if b != bridge]
        found = bool(self.new_places(bridge))
        self.bridges = lying
        return found

    # --- walking

    def occupied_fields(self) -> set[str]:
        stones = [place for seat in self.stones for place in self.stones[seat]]
        return {place for place in stones if place not in ("home", "goal")}

    def steps_from(self, seat: int, place: Place, bridge_fields: set[str]) -> list[Place]:
        """The places one step further, stones disregarded: they are jumped over (CROM-24)."""
        start = self.corners[seat - 1]
        goal = OPPOSITE[start]
        if place == "goal":  # CROM-26: it stays there
            return []
        if place == "home":  # CROM-22
            return [field for field in bridge_fields if touches(field, start)]
        steps = [f for f in NEIGHBOURS[place] if f in bridge_fields]  # CROM-21
        return [*steps, "goal"] if touches(place, goal) else steps

    def walk_ends(
        self,
        seat: int,
        place: Place,
        came_from: Place | None,
        pips: int,
        bridge_fields: set[str],
    ) -> set[Place]:
        """Where walks of exactly so many more pips end, occupied or not (CROM-25)."""
        if pips == 0:
            return {place}
        ends: set[Place] = set()
        for step in self.steps_from(seat, place, bridge_fields):
            if step != came_from:  # CROM-23; going on from the goal is impossible (CROM-26)
                ends |= self.walk_ends(seat, step, place, pips - 1, bridge_fields)
        return ends

    def moves(self, pips: int) -> set[str]:
        """All complete moves of the player whose turn it is (CROM-25, CROM-27)."""
        bridge_fields = self.bridge_fields()
        occupied = self.occupied_fields()
        found = set()
        for stone in set(self.stones[self.turn]):
            # CROM-24: only *another* stone is in the way, so a stone may end where it began
            others = occupied - {stone}
            for end in self.walk_ends(self.turn, stone, None, pips, bridge_fields):
                if end not in others:
                    found.add(f"{stone}-{end}")
        return found

    def stands_before_goal(self) -> bool:
        # CROM-32: some stone could enter the goal with fewer pips than just rolled
        return any(
            move.endswith("-goal") for pips in range(1, self.pips) for move in self.moves(pips)
        )

    # --- playing

    def play(self, text: str) -> None:
        if text not in self.legal() and text not in self.chances():
            raise ValueError(f"not possible here: {text}")
        if text.startswith("lay "):
            self.lay(text.removeprefix("lay "))
        elif text.startswith("roll "):
            self.roll(int(text.removeprefix("roll ")))
        elif text == "keep":
            self.move_or_end_turn()
        elif text.startswith("take "):
            self.taken = text.removeprefix("take ")
            self.bridges.remove(self.taken)
            self.phase = "put"
        elif text.startswith("put "):
            self.bridges.append(text.removeprefix("put "))
            self.taken = ""
            self.move_or_end_turn()
        else:
            self.move(text)

    def lay(self, bridge: Bridge) -> None:
        self.bridges.append(bridge)  # CROM-10
        self.next_player()
        if len(self.bridges) == BRIDGES_EACH * self.players:
            self.phase = "roll"  # CROM-20

    def roll(self, pips: int) -> None:
        self.pips = pips
        self.rolls_made += 1
        may_move = self.rolls_made == 1 or self.reroll_any  # CROM-31
        if pips in (1, 6):
            self.phase = "bridge"  # CROM-40
        elif may_move and self.moves(pips):
            self.phase = "move"
        elif self.rolls_made < self.rolls and not self.stands_before_goal():
            self.phase = "roll"  # CROM-30, CROM-32
        else:
            self.end_turn()  # CROM-33

    def move_or_end_turn(self) -> None:
        if self.moves(self.pips):  # CROM-41
            self.phase = "move"
        else:
            self.end_turn()

    def move(self, text: str) -> None:
        start, end = text.split("-")
        own = self.stones[self.turn]
        own[own.index(start)] = end
        if own == ["goal"] * STONES:
            self.phase = "over"  # CROM-50: at once
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.turns_done += 1
        self.rolls_made = 0
        self.next_player()
        self.phase = "over" if self.turns_done >= self.turn_limit else "roll"  # CROM-51

    def next_player(self) -> None:
        self.turn = self.turn % self.players + 1

    # --- the result

    def scores(self) -> list[int]:
        return [self.stones[s].count("goal") for s in range(1, self.players + 1)]

    def winners(self) -> list[int] | None:
        if self.phase != "over":
            return None
        # CROM-50 gives four stones to one player only, so most stones (CROM-51) covers both
        scores = self.scores()
        return [s for s in range(1, self.players + 1) if scores[s - 1] == max(scores)]
