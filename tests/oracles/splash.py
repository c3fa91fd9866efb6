"""Splash Party, a plain second reading of the numbered statements (SPLA-..).

It is used by the tests to check the real rules, so it is written apart from them: lists of
meeples, full scans, nothing clever. Unseen numbers are decided only when they are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

COLOURS = ["red", "yellow", "green", "blue", "purple", "black"]  # SPLA-01
NUMBERS = [1, 2, 3]  # SPLA-01
PLACES = 18  # SPLA-02
DIVING_BOARD = 1  # SPLA-02
DEFAULTS: dict[str, object] = {"starter": 1, "shows": 50, "turn_limit": 200}


@dataclass(eq=False)
class Meeple:
    """One meeple: place None once it lies in the pool, number None while nobody has seen it."""

    colour: str
    place: int | None
    number: int | None = None


class Oracle:
    """One game of Splash Party."""

    def __init__(self, players: int, options: dict[str, object]) -> None:
        if not 2 <= players <= 6:  # SPLA-01
            raise ValueError(f"2 to 6 players, not {players}")
        for name in options:
            if name not in DEFAULTS:
                raise ValueError(f"no such option: {name}")
        self.seats = list(range(1, players + 1))
        self.turn = _integer_option(options, "starter", 1, players)  # SPLA-04
        self.shows_percent = _integer_option(options, "shows", 0, 100)  # SPLA-15
        self.turn_limit = _integer_option(options, "turn_limit", 1, None)  # SPLA-44
        self.turns_finished = 0
        self.meeples: list[Meeple] = []
        self.tokens: dict[int, str] = {}
        self.players_in = list(self.seats)
        self.phase = "stand"
        self.taken: Meeple | None = None
        self.last_moved: Meeple | None = None
        self.falling: list[Meeple] = []
        self.may_accuse = False
        self.nearest: list[Meeple] = []
        self.result: list[int] | None = None

    # What the tests ask.

    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the game is over."""
        if self.phase == "over":
            return None
        if self.phase in ("take", "direction", "accuse"):
            return self.turn
        return "chance"

    def legal(self) -> list[str]:
        """What the player to act may do."""
        if self.phase == "take":
            return sorted(f"take {meeple.place}" for meeple in self.meeples_to_take())
        if self.phase == "direction":
            return ["ccw", "cw"]  # SPLA-13
        if self.phase == "accuse":
            return sorted(["silent", *self.accusations()])  # SPLA-30
        return []

    def chances(self) -> dict[str, Fraction]:
        """Every outcome that can happen at a chance node, with its probability."""
        if self.phase == "stand":
            return self.chances_of_standing()
        if self.phase == "token":
            return self.chances_of_token()
        if self.phase == "shows":
            return chances_of_showing(self.unseen_numbers(self.taken_meeple().colour))
        if self.phase == "sinks":
            return self.chances_of_sinking()
        if self.phase == "turn up":
            return chances_of_showing(self.unseen_numbers(self.meeple_to_turn_up().colour))
        return {}

    def play(self, text: str) -> None:
        """Play a legal action or a possible outcome."""
        if text not in self.legal() and text not in self.chances():
            raise ValueError(f"not possible now: {text!r}")
        words = text.split()
        if self.phase == "stand":
            self.stand(words[1])
        elif self.phase == "token":
            self.give_token(words[1])
        elif self.phase == "take":
            self.take(int(words[1]))
        elif self.phase == "shows":
            self.taken_meeple().number = int(words[1])
            self.phase = "direction"
        elif self.phase == "direction":
            self.move(1 if text == "cw" else -1)
        elif self.phase == "sinks":
            if len(words) == 2:
                self.falling[0].number = int(words[1])
            self.sink_first()
            self.go_on_falling()
        elif self.phase == "accuse":
            if text == "silent":
                self.end_turn()
            else:
                self.accuse(int(words[1]), words[2])
        else:
            self.meeple_to_turn_up().number = int(words[1])
            self.decide_among_nearest()

    def scores(self) -> list[int]:
        """1 for the sole winner at the end, 0 for all others and in a draw."""
        return [1 if self.result == [seat] else 0 for seat in self.seats]

    def winners(self) -> list[int] | None:
        """The seats that won (those that tie, in a draw), None while the game goes on."""
        return None if self.result is None else list(self.result)

    # Looking at the table.

    def standing(self) -> list[Meeple]:
        return [meeple for meeple in self.meeples if meeple.place is not None]

    def standing_of(self, colour: str) -> list[Meeple]:
        """The standing meeples of a colour in order of place."""
        found = [meeple for meeple in self.standing() if meeple.colour == colour]
        return sorted(found, key=place_of)

    def colours_standing(self) -> list[str]:
        return [colour for colour in COLOURS if self.standing_of(colour)]

    def meeple_at(self, place: int) -> Meeple | None:
        for meeple in self.standing():
            if meeple.place == place:
                return meeple
        return None

    def unseen_numbers(self, colour: str) -> list[int]:
        """SPLA-12: the numbers of the colour nobody has seen, in the pool or standing."""
        seen = [meeple.number for meeple in self.meeples if meeple.colour == colour]
        return [number for number in NUMBERS if number not in seen]

    def taken_meeple(self) -> Meeple:
        assert self.taken is not None
        return self.taken

    # Setting up.

    def chances_of_standing(self) -> dict[str, Fraction]:
        """SPLA-02: random order, so each colour by its meeples not yet placed."""
        left: list[str] = []
        for colour in COLOURS:
            placed = [meeple for meeple in self.meeples if meeple.colour == colour]
            left += [colour] * (len(NUMBERS) - len(placed))
        return {f"stand {c}": Fraction(left.count(c), len(left)) for c in left}

    def stand(self, colour: str) -> None:
        self.meeples.append(Meeple(colour, len(self.meeples) + 1))
        if len(self.meeples) == PLACES:
            self.phase = "token"

    def chances_of_token(self) -> dict[str, Fraction]:
        left = [colour for colour in COLOURS if colour not in self.tokens.values()]
        return {f"token {colour}": Fraction(1, len(left)) for colour in left}  # SPLA-03

    def give_token(self, colour: str) -> None:
        self.tokens[len(self.tokens) + 1] = colour
        if len(self.tokens) == len(self.seats):
            self.phase = "take"

    # A turn.

    def meeples_to_take(self) -> list[Meeple]:
        # SPLA-10, SPLA-11; one that has fallen in does not stand, so then nothing is barred.
        return [meeple for meeple in self.standing() if meeple is not self.last_moved]

    def take(self, place: int) -> None:
        self.taken = self.meeple_at(place)
        # SPLA-12: a number once seen is known, only an unseen one is a matter of chance.
        self.phase = "shows" if self.taken_meeple().number is None else "direction"

    def move(self, step: int) -> None:
        mover = self.taken_meeple()
        assert mover.number is not None
        place = place_of(mover)
        self.may_accuse = False
        for _ in range(mover.number):  # SPLA-13
            place = next_place(place, step)
            if place == DIVING_BOARD:  # SPLA-30: passing or ending there, not leaving it
                self.may_accuse = True
        pushed = self.meeple_at(place)
        mover.place = place
        self.last_moved = mover
        self.taken = None
        if pushed is None:
            self.offer_accusation_or_end_turn()
        else:
            self.falling = [pushed]  # SPLA-14
            self.go_on_falling()

    def go_on_falling(self) -> None:
        """Let meeples fall until chance is needed or the last one has fallen."""
        while self.falling:
            if self.falling[0].number is None:
                self.phase = "sinks"  # SPLA-15
                return
            self.sink_first()
        self.look_at_exits_and_end()  # SPLA-22

    def sink_first(self) -> None:
        self.falling.pop(0).place = None

    def chances_of_sinking(self) -> dict[str, Fraction]:
        """SPLA-15: the number shows or not; when it shows, SPLA-12."""
        shows = Fraction(self.shows_percent, 100)
        unseen = self.unseen_numbers(self.falling[0].colour)
        outcomes = {"sinks": 1 - shows}
        for number in unseen:
            outcomes[f"sinks {number}"] = shows / len(unseen)
        return {text: chance for text, chance in outcomes.items() if chance > 0}

    def look_at_exits_and_end(self) -> None:
        # SPLA-20, SPLA-31, SPLA-32: whoever has no meeple standing any more is out.
        self.players_in = [seat for seat in self.players_in if self.standing_of(self.tokens[seat])]
        colours_at_end = 3 if len(self.seats) == 2 else 2  # SPLA-41
        if len(self.players_in) == 1:
            self.finish(self.players_in)  # SPLA-40, before SPLA-41
        elif len(self.colours_standing()) <= colours_at_end:
            self.end_by_nearness()
        else:
            self.offer_accusation_or_end_turn()

    def end_turn(self) -> None:
        self.turns_finished += 1
        if self.turns_finished == self.turn_limit:
            self.end_by_nearness()  # SPLA-44
            return
        self.turn = self.seat_after(self.turn)
        while self.turn not in self.players_in:  # SPLA-21
            self.turn = self.seat_after(self.turn)
        self.phase = "take"

    def seat_after(self, seat: int) -> int:
        return 1 if seat == self.seats[-1] else seat + 1

    # The diving board.

    def offer_accusation_or_end_turn(self) -> None:
        if self.may_accuse and self.turn in self.players_in:  # SPLA-30
            self.phase = "accuse"
        else:
            self.end_turn()

    def accusations(self) -> list[str]:
        """SPLA-33: opponents still in, and standing colours other than their own."""
        return [
            f"accuse {seat} {colour}"
            for seat in self.players_in
            for colour in self.colours_standing()
            if seat != self.turn and colour != self.tokens[self.turn]
        ]

    def accuse(self, seat: int, colour: str) -> None:
        right = self.tokens[seat] == colour
        loser = seat if right else self.turn  # SPLA-31, SPLA-32
        self.may_accuse = False  # one accusation a turn
        self.falling = self.standing_of(self.tokens[loser])  # SPLA-34
        self.go_on_falling()

    # End.

    def end_by_nearness(self) -> None:
        """SPLA-42: only meeples of players still in count."""
        candidates = [meeple for meeple in self.standing() if self.owner(meeple) is not None]
        shortest = min(distance_to_board(place_of(meeple)) for meeple in candidates)
        self.nearest = sorted(
            (m for m in candidates if distance_to_board(place_of(m)) == shortest), key=place_of
        )
        self.decide_among_nearest()

    def owner(self, meeple: Meeple) -> int | None:
        """The player still in whose meeple this is."""
        for seat in self.players_in:
            if self.tokens[seat] == meeple.colour:
                return seat
        return None

    def owners(self, meeples: list[Meeple]) -> list[int]:
        """Who among the players still in owns one of these meeples."""
        return [seat for seat in self.seats if seat in [self.owner(m) for m in meeples]]

    def decide_among_nearest(self) -> None:
        """SPLA-43: numbers matter only between different players."""
        if len(self.owners(self.nearest)) == 1:
            self.finish(self.owners(self.nearest))
            return
        numbers = [meeple.number for meeple in self.nearest]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            self.phase = "turn up"
            return
        highest = [meeple for meeple in self.nearest if meeple.number == max(known)]
        self.finish(self.owners(highest))

    def meeple_to_turn_up(self) -> Meeple:
        """SPLA-43: the lower place first."""
        return next(meeple for meeple in self.nearest if meeple.number is None)

    def finish(self, winners: list[int]) -> None:
        self.result = sorted(winners)
        self.phase = "over"


def _integer_option(options: dict[str, object], name: str, lowest: int, highest: int | None) -> int:
    value = options.get(name, DEFAULTS[name])
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} is a whole number, not {value!r}")
    if value < lowest or (highest is not None and value > highest):
        raise ValueError(f"{name} is out of range: {value}")
    return value


def place_of(meeple: Meeple) -> int:
    """The place of a meeple that stands."""
    assert meeple.place is not None
    return meeple.place


def next_place(place: int, step: int) -> int:
    """SPLA-02: the places are numbered clockwise and close to a ring."""
    place += step
    if place > PLACES:
        return 1
    if place < 1:
        return PLACES
    return place


def distance_to_board(place: int) -> int:
    """SPLA-42: around the edge, the shorter way."""
    one_way = place - DIVING_BOARD
    return min(one_way, PLACES - one_way)


def chances_of_showing(unseen: list[int]) -> dict[str, Fraction]:
    """SPLA-12: uniform among the unseen numbers."""
    return {f"shows {number}": Fraction(1, len(unseen)) for number in unseen}
