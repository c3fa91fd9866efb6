"""Kariba, a plain second reading of the numbered statements (KARI-..).

It is used by the tests to check the real rules, so it is written apart from them: lists of
cards, full scans, nothing clever. The pile is a bag of cards, decided only as they are drawn.
"""

from __future__ import annotations

from fractions import Fraction

ANIMALS = [1, 2, 3, 4, 5, 6, 7, 8]  # KARI-01
MOUSE = 1
ELEPHANT = 8
CARDS_OF_EACH = 8  # KARI-01
HAND = 5  # KARI-02
OPEN_CARDS = 3  # KARI-30
DEFAULTS: dict[str, object] = {"starter": 1, "market": False}


class Oracle:
    """One game of Kariba."""

    def __init__(self, players: int, options: dict[str, object]) -> None:
        if not 2 <= players <= 4:  # KARI-01
            raise ValueError(f"2 to 4 players, not {players}")
        for name in options:
            if name not in DEFAULTS:
                raise ValueError(f"no such option: {name}")
        starter = options.get("starter", DEFAULTS["starter"])
        market = options.get("market", DEFAULTS["market"])
        if not isinstance(starter, int) or isinstance(starter, bool):
            raise ValueError(f"starter is a seat, not {starter!r}")
        if not 1 <= starter <= players:
            raise ValueError(f"no such seat: {starter}")
        if not isinstance(market, bool):
            raise ValueError(f"market is on or off, not {market!r}")
        self.seats = list(range(1, players + 1))
        self.turn = starter  # KARI-03
        self.market = market  # KARI-30
        self.pile = [animal for animal in ANIMALS for _ in range(CARDS_OF_EACH)]
        self.hands: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.won: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.waterhole: list[int] = []
        self.open_cards: list[int] = []
        self.phase = "deal"

    # What the tests ask.

    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the game is over."""
        if self.phase == "over":
            return None
        if self.phase in ("play", "choose"):
            return self.turn
        return "chance"

    def legal(self) -> list[str]:
        """What the player to act may do."""
        if self.phase == "play":
            return self.plays()
        if self.phase == "choose":
            return self.choices()
        return []

    def chances(self) -> dict[str, Fraction]:
        """Every card that can come at a chance node, with its probability."""
        if self.phase in ("deal", "draw"):
            return self.chances_of_card("draw")
        if self.phase in ("first opens", "opens"):
            return self.chances_of_card("opens")
        return {}

    def play(self, text: str) -> None:
        """Play a legal action or a possible outcome."""
        if text not in self.legal() and text not in self.chances():
            raise ValueError(f"not possible now: {text!r}")
        if self.phase == "play":
            animal, count = text.split("x")
            self.play_cards(int(animal), int(count))
        elif text == "pile":
            self.phase = "draw"
        else:
            word, number = text.split()
            self.take_card(word, int(number))

    def scores(self) -> list[int]:
        """The cards won so far, seat by seat."""
        return [len(self.won[seat]) for seat in self.seats]

    def winners(self) -> list[int] | None:
        """KARI-21: the seats with most cards won, None while the game goes on."""
        if self.phase != "over":
            return None
        most = max(self.scores())
        return [seat for seat in self.seats if len(self.won[seat]) == most]

    # Cards that come from the pile or from the open cards.

    def chances_of_card(self, word: str) -> dict[str, Fraction]:
        return {
            f"{word} {animal}": Fraction(self.pile.count(animal), len(self.pile))
            for animal in ANIMALS
            if animal in self.pile
        }

    def take_card(self, word: str, animal: int) -> None:
        if word == "opens":
            self.pile.remove(animal)
            self.open_cards.append(animal)
        elif word == "draw":
            self.pile.remove(animal)
            self.hands[self.seat_that_draws()].append(animal)
        else:
            self.open_cards.remove(animal)
            self.hands[self.turn].append(animal)
        if self.phase in ("deal", "first opens"):
            self.go_on_setting_up()
        elif self.phase == "opens":
            self.go_on_replenishing()
        else:
            self.go_on_drawing()

    def seat_that_draws(self) -> int:
        if self.phase == "deal":
            return self.seats_to_deal()[0]  # KARI-03: from seat 1 on, whoever begins
        return self.turn

    def seats_to_deal(self) -> list[int]:
        return [seat for seat in self.seats if len(self.hands[seat]) < HAND]

    def go_on_setting_up(self) -> None:
        if self.seats_to_deal():
            self.phase = "deal"  # KARI-02
        elif self.market and len(self.open_cards) < OPEN_CARDS:
            self.phase = "first opens"  # KARI-30: after the hands
        else:
            self.phase = "play"

    # A turn.

    def plays(self) -> list[str]:
        """KARI-10: one or more cards of one animal, and passing is not allowed."""
        hand = self.hands[self.turn]
        return sorted(
            f"{animal}x{count}" for animal in ANIMALS for count in range(1, hand.count(animal) + 1)
        )

    def play_cards(self, animal: int, count: int) -> None:
        for _ in range(count):
            self.hands[self.turn].remove(animal)
            self.waterhole.append(animal)
        if self.waterhole.count(animal) >= 3:  # KARI-11
            self.chase_away(self.chased_by(animal))
        self.go_on_drawing()

    def chased_by(self, animal: int) -> int | None:
        if animal == MOUSE:  # KARI-13
            return ELEPHANT if ELEPHANT in self.waterhole else None
        weaker = [other for other in self.waterhole if other < animal]
        return max(weaker) if weaker else None  # KARI-11, KARI-12

    def chase_away(self, chased: int | None) -> None:
        self.won[self.turn] += [card for card in self.waterhole if card == chased]
        self.waterhole = [card for card in self.waterhole if card != chased]

    def choices(self) -> list[str]:
        """KARI-31: the pile or an open card; KARI-33: without a pile only the open cards."""
        choices = [f"open {animal}" for animal in set(self.open_cards)]
        if self.pile:
            choices.append("pile")
        return sorted(choices)

    def go_on_drawing(self) -> None:
        """KARI-15: up to five cards in hand, as far as there are cards."""
        if len(self.hands[self.turn]) >= HAND:
            self.go_on_replenishing()
        elif self.market and (self.pile or self.open_cards):
            self.phase = "choose"  # KARI-31, KARI-33
        elif self.pile:
            self.phase = "draw"
        else:
            self.go_on_replenishing()

    def go_on_replenishing(self) -> None:
        """KARI-32: after the turn, as far as the pile goes."""
        if self.market and self.pile and len(self.open_cards) < OPEN_CARDS:
            self.phase = "opens"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if not self.hands[self.turn]:
            self.phase = "over"  # KARI-20
            return
        self.turn = 1 if self.turn == self.seats[-1] else self.turn + 1  # KARI-03
        self.phase = "play"
